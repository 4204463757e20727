/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/merge.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/archive/archive_ask.h"
#include "store/schema/contents.h"
#include "store/schema/digest.h"
#include "store/schema/run_codec.h"
#include "store/tools/continuation.h"
#include "store/update/update.h"

/* The callback returns this from update_archive if there is nothing to change. */
#define NOTHING_TO_DO 1

/* A run that is in the target, or will be. */
struct known {
    char *key;                     /* its uuid, or "sha256 " and its digest; must be first */
    char digest[DIGEST_TEXT];      /* empty until it is needed */
    char name[CONTENTS_NAME_SIZE]; /* name in the target */
    char *source;                  /* the archive that it came from and its name there: "a.h5:
                                      run_000001" */
};

struct merge {
    const char *target;
    struct archive **sources;
    size_t count;
    merge_report *report;
    void *context;
    const struct system *system;
    void *known;    /* a tree of struct known */
    size_t changes; /* runs that the target has got, or got anew */
};

/* --- runs known so far --- */

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct known *)a)->key, ((const struct known *)b)->key);
}

static void free_known(struct known *known) {
    free(known->key);
    free(known->source);
    free(known);
}

static int no_memory(const struct merge *m, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to tell the runs apart", m->target);
}

/* Returns the key of a run, which the caller must free; UUID may be NULL. NULL if memory runs
 * out. */
static char *key_of(const char *uuid, const char *digest) {
    char *key = NULL;
    if (uuid)
        return strdup(uuid);
    return asprintf(&key, "sha256 %s", digest) < 0 ? NULL : key;
}

/* Finds the run with KEY, or adds one, which has neither name nor source yet. Takes ownership of
 * KEY. NULL if memory runs out. */
static struct known *find_or_add(struct merge *m, char *key) {
    struct known *fresh = key ? calloc(1, sizeof *fresh) : NULL;
    if (!fresh) {
        free(key);
        return NULL;
    }
    fresh->key = key;
    struct known **found = tsearch(fresh, &m->known, by_key);
    if (!found || *found != fresh)
        free_known(fresh);
    return found ? *found : NULL;
}

static int keep(struct merge *m, struct known *known, const char *name, const char *digest,
                const char *source, const char *source_name, struct err *err) {
    snprintf(known->name, sizeof known->name, "%s", name);
    snprintf(known->digest, sizeof known->digest, "%s", digest);
    if (asprintf(&known->source, "%s: %s", source, source_name) >= 0)
        return 0;
    known->source = NULL;
    return no_memory(m, err);
}

/* --- in the child: the target --- */

enum question { QUESTION_OWN, QUESTION_DIGEST, QUESTION_WRITE, QUESTION_SETTLE };

/* Which of two runs with one uuid the target has in the end. */
enum settlement { SETTLED_NEITHER, SETTLED_OWN, SETTLED_OTHER, SETTLEMENTS };

static int digest_of(const struct update *change, const char *name, char digest[DIGEST_TEXT],
                     struct err *err) {
    struct run *run;
    int code = contents_read_run(change->path, change->file, name, NULL, NULL, &run, err);
    if (!code)
        code = digest_run(run, digest, err);
    run_free(run);
    return code;
}

/* Replies count, per run: its name, its uuid (or NULL), its digest (or ""). */
static int put_own_runs(const struct update *change, struct message *request, struct message *reply,
                        struct err *err) {
    struct contents_run *runs;
    size_t count;
    (void)request;
    int code = contents_list_runs(change->path, change->file, &runs, &count, err);
    if (code)
        return code;
    message_put_number(reply, count);
    for (size_t i = 0; i < count && !code; i++) {
        /* If the run has a uuid, its digest is only needed once another run has the same uuid. */
        const char *name = runs[i].name;
        char *uuid, digest[DIGEST_TEXT] = "";
        code = contents_run_uuid(change->view, change->file, &runs[i], &uuid, err);
        if (code)
            code = err_prefix(err, code, "%s", change->path);
        else if (!uuid)
            code = digest_of(change, name, digest, err);
        message_put_text(reply, name);
        message_put_text(reply, uuid);
        message_put_text(reply, digest);
        free(uuid);
    }
    contents_free_runs(runs, count);
    return code;
}

/* Replies the digest of the run named in the request. */
static int put_digest(const struct update *change, struct message *request, struct message *reply,
                      struct err *err) {
    char digest[DIGEST_TEXT] = "", *name = message_take_text(request);
    int code = name ? digest_of(change, name, digest, err)
                    : err_set(err, ERR_FAILED, "%s: no memory for a name", change->path);
    message_put_text(reply, digest);
    free(name);
    return code;
}

