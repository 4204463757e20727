/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h: the geometric mean of each library's ratios over all points of an action, as dots with
 * intervals below the action's name, the fastest first; means over fewer points come after those
 * over more. They are those of bench-analyze's summary:
 * see summary_row (analyze/aggregate/table.h). */
#ifndef BENCHMAT_PLOT_KINDS_SUMMARY_H
#define BENCHMAT_PLOT_KINDS_SUMMARY_H

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* See struct kind. */
int summary_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

#endif
