/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes.h: at which sizes an action is measured. */
#ifndef BENCHMAT_COLLECT_HARNESS_SIZES_H
#define BENCHMAT_COLLECT_HARNESS_SIZES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"

enum { SIZES_MAX = 10000 };

/* The largest: what a library with 32-bit integers can be told. */
#define SIZES_LARGEST INT64_C(2147483647)

/* Ascending, each once, all positive. To be given to sizes_release. */
struct sizes {
    int64_t *items;
    size_t count;
};

/* Reads "8,16,32", "10:1000000:30" (30 sizes from 10 to 1000000, both included, in equal ratio,
 * rounded; those that fall together count once) or any of these joined by commas. ERR_USAGE names
 * what is wrong. */
int sizes_parse(struct sizes *sizes, const char *text, struct err *err);

/* The sizes of the Bench Template Library: 100 points, 1 to 9 and then 91 of equal ratio from 10 to
 * LARGEST, of which COUNT are kept, evenly, both ends included; those that fall together count
 * once. COUNT of 100 keeps them all. */
int sizes_classic(struct sizes *sizes, int64_t largest, size_t count, struct err *err);

void sizes_release(struct sizes *sizes);

#endif
