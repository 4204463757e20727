/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axes.h: which of two axes of names has what is compared, and which what that did:
 *
 *     parser,small.json,large.json            a table with parsers in its lines: their word says
 *     fast,1.5,20                             so, and file names are no parsers
 *
 *     {"fib": {"c": 1.5, "rust": 2}, ...}     languages below what they ran
 *
 * Each axis is weighed by what its names are, and by the word above them, in tables of words. */
#ifndef BENCHMAT_FORMATS_IMPORT_AXES_H
#define BENCHMAT_FORMATS_IMPORT_AXES_H

#include <stddef.h>

#include "formats/model/string_pool.h"

/* Zero-initialised: no names. */
struct axis {
    const char *head;         /* the word above the names, borrowed; NULL: none */
    struct string_pool names; /* the first ones */
};

/* Ignores NAME if memory runs out. */
void axis_note(struct axis *axis, const char *name);
void axis_release(struct axis *axis);

/* How likely it is that AXIS has what is compared: below 0 if it has tests, above if it has
 * things that may do these. */
int axis_weight(const struct axis *axis);

/* The same by WORD alone, the one above the names, in the singular or plural: "library", "tests".
 */
int axis_head_weight(const char *word);

/* Whether the N bytes at NAME are a word for what is done, rather than for what does it:
 * "compress", "Compression", "lookup". */
int axis_is_operation(const char *name, size_t n);

#endif
