/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segments.h: finds the sizes at which the growth law of times changes, as it does where caches
 * end.
 *
 * On the log-log plane a continuous line of straight pieces,
 *
 *     ln t = a + b ln n + sum over breaks k of d_k max(0, ln n - ln n_k)
 *
 * is fitted by least squares with 0, 1, 2 and 3 breaks. Breaks lie at sizes or at quarters of the
 * distance between their logarithms, with at least SEGMENTS_POINTS points in every piece; a point
 * on a break belongs to both pieces. Each break is added where it improves the fit most, then all
 * are moved in turn until none moves. The number of breaks minimises
 *
 *     n ln max(rms^2, floor^2) + SEGMENTS_PENALTY breaks ln n
 *
 * This is the criterion of G. Schwarz, "Estimating the dimension of a model", Annals of Statistics
 * 6 (1978) 461-464, which charges 2 for a slope and a place. The penalty is higher here because the
 * place is searched for (J. Liu, S. Wu, J. V. Zidek, "On segmented multivariate regression",
 * Statistica Sinica 7 (1997) 497-525): high enough that a power law with normal scatter stays whole
 * in at least 95 of 100 cases, by simulation with 9 to 100 points. D. J. Hudson, "Fitting segmented
 * curves whose join points have to be estimated", J. Amer. Statist. Assoc. 61 (1966) 1097-1129.
 *
 * So that one outlier does not cause a break, isolated points are left out first: those whose
 * distance from every line (power.h) through the three and the five points before and after them is
 * more than 6 times the scatter, unless they lie between both neighbours, as on the way up a step.
 * The scatter is 1.4826 times the median distance of points from the
 * line through their two neighbours, in units of its own standard deviation: T. Gasser, L. Sroka,
 * C. Jennen-Steinmetz, "Residual variance and residual pattern in nonlinear regression", Biometrika
 * 73 (1986) 625-633.
 *
 * The exponent of each piece is that of the power law through its points alone, with an interval
 * that takes the breaks as given. A break says that one straight line is not enough, not why: a
 * smooth bend, such as a fixed cost beside a growing one, is cut into pieces as well. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_SEGMENTS_H
#define BENCHMAT_ANALYZE_COMPLEXITY_SEGMENTS_H

#include <stddef.h>

#include "analyze/inference/power.h"

enum { SEGMENTS_MOST = 4, SEGMENTS_POINTS = 5 };
#define SEGMENTS_PENALTY 3.5

struct piece {
    double from, to; /* sizes: the breaks, or the smallest and the largest not left out */
    struct power_law law;
};

struct segments {
    size_t count; /* 1: no break was found; 0: fewer than two points */
    struct piece items[SEGMENTS_MOST];
    size_t outliers; /* points left out */
    double scatter; /* rms distance of ln t from the line of pieces, without outliers; NaN for fewer
                       than SEGMENTS_POINTS */
};

/* FLOOR is the rms of ln t below which a fit counts as perfect. Breaks and outliers are looked for
 * only with at least 2 * SEGMENTS_POINTS - 1 points. Sets IS_OUTLIER [points], unless it is NULL.
 */
void segments_fit(const struct power_points *points, double floor, double confidence,
                  struct segments *pieces, unsigned char *is_outlier);

#endif