/* Writes RUN in the place of that called NAME. */
static int replace(const struct update *change, const char *name, const struct run *run,
                   struct message *reply, struct err *err) {
    char same[CONTENTS_NAME_SIZE];
    snprintf(same, sizeof same, "%s", name);
    if (H5Ldelete(change->file, name, H5P_DEFAULT) < 0)
        return h5_error(err, ERR_DAMAGED,
                        "%s: %s cannot be replaced; bench-store repair saves the others",
                        change->path, name);
    return intake_write_run(change, same, run, reply, err);
}

/* Replies the settlement of the run named in the request with the one that follows there; after
 * SETTLED_OTHER also the name, which stays. */
static int settle(const struct update *change, struct message *request, struct message *reply,
                  struct err *err) {
    char *name = message_take_text(request);
    struct run *own = NULL, *other = NULL;
    int code = name ? contents_read_run(change->path, change->file, name, NULL, NULL, &own, err)
                    : err_set(err, ERR_FAILED, "%s: no memory for a name", change->path);
    if (!code)
        code = run_codec_take_run(request, READER_ALL, &other, err);
    if (!code) {
        enum settlement settlement = continuation_goes_on(own, other)   ? SETTLED_OWN
                                     : continuation_goes_on(other, own) ? SETTLED_OTHER
                                                                        : SETTLED_NEITHER;
        message_put_number(reply, settlement);
        if (settlement == SETTLED_OTHER)
            code = replace(change, name, other, reply, err);
    }
    run_free(other);
    run_free(own);
    free(name);
    return code;
}

static int answer(void *context, const struct update *change, struct message *request,
                  struct message *reply, struct err *err) {
    static int (*const answers[])(const struct update *, struct message *, struct message *,
                                  struct err *) = {[QUESTION_OWN] = put_own_runs,
                                                   [QUESTION_DIGEST] = put_digest,
                                                   [QUESTION_WRITE] = intake_write,
                                                   [QUESTION_SETTLE] = settle};
    (void)context;
    return answers[message_take_number(request)](change, request, reply, err);
}

/* --- the target's own runs --- */

static struct message *new_request(struct update_course *course, enum question question) {
    struct message *request = update_request(course);
    message_put_number(request, question);
    return request;
}

static int take_digest(struct message *reply, char digest[DIGEST_TEXT]) {
    char *text = message_take_text(reply);
    int is_possible = text && (!*text || strlen(text) == DIGEST_TEXT - 1);
    snprintf(digest, DIGEST_TEXT, "%s", is_possible ? text : "");
    free(text);
    return is_possible ? 0 : -1;
}

static int ask_digest(struct update_course *course, const char *name, char digest[DIGEST_TEXT],
                      struct err *err) {
    message_put_text(new_request(course, QUESTION_DIGEST), name);
    int code = update_ask(course, err);
    if (code)
        return code;
    return take_digest(&course->reply, digest) == 0 && *digest ? 0 : update_distrust(course, err);
}

static int note_own_run(struct merge *m, const char *name, const char *uuid, const char *digest,
                        struct err *err) {
    struct known *known = find_or_add(m, key_of(uuid, digest));
    if (!known)
        return no_memory(m, err);
    return known->source ? 0 : keep(m, known, name, digest, m->target, name, err);
}

static int take_own_run(struct merge *m, struct update_course *course, struct err *err) {
    char digest[DIGEST_TEXT], *name = message_take_text(&course->reply);
    char *uuid = message_take_text(&course->reply);
    int failed = take_digest(&course->reply, digest);
    int is_possible = !failed && name && contents_run_number(name) && (uuid || *digest);
    int code =
        is_possible ? note_own_run(m, name, uuid, digest, err) : update_distrust(course, err);
    free(uuid);
    free(name);
    return code;
}

/* --- the sources' runs --- */

static void report(struct merge *m, const struct archive *source, size_t run, enum merge_fate fate,
                   const char *name) {
    const struct merge_finding finding = {archive_path(source), archive_run_name(source, run), fate,
                                          name};
    m->changes += fate == MERGE_TAKEN || fate == MERGE_CONTINUED;
    m->report(m->context, &finding);
}

/* Of two runs with one uuid the target keeps the one that went on from the other. */
static int settle_by_course(struct merge *m, struct update_course *course, struct known *known,
                            const struct run *run, const char *digest, const struct archive *source,
                            enum merge_fate *fate, struct err *err) {
    char name[CONTENTS_NAME_SIZE] = "";
    if (lock_run_is_held(m->system, course->fd, contents_run_number(known->name)))
        return err_set(err, ERR_FAILED,
                       "%s: %s is still being measured; nothing was merged: wait, or interrupt it",
                       m->target, known->name);
    message_put_text(new_request(course, QUESTION_SETTLE), known->name);
    int code = run_codec_put_run(&course->request, run, READER_ALL, err);
    if (!code)
        code = update_ask(course, err);
    if (code)
        return code;
    uint64_t settlement = message_take_number(&course->reply);
    if (settlement >= SETTLEMENTS)
        return update_distrust(course, err);
    if (settlement == SETTLED_NEITHER)
        return err_set(err, ERR_FAILED,
                       "%s: %s and %s have the same uuid, %s, and differ; nothing was merged "
                       "into %s",
                       archive_path(source), run->name, known->source, known->key, m->target);
    if (settlement == SETTLED_OWN)
        return 0;
    *fate = MERGE_CONTINUED;
    code = intake_take_name(course, name, err);
    if (code || strcmp(name, known->name) != 0)
        return code ? code : update_distrust(course, err);
    free(known->source);
    return keep(m, known, name, digest, archive_path(source), run->name, err);
}

