/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h: the samples of one cell in ascending order, thinned out if there are very many.
 *
 * Up to DISTRIBUTION_EXACT samples are all kept. Of more, each DISTRIBUTION_EXACT samples are
 * sorted as a part of their own, and of every W consecutive ones in a part the middle one is kept
 * and stands for all W. W is the smallest power of two for which at most about DISTRIBUTION_EXACT
 * are kept. The number of samples below a time is then off by at most W / 2 per part: for 20
 * million samples by less than 0.01 %, which no picture shows. The smallest and the largest sample
 * are always exact. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_DISTRIBUTION_H
#define BENCHMAT_ANALYZE_STATISTICS_DISTRIBUTION_H

#include <math.h>
#include <stddef.h>

enum { DISTRIBUTION_EXACT = 1 << 19 };

/* Zero-initialised: no samples. */
struct distribution {
    double *values;   /* [count], ascending; owned */
    size_t count;     /* number of samples kept */
    size_t samples;   /* number of samples that they stand for */
    double low, high; /* the smallest and the largest sample; undefined for none */
};

/* Replaces the contents of DISTRIBUTION by the COUNT numbers at SECONDS, except those that are not
 * finite. */
void distribution_set(struct distribution *distribution, const double *seconds, size_t count);
void distribution_release(struct distribution *distribution);

/* Returns a quantile of type 7, as in order.h; NaN for no samples. */
double distribution_quantile(const struct distribution *distribution, double probability);

/* Returns the number of samples below LIMIT; with INCLUDED, also those equal to it. */
size_t distribution_below(const struct distribution *distribution, double limit, int included);

/* --- logarithm --- */

/* Returns whether VALUE, such as a time, is above 0 and finite. */
static inline int has_logarithm(double value) {
    return value > 0 && isfinite(value);
}

/* Returns ln VALUE; NaN if it has none. */
static inline double logarithm_of(double value) {
    return has_logarithm(value) ? log(value) : NAN;
}

#endif
