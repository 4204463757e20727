/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: the samples of chosen points, kept while measurements are folded.
 *
 * Of each measurement, either all points that are folded, or only the usual one: of those where the
 * most libraries have samples that with the largest size, or whatever stands in its place. */
#ifndef BENCHMAT_PLOT_ANALYSIS_SAMPLES_H
#define BENCHMAT_PLOT_ANALYSIS_SAMPLES_H

#include "analyze/aggregate/table.h"
#include "analyze/statistics/distribution.h"
#include "plot/analysis/kinds.h"
#include "plot/analysis/axis_options.h"

struct sampled_point {
    size_t section;             /* its number, counted over all measurements */
    size_t point;               /* of the section's space */
    struct distribution *cells; /* [libraries] in the section's order */
    size_t libraries;
    size_t present;    /* of them those with samples */
    double size;       /* along the main axis of its space */
    double resolution; /* seconds per call: of the clock, over the calls that were timed together in
                          the cell where these were fewest; 0 where not known */
};

/* Zero-initialised, but for what is wanted, is empty. */
struct sampled {
    int wants_all;
    struct sampled_point *points;
    size_t count;
    size_t section, first; /* private: the section that is being folded, and its first point */
};

/* The points of which there may be samples at once. */
enum { SAMPLED_MOST = 100 };

/* A struct samples_taker's; CONTEXT is a struct sampled. */
int sampled_take(void *context, const struct row *row, const double *seconds, size_t count);

/* SECTION has been folded, and is given its number; what comes next is of another. CLOCK is what
 * the clock of its run can tell apart, seconds; 0 where not known. */
void sampled_end(struct sampled *sampled, double clock);

void sampled_release(struct sampled *sampled);

/* --- samples --- */

/* Charts of how the samples of one point are distributed, not of what is left of
 * them in a mean: the empirical distribution function, and the histogram. */

/* Each adds a chart for every point that OPTIONS choose by --at, or without it for the usual point
 * of each measurement (samples.h). */
int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err);
int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err);

#endif
