/* SPDX-License-Identifier: GPL-3.0-or-later */
/* welford.h: mean, variance, skewness and kurtosis of a stream of numbers, without loss of digits.
 *
 * A sum of squares would lose digits, because two large, nearly equal numbers would be subtracted.
 * Updating is Welford's, merging that of Chan, Golub and LeVeque:
 *
 *     add x:    n' = n + 1     delta = x - mean
 *               mean' = mean + delta / n'     m2' = m2 + delta (x - mean')
 *     merge:    n = na + nb    delta = mean_b - mean_a
 *               mean = mean_a + delta nb / n  m2 = m2_a + m2_b + delta^2 na nb / n
 *
 * All of it uses distances from the first number, which are exact if the numbers lie close
 * together: that saves the digits that the numbers have in common.
 *
 * Many numbers at a time are processed in blocks that fit the L1 cache: the squares of deviations
 * from an offset, corrected for the distance of that offset from the block's own mean (the
 * corrected two-pass algorithm):
 *
 *     m2 = sum of e^2 - (sum of e)^2 / n        e = (x - origin) - offset
 *
 * The first block's offset is its mean, from a plain sum; later blocks use the mean of all before,
 * which saves a pass. The distance of that mean from a block's own costs only digits beyond the
 * last of the total m2, to which the same distance adds delta^2 na nb / n, with na >= nb. Blocks
 * are merged as above, and no sum waits for the one before. T. F. Chan, G. H. Golub, R. J. LeVeque,
 * "Algorithms for computing the sample variance: analysis and recommendations", The American
 * Statistician 37 (1983) 242-247.
 *
 * The squares of deviations below 1e-154 vanish, those of deviations above 1e+154 are infinite.
 *
 * B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
 * Technometrics 4 (1962) 419-420; D. E. Knuth, The Art of Computer Programming, vol. 2, 4.2.2; T.
 * F. Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for computing
 * sample variances", Stanford STAN-CS-79-773 (1979). */
#ifndef BENCHMAT_ANALYZE_STATISTICS_WELFORD_H
#define BENCHMAT_ANALYZE_STATISTICS_WELFORD_H

#include <stddef.h>

/* Zero-initialised: no numbers. */
struct welford {
    size_t n;
    double origin; /* the first number */
    double offset; /* mean - origin */
    double m2;     /* sum of (x - mean)^2 */
};

/* Adds X, whatever it is: a number that is not finite spoils the result. */
void welford_add(struct welford *w, double x);
/* Adds the finite ones of N numbers; skips all others. The check costs nothing: the sum of a block
 * shows whether it has any others, and only such a block is copied without them. */
void welford_add_block(struct welford *w, const double *x, size_t n);
/* Adds everything that was added to OTHER. */
void welford_merge(struct welford *w, const struct welford *other);

/* Returns NaN if nothing was added. */
double welford_mean(const struct welford *w);
/* Returns the sample's standard deviation, sqrt(m2 / (n - 1)); NaN for fewer than two numbers. */
double welford_sd(const struct welford *w);

/* Skewness and kurtosis, by the third and fourth central moments.
 *
 *     m3 = sum of (x - mean)^3      m4 = sum of (x - mean)^4
 *
 * Blocks that fit the L1 cache compute their mean first and then the powers, and are merged by
 *
 *     delta = mean_b - mean_a       n = na + nb
 *     m3 = m3_a + m3_b + delta^3 na nb (na - nb) / n^2 + 3 delta (na m2_b - nb m2_a) / n
 *     m4 = m4_a + m4_b + delta^4 na nb (na^2 - na nb + nb^2) / n^3
 *        + 6 delta^2 (na^2 m2_b + nb^2 m2_a) / n^2 + 4 delta (na m3_b - nb m3_a) / n
 *
 * P. Pebay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
 * statistical moments", Sandia report SAND2008-6212 (2008), equations 2.1 and 2.2. */

/* Zero-initialised: no numbers. */
struct moments {
    struct welford two; /* count, mean and m2 */
    double m3, m4;
};

/* Adds the finite ones of N numbers; skips all others. */
void moments_add_block(struct moments *m, const double *x, size_t n);

/* Returns the sample's skewness, G1 = sqrt(n (n - 1)) / (n - 2) * g1 with g1 = (m3 / n) / (m2 /
 * n)^1.5: 0 for a symmetric sample, positive if the longer tail is that of large numbers. NaN for
 * fewer than three numbers or if all are equal.
 *
 * This is the adjusted Fisher-Pearson coefficient, D. N. Joanes, C. A. Gill, "Comparing measures of
 * sample skewness and kurtosis", The Statistician 47 (1998) 183-189. */
double moments_skewness(const struct moments *m);
/* Returns the sample's excess kurtosis, G2 = (n - 1) / ((n - 2) (n - 3)) * ((n + 1) g2 + 6) with g2
 * = (m4 / n) / (m2 / n)^2 - 3: 0 for a normal distribution, positive for longer tails. NaN for
 * fewer than four numbers or if all are equal. Joanes and Gill, as above. */
double moments_kurtosis(const struct moments *m);

#endif
