/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/window.h"

#include <stdlib.h>
#include <string.h>

#include "store/archive/archive_ask.h"
#include "store/update/serve.h"

#define NUMBER sizeof(uint64_t)
/* Bytes of a part: large compared with a request, and small enough for the nearer caches. */
#define GOAL        ((size_t)1 << 20)
#define MOST        (SERVE_WINDOW / NUMBER) /* elements of a part */
#define MOST_SERIES ((size_t)100)           /* the most series for which a part each pays off */

/* --- points --- */

void window_place(struct window *w, size_t array, size_t count, size_t points, const void *values) {
    size_t elements = points * w->per_point;
    for (size_t i = 0; i < w->arrays; i++)
        w->values[i] = i >= array && i - array < count
                           ? (const double *)values + (i - array) * elements
                           : NULL;
}

void window_move(struct window *w, size_t first, size_t points) {
    /* Points the arrays that have one element per point at the point FIRST. */
    const struct measurement *whole = w->whole;
    w->shown.points = points;
    w->shown.sizes = whole->sizes + first;
    w->shown.seeds = whole->seeds + first;
    for (size_t i = 0; i < whole->parameter_count; i++)
        w->shown.parameters[i].values = whole->parameters[i].values + first;
    for (size_t i = 0; i < whole->series_count; i++)
        for (size_t d = 0; d < DETAILS; d++) {
            double *values = whole->series[i].details[d];
            if (series_details[d].shape == PER_POINT && values)
                w->shown.series[i].details[d] = values + first;
        }

    const void **next = w->values;
    for (size_t i = 0; i < w->whole->series_count; i++) {
        struct series *series = &w->shown.series[i];
        series->seconds = (double *)*next++;
        for (size_t d = 0; d < DETAILS; d++)
            if (detail_set_has(&w->has[i], d))
                series->details[d] = (void *)*next++;
    }
}

/* --- opening and closing --- */

