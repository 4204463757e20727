/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/window.h"

#include <stdlib.h>
#include <string.h>

#include "store/serve_samples.h"

#define NUMBER sizeof(uint64_t)
#define GOAL                                                                                       \
    (SERVE_WINDOW / 2) /* bytes of a part: small against the memory, large against a request */

/* --- points --- */

/* Sets the arrays of samples of all series to where they follow one another from VALUES on, each of
 * ELEMENTS. */
static void set_arrays(const struct window *w, double *values, size_t elements) {
    for (size_t i = 0; i < w->whole->series_count; i++) {
        struct series *series = &w->shown.series[i];
        series->seconds = values;
        values += elements;
        for (size_t d = 0; d < series_detail_count; d++) {
            if (!(w->has[i] >> d & 1))
                continue;
            *(double **)((char *)series + series_details[d].offset) = values;
            values += elements;
        }
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

void window_move(struct window *w, size_t first, size_t points, const void *values) {
    set_points(w, first, points);
    set_arrays(w, (double *)values, points * w->per_point);
}

/* --- opening and closing --- */

static size_t count_arrays(const struct window *w) {
    size_t count = w->whole->series_count;
    for (size_t i = 0; i < w->whole->series_count; i++)
        count += (size_t)__builtin_popcountll(w->has[i]);
    return count;
}

int window_open(struct window *w, struct err *err) {
    const struct measurement *m = w->whole;
    w->arrays = count_arrays(w);
    w->per_point = m->rounds * m->max_seeds;
    w->shown = *m;
    w->shown.facts = (struct facts){0};
    w->shown.series = calloc(m->series_count + 1, sizeof *m->series);
    w->shown.parameters = calloc(m->parameter_count + 1, sizeof *m->parameters);
    if (!w->shown.series || !w->shown.parameters)
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
}

/* --- parts --- */

struct window_division window_divide(const struct window *w, size_t step) {
    size_t bytes = w->arrays * w->per_point * NUMBER, points = w->whole->points;
    struct window_division d = {.points = 1};
    if (bytes > SERVE_WINDOW) {
        size_t most = SERVE_WINDOW / NUMBER;
        d.slices = (w->per_point + most - 1) / most;
        d.count = points * w->arrays * d.slices;
        return d;
    }
    if (step <= GOAL / bytes)
        d.points = GOAL / bytes / step * step;
    else if (step <= SERVE_WINDOW / bytes)
        d.points = step;
    else if (GOAL / bytes)
        d.points = GOAL / bytes;
    d.count = (points + d.points - 1) / d.points;
    return d;
}

struct window_part window_part(const struct window *w, const struct window_division *d,
                               size_t number) {
    struct window_part part = {0, w->arrays, number * d->points * w->per_point,
                               d->points * w->per_point};
    if (d->slices) {
        size_t most = SERVE_WINDOW / NUMBER, slice = number % d->slices * most;
        size_t point = number / d->slices / w->arrays;
        part = (struct window_part){number / d->slices % w->arrays, 1, point * w->per_point + slice,
                                    most};
        if (part.count > w->per_point - slice)
            part.count = w->per_point - slice;
    }
    size_t all = w->whole->points * w->per_point;
    if (part.count > all - part.first)
        part.count = all - part.first;
    return part;
}
