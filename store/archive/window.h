/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h: some points of a measurement, shown as a measurement of their own without copying.
 * Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_WINDOW_H
#define BENCHMAT_STORE_ARCHIVE_WINDOW_H

#include <stdint.h>

#include "formats/model/run.h"
#include "store/archive/archive.h"
#include "store/archive/choose.h"

/* Before window_open, the caller sets `whole` and `has`, which are borrowed. */
struct window {
    const struct measurement *whole; /* without its arrays of samples */
    const struct detail_set *has;    /* which arrays of samples each series has (samples.h) */
    size_t arrays;                   /* number of arrays of samples, including the seconds */
    size_t per_point;                /* samples per point, in each array */
    size_t *series;                  /* [series + 1]: first array of each series, and the end */
    const void **values;             /* where each array of `shown` begins; NULL: not shown */
    struct measurement shown;
};

/* The caller gives WINDOW to window_close, even after a failure. */
int window_open(struct window *window, struct err *err);
void window_close(struct window *window);

/* Makes `shown` have COUNT arrays from number ARRAY on, and no others. They follow one another in
 * VALUES, each of POINTS points. */
void window_place(struct window *window, size_t array, size_t count, size_t points,
                  const void *values);
/* Makes `shown` the POINTS points from FIRST on. Copies nothing. */
void window_move(struct window *window, size_t first, size_t points);

/* How all samples are divided into parts that each fit into a window of the shared memory: by
 * points, and these by series if wanted; or, if a single point is too large, each point by arrays
 * and these by elements. */
struct window_division {
    size_t points; /* per part */
    size_t series; /* nonzero: one part per series; 0: one part for all */
    size_t slices; /* parts per array of a point; 0: parts are whole points */
    size_t count;  /* of parts */
};

struct window_part {
    size_t array, arrays, first, count;
    size_t series; /* which series, if the division is by series */
};

/* STEP is how many points are best read together (samples_step). BY_SERIES asks for parts of one
 * series each, if that makes them smaller. There must be at least one array. */
struct window_division window_divide(const struct window *window, size_t step, int by_series);
struct window_part window_part(const struct window *window, const struct window_division *division,
                               size_t number);

/* --- showing parts --- */

/* Shows the samples of a measurement that are too many for one answer, part by part. Private. */

/* All pointers are borrowed. */
struct parts {
    struct archive *const *readers; /* of the same archive; none has an answer outstanding */
    size_t reader_count;
    const struct choice *choice;
    enum reader_extent wanted;
    struct window *window;
    uint64_t step; /* see samples_step */
    const struct choice_visitor *visitor;
    void *context;
};

/* Shows all samples to the visitor, by series if the visitor accepts that. */
int parts_show(const struct parts *parts, struct err *err);

#endif
