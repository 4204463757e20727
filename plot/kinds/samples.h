/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: charts of how the samples of a point are distributed: the empirical distribution
 * function and the histogram.
 *
 * The samples are kept while measurements are aggregated: either those of all aggregated points, or
 * those of one default point of each measurement. The default is the point where the most libraries
 * have samples; among several such points, the one with the largest size, or with the largest value
 * of the main parameter if there is no size. */
#ifndef BENCHMAT_PLOT_KINDS_SAMPLES_H
#define BENCHMAT_PLOT_KINDS_SAMPLES_H

#include "analyze/aggregate/table.h"
#include "analyze/statistics/distribution.h"
#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

struct sampled_point {
    size_t section;             /* section number, counted over all measurements */
    size_t point;               /* point number in the section's space */
    struct distribution *cells; /* [libraries] in the order of the section */
    size_t libraries;
    size_t present;    /* number of libraries with samples */
    double size;       /* the point's value on the main axis of its space */
    double resolution; /* seconds per call: the clock's resolution divided by the fewest calls that
                          any cell timed together; 0 if unknown */
};

/* Empty if zero-initialised; set wants_all to keep all points. */
struct sampled {
    int wants_all;
    struct sampled_point *points;
    size_t count;
    size_t section, first; /* private: the current section, and its first point */
};

/* The largest number of points with samples that a chart set may have. */
enum { SAMPLED_MOST = 100 };

/* The callback for a struct samples_taker; CONTEXT is a struct sampled. Returns -1 if memory runs
 * out. */
int sampled_take(void *context, const struct row *row, const double *seconds, size_t count);

/* Ends the current section; the next row belongs to another one. CLOCK is the resolution of the
 * run's clock in seconds; 0 if unknown. */
void sampled_end(struct sampled *sampled, double clock);

void sampled_release(struct sampled *sampled);

/* Each function adds a chart for every point that OPTIONS choose by --at; without --at, for the
 * default point of each measurement. */
int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);
int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err);

#endif
