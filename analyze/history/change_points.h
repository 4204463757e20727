/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_points.h: finds where a series of values in time order moves to a new level.
 *
 * Binary segmentation: the series is split at its clearest split (change_scan) if the probability
 * that a steady series has one as clear is at most LEVEL. Then each part is split in the same way,
 * with scores of its own and with the share of LEVEL that its length is of the whole series. So a
 * steady series is called changing with at most that probability, and false changes beside true
 * ones are as rare. At the end each change is placed again, as the clearest split between its
 * neighbours, and dropped if it is not clear there. Ranks decide how clear a split is, but they
 * pull its place towards the middle. So the place then moves to where the distances of the values
 * from their levels have the smallest sum (J. Bai, "Least absolute deviation estimation of a
 * shift", Econometric Theory 11 (1995) 403-436), with the levels of the previous place, until it no
 * longer moves. L. Yu. Vostrikova, "Detecting 'disorder' in multidimensional random processes",
 * Soviet Math. Dokl. 24 (1981) 55-59.
 *
 * A change's size is the difference of the levels' 20 % trimmed means with Welch's interval, after
 * Yuen (unpaired.h). The interval is that of a single comparison: it takes into account neither
 * that the place was chosen as the clearest one, nor how many other changes there are.
 *
 * The method assumes that the values of a steady series are independent, whatever their
 * distribution; it partly corrects for a machine that drifts slowly. A gradual rise comes out as
 * steps. The standard errors of single values are not used: runs differ by more than their own
 * errors say, and that scatter is in the series.
 *
 * tests/soak/changes.c measured the following on 4000 series each (2000 for long ones), at a level
 * of 5 %. Of steady series of 10 to 1000 values, 1 to 4 of 100 were called changing, whatever their
 * noise: normal; Student's t with 3 degrees of freedom; Cauchy; Laplace; log-normal; normal with 5
 * % of outliers of ten standard deviations; rounded to few values. A step of 2.5 standard
 * deviations, such as 5 % in noise of 2 %, was found in 94 of 100 series of 10 + 10 values, 90 of
 * 50 + 5, 98 of 1000 + 5 and 88 of 40 + 10 + 40, where the level returns; exactly where it was in
 * 71, 66, 70 and 50, and at most one value away in 87, 80, 87 and 75. Five levels of 30 to 50
 * values, 4 to 20 standard deviations apart, were all found in 99 of 100, and exactly in 94. Too
 * many changes were reported in 0.2 to 2 of 100.
 *
 * The price of assuming no distribution: even a huge step is shown in only 87 of 100 series of 5 +
 * 5 values, in 14 of 8 + 3 and of 7 + 3, and in 84 of 20 + 3, because an order with a probability
 * of one in 60 proves little if a step has five possible places. Autoregressive series whose
 * neighbours have a correlation of 0.2, 0.4, 0.6 and 0.8 were called changing in 6, 13, 23 and 36
 * of 100 with 50 values, and in 4, 5, 6 and 14 with 1000.
 *
 * For comparison, other tests for the first split, with their own simulated critical values:
 * cumulative sums of the values themselves, scaled by the median of the first differences (as in P.
 * Fryzlewicz, "Wild binary segmentation for multiple change-point detection", Ann. Statist. 42
 * (2014) 2243-2281), called 22 of 100 steady series of 50 values changing with t noise and 61 with
 * outliers; scaled by the standard deviation, 9 and 16; and of autoregressive series with 0.6, 81
 * and 58. A. N. Pettitt's rank test (Applied Statistics 28 (1979) 126-135) is as reliable for
 * steady series as this one, but finds a step before the last 5 values in only 22 of 100 series of
 * 50 and in 8 of 200, and a correlation of 0.6 misleads it in 43. Divisive energy statistics (D. S.
 * Matteson, N. A. James, J. Amer. Statist. Assoc. 109 (2014) 334-345; for benchmarks D. Daly et
 * al., ICPE 2020, 67-75) need n^2 distances and random permutations, so that chance decides. */
#ifndef BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H
#define BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H

#include <stddef.h>

/* --- change scan --- */

/* Tests whether a series of values stays at one level, and if not, finds where it leaves it.
 *
 * Scores. The values are replaced by the normal scores of their ranks,
 *
 *     Phi^-1(rank / (n + 1)),    equal values share the mean of their ranks
 *
 * B. L. van der Waerden, "Order tests for the two-sample problem and their power", Indagationes
 * Mathematicae 14 (1952) 453-458. If the series is steady and its values are independent, all
 * orders of the scores are equally probable, whatever the distribution of the values: neither heavy
 * tails nor an outlier look like a change, and for normal values tests by scores are as good as
 * Student's (H. Chernoff, I. R. Savage, Ann. Math. Statist. 29 (1958) 972-994).
 *
 * Windows. The test looks at the whole series and at windows of half its length, a quarter, and so
 * on. Each window overlaps the next by half, so that for a level that comes and goes there is a
 * window that holds only it and one neighbour: S. Kovács, P. Bühlmann, H. Li, A. Munk, "Seeded
 * binary segmentation: a general methodology for fast and optimal changepoint detection",
 * Biometrika 110 (2023) 249-256. The windows of one length hold about 2 n numbers together, so that
 * the whole takes time proportional to n log n.
 *
 * The test of a split. For a window of m numbers that a split divides into k and m - k,
 *
 *     z^2 = (sum of the first k scores' distances from the window's mean)^2 m / (k (m - k) s^2)
 *     t = sqrt(m - 2) sqrt(b / (1 - b)),    b = z^2 / (m - 1)
 *
 * is Student's t for two samples, with m - 2 degrees of freedom, which is a good approximation for
 * scores as well (W. J. Conover, R. L. Iman, American Statistician 35 (1981) 124-129). Its
 * probability p is at least that of the most extreme order, 2 / (m over k).
 *
 * The test of a window takes the largest z^2 of its splits. If a normal number lies beyond +-x with
 * probability p, and l is the smallest length of a part, the window's probability is
 *
 *     p times the smaller of m - 2 l + 1 and 2 + (x^2 - 1) ln((m - l) / l)
 *
 * The first is Bonferroni's; the second is the tail of the maximum of a standardised Brownian
 * bridge: L. Yu. Vostrikova, "Detection of a 'disorder' in a Wiener process", Theory Probab. Appl.
 * 26 (1981) 356-362; M. Csörgő, L. Horváth, Limit Theorems in Change-Point Analysis (1997), 1.3. In
 * simulations the true probability for scores is between a third of this and all of it. The whole
 * series gets half of the error probability, and the shorter lengths share the other half equally
 * (Bonferroni).
 *
 * Drift. A machine changes slowly, so that runs close in time are similar. The correlation r of
 * neighbours is estimated as
 *
 *     (mean square of the scores' differences over two steps) / (the same over one step) - 1
 *
 * without differences across the split, and reduced by 1.5 / sqrt(n). If r is then positive, t^2 is
 * multiplied by (1 - r) / (1 + r), as for the mean of an autoregressive series of order one. This
 * makes false changes fewer, but it cannot tell a drift over many runs from a change. */

enum { CHANGE_LEAST = 3 }; /* fewest values of a level: two in a row may be a bad day */

struct change_split {
    size_t at;          /* index of the first value of the new level */
    double probability; /* that a steady series has one as clear; 1 if too short */
};

/* Working memory for series of at most MOST numbers. Returns NULL if memory runs out. */
struct change_workspace *change_workspace_new(size_t most);
void change_workspace_free(struct change_workspace *workspace);

/* Returns the clearest split of N finite numbers. */
struct change_split change_scan(const double *values, size_t n, struct change_workspace *workspace);

/* The same for at most one change: tests only the whole series, without windows. */
struct change_split change_scan_one(const double *values, size_t n,
                                    struct change_workspace *workspace);

/* --- change points --- */

#define CHANGE_TRIM 0.2 /* fraction trimmed from either end for a level's mean */

struct change_point {
    size_t before, first;    /* last index of the old level, first of the new one */
    double ratio, low, high; /* exp of (new level - old level) */
    double probability;      /* of as clear a split between its neighbours in a steady series */
};

struct change_points {
    struct change_point *items; /* in the series' order; owned */
    size_t count;
};

struct change_asked {
    double level;      /* such as 0.05 */
    double confidence; /* of the intervals of sizes, such as 0.95 */
    double least;      /* fraction, such as 0.01, below which changes are ignored; or 0 */
};

/* Returns the probability that a steady series looks at least as unsteady as VALUES [N]. Values
 * that are not finite count as not measured. Returns 1 for fewer than 2 CHANGE_LEAST values, which
 * count as steady; NaN if memory runs out. */
double change_points_probability(const double *values, size_t n);

/* Finds the changes of VALUES [N], logarithms of times. Returns 0, or ERR_FAILED if memory runs
 * out. The caller must call change_points_release in either case. */
int change_points_find(const double *values, size_t n, const struct change_asked *asked,
                       struct change_points *found);
void change_points_release(struct change_points *points);

#endif
