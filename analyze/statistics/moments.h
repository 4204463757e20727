/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moments.h: skewness and kurtosis, by the third and fourth central moments.
 *
 *     m3 = sum of (x - mean)^3      m4 = sum of (x - mean)^4
 *
 * Blocks that fit the nearest cache have their mean first and the powers then, and are merged by
 *
 *     delta = mean_b - mean_a       n = na + nb
 *     m3 = m3_a + m3_b + delta^3 na nb (na - nb) / n^2 + 3 delta (na m2_b - nb m2_a) / n
 *     m4 = m4_a + m4_b + delta^4 na nb (na^2 - na nb + nb^2) / n^3
 *        + 6 delta^2 (na^2 m2_b + nb^2 m2_a) / n^2 + 4 delta (na m3_b - nb m3_a) / n
 *
 * P. Pebay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
 * statistical moments", Sandia report SAND2008-6212 (2008), equations 2.1 and 2.2. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_MOMENTS_H
#define BENCHMAT_ANALYZE_STATISTICS_MOMENTS_H

#include <stddef.h>

#include "analyze/statistics/welford.h"

/* Zero-initialised is nothing yet. */
struct moments {
    struct welford two; /* count, mean and m2 */
    double m3, m4;
};

/* The finite ones of N numbers; all others are passed over. */
void moments_add_block(struct moments *m, const double *x, size_t n);

/* The sample's skewness, G1 = sqrt(n (n - 1)) / (n - 2) * g1 with g1 = (m3 / n) / (m2 / n)^1.5: 0
 * where both sides are alike, positive where the longer tail is that of large numbers. NaN for
 * fewer than three numbers and where all are equal.
 *
 * This is the adjusted Fisher-Pearson coefficient, D. N. Joanes, C. A. Gill, "Comparing measures of
 * sample skewness and kurtosis", The Statistician 47 (1998) 183-189. */
double moments_skewness(const struct moments *m);
/* The sample's excess kurtosis, G2 = (n - 1) / ((n - 2) (n - 3)) * ((n + 1) g2 + 6) with
 * g2 = (m4 / n) / (m2 / n)^2 - 3: 0 for a normal distribution, positive for longer tails. NaN for
 * fewer than four numbers and where all are equal. Joanes and Gill, as above. */
double moments_kurtosis(const struct moments *m);

#endif
