/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h: what charts over the number of threads have besides. */
#ifndef BENCHMAT_PLOT_ANALYSIS_THREADS_H
#define BENCHMAT_PLOT_ANALYSIS_THREADS_H

#include "analyze/aggregate/scaling.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"

/* Leaves only the largest size of every section in TABLE that has several. Returns 0 when there is
 * no memory. */
int threads_keep_largest(struct table *table);

/* Divides the axis of CHART, which is SET's, at powers of two unless it is ASKED otherwise, and
 * where it shows speed-ups adds a guide for the ideal. */
int threads_finish(struct chart_set *set, struct chart *chart, const struct axes_asked *asked,
                   struct err *err);

#endif
