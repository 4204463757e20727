/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: charts of a cell's time over the runs of an archive, as bench-analyze --history
 * concludes from it. */
#ifndef BENCHMAT_PLOT_ANALYSIS_HISTORY_H
#define BENCHMAT_PLOT_ANALYSIS_HISTORY_H

#include "plot/analysis/kinds.h"
#include "plot/analysis/request.h"

/* Adds a chart for every point of each action that OPTIONS choose by --at; without it for that of
 * the most runs, and of these the largest size. All runs are read unless some are chosen. */
int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

#endif
