/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_points.h: the changes of a series of values in time order: where, and by how much.
 *
 * Whether there is a change is decided by change_alarm.h alone, run by run. Once it is known that
 * there is one, all values between its neighbours say where it is and how large.
 *
 * Place. A change lies where the distances of the values from their levels have the smallest sum
 * (J. Bai, "Least absolute deviation estimation of a shift", Econometric Theory 11 (1995) 403-436),
 * with the levels of the previous place, until it no longer moves. Which places are possible
 * besides, at 95 %, says the likelihood ratio: a place is possible if
 *
 *     D(place) - smallest D <= 7.35 v (1 + r) / (1 - r)
 *
 * D is the sum of the squared distances of the values from their levels, each cut off at 2.5
 * robust standard deviations or, if that is more, at half the step; v is their mean over n - 2; and
 * r is the correlation r0 of neighbours on one level plus (1 + 3 r0) / n (F. H. C. Marriott, J. A.
 * Pope, Biometrika 41 (1954) 390-402), between 0 and 0.9. 7.35 is -2 ln(1 - sqrt(0.95)): B. E.
 * Hansen, "Sample splitting and threshold estimation", Econometrica 68 (2000) 575-603; Y. Eo, J.
 * Morley, "Likelihood-ratio-based confidence sets for the timing of structural breaks",
 * Quantitative Economics 6 (2015) 463-497. It is exact for small steps, and for larger ones too
 * large.
 *
 * Size. The difference of the levels' 20 % trimmed means with Welch's interval, after Yuen
 * (unpaired.h), its standard error times sqrt((1 + r) / (1 - r)), as of a single comparison at a
 * known place.
 *
 * A gradual rise comes out as steps. The standard errors of single values are not used: runs differ
 * by more than their own errors say, and that scatter is in the series. How often unchanged series
 * are called changed, and changes found, is measured by tests/soak/changes.c and told in
 * docs/analysis.md. */
#ifndef BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H
#define BENCHMAT_ANALYZE_HISTORY_CHANGE_POINTS_H

#include <stddef.h>

#include "analyze/history/change_alarm.h"
#include "analyze/statistics/interval.h"

#define CHANGE_TRIM 0.2 /* fraction trimmed from either end for a level's mean */

struct change_point {
    size_t before, first;    /* last index of the old level, first of the new one */
    size_t earliest, latest; /* the change is after EARLIEST and not after LATEST, at 95 % */
    size_t shown;            /* the value with which it was shown (change_alarm.h) */
    struct interval ratio;   /* exp of (new level - old level) */
    double probability;      /* of an alarm as clear at any time in a steady series */
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

/* Returns the probability that a steady series looks as unsteady as VALUES [N] at any time. Values
 * that are not finite count as not measured. Returns 1 for fewer than CHANGE_FEWEST values, which
 * count as steady; NaN if memory runs out. */
double change_points_probability(const double *values, size_t n);

/* Finds the changes of VALUES [N], logarithms of times. Returns 0, or ERR_FAILED if memory runs
 * out. The caller must call change_points_release in either case. */
int change_points_find(const double *values, size_t n, const struct change_asked *asked,
                       struct change_points *found);
void change_points_release(struct change_points *points);

#endif
