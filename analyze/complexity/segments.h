/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segments.h: where times change the law by which they grow, as where caches end.
 *
 * On the log-log plane a continuous line of straight pieces,
 *
 *     ln t = a + b ln n + sum over breaks k of d_k max(0, ln n - ln n_k)
 *
 * is fitted by least squares with 0, 1, 2 and 3 breaks. Breaks lie at sizes or at quarters of the
 * way between their logarithms, with at least SEGMENTS_POINTS points in every piece, of which one
 * on a break is in both; each break is added where it serves best, then all are moved in turn until
 * none moves. How many there are decides
 *
 *     n ln max(rms^2, floor^2) + SEGMENTS_PENALTY breaks ln n
 *
 * by its minimum: the criterion of G. Schwarz, "Estimating the dimension of a model", Annals of
 * Statistics 6 (1978) 461-464, which asks 2 of a slope and a place, and more here because the place
 * is searched for (J. Liu, S. Wu, J. V. Zidek, "On segmented multivariate regression", Statistica
 * Sinica 7 (1997) 497-525): so much that a power law with normal scatter is left whole in 95 of
 * 100 cases or more, by simulation with 9 to 100 points. D. J. Hudson, "Fitting segmented curves
 * whose join points have to be estimated", J. Amer. Statist. Assoc. 61 (1966) 1097-1129.
 *
 * So that one wild point makes no break, points are left out first that lie alone off every line
 * (power.h) through the three and the five points before and after them, by more than 6 times the
 * scatter. That is 1.4826 times the median distance of points from the line through their two
 * neighbours, in units of its own standard deviation: T. Gasser, L. Sroka, C. Jennen-Steinmetz,
 * "Residual variance and residual pattern in nonlinear regression", Biometrika 73 (1986) 625-633.
 *
 * The exponent of each piece is that of the power law through its points alone, with its interval,
 * which takes the breaks as given. A break says that one straight line does not do, not why: a
 * smooth bend, as that of a fixed cost beside a growing one, is cut into pieces as well. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_SEGMENTS_H
#define BENCHMAT_ANALYZE_COMPLEXITY_SEGMENTS_H

#include <stddef.h>

#include "analyze/inference/power.h"

enum { SEGMENTS_MOST = 4, SEGMENTS_POINTS = 5 };
#define SEGMENTS_PENALTY 3.5

struct piece {
    double from, to; /* sizes: the breaks, or the smallest and the largest that is not left out */
    struct power_law law;
};

struct segments {
    size_t count; /* 1: no break was found; 0: fewer than two points */
    struct piece items[SEGMENTS_MOST];
    size_t outliers; /* points left out */
    double scatter;  /* rms distance of ln t from the line of pieces, wild points left out;
                        NaN for fewer than SEGMENTS_POINTS */
};

/* FLOOR: what rms is as good as none, of ln t. Breaks are looked for, and wild points left out,
 * where there are 2 * SEGMENTS_POINTS - 1 points or more. Returns 0 when there is no memory. */
int segments_fit(const struct power_points *points, double floor, double confidence,
                 struct segments *pieces);

#endif
