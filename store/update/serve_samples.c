/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/update/serve_samples.h"

#include <stdlib.h>
#include <string.h>

#include "store/schema/run_codec.h"

#define NUMBER     sizeof(uint64_t)
#define MOST_REPLY ((size_t)1 << 20) /* beyond that it is sent, if there is something in it */

static int misunderstood(const struct serve *s, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: its reader was asked what it does not know", s->path);
}

/* --- the head that was read last --- */

static int is_extent(uint64_t number) {
    return (number & ~(uint64_t)(READER_FACTS | READER_HEAD)) <= READER_ALL;
}

static int is_current(const struct serve *s, size_t position, enum reader_extent extent,
                      const char *action) {
    return s->head.run && s->head_position == position && s->head_extent == extent &&
           strcmp(s->head.run->measurements[0].name, action) == 0;
}

static int read_head(struct serve *s, size_t position, enum reader_extent extent,
                     const char *action, struct err *err) {
    if (is_current(s, position, extent, action))
        return 0;
    const struct contents_run *run = &s->runs[position];
    const struct head_place place = {&s->image, run->address, s->file, run->name};
    head_release(&s->head);
    s->head_position = position;
    s->head_extent = extent;
    int code = head_read(&s->head, &place, action, extent, err);
    return code ? err_prefix(err, code, "%s: %s", s->path, run->name) : 0;
}

/* --- many heads, and what is small --- */

static int read_array(struct serve *s, size_t array, size_t first, size_t count, void *values,
                      struct err *err) {
    int code = samples_read(&s->head.samples, &s->image, array, first, count, values, err);
    return code ? err_prefix(err, code, "%s: %s", s->path, s->runs[s->head_position].name) : 0;
}

/* Of those that are wanted with it. */
static size_t sample_bytes(const struct head *head, enum reader_extent extent) {
    const struct measurement *m = &head->run->measurements[0];
    return extent & READER_HEAD
               ? 0
               : head->samples.count * measurement_elements(m, PER_SAMPLE) * NUMBER;
}

static void put_head(const struct head *head, uint64_t offset, enum reader_extent extent,
                     struct message *reply, int *code, struct err *err) {
    message_put_number(reply, offset);
    message_put_number(reply, samples_step(&head->samples));
    *code = run_codec_put_run(reply, head->run, extent | READER_HEAD, err);
    for (size_t i = 0; i < head->samples.series_count; i++)
        message_put_number(reply, head->samples.has[i]);
}

static void put_places(const struct serve *s, struct message *reply) {
    for (size_t i = 0; i < s->head.samples.count; i++)
        message_put_number(reply, samples_place(&s->head.samples, i, s->size));
}

static int read_all(struct serve *s, size_t offset, struct err *err) {
    size_t elements = measurement_elements(&s->head.run->measurements[0], PER_SAMPLE);
    int code = 0;
    for (size_t i = 0; i < s->head.samples.count && !code; i++)
        code = read_array(s, i, 0, elements, s->shared + offset + i * elements * NUMBER, err);
    return code;
}

/* Sets FULL when this one was the last that fits, or is left for the next reply. USED is how much
 * of the shared memory is. */
static int add_head(struct serve *s, size_t *used, struct message *reply, int *full,
                    struct err *err) {
    size_t bytes = sample_bytes(&s->head, s->head_extent);
    int code = 0, is_large = bytes > SERVE_SMALL;
    *full = is_large || bytes > SERVE_SMALL - *used || reply->size > MOST_REPLY;
    if (*full && !is_large)
        return 0;
    if (bytes && !is_large)
        code = read_all(s, *used, err);
    if (!code)
        put_head(&s->head, is_large ? SERVE_NOT_INCLUDED : *used, s->head_extent, reply, &code,
                 err);
    if (!code && is_large)
        put_places(s, reply);
    *used += is_large ? 0 : bytes;
    return code;
}

/* One that is asked for: which run, which action. */
static int next_head(struct serve *s, struct message *request, enum reader_extent extent,
                     struct err *err) {
    size_t position = message_take_number(request);
    char *action = message_take_text(request);
    int code = position < s->run_count && action ? read_head(s, position, extent, action, err)
                                                 : misunderstood(s, err);
    free(action);
    return code;
}

int serve_heads(struct serve *s, struct message *request, struct message *reply, struct err *err) {
    uint64_t extent = message_take_number(request);
    size_t wanted = message_take_count(request, 2 * NUMBER), done = 0, used = 0;
    struct message heads = {0};
    int code = 0, full = 0;
    if (!is_extent(extent) || wanted == 0 || wanted > SERVE_MOST_HEADS || !s->shared)
        return misunderstood(s, err);
    while (!code && !full && done < wanted) {
        size_t before = heads.size;
        unsigned long failures = h5_failures();
        code = next_head(s, request, (enum reader_extent)extent, err);
        if (!code)
            code = add_head(s, &used, &heads, &full, err);
        code = h5_check(failures, code, s->path, err);
        heads.size = code ? before : heads.size;
        done += !code && heads.size > before;
    }
    serve_put_batch(reply, done, &heads);
    return done ? 0 : code;
}

/* --- parts of what is large --- */

int serve_samples(struct serve *s, struct message *request, struct message *reply,
                  struct err *err) {
    uint64_t n[7]; /* position, extent, first array, arrays, first element, elements, offset */
    (void)reply;
    message_take(request, n, sizeof n);
    char *action = message_take_text(request);
    int code = action && n[0] < s->run_count && is_extent(n[1]) && s->shared
                   ? read_head(s, n[0], (enum reader_extent)n[1], action, err)
                   : misunderstood(s, err);
    free(action);
    if (code)
        return code;
    size_t all = measurement_elements(&s->head.run->measurements[0], PER_SAMPLE);
    size_t arrays = s->head.samples.count, room = (SERVE_SHARED - SERVE_SMALL) / NUMBER;
    if (n[2] > arrays || n[3] > arrays - n[2] || n[4] > all || n[5] > all - n[4] || n[5] == 0 ||
        n[6] > SERVE_SHARED || n[6] % NUMBER || n[3] > room / n[5] ||
        n[3] * n[5] * NUMBER > SERVE_SHARED - n[6])
        return misunderstood(s, err);
    for (size_t i = 0; i < n[3] && !code; i++)
        code = read_array(s, n[2] + i, n[4], n[5], s->shared + n[6] + i * n[5] * NUMBER, err);
    return code;
}
