/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: charts of a cell's time over the runs of archives, with the changes that
 * bench-analyze --history finds. */
#ifndef BENCHMAT_PLOT_KINDS_HISTORY_H
#define BENCHMAT_PLOT_KINDS_HISTORY_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/kinds/kinds.h"
#include "plot/kinds/timeline.h"

/* Adds a chart for every point that OPTIONS choose by --at. Without --at it draws, for each host,
 * action and type, the point with the most runs; among several such points, the one with the
 * largest size. It reads all runs unless OPTIONS choose some. */
int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

/* The same of runs that were read before; the charts borrow TIMELINE. */
int history_draw(struct chart_set *set, const struct timeline *timeline,
                 const struct options *options, struct err *err);

#endif
