/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: charts of the rows of an analysis: what the columns of bench-analyze say of each
 * library, against size, a parameter, or the start of the runs. */
#ifndef BENCHMAT_PLOT_ANALYSIS_COLUMNS_H
#define BENCHMAT_PLOT_ANALYSIS_COLUMNS_H

#include "plot/analysis/kinds.h"
#include "plot/analysis/axis_options.h"

/* Reads what OPTIONS mean and adds a chart for each of the kind's measures. */
int rows_make(struct chart_set *set, const struct kind *kind, const struct options *options,
              struct err *err);

/* The same of the number of threads: at the largest size only, unless OPTIONS say which, with a
 * line for the ideal. */
int rows_make_threads(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);

#endif
