/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/parts.h"

#include <string.h>

#include "formats/files/temporary_file.h"
#include "store/archive/archive_ask.h"
#include "store/update/serve_samples.h"

#define NUMBER sizeof(uint64_t)

/* --- who reads which, and into which window --- */

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

static int receive(struct archive *reader, struct err *err) {
    int code = archive_receive(reader, err);
    return code || message_is_done(archive_reply(reader)) ? code : archive_distrust(reader, err);
}

/* What is in the file as it is in memory, is read into one window again and again, which stays in
 * the nearer caches. */
static int fill(const struct parts *p, const struct window_part *part, size_t offset,
                struct err *err) {
    size_t bytes = part->count * NUMBER;
    int code = 0;
    for (size_t i = 0; i < part->arrays && !code; i++)
        code = archive_fill_shared(p->readers[0], offset + i * bytes,
                                   p->places[part->array + i] + part->first * NUMBER, bytes, err);
    return code;
}

/* Sets VALUES to the part's. */
static int take(const struct parts *p, const struct window_part *part, size_t number,
                const unsigned char **values, struct err *err) {
    size_t window = p->places ? 0 : number, offset = offset_of(p, window);
    *values = archive_shared(reader_of(p, window)) + offset;
    return p->places ? fill(p, part, offset, err) : receive(reader_of(p, window), err);
}

/* --- showing --- */

static int show(const struct parts *p, const struct window_part *part, int is_series,
                const void *values, struct err *err) {
    struct window *w = p->window;
    size_t first = part->first / w->per_point, points = part->count / w->per_point;
    window_place(w, part->array, part->arrays, points, values);
    window_move(w, first, points);
    return is_series ? p->visitor->series(p->context, &w->shown, first, part->series, err)
                     : p->visitor->points(p->context, &w->shown, first, err);
}

/* One point that is larger than a window is put together in POINT. While it is looked at, which may
 * take as much memory as there is, the windows take none. */
static int show_slice(const struct parts *p, const struct window_part *part, int is_last,
                      const void *values, double *point, struct err *err) {
    size_t per_point = p->window->per_point, first = part->first / per_point * per_point;
    memcpy(point + part->array * per_point + part->first % per_point, values, part->count * NUMBER);
    if (!is_last)
        return 0;
    for (size_t i = 0; i < p->reader_count; i++)
        archive_empty_windows(p->readers[i]);
    const struct window_part whole = {
        .arrays = p->window->arrays, .first = first, .count = per_point};
    return show(p, &whole, 0, point, err);
}

/* Behind the last part of the point that part NUMBER belongs to; of all, where a part is points. */
static size_t end_of_point(const struct parts *p, const struct window_division *d, size_t number) {
    size_t slices = p->window->arrays * d->slices;
    return slices ? (number / slices + 1) * slices : d->count;
}

/* Asks for all that there is a window for while part NUMBER is looked at, up to END. */
static int ask_ahead(const struct parts *p, const struct window_division *d, size_t number,
                     size_t end, size_t *asked, struct err *err) {
    size_t ahead = number + SERVE_WINDOWS * p->reader_count;
    int code = 0;
    for (; *asked < end && *asked < ahead && !code; ++*asked) {
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
        size_t end = end_of_point(p, d, i);
        struct window_part part = window_part(p->window, d, i);
        const unsigned char *values;
        if (!p->places)
            code = ask_ahead(p, d, i, end, &asked, err);
        if (!code)
            code = take(p, &part, i, &values, err);
        if (!code)
            code = d->slices ? show_slice(p, &part, i + 1 == end, values, point, err)
                             : show(p, &part, d->series != 0, values, err);
    }
    return code;
}

int parts_show(const struct parts *p, struct err *err) {
    const struct window *w = p->window;
    struct window_division d = window_divide(w, p->step, p->visitor->series != NULL);
    double *point = d.slices ? spill_new(w->arrays * w->per_point, sizeof *point) : NULL;
    int code = d.slices && !point ? spill_error(err, "%s", archive_path(p->readers[0]))
                                  : show_all(p, &d, point, err);
    spill_free(point);
    return code;
}
