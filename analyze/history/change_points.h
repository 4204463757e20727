/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_points.h: where a series of values in the order of time goes to a new level.
 *
 * Binary segmentation: the series is parted at its clearest split (change_scan) if a steady
 * series has one as clear with a probability of at most LEVEL; then its parts are, each with scores
 * of its own and with that share of the level that it has of the series. So a steady series is
 * called changing with at most that probability, and false changes beside true ones are as rare.
 * At the end each change is placed anew, as the clearest split between its neighbours, and dropped
 * if it is not clear there. Clear is what ranks make so, which a split's place moves towards the
 * middle; so it then goes where the values' distances from their levels add up to the least (J.
 * Bai, "Least absolute deviation estimation of a shift", Econometric Theory 11 (1995) 403-436), the
 * levels being those of the split before, until it stays. L. Yu. Vostrikova, "Detecting 'disorder'
 * in multidimensional random processes", Soviet Math. Dokl. 24 (1981) 55-59.
 *
 * A change's size is the difference of the levels' 20 % trimmed means with Welch's interval, after
 * Yuen (unpaired.h). The interval is a single one's: it neither knows that the place was chosen as
 * the clearest one, nor how many others there are.
 *
 * What is assumed: that a steady series' values are independent, whatever their distribution; a
 * slow wandering of the machine is partly made up for. A gradual rise comes out as steps. The
 * standard errors of single values take no part: runs differ by more than their own errors say, and
 * that scatter is in the series.
 *
 * Measured by tests/soak/changes.c, on 4000 series each (2000 where long), at a level of 5 %. Of
 * steady series of 10 to 1000 values 1 to 4 of 100 were called changing, whatever their noise:
 * normal; Student's t with 3 degrees of freedom; Cauchy; Laplace; log-normal; normal with 5 % of
 * outliers of ten standard deviations; rounded to few values. A step of 2.5 standard deviations,
 * such as 5 % in noise of 2 %, was found in 94 of 100 series of 10 + 10 values, 90 of 50 + 5, 98 of
 * 1000 + 5 and 88 of 40 + 10 + 40, where the level returns; in 71, 66, 70 and 50 exactly where it
 * was, in 87, 80, 87 and 75 no more than one value beside. Five levels of 30 to 50 values, 4 to 20
 * standard deviations apart, came out as such in 99, in 94 exactly. More changes than there are
 * were told in 0.2 to 2 of 100.
 *
 * What freedom of distributions costs: even a huge step is shown in 87 of 100 series of 5 + 5
 * values only, in 14 of 8 + 3 and of 7 + 3, and 84 of 20 + 3, for an order that one in 60 has
 * proves little among five places for a step. Autoregressive series whose neighbours correlate by
 * 0.2, 0.4, 0.6 and 0.8 were called changing in 6, 13, 23 and 36 of 100 with 50 values, in 4, 5, 6
 * and 14 with 1000.
 *
 * Other tests for the first split, for comparison, with their own simulated critical values:
 * cumulative sums of the values themselves, scaled by the median of the first differences (as in
 * P. Fryzlewicz, "Wild binary segmentation for multiple change-point detection", Ann. Statist. 42
 * (2014) 2243-2281), called 22 of 100 steady series of 50 with t noise changing and 61 with
 * outliers, scaled by the standard deviation 9 and 16; and 81 and 58 autoregressive ones with 0.6.
 * A. N. Pettitt's rank test (Applied Statistics 28 (1979) 126-135) is as steady as this one, but
 * finds a step before the last 5 of 50 in 22 of 100, of 200 in 8, and 0.6 fools it in 43. Divisive
 * energy statistics (D. S. Matteson, N. A. James, J. Amer. Statist. Assoc. 109 (2014) 334-345; for
 * benchmarks D. Daly et al., ICPE 2020, 67-75) need n^2 distances and permutations, whose luck
 * decides. */
#ifndef BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H
#define BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H

#include <stddef.h>

/* --- change scan --- */

