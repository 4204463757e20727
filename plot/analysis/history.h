/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: charts of a cell's time over the runs of an archive, as bench-analyze --history
 * concludes from it. */
#ifndef BENCHMAT_PLOT_ANALYSIS_HISTORY_H
#define BENCHMAT_PLOT_ANALYSIS_HISTORY_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/kinds.h"

/* Adds a chart for every point of each action that OPTIONS choose by --at. Without --at it takes
 * the point with the most runs, and of several such points the one of the largest size. It reads
 * all runs unless OPTIONS choose some. */
int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

#endif
