/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h: order statistics: median, quantiles, the median's deviation and interval.
 *
 * All of them reorder VALUES in place, which must hold no NaN, and sort no more of it than they
 * need: gsl_stats_select takes time in proportion to N on average. Sorting is our own, by digits:
 * with gsl_sort a histogram of half a million samples takes half as long again, the whole command.
 */
#ifndef BENCHMAT_ANALYZE_STATISTICS_ORDER_H
#define BENCHMAT_ANALYZE_STATISTICS_ORDER_H

#include <stddef.h>

/* The number of RANK, 0 to N - 1 from the smallest; what stands before it afterwards is not larger,
 * what stands behind it not smaller. */
double order_select(double *values, size_t n, size_t rank);

/* So for COUNT ranks at once, which must rise: each of them has its number afterwards. */
void order_select_many(double *values, size_t n, const size_t *ranks, size_t count);

/* The quantiles of COUNT probabilities, which must rise, into QUANTILES; NaN for no numbers. With
 * h = (n - 1) p it is the number of rank floor(h) or between that and the next, in proportion to
 * what h is above it: type 7 of R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages",
 * The American Statistician 50 (1996) 361-365, which is what R and NumPy compute by default. */
void order_quantiles(double *values, size_t n, const double *probabilities, size_t count,
                     double *quantiles);
double order_quantile(double *values, size_t n, double probability);

/* Whether N numbers are enough to say a quantile of where they come from: at least one of them is
 * expected beyond it, N min(p, 1 - p) >= 1. For p99 that takes 100; of fewer it is little else than
 * the largest. The extremes themselves, p 0 and 1, are had of any number. */
int order_has_quantile(size_t n, double probability);

/* The middle value, or the mean of the two middle ones; NaN for none. */
double order_median(double *values, size_t n);

/* The median absolute deviation from the median, which takes the place of VALUES' numbers by their
 * deviations; NaN for none. Times ORDER_MAD_TO_SD, which is 1 over the normal distribution's third
 * quartile, it estimates the standard deviation where the noise is normal.
 *
 * F. R. Hampel, "The influence curve and its role in robust estimation", J. Amer. Statist. Assoc.
 * 69 (1974) 383-393. */
double order_mad(double *values, size_t n);
#define ORDER_MAD_TO_SD 1.482602218505602

/* An interval of the median between two of the numbers. */
struct order_interval {
    double low, high; /* NaN where N is too small for the confidence */
    double level;     /* how often such an interval holds the median; at least the confidence */
    size_t rank;      /* of low, counted from 1, and of high from the other end; 0 for none */
};

/* Between the numbers of rank r and n + 1 - r, counted from 1, with the largest r of which
 *
 *     level = 1 - 2 P(B < r),  B binomial of n trials with probability 1/2
 *
 * is not below CONFIDENCE, whatever the distribution is. Where even the extremes do not reach it
 * (for 95 %: n < 6), LEVEL is what they do reach, 1 - 2^(1-n).
 *
 * The numbers must be independent of each other. The samples of one round share its memory layout
 * and are not; the medians of rounds are.
 *
 * W. J. Conover, Practical Nonparametric Statistics, 3rd ed. (1999), 3.2; H. A. David, H. N.
 * Nagaraja, Order Statistics, 3rd ed. (2003), 7.1. */
struct order_interval order_median_interval(double *values, size_t n, double confidence);

/* --- sort --- */

/* Many numbers put in order.
 *
 * By their digits, of eleven bits each, from the last to the first, in time proportional to their
 * number: D. E. Knuth, "The Art of Computer Programming", volume 3, section 5.2.5, algorithm R. A
 * digit that all have alike takes one look. Few numbers are sorted by heaps. */

/* VALUES rise afterwards; none may be NaN. ROOM is for N numbers, with nothing of use in it
 * afterwards. Zeros of both signs count as different, the negative ones first. */
void sort_numbers(double *values, size_t n, double *workspace);

#endif
