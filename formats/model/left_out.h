/* SPDX-License-Identifier: GPL-3.0-or-later */
/* left_out.h: what a command line named and a run could not measure, as its fact FACT_LEFT_OUT
 * tells: for each an action, a library and the reason, joined by shell_words_join. */
#ifndef BENCHMAT_FORMATS_MODEL_LEFT_OUT_H
#define BENCHMAT_FORMATS_MODEL_LEFT_OUT_H

#include <stddef.h>

#include "formats/model/facts.h"
#include "formats/text/shell_words.h"

#define FACT_LEFT_OUT "left_out" /* of a run */

struct left_out {
    const char *action;  /* its name, or the word for a plug-in that could not tell its own */
    const char *library; /* "": the whole action was left out */
    const char *why;     /* one line for people */
};

/* Adds ONE to the fact. */
void left_out_add(struct facts *facts, const struct left_out *one);

/* Zero-initialised: nothing. */
struct left_outs {
    struct left_out *items;
    size_t count;
    struct shell_words words; /* private: what the items point to */
};

/* Reads TEXT, of such a fact; NULL or one that says something else: nothing. Returns 0 if memory
 * runs out. The caller gives OUTS to left_outs_release. */
int left_outs_read(struct left_outs *outs, const char *text);
void left_outs_release(struct left_outs *outs);

/* Returns the one of that action and library; NULL: there is none. */
const struct left_out *left_outs_find(const struct left_outs *outs, const char *action,
                                      const char *library);

#endif
