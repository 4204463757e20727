/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h: the samples of one cell in ascending order, of very many only some.
 *
 * Up to DISTRIBUTION_EXACT samples are all kept. Of more, each
 * DISTRIBUTION_EXACT are sorted on their own, and of every W that follow one another there the
 * middle one is kept and stands for all W, with W the least power of two for which about
 * DISTRIBUTION_EXACT at most are kept. Then the number of samples below a time is off by at most
 * W / 2 for each such part: for 20 million samples by less than 0.01 %, which no picture shows. The
 * smallest and the largest are always exact. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_DISTRIBUTION_H
#define BENCHMAT_ANALYZE_STATISTICS_DISTRIBUTION_H

#include <math.h>
#include <stddef.h>

enum { DISTRIBUTION_EXACT = 1 << 19 };

/* Zero-initialised is that of no samples. */
struct distribution {
    double *values;   /* [count], ascending; owned */
    size_t count;     /* kept */
    size_t samples;   /* that they stand for */
    double low, high; /* the smallest and the largest sample; undefined for none */
};

/* That of the COUNT numbers at SECONDS, without those that are not finite, in place of what was in
 * DISTRIBUTION. Returns -1 when there is no memory, with an empty one. */
int distribution_set(struct distribution *distribution, const double *seconds, size_t count);
void distribution_release(struct distribution *distribution);

/* Quantiles of type 7, as in order.h; NaN for no samples. */
double distribution_quantile(const struct distribution *distribution, double probability);

/* How many of the samples are below LIMIT, or not above it where it is INCLUDED. */
size_t distribution_below(const struct distribution *distribution, double limit, int included);

/* --- logarithm --- */

/* What can be taken a logarithm of. */

/* Whether VALUE, such as a time, is above 0 and finite. */
static inline int has_logarithm(double value) {
    return value > 0 && isfinite(value);
}

/* ln VALUE; NaN where it has none. */
static inline double logarithm_of(double value) {
    return has_logarithm(value) ? log(value) : NAN;
}

#endif
