/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind_table.h: the table behind a kind of chart that reads its input itself. */
#ifndef BENCHMAT_PLOT_ANALYSIS_KIND_TABLE_H
#define BENCHMAT_PLOT_ANALYSIS_KIND_TABLE_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"

/* Reads the measurements that OPTIONS ask for, with their provenance; NEEDS are bits of enum need.
 * Several files of other programs are one run. Tells SET the libraries of the file; it owns the
 * table. Returns NULL, and sets CODE and ERR, on failure. */
struct table *kind_table_read(struct chart_set *set, const struct options *options, unsigned needs,
                              int *code, struct err *err);

#endif
