/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal.h: made-up scatter: standard normal numbers, the same ones for the same SEED. */
#ifndef BENCHMAT_TESTS_ANALYZE_NORMAL_H
#define BENCHMAT_TESTS_ANALYZE_NORMAL_H

#include <math.h>
#include <stdlib.h>

static inline double normal(unsigned short seed[3]) {
    return sqrt(-2 * log(1 - erand48(seed))) * cos(2 * acos(-1) * erand48(seed));
}

#endif
