/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels.h: the rates of all actions on a page: small charts that begin at zero, with the same axes
 * and the machine's peak, under one legend. */
#ifndef BENCHMAT_PLOT_KINDS_PANELS_H
#define BENCHMAT_PLOT_KINDS_PANELS_H

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* Adds a chart for each action that OPTIONS choose and that has operations or bytes. The peak is
 * what OPTIONS give or, if the archive has it, the best rate of ROOFLINE_PEAK (roofline.h), which
 * has no chart of its own then. */
int panels_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);

#endif
