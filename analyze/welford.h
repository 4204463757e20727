/* SPDX-License-Identifier: GPL-3.0-or-later */
/* welford.h: mean and variance of a stream of numbers, without losing digits.
 *
 * Never by a sum of squares: two large, nearly equal numbers would be subtracted. Updating is
 * Welford's, merging is Chan, Golub and LeVeque's:
 *
 *     add x:    n' = n + 1     delta = x - mean
 *               mean' = mean + delta / n'     m2' = m2 + delta (x - mean')
 *     merge:    n = na + nb    delta = mean_b - mean_a
 *               mean = mean_a + delta nb / n  m2 = m2_a + m2_b + delta^2 na nb / n
 *
 * All of it is done on distances from the first number, which are exact where the numbers lie close
 * together: that saves the digits that the numbers have in common.
 *
 * B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
 * Technometrics 4 (1962) 419-420; D. E. Knuth, The Art of Computer Programming, vol. 2, 4.2.2;
 * T. F. Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for
 * computing sample variances", Stanford STAN-CS-79-773 (1979). */
#ifndef BENCHMAT_ANALYZE_WELFORD_H
#define BENCHMAT_ANALYZE_WELFORD_H

#include <stddef.h>

/* Zero-initialised is nothing yet. */
struct welford {
    size_t n;
    double origin; /* the first number */
    double offset; /* mean - origin */
    double m2;     /* sum of (x - mean)^2 */
};

void welford_add(struct welford *w, double x);
/* As if everything added to OTHER had been added to W. */
void welford_merge(struct welford *w, const struct welford *other);

/* NaN while nothing was added. */
double welford_mean(const struct welford *w);
/* The sample's standard deviation, sqrt(m2 / (n - 1)); NaN for fewer than two numbers. */
double welford_sd(const struct welford *w);

#endif
