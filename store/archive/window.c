/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/window.h"

#include <stdlib.h>
#include <string.h>

#include "store/update/serve_samples.h"

#define NUMBER sizeof(uint64_t)
/* Bytes of a part: large against a request, and small enough for the nearer caches. */
#define GOAL        ((size_t)1 << 20)
#define MOST        (SERVE_WINDOW / NUMBER) /* elements of a part */
#define MOST_SERIES ((size_t)100)           /* that are worth a part each */

/* --- points --- */

void window_place(struct window *w, size_t array, size_t count, size_t points, const void *values) {
    size_t elements = points * w->per_point;
    for (size_t i = 0; i < w->arrays; i++)
        w->values[i] = i >= array && i - array < count
                           ? (const double *)values + (i - array) * elements
                           : NULL;
}

static void set_arrays(const struct window *w) {
    const void **next = w->values;
    for (size_t i = 0; i < w->whole->series_count; i++) {
        struct series *series = &w->shown.series[i];
        series->seconds = (double *)*next++;
        for (size_t d = 0; d < series_detail_count; d++)
            if (w->has[i] >> d & 1)
                *(const void **)((char *)series + series_details[d].offset) = *next++;
    }
}

/* Moves the arrays that have an element per point to the point FIRST. */
static void set_points(struct window *w, size_t first, size_t points) {
    const struct measurement *whole = w->whole;
    w->shown.points = points;
    w->shown.sizes = whole->sizes + first;
    w->shown.seeds = whole->seeds + first;
    for (size_t i = 0; i < whole->parameter_count; i++)
        w->shown.parameters[i].values = whole->parameters[i].values + first;
    for (size_t i = 0; i < whole->series_count; i++)
        for (size_t d = 0; d < series_detail_count; d++) {
            const struct series_detail *detail = &series_details[d];
            double *values = series_detail_values(&whole->series[i], detail);
            if (detail->shape == PER_POINT && values)
                *(double **)((char *)&w->shown.series[i] + detail->offset) = values + first;
        }
}

void window_move(struct window *w, size_t first, size_t points) {
    set_points(w, first, points);
    set_arrays(w);
}

/* --- opening and closing --- */

static void number_arrays(struct window *w) {
    for (size_t i = 0; i < w->whole->series_count; i++) {
        w->series[i] = w->arrays;
        w->arrays += 1 + (size_t)__builtin_popcountll(w->has[i]);
    }
    w->series[w->whole->series_count] = w->arrays;
}

int window_open(struct window *w, struct err *err) {
    const struct measurement *m = w->whole;
    w->per_point = m->rounds * m->max_seeds;
    w->shown = *m;
    w->shown.facts = (struct facts){0};
    w->shown.series = calloc(m->series_count + 1, sizeof *m->series);
    w->shown.parameters = calloc(m->parameter_count + 1, sizeof *m->parameters);
    w->series = calloc(m->series_count + 1, sizeof *w->series);
    if (w->series)
        number_arrays(w);
    w->values = calloc(w->arrays + 1, sizeof *w->values);
    if (!w->shown.series || !w->shown.parameters || !w->series || !w->values)
        return err_set(err, ERR_FAILED, "%s: no memory for its libraries", m->name);
    if (m->series_count)
        memcpy(w->shown.series, m->series, m->series_count * sizeof *m->series);
    if (m->parameter_count)
        memcpy(w->shown.parameters, m->parameters, m->parameter_count * sizeof *m->parameters);
    return 0;
}

void window_close(struct window *w) {
    free(w->shown.series);
    free(w->shown.parameters);
    free(w->series);
    free(w->values);
}

/* --- parts --- */

static size_t largest_series(const struct window *w) {
    size_t largest = 0;
    for (size_t i = 0; i < w->whole->series_count; i++) {
        size_t arrays = w->series[i + 1] - w->series[i];
        largest = arrays > largest ? arrays : largest;
    }
    return largest;
}

/* BYTES are those of a point, no more than a window. What does not fit into one as a whole is
 * inflated anew for each part, of which there are to be few then. */
static size_t points_of_part(size_t bytes, size_t step) {
    if (step <= GOAL / bytes)
        return GOAL / bytes / step * step;
    return step <= SERVE_WINDOW / bytes ? step : SERVE_WINDOW / bytes;
}

/* Moving the window costs as much as there are series. */
static int is_by_series(const struct window *w, size_t point) {
    return w->whole->series_count <= MOST_SERIES && w->arrays * point > GOAL &&
           largest_series(w) * point <= SERVE_WINDOW;
}

struct window_division window_divide(const struct window *w, size_t step, int by_series) {
    size_t point = w->per_point * NUMBER, points = w->whole->points;
    struct window_division d = {.points = 1, .count = points};
    if (by_series && is_by_series(w, point)) {
        d.points = points_of_part(largest_series(w) * point, step);
        d.series = w->whole->series_count;
        d.count = (points + d.points - 1) / d.points * d.series;
    } else if (w->arrays * point <= SERVE_WINDOW) {
        d.points = points_of_part(w->arrays * point, step);
        d.count = (points + d.points - 1) / d.points;
    } else {
        d.slices = (w->per_point + MOST - 1) / MOST;
        d.count *= w->arrays * d.slices;
    }
    return d;
}

static struct window_part part_of_point(const struct window *w, size_t slices, size_t number) {
    size_t slice = number % slices * MOST, left = w->per_point - slice;
    size_t array = number / slices;
    return (struct window_part){.array = array % w->arrays,
                                .arrays = 1,
                                .first = array / w->arrays * w->per_point + slice,
                                .count = left < MOST ? left : MOST};
}

struct window_part window_part(const struct window *w, const struct window_division *d,
                               size_t number) {
    if (d->slices)
        return part_of_point(w, d->slices, number);
    struct window_part part = {.arrays = w->arrays};
    if (d->series) {
        part.series = number % d->series;
        part.array = w->series[part.series];
        part.arrays = w->series[part.series + 1] - part.array;
        number /= d->series;
    }
    size_t first = number * d->points, left = w->whole->points - first;
    part.first = first * w->per_point;
    part.count = (left < d->points ? left : d->points) * w->per_point;
    return part;
}
