/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_data.h: the runs of an archive as histories, and which of their points are to be drawn.
 */
#ifndef BENCHMAT_PLOT_ANALYSIS_HISTORY_DATA_H
#define BENCHMAT_PLOT_ANALYSIS_HISTORY_DATA_H

#include "analyze/history/history.h"
#include "analyze/history/history_levels.h"
#include "plot/analysis/request.h"

/* A point as it is called in all runs (point_key.h), and its size, or what stands in its place. */
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

/* Reads what OPTIONS choose, and tells SET of the libraries (cmd_colours.h). PAST is to be released
 * in any case. */
int history_data_read(struct history_data *history_data, struct chart_set *set,
                      const struct options *options, struct err *err);
void history_data_release(struct history_data *history_data);

/* Whether two cells differ in nothing but the library: they belong into one chart. */
int history_data_are_together(const struct history_cell *a, const struct history_cell *b);

/* Whether there is no other point of the same host, action and type with more runs than that of
 * CELL has, or as many and a larger size. */
int history_data_is_usual(const struct history_data *history_data, const struct history_cell *cell);

#endif
