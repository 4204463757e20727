/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: charts of how the samples of one point are distributed, not of what is left of
 * them in a mean: the empirical distribution function, and the histogram. */
#ifndef BENCHMAT_PLOT_ANALYSIS_SAMPLES_H
#define BENCHMAT_PLOT_ANALYSIS_SAMPLES_H

#include "plot/analysis/kinds.h"
#include "plot/analysis/request.h"

/* Each adds a chart for every point that OPTIONS choose by --at, or without it for the usual point
 * of each measurement (cmd_sampled.h). */
int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);
int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err);

#endif
