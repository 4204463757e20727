/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forest.h: charts by host: a library's ratio on each machine, and their mean as bench-analyze
 * --across hosts makes it. */
#ifndef BENCHMAT_PLOT_KINDS_FOREST_H
#define BENCHMAT_PLOT_KINDS_FOREST_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/kinds/kinds.h"

/* Adds a chart for every library and every point that OPTIONS choose by --at. Without --at it
 * draws, for each library, the point that most hosts have; among several such points, the one with
 * the largest size. It reads all runs unless OPTIONS choose some. */
int forest_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);

#endif