int window_open(struct window *w, struct err *err) {
    const struct measurement *m = w->whole;
    w->per_point = m->rounds * m->max_seeds;
    w->shown = *m;
    w->shown.series = calloc(m->series_count + 1, sizeof *m->series);
    w->shown.parameters = calloc(m->parameter_count + 1, sizeof *m->parameters);
    w->series = calloc(m->series_count + 1, sizeof *w->series);
    if (w->series) {
        for (size_t i = 0; i < w->whole->series_count; i++) {
            w->series[i] = w->arrays;
            w->arrays++;
            for (size_t word = 0; word < DETAIL_WORDS; word++)
                w->arrays += (size_t)__builtin_popcountll(w->has[i].words[word]);
        }
        w->series[w->whole->series_count] = w->arrays;
    }
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

/* --- dividing into parts --- */

static size_t largest_series(const struct window *w) {
    size_t largest = 0;
    for (size_t i = 0; i < w->whole->series_count; i++) {
        size_t arrays = w->series[i + 1] - w->series[i];
        largest = arrays > largest ? arrays : largest;
    }
    return largest;
}

/* BYTES is the size of a point, at most a window. If STEP points do not fit into a window, each
 * part inflates their chunks anew, so then there should be few parts. */
static size_t points_of_part(size_t bytes, size_t step) {
    if (step <= GOAL / bytes)
        return GOAL / bytes / step * step;
    return step <= SERVE_WINDOW / bytes ? step : SERVE_WINDOW / bytes;
}

/* Moving the window costs time proportional to the number of series. */
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

struct window_part window_part(const struct window *w, const struct window_division *d,
                               size_t number) {
    if (d->slices) {
        size_t slice = number % d->slices * MOST, point_left = w->per_point - slice;
        size_t array = number / d->slices;
        return (struct window_part){.array = array % w->arrays,
                                    .arrays = 1,
                                    .first = array / w->arrays * w->per_point + slice,
                                    .count = point_left < MOST ? point_left : MOST};
    }
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

/* --- showing parts --- */

#define PARTS_NUMBER sizeof(uint64_t)

/* --- which reader, and into which window --- */

static struct archive *reader_of(const struct parts *p, size_t number) {
    return p->readers[number % p->reader_count];
}

static size_t offset_of(const struct parts *p, size_t number) {
    return SERVE_SMALL + number / p->reader_count % SERVE_WINDOWS * SERVE_WINDOW;
}

static int ask(const struct parts *p, const struct window_part *part, size_t number,
               struct err *err) {
    struct archive *reader = reader_of(p, number);
    const uint64_t arguments[] = {p->choice->run, p->wanted,   part->array,         part->arrays,
                                  part->first,    part->count, offset_of(p, number)};
    struct message *request;
    int code = archive_begin(reader, SERVE_SAMPLES, &request, err);
    if (code)
        return code;
    message_put(request, arguments, sizeof arguments);
    message_put_text(request, p->choice->action);
    return archive_post(reader, err);
}

/* Sets VALUES to the part's values. */
static int take(const struct parts *p, size_t number, const unsigned char **values,
                struct err *err) {
    struct archive *reader = reader_of(p, number);
    *values = archive_shared(reader) + offset_of(p, number);
    int code = archive_receive(reader, err);
    return code || message_is_done(archive_reply(reader)) ? code : archive_distrust(reader, err);
}

static int show(const struct parts *p, const struct window_part *part, int is_series,
                const void *values, struct err *err) {
    struct window *w = p->window;
    size_t first = part->first / w->per_point, points = part->count / w->per_point;
    window_place(w, part->array, part->arrays, points, values);
    window_move(w, first, points);
    return is_series ? p->visitor->series(p->context, &w->shown, first, part->series, err)
                     : p->visitor->points(p->context, &w->shown, first, err);
}

/* Assembles in POINT a point that is larger than a window. Frees the memory of the windows while
 * the visitor looks at the point, which may take all the memory that there is. */
static int show_slice(const struct parts *p, const struct window_part *part, int is_last,
                      const void *values, double *point, struct err *err) {
    size_t per_point = p->window->per_point, first = part->first / per_point * per_point;
    memcpy(point + part->array * per_point + part->first % per_point, values,
           part->count * PARTS_NUMBER);
    if (!is_last)
        return 0;
    for (size_t i = 0; i < p->reader_count; i++)
        archive_empty_windows(p->readers[i]);
    const struct window_part whole = {
        .arrays = p->window->arrays, .first = first, .count = per_point};
    return show(p, &whole, 0, point, err);
}

/* Asks for every part from *ASKED up to END that has a free window while part NUMBER is in use. */
static int ask_ahead(const struct parts *p, const struct window_division *d, size_t number,
                     size_t end, size_t *asked, struct err *err) {
    size_t free_until = number + SERVE_WINDOWS * p->reader_count;
    int code = 0;
    for (; *asked < end && *asked < free_until && !code; ++*asked) {
        struct window_part part = window_part(p->window, d, *asked);
        code = ask(p, &part, *asked, err);
    }
    return code;
}

static int show_all(const struct parts *p, const struct window_division *d, double *point,
                    struct err *err) {
    size_t asked = 0;
    int code = 0;
    for (size_t i = 0; i < d->count && !code; i++) {
        /* The end of the point that part I belongs to, if parts are slices; otherwise the end of
         * all parts. */
        size_t slices = p->window->arrays * d->slices;
        size_t end = slices ? (i / slices + 1) * slices : d->count;
        struct window_part part = window_part(p->window, d, i);
        const unsigned char *values;
        if (asked == i)
            code = ask_ahead(p, d, i, end, &asked, err);

        /* Taken before more is asked for: a reader that has failed ends, and this is its reason. */
        if (!code)
            code = take(p, i, &values, err);
        if (!code)
            code = ask_ahead(p, d, i, end, &asked, err);
        if (!code)
            code = d->slices ? show_slice(p, &part, i + 1 == end, values, point, err)
                             : show(p, &part, d->series != 0, values, err);
    }
    return code;
}

int parts_show(const struct parts *p, struct err *err) {
    const struct window *w = p->window;
    struct window_division d = window_divide(w, p->step, p->visitor->series != NULL);
    double *point = d.slices ? calloc(w->arrays * w->per_point, sizeof *point) : NULL;
    int code = d.slices && !point
                   ? err_set(err, ERR_FAILED, "%s: no memory", archive_path(p->readers[0]))
                   : show_all(p, &d, point, err);
    free(point);
    return code;
}
