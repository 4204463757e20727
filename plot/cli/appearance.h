/* SPDX-License-Identifier: GPL-3.0-or-later */
/* appearance.h: how a figure is worded, and where its names stand. */
#ifndef BENCHMAT_PLOT_CLI_APPEARANCE_H
#define BENCHMAT_PLOT_CLI_APPEARANCE_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"

/* Fills the figure of OPTIONS with the charts of SET, worded as the command line asks. Returns
 * ERR_USAGE for a label of a library that no chart has, for labels of axes that do not match the
 * charts, and for a legend that the charts cannot have. */
int appearance_apply(struct options *options, struct chart_set *set, struct err *err);

#endif
