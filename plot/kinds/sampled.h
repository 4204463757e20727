/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampled.h: the samples of points, kept while measurements are aggregated, for charts that show
 * single samples.
 *
 * They are those of all aggregated points, or those of one default point of each measurement: the
 * point where the most libraries have samples; among several such points, the one with the largest
 * size, or with the largest value of the main parameter if there is no size. */
#ifndef BENCHMAT_PLOT_KINDS_SAMPLED_H
#define BENCHMAT_PLOT_KINDS_SAMPLED_H

#include "analyze/aggregate/table.h"
#include "analyze/statistics/distribution.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"

/* The samples of one library in the order they were taken. */
struct ordered_samples {
    double *seconds;          /* [rounds][seeds]; NaN: not measured; owned */
    unsigned char *disturbed; /* [rounds][seeds] 1: every attempt was disturbed; owned */
    size_t rounds, seeds;
};

struct sampled_point {
    size_t section;                 /* section number, counted over all measurements */
    size_t point;                   /* point number in the section's space */
    struct distribution *cells;     /* [libraries] in the order of the section */
    struct ordered_samples *orders; /* [libraries]; NULL unless the order is wanted */
    size_t libraries;
    size_t present;    /* number of libraries with samples */
    double size;       /* the point's value on the main axis of its space */
    double resolution; /* seconds per call: the clock's resolution divided by the fewest calls that
                          any cell timed together; 0 if unknown */
};

/* Empty if zero-initialised; set wants_all to keep all points, and wants_order to keep the order of
 * samples. */
struct sampled {
    int wants_all, wants_order;
    struct sampled_point *points;
    size_t count;
    size_t section, first; /* private: the current section, and its first point */
};

/* The largest number of points with samples that a chart set may have. */
enum { SAMPLED_MOST = 100 };

/* The callback for a struct samples_taker; CONTEXT is a struct sampled. */
void sampled_take(void *context, const struct row *row, const struct taken_samples *samples);

/* Ends the current section; the next row belongs to another one. CLOCK is the resolution of the
 * run's clock in seconds; 0 if unknown. */
void sampled_end(struct sampled *sampled, double clock);

void sampled_release(struct sampled *sampled);

/* --- reading --- */

/* A table with the samples of its points. */
struct sampled_table {
    struct table table;
    struct sampled sampled;
};

/* Reads what OPTIONS ask for: the points that they choose by --at; without --at, the default point
 * of each measurement. Of several files, one after the other. SET owns what is returned, and knows
 * the colours of all libraries. Returns NULL, and sets CODE and ERR, on failure. */
struct sampled_table *sampled_read(struct chart_set *set, const struct options *options,
                                   int wants_order, int *code, struct err *err);

/* Returns a point with samples by number, and sets SECTION to its measurement; NULL for one without
 * samples. */
const struct sampled_point *sampled_at(const struct sampled_table *read, size_t number,
                                       const struct section **section);

/* Returns the words of a point, such as "size 1000, stride 8", which SET owns. */
const char *sampled_words(struct chart_set *set, const struct section *section,
                          const struct sampled_point *point);

/* Returns the error of want of samples. */
int sampled_nothing(const struct sampled *sampled, struct err *err);

#endif
