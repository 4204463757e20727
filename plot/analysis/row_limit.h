/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_limit.h: keeps charts of rows (plot/charts/forest.h) as low as a page. */
#ifndef BENCHMAT_PLOT_ANALYSIS_ROW_LIMIT_H
#define BENCHMAT_PLOT_ANALYSIS_ROW_LIMIT_H

#include "plot/analysis/chart_set.h"

/* Ridges are higher than other rows. */
enum { ROW_LIMIT = 60, RIDGE_LIMIT = 32 };

/* Which rows are kept: the first ones, in whatever order; the first ones, which are the fastest,
 * and the reference; or those whose ratio is furthest from 1. */
enum row_choice { ROWS_FIRST, ROWS_FASTEST, ROWS_CHANGED };

/* Leaves ROW_LIMIT or RIDGE_LIMIT rows of CHART, which SET owns, if it has more, besides headings
 * and what sums rows up. Returns a line that says so, or "". */
const char *row_limit(struct chart_set *set, struct chart *chart, enum row_choice choice);

#endif