/* Whether a series of values stays at one level, and if not, where it leaves it.
 *
 * Scores. The values are replaced by the normal scores of their ranks,
 *
 *     Phi^-1(rank / (n + 1)),    equal values sharing the mean of their ranks
 *
 * B. L. van der Waerden, "Order tests for the two-sample problem and their power", Indagationes
 * Mathematicae 14 (1952) 453-458. Where the series is steady and its values are independent, all
 * orders of the scores are equally probable, whatever the values are distributed like: neither
 * heavy tails nor an outlier make a change, and tests by scores are as good as Student's where the
 * values are normal (H. Chernoff, I. R. Savage, Ann. Math. Statist. 29 (1958) 972-994).
 *
 * Windows. The whole series is looked at, and windows of it of half its length, a quarter, and so
 * on, each half overlapping the next, so that a level that comes and goes stands alone with a
 * neighbour in one of them: S. Kovács, P. Bühlmann, H. Li, A. Munk, "Seeded binary segmentation: a
 * general methodology for fast and optimal changepoint detection", Biometrika 110 (2023) 249-256.
 * They have about 2 n numbers a length, so that it all takes time in proportion to n log n.
 *
 * The test of a split. In a window of m numbers that a split parts in k and m - k,
 *
 *     z^2 = (sum of the first k scores' distances from the window's mean)^2 m / (k (m - k) s^2)
 *     t = sqrt(m - 2) sqrt(b / (1 - b)),    b = z^2 / (m - 1)
 *
 * is Student's t for two samples, with m - 2 degrees of freedom, which is a good approximation for
 * scores as well (W. J. Conover, R. L. Iman, American Statistician 35 (1981) 124-129). Its
 * probability p is never taken to be below that of the most extreme order, 2 / (m over k).
 *
 * The test of a window takes the largest z^2 of its splits. With x where a normal number is beyond
 * +-x with the probability p, and l the least length of a part, the window's probability is
 *
 *     p times the smaller of m - 2 l + 1 and 2 + (x^2 - 1) ln((m - l) / l)
 *
 * the first after Bonferroni, the second the tail of the largest of a standardised Brownian bridge:
 * L. Yu. Vostrikova, "Detection of a 'disorder' in a Wiener process", Theory Probab. Appl. 26
 * (1981) 356-362; M. Csörgő, L. Horváth, Limit Theorems in Change-Point Analysis (1997), 1.3. The
 * scores' own, simulated, is a third of it to all of it. The whole series gets half of the
 * probability of an error, and the lengths below it share the other half equally (Bonferroni).
 *
 * Wandering. Machines have slow moods, so that runs near to each other are alike. The correlation r
 * of neighbours is estimated by
 *
 *     (mean square of the scores' differences over two steps) / (the same over one step) - 1
 *
 * without differences across the split, and, less 1.5 / sqrt(n), takes its part: t^2 is multiplied
 * by (1 - r) / (1 + r), as for the mean of an autoregressive series of order one. It makes false
 * changes fewer; it cannot tell a machine's mood of many runs from a change. */

enum { CHANGE_LEAST = 3 }; /* numbers that a level has at least: two in a row may be a bad day */

struct change_split {
    size_t at;          /* the first of the new level */
    double probability; /* that a steady series has a split as clear anywhere; 1 for too few */
};

/* Working memory for series of up to so many numbers. NULL when there is no memory. */
struct change_workspace *change_workspace_new(size_t most);
void change_workspace_free(struct change_workspace *workspace);

/* The clearest split of N finite numbers. */
struct change_split change_scan(const double *values, size_t n, struct change_workspace *workspace);

/* The same where there is one change at most: in the whole series, no windows. */
struct change_split change_scan_one(const double *values, size_t n,
                                    struct change_workspace *workspace);

/* --- change points --- */

#define CHANGE_TRIM 0.2 /* of a level's mean, from either end */

struct change_point {
    size_t before, first;    /* the last value of the old level, the first of the new one */
    double ratio, low, high; /* exp of the new level less the old one */
    double probability;      /* of a split as clear between its neighbours, were there no change */
};

struct change_points {
    struct change_point *items; /* in the order of the series; owned */
    size_t count;
};

struct change_asked {
    double level;      /* such as 0.05 */
    double confidence; /* of the sizes' intervals, such as 0.95 */
    double least;      /* changes of a smaller part than this, such as 0.01, are not told; or 0 */
};

/* How probable it is that a steady series looks as little steady as VALUES [N]. What is not finite
 * was not measured. Fewer than 2 CHANGE_LEAST values are steady: 1. NaN when there is no memory. */
double change_points_probability(const double *values, size_t n);

/* The changes of VALUES [N], logarithms of times. Returns 0, or ERR_FAILED when there is no memory;
 * to be released either way. */
int change_points_find(const double *values, size_t n, const struct change_asked *asked,
                       struct change_points *found);
void change_points_release(struct change_points *points);

#endif
