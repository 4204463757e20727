/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/update/serve.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/attribute.h"
#include "store/schema/head.h"
#include "store/schema/inspect.h"
#include "store/schema/run_codec.h"
#include "store/schema/run_summary.h"

static int misunderstood(const struct serve *s, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: its reader was asked what it does not know", s->path);
}

/* --- the list of runs --- */

static int open_archive(struct serve *s, struct err *err) {
    s->overlay = readonly_driver_new(s->fd, s->size);
    if (!s->overlay)
        return err_set(err, ERR_FAILED, "%s: no memory", s->path);
    hid_t access = readonly_driver_access_list(s->overlay);
    int code = contents_open(s->path, H5F_ACC_RDONLY, access, &s->file, err);
    h5_close(access);
    if (!code)
        s->image = contents_view(s->fd, s->size, s->file);
    return code ? code : contents_list_runs(s->path, s->file, &s->runs, &s->run_count, err);
}

void serve_release(struct serve *s) {
    reader_common_release(&s->common);
    head_release(&s->head);
    file_view_release(&s->image);
    if (s->file > 0)
        H5Fclose(s->file);
    readonly_driver_free(s->overlay);
    contents_free_runs(s->runs, s->run_count);
    s->file = 0;
    s->overlay = NULL;
    s->runs = NULL;
    s->run_count = 0;
}

static int list(struct serve *s, struct message *request, struct message *reply, struct err *err) {
    (void)request;
    int code = s->overlay ? misunderstood(s, err) : open_archive(s, err);
    if (code)
        return code;
    message_put_number(reply, s->run_count);
    for (size_t i = 0; i < s->run_count; i++)
        message_put_number(reply, s->runs[i].number);
    return 0;
}

/* --- answers about many runs --- */

typedef int put_one(struct serve *s, size_t position, struct message *reply, struct err *err);

/* Puts COUNT, then the bytes of ITEMS, and releases ITEMS. */
static void serve_put_batch(struct message *reply, size_t count, struct message *items) {
    message_put_number(reply, count);
    message_put(reply, items->bytes, items->size);
    reply->failed |= items->failed;
    message_release(items);
}

/* If a run is damaged, drops what was put for it. ERR stays filled, which tells the sandbox that
 * the answer is partial (sandbox.h). */
static int answer_of_runs(struct serve *s, struct message *request, struct message *reply,
                          put_one *put, struct err *err) {
    size_t first = message_take_number(request), most = message_take_number(request), done = 0;
    if (first >= s->run_count)
        return misunderstood(s, err);
    struct message all = {0};
    int code = 0;
    while (!code && done < most && first + done < s->run_count) {
        size_t size = all.size;
        unsigned long failures = h5_failures();
        code = h5_check(failures, put(s, first + done, &all, err), s->path, err);
        all.size = code ? size : all.size;
        done += !code;
    }
    serve_put_batch(reply, done, &all);
    return done ? 0 : code;
}

/* --- actions --- */

static int put_actions(struct serve *s, size_t position, struct message *reply, struct err *err) {
    char **names;
    size_t count;
    const struct contents_run *run = &s->runs[position];

    int code = native_header_actions(&s->image, run->address, &names, &count) == 0
                   ? 0
                   : contents_list_actions(s->path, s->file, run->name, &names, &count, err);
    if (code)
        return code;
    message_put_number(reply, count);
    for (size_t i = 0; i < count; i++)
        message_put_text(reply, names[i]);
    members_free(names, count);
    return 0;
}

static int actions(struct serve *s, struct message *request, struct message *reply,
                   struct err *err) {
    return answer_of_runs(s, request, reply, put_actions, err);
}

/* --- one run --- */

/* What is known already of the run at POSITION. */
static struct reader_common *common_of(struct serve *s, size_t position,
                                       enum reader_extent extent) {
    if (s->common_position != position || s->common_extent != extent)
        reader_common_release(&s->common);
    s->common_position = position;
    s->common_extent = extent;
    return &s->common;
}

static int read_one(struct serve *s, struct message *request, struct message *reply,
                    struct err *err) {
    size_t position = message_take_number(request);
    message_take_number(request);
    char *action = message_take_text(request);
    struct run *run = NULL;
    int code = position < s->run_count && !request->failed
                   ? contents_read_run(s->path, s->file, s->runs[position].name, action,
                                       common_of(s, position, READER_ALL), &run, err)
                   : misunderstood(s, err);
    free(action);
    if (!code) {
        code = run_codec_put_run(reply, run, READER_ALL, err);
        if (code)
            err_prefix(err, code, "%s: %s", s->path, run->name);
    }
    run_free(run);
    return code;
}

