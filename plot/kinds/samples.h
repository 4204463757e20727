/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: how the samples of a point are distributed: the empirical distribution function, the
 * histogram, and boxes.
 *
 * The histogram of a single library has an axis of shares; those of several are ridges, one below
 * the other (spread.h). An earlier run is behind them in grey or in dashes. */
#ifndef BENCHMAT_PLOT_KINDS_SAMPLES_H
#define BENCHMAT_PLOT_KINDS_SAMPLES_H

#include "plot/analysis/kind.h"

/* Each function adds a chart for every point that OPTIONS choose by --at; without --at, for the
 * default point of each measurement (sampled.h). */
int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);
int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err);
int samples_make_boxes(struct chart_set *set, const struct kind *kind,
                       const struct options *options, struct err *err);

#endif
