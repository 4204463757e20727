/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline.h: the runs of archives in the order of time, with the changes between them. */
#ifndef BENCHMAT_PLOT_KINDS_TIMELINE_H
#define BENCHMAT_PLOT_KINDS_TIMELINE_H

#include "analyze/history/history.h"
#include "analyze/history/history_levels.h"
#include "formats/model/key_index.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"

/* Zero-initialised is empty. */
struct timeline {
    struct history *history;
    struct history_cells cells;
    struct history_levels levels;
    struct history_asked asked;
    struct key_index points; /* by action, and the name that a point has in all runs (variants.h) */
    double *sizes;           /* [points.count], or the main parameter if there is no size */
};

/* Reads the runs of all files of OPTIONS, those that OPTIONS choose or else all, and finds the
 * changes. SET learns the libraries of the files. A file of which nothing is chosen adds nothing;
 * ERR_ABSENT if that holds for all. The caller must call timeline_release in either case. */
int timeline_read(struct timeline *timeline, struct chart_set *set, const struct options *options,
                  struct err *err);
void timeline_release(struct timeline *timeline);

/* Returns the size of a point; NaN: no run has it. */
double timeline_size(const struct timeline *timeline, const char *action, const char *point);

#endif