static int compare(struct merge *m, struct update_course *course, struct known *known,
                   const struct run *run, const char *digest, const struct archive *source,
                   enum merge_fate *fate, struct err *err) {
    *fate = MERGE_KNOWN;
    int code = *known->digest ? 0 : ask_digest(course, known->name, known->digest, err);
    if (code || strcmp(known->digest, digest) == 0)
        return code;
    return settle_by_course(m, course, known, run, digest, source, fate, err);
}

static int take(struct merge *m, struct update_course *course, struct known *known,
                const struct run *run, const char *digest, const struct archive *source,
                struct err *err) {
    char name[CONTENTS_NAME_SIZE] = "";
    new_request(course, QUESTION_WRITE);
    int code = intake_send(course, run, name, err);
    return code ? code : keep(m, known, name, digest, archive_path(source), run->name, err);
}

static int merge_read(struct merge *m, struct update_course *course, struct archive *source,
                      size_t number, const struct run *run, struct err *err) {
    char digest[DIGEST_TEXT];
    if (strcmp(facts_text(&run->facts, FACT_STATE, ""), "running") == 0) {
        report(m, source, number, MERGE_RUNNING, NULL);
        return 0;
    }
    int code = digest_run(run, digest, err);
    if (code)
        return code;
    struct known *known = find_or_add(m, key_of(facts_text(&run->facts, FACT_UUID, NULL), digest));
    if (!known)
        return no_memory(m, err);
    enum merge_fate fate = MERGE_TAKEN;
    code = known->source ? compare(m, course, known, run, digest, source, &fate, err)
                         : take(m, course, known, run, digest, source, err);
    if (!code)
        report(m, source, number, fate, known->name);
    return code;
}

static int merge(void *context, struct update_course *course, struct err *err) {
    struct merge *m = context;
    new_request(course, QUESTION_OWN);
    int status = update_ask(course, err);
    size_t count = status ? 0 : message_take_count(&course->reply, 3 * sizeof(uint64_t));
    for (size_t i = 0; i < count && !status; i++)
        status = take_own_run(m, course, err);
    int code = status || message_is_done(&course->reply) ? status : update_distrust(course, err);
    for (size_t i = 0; i < m->count && !code; i++) {
        struct archive *source = m->sources[i];
        code = 0;
        for (size_t j = 0; j < archive_run_count(source) && !code; j++) {
            struct run *run;
            code = archive_read_run(source, j, NULL, &run, err);
            if (!code)
                code = merge_read(m, course, source, j, run, err);
            run_free(run);
        }
    }
    return code || m->changes ? code : NOTHING_TO_DO;
}

/* --- opening --- */

static int open_sources(struct merge *m, char *const *paths, size_t count, const struct access *how,
                        struct err *err) {
    int code = 0;
    for (; m->count < count && !code; m->count += !code) {
        const char *a = m->target;
        const char *b = paths[m->count];
        struct stat left, right;
        code = (stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
                left.st_ino == right.st_ino)
                   ? err_set(err, ERR_USAGE, "%s cannot be merged into itself", m->target)
                   : archive_open_with(&m->sources[m->count], paths[m->count], how, err);
    }
    return code;
}

static uint64_t source_bytes(const struct merge *m) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < m->count; i++)
        bytes += archive_size(m->sources[i]);
    return bytes;
}

int merge_archives(const char *target, char *const *sources, size_t count, const struct access *how,
                   merge_report *reporter, void *context, struct err *err) {
    struct merge m = {.target = target,
                      .sources = calloc(count + 1, sizeof *m.sources),
                      .report = reporter,
                      .context = context,
                      .system = how && how->system ? how->system : &system_host};
    int code = m.sources ? open_sources(&m, sources, count, how, err) : no_memory(&m, err);
    const struct update_plan plan = {
        .work = answer, .callback = merge, .context = &m, .more = source_bytes(&m)};
    if (!code)
        code = update_archive(target, how, &plan, err);
    while (m.known) {
        struct known *known = *(struct known **)m.known;
        tdelete(known, &m.known, by_key);
        free_known(known);
    }
    for (size_t i = 0; i < m.count; i++)
        archive_close(m.sources[i]);
    free(m.sources);
    return code == NOTHING_TO_DO ? 0 : code;
}
