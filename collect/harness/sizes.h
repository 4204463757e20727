/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes.h: the sizes at which an action is measured. */
#ifndef BENCHMAT_COLLECT_HARNESS_SIZES_H
#define BENCHMAT_COLLECT_HARNESS_SIZES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"

enum { SIZES_MAX = 10000 };

/* The largest size: whole numbers up to it are numbers of a double as well. And the largest that a
 * 32-bit integer can hold, beyond which few routines of libraries can go. */
#define SIZES_LARGEST     INT64_C(9007199254740992)
#define SIZES_LARGEST_INT INT64_C(2147483647)

/* Ascending, without duplicates, none below 0. The caller gives it to sizes_release. */
struct sizes {
    int64_t *items;
    size_t count;
};

/* Reads "8,16,32k", "10:1M:30" (30 sizes from 10 to 1000000, both included, with equal ratios,
 * rounded, without duplicates; k, M and G are thousands, millions, 1e9), "10:50:+10" (in steps of
 * 10, the second included if a step meets it) or any of these joined by commas. Only a size by
 * itself may be 0. ERR_USAGE says what is wrong. */
int sizes_parse(struct sizes *sizes, const char *text, struct err *err);

/* The sizes of the Bench Template Library: 100 points, namely 1 to 9 and then 91 with equal ratios
 * from 10 to LARGEST, of which COUNT are kept, evenly, both ends included, without duplicates. A
 * COUNT of 100 keeps them all. */
int sizes_classic(struct sizes *sizes, int64_t largest, size_t count, struct err *err);

/* The powers of two from FROM, which is one, to LARGEST. */
int sizes_powers(struct sizes *sizes, int64_t from, int64_t largest, struct err *err);

void sizes_release(struct sizes *sizes);

#endif
