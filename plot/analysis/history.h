/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: the runs of an archive as histories, and which of their points are to be drawn.
 */
#ifndef BENCHMAT_PLOT_ANALYSIS_HISTORY_H
#define BENCHMAT_PLOT_ANALYSIS_HISTORY_H

#include "analyze/aggregate/table.h"
#include "analyze/history/history.h"
#include "analyze/history/history_levels.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/kinds.h"
#include "plot/analysis/axis_options.h"

/* A point as it is called in all runs (variants.h), and its size, or what stands in its place. */
struct history_data_point {
    char *action, *key;
    double size;
};

/* Zero-initialised is empty. */
struct history_data {
    struct history *history;
    struct history_cells cells;
    struct history_levels levels;
    double confidence;
    struct history_data_point *points;
    size_t point_count;
};

/* --- dates --- */

/* The runs of an action as one section, whose points differ in when the run began. */

/* Sets *JOINED to a table that is SET's and borrows from TABLE, which must live as long: for each
 * action and type one section with the points of all its runs, which have another axis, AXES_DATE,
 * in seconds since 1970. It has the libraries of all of them; what else is said of it is the latest
 * run's. Runs that do not say when they began are not in it; ERR_USAGE where none does. */
int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err);

/* --- history --- */

/* Charts of a cell's time over the runs of an archive, as bench-analyze --history
 * concludes from it. */

/* Adds a chart for every point of each action that OPTIONS choose by --at; without it for that of
 * the most runs, and of these the largest size. All runs are read unless some are chosen. */
int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

#endif