/* --- summaries --- */

static int put_outline(struct serve *s, size_t position, struct message *reply, struct err *err) {
    struct run *run;
    int code = contents_outline_run(s->path, s->file, s->runs[position].name, &run, err);
    if (!code)
        run_summary_put(reply, run);
    run_free(run);
    return code;
}

/* Makes HDF5's metadata cache small. HDF5 caches megabytes of metadata, but reading one run after
 * the other uses nothing twice: a small cache saves a quarter of the time. */
static void keep_little(hid_t file) {
    H5AC_cache_config_t config = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
    if (H5Fget_mdc_config(file, &config) < 0)
        return;
    config.set_initial_size = 1;
    config.initial_size = config.min_size = config.max_size = (size_t)1 << 18;
    config.incr_mode = H5C_incr__off;
    config.flash_incr_mode = H5C_flash_incr__off;
    config.decr_mode = H5C_decr__off;
    H5Fset_mdc_config(file, &config);
}

static int outlines(struct serve *s, struct message *request, struct message *reply,
                    struct err *err) {
    keep_little(s->file);
    return answer_of_runs(s, request, reply, put_outline, err);
}

/* --- the archive itself --- */

static int describe(struct serve *s, struct message *request, struct message *reply,
                    struct err *err) {
    (void)request;
    struct facts facts = {0};
    char **names = NULL;
    size_t count = 0, others = 0;
    int code = attribute_read_facts(s->file, &facts, err);
    if (!code)
        code = members_list(s->file, &names, &count, err);

    /* The facts that are texts. */
    struct message texts = {0};
    size_t facts_count = 0;
    for (size_t i = 0; i < facts.count; i++)
        if (facts.items[i].kind == FACT_TEXT) {
            message_put_text(&texts, facts.items[i].name);
            message_put_text(&texts, facts.items[i].text);
            facts_count++;
        }
    serve_put_batch(reply, facts_count, &texts);

    for (size_t i = 0; i < count; i++)
        if (contents_run_number(names[i]))
            names[i][0] = '\0';
        else
            others++;
    message_put_number(reply, others);
    for (size_t i = 0; i < count; i++)
        if (*names[i])
            message_put_text(reply, names[i]);
    members_free(names, count);
    facts_release(&facts);
    return code ? err_prefix(err, code, "%s", s->path) : 0;
}

/* --- integrity checks --- */

static int inspect(struct serve *s, struct message *request, struct message *reply,
                   struct err *err) {
    size_t position = message_take_number(request);
    char digest[DIGEST_TEXT];
    if (position >= s->run_count)
        return misunderstood(s, err);
    int code = contents_inspect_run(s->path, s->file, s->runs[position].name, digest, err);
    message_put(reply, digest, sizeof digest);
    return code;
}

static int inspect_root(struct serve *s, struct message *request, struct message *reply,
                        struct err *err) {
    (void)request;
    (void)reply;
    int code = contents_check_form(s->path, s->fd, s->size, err);
    if (code)
        return code;
    code = inspect_user_block(s->fd, err);
    return code ? err_prefix(err, code, "%s", s->path) : 0;
}

/* --- answering --- */

static int heads(struct serve *s, struct message *request, struct message *reply, struct err *err) {
    keep_little(s->file);
    return serve_heads(s, request, reply, err);
}

int serve_answer(void *serve, struct message *request, struct message *reply, struct err *err) {
    static int (*const answers[SERVE_QUESTIONS])(struct serve *, struct message *, struct message *,
                                                 struct err *) = {
        [SERVE_LIST] = list,
        [SERVE_ACTIONS] = actions,
        [SERVE_READ] = read_one,
        [SERVE_OUTLINES] = outlines,
        [SERVE_DESCRIBE] = describe,
        [SERVE_INSPECT] = inspect,
        [SERVE_INSPECT_ROOT] = inspect_root,
        [SERVE_HEADS] = heads,
        [SERVE_SAMPLES] = serve_samples,
    };
    const struct serve *s = serve;
    unsigned long failures = h5_failures();
    uint64_t question = message_take_number(request);
    int code = question < SERVE_QUESTIONS && !request->failed
                   ? answers[question](serve, request, reply, err)
                   : misunderstood(s, err);
    return *err->message ? code : h5_check(failures, code, s->path, err);
}

#define NUMBER     sizeof(uint64_t)
#define MOST_REPLY ((size_t)1 << 20) /* once larger, a reply is sent */

