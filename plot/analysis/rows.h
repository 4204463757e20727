/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h: charts of the rows of an analysis: a column of bench-analyze for each library, against
 * size, a parameter, or the start of the runs. */
#ifndef BENCHMAT_PLOT_ANALYSIS_ROWS_H
#define BENCHMAT_PLOT_ANALYSIS_ROWS_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/kind.h"

/* Reads the rows that OPTIONS choose and adds a chart for each section and each of KIND's measures.
 */
int rows_make(struct chart_set *set, const struct kind *kind, const struct options *options,
              struct err *err);

/* Does the same against the number of threads, ranks or nodes (scaling_axis.h), at the largest size
 * only, unless OPTIONS choose sizes. */
int rows_make_threads(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);

/* Does the same of points with the same work for each of these (weak_pairs.h). Their sizes are
 * those with the fewest. */
int rows_make_weak(struct chart_set *set, const struct kind *kind, const struct options *options,
                   struct err *err);

/* Keeps only the largest size of every section in TABLE that has several. */
void threads_keep_largest(struct table *table);

/* Gives CHART, which SET owns, an x axis with ticks at powers of two, unless ASKED has another
 * scale, and adds a guide for the ideal if CHART shows speed-ups. */
void threads_finish(struct chart_set *set, struct chart *chart, const struct axes_asked *asked);

#endif
