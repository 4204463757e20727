/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h: some points of a measurement as a measurement of their own. Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_WINDOW_H
#define BENCHMAT_STORE_ARCHIVE_WINDOW_H

#include <stdint.h>

#include "formats/model/run.h"
#include "store/archive/archive.h"
#include "store/archive/choose.h"

/* Whoever opens it sets the first two, which are borrowed. */
struct window {
    const struct measurement *whole; /* without arrays of samples */
    const uint64_t *has;             /* which of these each series has (samples.h) */
    size_t arrays;                   /* how many these are, the seconds included */
    size_t per_point;                /* samples of a point, in each */
    size_t *series;      /* [series + 1]: the first array of each, and behind the last */
    const void **values; /* where each array of what is shown begins; NULL: it is not */
    struct measurement shown;
};

/* On failure, too, the caller gives it to window_close. */
int window_open(struct window *window, struct err *err);
void window_close(struct window *window);

/* Has COUNT arrays be shown, from number ARRAY on, and no others: they follow one another in
 * VALUES, each of so many points. */
void window_place(struct window *window, size_t array, size_t count, size_t points,
                  const void *values);
/* Has SHOWN be the points from FIRST on. Copies nothing. */
void window_move(struct window *window, size_t first, size_t points);

/* How all samples are divided into parts of no more than a window of the shared memory: by points,
 * these by series if that is wanted; or where one of them is too large, each point by arrays and
 * these by elements. */
struct window_division {
    size_t points; /* in a part */
    size_t series; /* a part of the same points for each; 0: one for all */
    size_t slices; /* of a point's array; 0: parts are whole points */
    size_t count;  /* of parts */
};

/* Elements of some arrays. */
struct window_part {
    size_t array, arrays, first, count;
    size_t series; /* whose these are, where the division is by series */
};

/* STEP: how many points are best read together (samples_step). BY_SERIES: parts of one series are
 * wanted, where that makes them smaller. At least one array. */
struct window_division window_divide(const struct window *window, size_t step, int by_series);
struct window_part window_part(const struct window *window, const struct window_division *division,
                               size_t number);

/* --- parts --- */

/* The samples of a measurement that are too many for one answer, shown part by part.
 * Private. */

/* All borrowed. */
struct parts {
    struct archive *const *readers; /* of the same archive; none has an answer to come */
    size_t reader_count;
    const struct choice *choice;
    enum reader_extent wanted;
    struct window *window;
    uint64_t step;          /* see samples_step */
    const uint64_t *places; /* of its arrays in the file (samples_place): nothing is asked of the
                               readers then; NULL: not all of them have one */
    const struct choice_visitor *visitor;
    void *context;
};

/* Shows all of them to the visitor, by series where it takes them so. */
int parts_show(const struct parts *parts, struct err *err);

#endif
