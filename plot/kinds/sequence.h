/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sequence.h: the samples of a point in the order they were taken, as a small chart for each
 * library: what disturbances, drift and times that are not steady look like.
 *
 * y is a sample over the median of the library's samples, on the same axis in all charts of a
 * point, so that a noisy library looks noisy beside a quiet one. Each round, which has processes of
 * its own, begins at a thin line and has its median as a level. Disturbed samples are crosses. An
 * arrow at the edge stands for a sample beyond the chart, which has the range of a histogram
 * (histogram.h). Of more than 6,000 samples the first, the lowest and the highest of neighbours are
 * shown; medians and counts are of all. */
#ifndef BENCHMAT_PLOT_KINDS_SEQUENCE_H
#define BENCHMAT_PLOT_KINDS_SEQUENCE_H

#include "plot/analysis/kind.h"

/* Adds the charts for every point that OPTIONS choose by --at; without --at, for the default point
 * of each measurement (sampled.h). */
int sequence_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                  struct err *err);

#endif
