/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.h: fits a power law to times, robustly: a straight line on the log-log plane.
 *
 *     t = c n^b        ln t = ln c + b ln n
 *
 * b is the median of the slopes of all pairs of points, ln c the median of ln t - b ln n. Outliers
 * do not carry the line away, as long as they are at most one point in four. The interval of b
 * holds the slopes that Kendall's test (trend.h) cannot tell from the true one: with N pairs and S
 * the smallest value that Kendall's statistic reaches with a probability of at most 1 - confidence,
 * it goes from the slope of rank (N - S) / 2 + 1 to that of rank (N + S) / 2. It assumes that
 * points scatter independently around one line, but no distribution. Up to 25 points it is exact,
 * except that ranks are integers, which makes it cover more rather than less: 98 % with 5 points,
 * 95.4 % from 12 on. At 95 % at least five points are needed for an interval. If the line is not
 * straight, the interval is that of the line, not of how the time grows at any one size
 * (segments.h).
 *
 * H. Theil, "A rank-invariant method of linear and polynomial regression analysis", Proc. Kon. Ned.
 * Akad. Wetensch. A 53 (1950) 386-392, 521-525, 1397-1412; P. K. Sen, "Estimates of the regression
 * coefficient based on Kendall's tau", J. Amer. Statist. Assoc. 63 (1968) 1379-1389.
 *
 * An M-estimator with bisquare weights (gsl_multifit_robust) has intervals that cover as well and
 * are as wide if the scatter is normal. But one point of 25 that is off by a factor of 10 makes
 * them 8 times as wide, and the intervals used here only wider by a tenth. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_POWER_H
#define BENCHMAT_ANALYZE_INFERENCE_POWER_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* Points on the log-log plane: ln size, strictly rising, and ln time, all finite. */
struct power_points {
    const double *x, *y;
    size_t count;
};

struct power_law {
    struct interval exponent; /* b; low and high are NaN if there are too few points */
    double coefficient;       /* c: the time at size 1, in seconds */
    double scatter; /* of the points around the law: 1.4826 times the median of |ln t - ln c - b ln
                       n|; 0.02 is about 2 % */
    size_t points;
};

extern const struct power_law power_unknown; /* all NaN, no points */

/* WORKSPACE holds POWER_ROOM(count) numbers, the slopes and residuals: keep counts small. Returns
 * all NaN for fewer than two points. */
#define POWER_ROOM(count) ((count) * ((count) + 3) / 2)
struct power_law power_fit(const struct power_points *points, double confidence, double *workspace);

/* Returns ln t at X on the line that power_fit finds through POINTS, without the interval.
 * WORKSPACE as for power_fit. */
double power_predict(const struct power_points *points, double x, double *workspace);

#endif
