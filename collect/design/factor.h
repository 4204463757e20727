/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factor.h: what varies beside the size, as the design of experiments calls it: a parameter of the
 * action or the number of threads, and the values that it is to take. */
#ifndef BENCHMAT_COLLECT_DESIGN_FACTOR_H
#define BENCHMAT_COLLECT_DESIGN_FACTOR_H

#include <stddef.h>

#include "formats/text/err.h"

enum { FACTOR_MAX_VALUES = 10000 };

/* VALUES are finite and ascending, each once. Zero-initialised: nothing was asked for. To be given
 * to factor_release. */
struct factor {
    char *name; /* NULL where it needs none */
    double *values;
    size_t count;
};

/* Reads "1,8,0.5", or whole numbers as sizes_parse does ("1:1024:11"), or both joined by commas.
 * On failure (ERR_USAGE) there is nothing to release. */
int factor_parse_values(struct factor *factor, const char *text, struct err *err);

/* Reads "NAME=VALUES". */
int factor_parse(struct factor *factor, const char *text, struct err *err);

void factor_release(struct factor *factor);

#endif
