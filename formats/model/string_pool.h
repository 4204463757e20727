/* SPDX-License-Identifier: GPL-3.0-or-later */
/* string_pool.h: texts that come again and again, each kept once and known by a number. */
#ifndef BENCHMAT_FORMATS_MODEL_STRING_POOL_H
#define BENCHMAT_FORMATS_MODEL_STRING_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/model/hash_table.h"

/* Zero-initialised is none. */
struct string_pool {
    char **items; /* by their numbers */
    uint32_t count;
    size_t room;        /* private: how many items there is memory for */
    struct slots slots; /* private */
};

#define STRING_POOL_NONE SLOTS_NONE

/* The number of a text as TEXT, which is copied and made printable (unicode.h) if it is new;
 * numbers count from 0. STRING_POOL_NONE when there is no memory. */
uint32_t string_pool_number(struct string_pool *texts, const char *text);

/* The same for a text that may not be there: STRING_POOL_NONE. It is looked for as it is. */
uint32_t string_pool_find(const struct string_pool *texts, const char *text);

/* NULL for STRING_POOL_NONE. Valid until the texts are released. */
const char *string_pool_text(const struct string_pool *texts, uint32_t number);

void string_pool_release(struct string_pool *texts);

/* What is written to a file becomes one of the pool's strings. */
struct kept_text {
    FILE *file; /* to write to */

    /* Private. */
    char *text;
    size_t size;
};

/* Returns 0 when there is no memory; otherwise kept_text_end must follow. */
int kept_text_begin(struct kept_text *written);
/* Sets KEPT, which lives as long as TEXTS, to what was written; NULL for nothing. Returns 0 when
 * there is no memory. */
int kept_text_end(struct kept_text *written, struct string_pool *texts, const char **kept);

#endif