static int samples_misunderstood(const struct serve *s, struct err *err) {
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
    const struct head_place place = {&s->image, run->address, s->file, run->name,
                                     common_of(s, position, extent)};
    head_release(&s->head);
    s->head_position = position;
    s->head_extent = extent;
    int code = head_read(&s->head, &place, action, extent, err);
    return code ? err_prefix(err, code, "%s: %s", s->path, run->name) : 0;
}

/* --- many heads, and the samples of small measurements --- */

static int read_array(struct serve *s, size_t array, size_t first, size_t count, void *values,
                      struct err *err) {
    int code = samples_read(&s->head.samples, &s->image, array, first, count, values, err);
    return code ? err_prefix(err, code, "%s: %s", s->path, s->runs[s->head_position].name) : 0;
}

static void put_head(const struct head *head, uint64_t offset, enum reader_extent extent,
                     struct message *reply, int *code, struct err *err) {
    message_put_number(reply, offset);
    message_put_number(reply, samples_step(&head->samples));
    *code = run_codec_put_run(reply, head->run, extent | READER_HEAD, err);
    for (size_t i = 0; i < head->samples.series_count; i++)
        for (size_t word = 0; word < DETAIL_WORDS; word++)
            message_put_number(reply, head->samples.has[i].words[word]);
}

/* Adds the head that was read last. Sets FULL if it is the last that fits, or is left for the next
 * reply. USED is how much of the shared memory is in use. */
static int add_head(struct serve *s, size_t *used, struct message *reply, int *full,
                    struct err *err) {
    /* Size of all its wanted samples. */
    enum reader_extent extent = s->head_extent;
    const struct measurement *m = &s->head.run->measurements[0];
    size_t bytes = extent & READER_HEAD
                       ? 0
                       : s->head.samples.count * measurement_elements(m, PER_SAMPLE) * NUMBER;
    int code = 0, is_large = bytes > SERVE_SMALL;
    *full = is_large || bytes > SERVE_SMALL - *used || reply->size > MOST_REPLY;
    if (*full && !is_large)
        return 0;
    if (bytes && !is_large) {
        size_t offset = *used;
        size_t elements = measurement_elements(&s->head.run->measurements[0], PER_SAMPLE);
        code = 0;
        for (size_t i = 0; i < s->head.samples.count && !code; i++)
            code = read_array(s, i, 0, elements, s->shared + offset + i * elements * NUMBER, err);
    }
    if (!code)
        put_head(&s->head, is_large ? SERVE_NOT_INCLUDED : *used, s->head_extent, reply, &code,
                 err);
    *used += is_large ? 0 : bytes;
    return code;
}

/* Reads the next requested head: takes the run's position and the action from REQUEST. */
static int next_head(struct serve *s, struct message *request, enum reader_extent extent,
                     struct err *err) {
    size_t position = message_take_number(request);
    char *action = message_take_text(request);
    int code = position < s->run_count && action ? read_head(s, position, extent, action, err)
                                                 : samples_misunderstood(s, err);
    free(action);
    return code;
}

int serve_heads(struct serve *s, struct message *request, struct message *reply, struct err *err) {
    uint64_t extent = message_take_number(request);
    size_t wanted = message_take_count(request, 2 * NUMBER), done = 0, used = 0;
    struct message heads = {0};
    int code = 0, full = 0;
    if (!is_extent(extent) || wanted == 0 || wanted > SERVE_MOST_HEADS || !s->shared)
        return samples_misunderstood(s, err);
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

/* --- parts of large measurements --- */

int serve_samples(struct serve *s, struct message *request, struct message *reply,
                  struct err *err) {
    uint64_t n[7]; /* position, extent, first array, arrays, first element, elements, offset */
    (void)reply;
    message_take(request, n, sizeof n);
    char *action = message_take_text(request);
    int code = action && n[0] < s->run_count && is_extent(n[1]) && s->shared
                   ? read_head(s, n[0], (enum reader_extent)n[1], action, err)
                   : samples_misunderstood(s, err);
    free(action);
    if (code)
        return code;
    size_t all = measurement_elements(&s->head.run->measurements[0], PER_SAMPLE);
    size_t arrays = s->head.samples.count, room = (SERVE_SHARED - SERVE_SMALL) / NUMBER;
    if (n[2] > arrays || n[3] > arrays - n[2] || n[4] > all || n[5] > all - n[4] || n[5] == 0 ||
        n[6] > SERVE_SHARED || n[6] % NUMBER || n[3] > room / n[5] ||
        n[3] * n[5] * NUMBER > SERVE_SHARED - n[6])
        return samples_misunderstood(s, err);
    for (size_t i = 0; i < n[3] && !code; i++)
        code = read_array(s, n[2] + i, n[4], n[5], s->shared + n[6] + i * n[5] * NUMBER, err);
    return code;
}
