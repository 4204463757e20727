/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logarithm.h: what can be taken a logarithm of. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_LOGARITHM_H
#define BENCHMAT_ANALYZE_STATISTICS_LOGARITHM_H

#include <math.h>

/* Whether VALUE, such as a time, is above 0 and finite. */
static inline int has_logarithm(double value) {
    return value > 0 && isfinite(value);
}

/* ln VALUE; NaN where it has none. */
static inline double logarithm_of(double value) {
    return has_logarithm(value) ? log(value) : NAN;
}

#endif
