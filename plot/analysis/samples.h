/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: charts of how the samples of a point are distributed: the empirical distribution
 * function and the histogram.
 *
 * The samples are kept while measurements are aggregated, either those of all points that are
 * aggregated, or for each measurement those of its usual point. That is the point where the most
 * libraries have samples, and of several such points the one of the largest size, or of whatever
 * stands in place of a size. */
#ifndef BENCHMAT_PLOT_ANALYSIS_SAMPLES_H
#define BENCHMAT_PLOT_ANALYSIS_SAMPLES_H

#include "analyze/aggregate/table.h"
#include "analyze/statistics/distribution.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/kinds.h"

struct sampled_point {
    size_t section;             /* its number, counted over all measurements */
    size_t point;               /* of the section's space */
    struct distribution *cells; /* [libraries] in the section's order */
    size_t libraries;
    size_t present;    /* libraries with samples */
    double size;       /* along the main axis of its space */
    double resolution; /* seconds per call: of the clock, over the fewest calls that any cell timed
                          together; 0 where not known */
};

/* Zero-initialised, except for wants_all, is empty. */
struct sampled {
    int wants_all;
    struct sampled_point *points;
    size_t count;
    size_t section, first; /* private: the section at work, and its first point */
};

/* A chart set has at most so many points with samples. */
enum { SAMPLED_MOST = 100 };

/* The function of a struct samples_taker; CONTEXT is a struct sampled. */
int sampled_take(void *context, const struct row *row, const double *seconds, size_t count);

/* Ends the section at work; the next row belongs to another one. CLOCK is the shortest time in
 * seconds that the clock of the run can tell; 0 where not known. */
void sampled_end(struct sampled *sampled, double clock);

void sampled_release(struct sampled *sampled);

/* Each adds a chart for every point that OPTIONS choose by --at, or without --at for the usual
 * point of each measurement. */
int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);
int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err);

#endif
