/* SPDX-License-Identifier: GPL-3.0-or-later */
/* string_pool.h: keeps each text that occurs many times once and gives it a number. */
#ifndef BENCHMAT_FORMATS_MODEL_STRING_POOL_H
#define BENCHMAT_FORMATS_MODEL_STRING_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/model/hash_table.h"
#include "formats/text/suggest.h"

/* Zero-initialised: empty. */
struct string_pool {
    char **items; /* by number */
    uint32_t count;
    size_t room;        /* private: how many items fit */
    struct slots slots; /* private */
};

#define STRING_POOL_NONE SLOTS_NONE

/* Returns the number of TEXT, counted from 0. A new text is copied and made printable
 * (utf8_escape). Returns STRING_POOL_NONE if memory runs out. */
uint32_t string_pool_number(struct string_pool *texts, const char *text);
/* The same, but ends the program if memory runs out (xalloc.h). */
uint32_t xstring_pool_number(struct string_pool *texts, const char *text);

/* Returns the number of TEXT, exactly as it is, or STRING_POOL_NONE if the pool does not have it.
 */
uint32_t string_pool_find(const struct string_pool *texts, const char *text);

/* Returns the text with that number, or NULL for STRING_POOL_NONE. It is valid until the pool is
 * released. */
const char *string_pool_text(const struct string_pool *texts, uint32_t number);

/* What there is in place of WANTED, which the pool does not have: known_words (suggest.h). */
struct known_words string_pool_known(const struct string_pool *texts, const char *wanted,
                                     const char *has);

void string_pool_release(struct string_pool *texts);

/* Collects what is written to a FILE and makes it one of the pool's texts. Ends the program if
 * memory runs out (xalloc.h). */
struct kept_text {
    FILE *file; /* write to this */

    /* Private. */
    char *text;
    size_t size;
};

/* The caller must call kept_text_end. */
void kept_text_begin(struct kept_text *written);
/* Returns what was written, which is valid as long as TEXTS; NULL if nothing was written. */
const char *kept_text_end(struct kept_text *written, struct string_pool *texts);

#endif
