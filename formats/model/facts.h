/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.h: what is known about a run, a measurement or a series besides arrays of numbers. */
#ifndef BENCHMAT_FORMATS_MODEL_FACTS_H
#define BENCHMAT_FORMATS_MODEL_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/hash_table.h"

enum fact_kind { FACT_TEXT, FACT_INTEGER, FACT_REAL };

struct fact {
    char *name;
    enum fact_kind kind;
    char *text;      /* FACT_TEXT: UTF-8 */
    int64_t integer; /* FACT_INTEGER */
    double real;     /* FACT_REAL */
};

/* A list of facts in the order in which they were set; no two have the same name. Zero-initialised:
 * empty. */
struct facts {
    struct fact *items;
    size_t count;
    int incomplete; /* memory ran out while a fact was set, so some are missing */

    /* private */
    size_t room;
    struct slots index; /* finds many facts by their names; empty as long as they are few */
};

/* Set or replace a fact. The strings are copied. A TEXT of NULL sets nothing. `incomplete`
 * remembers that memory ran out, so that the caller need not check each call. */
void facts_set_text(struct facts *facts, const char *name, const char *text);
void facts_set_integer(struct facts *facts, const char *name, int64_t integer);
void facts_set_real(struct facts *facts, const char *name, double real);

/* Returns the fact called NAME, or NULL. */
const struct fact *facts_find(const struct facts *facts, const char *name);
/* Returns the text of the fact called NAME; OTHERWISE, which may be NULL, if there is no such fact
 * or it is not a text. */
const char *facts_text(const struct facts *facts, const char *name, const char *otherwise);
/* Sets all facts of FROM in TO. Returns 0, or ERR_FAILED if memory ran out, now or when either list
 * was made. */
int facts_copy(struct facts *to, const struct facts *from);
void facts_release(struct facts *facts);

#endif
