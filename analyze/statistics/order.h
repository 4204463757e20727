/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h: order statistics: median, quantiles, the median's deviation and interval, and sorting.
 *
 * All functions on VALUES reorder it in place. VALUES must hold no NaN. They sort no more of it
 * than they need, in time proportional to N on average: R. W. Floyd, R. L. Rivest, "Expected time
 * bounds for selection", Comm. ACM 18 (1975) 165-172, and gsl_stats_select for the last thousand
 * numbers. With that function alone, whose branches are unpredictable, bench-analyze takes half as
 * long again for many samples. Full sorting has its own implementation, by digits: with gsl_sort
 * the whole command for a histogram of half a million samples takes half as long again. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_ORDER_H
#define BENCHMAT_ANALYZE_STATISTICS_ORDER_H

#include <stddef.h>

/* Returns the number of RANK, from 0 for the smallest to N - 1. Afterwards no number before it is
 * larger, and none after it smaller. */
double order_select(double *values, size_t n, size_t rank);

/* The same for COUNT ranks at once, in ascending order: afterwards each rank holds its number. */
void order_select_many(double *values, size_t n, const size_t *ranks, size_t count);

/* Sets QUANTILES to the quantiles for COUNT probabilities, in ascending order; NaN for no numbers.
 * With h = (n - 1) p, a quantile is the number of rank floor(h), or interpolated linearly between
 * it and the next by the fraction of h: type 7 of R. J. Hyndman, Y. Fan, "Sample quantiles in
 * statistical packages", The American Statistician 50 (1996) 361-365, the default of R and NumPy.
 */
void order_quantiles(double *values, size_t n, const double *probabilities, size_t count,
                     double *quantiles);
double order_quantile(double *values, size_t n, double probability);

/* Returns whether N numbers are enough to estimate a quantile of their distribution: at least one
 * of them is expected beyond it, N min(p, 1 - p) >= 1. For p99 that takes 100; of fewer numbers it
 * is little else than the largest. The extremes, p 0 and 1, need only one number. */
int order_has_quantile(size_t n, double probability);

/* Returns the middle value, or the mean of the two middle ones; NaN for no numbers. */
double order_median(double *values, size_t n);

/* Returns the median absolute deviation from the median, NaN for no numbers. Replaces VALUES by
 * their deviations. Times ORDER_MAD_TO_SD, which is 1 over the third quartile of the normal
 * distribution, it estimates the standard deviation if the noise is normal.
 *
 * F. R. Hampel, "The influence curve and its role in robust estimation", J. Amer. Statist. Assoc.
 * 69 (1974) 383-393. */
double order_mad(double *values, size_t n);
#define ORDER_MAD_TO_SD 1.482602218505602

/* A confidence interval of the median between two of the numbers. */
struct order_interval {
    double low, high; /* NaN if N is too small for the confidence */
    double level; /* probability that such an interval holds the median; at least the confidence */
    size_t rank;  /* of low, counted from 1, and of high, counted from the other end; 0: none */
};

/* Returns the interval between the numbers of rank r and n + 1 - r, counted from 1, with the
 * largest r for which
 *
 *     level = 1 - 2 P(B < r),  B binomial of n trials with probability 1/2
 *
 * is at least CONFIDENCE. It holds for any distribution. If even the extremes do not reach
 * CONFIDENCE (for 95 %: n < 6), there is no interval, and LEVEL is what they do reach, 1 - 2^(1-n).
 *
 * The numbers must be independent of each other. The samples of one round are not, because they
 * share its memory layout; the medians of rounds are.
 *
 * W. J. Conover, Practical Nonparametric Statistics, 3rd ed. (1999), 3.2; H. A. David, H. N.
 * Nagaraja, Order Statistics, 3rd ed. (2003), 7.1. */
struct order_interval order_median_interval(double *values, size_t n, double confidence);

/* --- sort --- */

/* Sorts many numbers.
 *
 * Sorts by their digits, of eleven bits each, from the last to the first, in time proportional to
 * their number: D. E. Knuth, "The Art of Computer Programming", volume 3, section 5.2.5, algorithm
 * R. A digit in which all agree costs only one look. Few numbers are sorted with a heap. */

/* Sorts VALUES in ascending order; none may be NaN. WORKSPACE holds N numbers; its contents
 * afterwards are undefined. Among many numbers, zeros of different sign count as different,
 * negative zeros first. */
void sort_numbers(double *values, size_t n, double *workspace);

#endif
