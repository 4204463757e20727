/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h: charts of a comparison: the ratio of each cell, later over earlier, with the interval
 * that bench-analyze gives it: what runs differ by is part of it. */
#ifndef BENCHMAT_PLOT_KINDS_CHANGE_H
#define BENCHMAT_PLOT_KINDS_CHANGE_H

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* Compares the two files of OPTIONS and adds a chart for each action that both have. */
int change_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);

#endif
