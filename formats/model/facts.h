/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.h: what is known of a run, a measurement or a series besides numbers in arrays. */
#ifndef BENCHMAT_FORMATS_MODEL_FACTS_H
#define BENCHMAT_FORMATS_MODEL_FACTS_H

#include <stddef.h>
#include <stdint.h>

enum fact_kind { FACT_TEXT, FACT_INTEGER, FACT_REAL };

struct fact {
    char *name;
    enum fact_kind kind;
    char *text;      /* FACT_TEXT: UTF-8 */
    int64_t integer; /* FACT_INTEGER */
    double real;     /* FACT_REAL */
};

/* An ordered list of facts, each name once. Zero-initialised is empty. */
struct facts {
    struct fact *items;
    size_t count;
    int incomplete; /* memory ran out while a fact was set: what is here is not everything */
};

/* Set or replace a fact. The strings are copied. A TEXT of NULL sets nothing. So that facts can be
 * gathered without a check on every line, running out of memory is remembered in `incomplete`. */
void facts_set_text(struct facts *facts, const char *name, const char *text);
void facts_set_integer(struct facts *facts, const char *name, int64_t integer);
void facts_set_real(struct facts *facts, const char *name, double real);

/* The fact of that NAME, or NULL. */
const struct fact *facts_find(const struct facts *facts, const char *name);
/* The text of that NAME; OTHERWISE (may be NULL) when there is none or it is no text. */
const char *facts_text(const struct facts *facts, const char *name, const char *otherwise);
/* Sets all facts of FROM in TO. Returns 0, or ERR_FAILED when memory ran out. */
int facts_copy(struct facts *to, const struct facts *from);
void facts_release(struct facts *facts);

#endif
