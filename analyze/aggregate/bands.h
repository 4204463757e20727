/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.h: intervals of a library's rows that hold at all of its points together.
 *
 * Pointwise, each of 25 intervals holds the truth in 95 % of runs, and a curve through all of them
 * in far fewer. A simultaneous band holds the whole curve in 95 %: at each point
 *
 *     estimate +- t(1 - alpha' / 2) / t(1 - alpha / 2) * half width of the pointwise interval
 *
 * with the point's own degrees of freedom, and alpha' of all points of the library at which it has
 * an interval (simultaneous.h). What sizes have in common shows in their rounds, if the measurement
 * paired its samples; otherwise, and of ratios whose errors all cells tell (error_model.h), part of
 * which lasts, alpha' is alpha over the number of points. Ratios and speed-ups are
 * widened as logarithms. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_BANDS_H
#define BENCHMAT_ANALYZE_AGGREGATE_BANDS_H

#include "analyze/aggregate/table.h"

/* Widens the intervals of mean, throughput, rates, ratio, speedup, mean_ratio and difference in the
 * rows of SECTION, [points][libraries]; others stay pointwise. */
void bands_widen(const struct section *section, struct row *rows);

/* Returns whether COLUMN has an interval that bands_widen widens. */
int bands_have(const char *column);

/* Reads "pointwise" or "simultaneous"; ERR_USAGE for anything else. */
int bands_parse(const char *text, int *are_simultaneous, struct err *err);

#endif
