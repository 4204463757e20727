/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/archive_survey.h"

#include <stdlib.h>
#include <string.h>

#include "formats/processes/machine.h"
#include "store/archive/archive_ask.h"
#include "store/schema/run_summary.h"
#include "store/hdf5/members.h"

#define BATCH        ((size_t)256) /* summaries requested at once */
#define MOST_HELPERS ((size_t)8)

static int no_memory(const struct archive *a, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its runs", archive_path(a));
}

/* --- summaries --- */

/* A reader that works on the runs from FIRST to before END. */
struct helper {
    struct archive *reader;
    size_t first, end;
    size_t at_once; /* how many runs each request asks for */
};

struct survey {
    struct archive *archive;
    archive_visitor *visit;
    void *context;
    size_t next; /* the first run that no reader has been asked for */
};

static int send(struct helper *h, struct err *err) {
    size_t left = h->end - h->first;
    const uint64_t arguments[] = {h->first, left < h->at_once ? left : h->at_once};
    return archive_send(h->reader, SERVE_OUTLINES, arguments, NULL, err);
}

static int send_next(struct survey *s, struct helper *h, struct err *err) {
    size_t count = archive_run_count(s->archive);
    h->first = s->next;
    h->end = count - s->next < BATCH ? count : s->next + BATCH;
    h->at_once = BATCH;
    s->next = h->end;
    return h->first < h->end ? send(h, err) : 0;
}

static int visit_one(struct survey *s, struct helper *h, struct err *err) {
    struct message *reply = archive_reply(h->reader);
    struct run *summary = run_new();
    if (!summary || !(summary->name = strdup(archive_run_name(s->archive, h->first)))) {
        run_free(summary);
        return no_memory(s->archive, err);
    }
    run_summary_take(reply, summary);
    archive_correct_state(s->archive, h->first, &summary->facts);
    int code = reply->failed ? archive_distrust(h->reader, err)
                             : s->visit(s->context, h->first, summary, NULL, err);
    run_free(summary);
    h->first++;
    return code;
}

/* A damaged run cuts the answer short; then asks for the rest. If the reader dies, any of the runs
 * in the request may be the cause; then asks for them one by one. */
static int visit_batch(struct survey *s, struct helper *h, struct err *err) {
    int code = 0;
    while (h->first < h->end && !code) {
        struct err failed = {""};
        int failure = archive_receive(h->reader, &failed);
        if (!failure) {
            size_t count = message_take_number(archive_reply(h->reader));
            if (count == 0 || count > h->end - h->first || count > h->at_once)
                code = archive_distrust(h->reader, err);
            else {
                int status = 0;
                for (size_t i = 0; i < count && !status; i++)
                    status = visit_one(s, h, err);
                code = status || message_is_done(archive_reply(h->reader))
                           ? status
                           : archive_distrust(h->reader, err);
            }
        } else if (err_file_state(failure) && h->at_once > 1)
            h->at_once = 1;
        else if (err_file_state(failure)) {
            struct archive_fault fault = {.code = failure};
            memcpy(fault.message, failed.message, sizeof fault.message);
            code = s->visit(s->context, h->first++, NULL, &fault, err);
        } else
            code = err_set(err, failure, "%s", failed.message);
        if (!code && h->first < h->end)
            code = send(h, err);
    }
    return code;
}

int archive_survey(struct archive *a, archive_visitor *visit, void *context, struct err *err) {
    return archive_survey_latest(a, archive_run_count(a), visit, context, err);
}

int archive_survey_latest(struct archive *a, size_t most, archive_visitor *visit, void *context,
                          struct err *err) {
    size_t count_of_runs = archive_run_count(a);
    struct survey survey = {.archive = a,
                            .visit = visit,
                            .context = context,
                            .next = count_of_runs > most ? count_of_runs - most : 0};
    struct helper alone = {.reader = a};
    if (count_of_runs - survey.next > BATCH) {
        /* HDF5 takes a tenth of a millisecond for each run, so several readers share a large number
         * of runs: while one's answers are visited, the others work. */
        struct helper helpers[MOST_HELPERS] = {0};
        size_t cpus = machine_cpus(), count = 0;
        size_t wanted = cpus < MOST_HELPERS ? cpus : MOST_HELPERS;
        int status = 0;
        for (; count < wanted && !status; count += !status)
            status = archive_twin(&helpers[count].reader, survey.archive, err);
        if (!status) {
            for (size_t i = 0; i < count && !status; i++)
                status = send_next(&survey, &helpers[i], err);
            for (size_t i = 0; helpers[i].first < helpers[i].end && !status; i = (i + 1) % count) {
                status = visit_batch(&survey, &helpers[i], err);
                if (!status)
                    status = send_next(&survey, &helpers[i], err);
            }
        }
        for (size_t i = 0; i < count; i++)
            archive_close(helpers[i].reader);
        return status;
    }
    int code = send_next(&survey, &alone, err);
    return code ? code : visit_batch(&survey, &alone, err);
}

/* --- the archive itself --- */

static int take_description(struct archive *a, struct archive_description *d, struct err *err) {
    struct message *reply = archive_reply(a);
    size_t count = message_take_count(reply, 2 * sizeof(uint64_t));
    for (size_t i = 0; i < count; i++) {
        char *name = message_take_text(reply), *text = message_take_text(reply);
        int is_fact = name && text;
        if (is_fact)
            facts_set_text(&d->facts, name, text);
        free(name);
        free(text);
        if (!is_fact)
            return archive_distrust(a, err);
    }
    count = message_take_count(reply, sizeof(uint64_t));
    d->others = calloc(count + 1, sizeof *d->others);
    if (!d->others || d->facts.incomplete)
        return no_memory(a, err);
    for (; d->other_count < count; d->other_count++)
        if (!(d->others[d->other_count] = message_take_text(reply)))
            return archive_distrust(a, err);
    return message_is_done(reply) ? 0 : archive_distrust(a, err);
}

int archive_describe(struct archive *a, struct archive_description *d, struct err *err) {
    static const uint64_t nothing[2] = {0, 0};
    *d = (struct archive_description){.size = archive_size(a)};
    int code = archive_ask(a, SERVE_DESCRIBE, nothing, NULL, err);
    if (!code)
        code = take_description(a, d, err);
    if (code)
        archive_description_release(d);
    return code;
}

void archive_description_release(struct archive_description *d) {
    facts_release(&d->facts);
    members_free(d->others, d->other_count);
    *d = (struct archive_description){0};
}

/* --- integrity checks --- */

int archive_inspect_run(struct archive *a, size_t run, char digest[DIGEST_TEXT], struct err *err) {
    const uint64_t arguments[] = {run, 0};
    int code = archive_ask(a, SERVE_INSPECT, arguments, NULL, err);
    if (code)
        return code;
    message_take(archive_reply(a), digest, DIGEST_TEXT);
    if (!message_is_done(archive_reply(a)) || strnlen(digest, DIGEST_TEXT) != DIGEST_TEXT - 1 ||
        strspn(digest, "0123456789abcdef") != DIGEST_TEXT - 1)
        return archive_distrust(a, err);
    return 0;
}

int archive_inspect_root(struct archive *a, struct err *err) {
    static const uint64_t nothing[2] = {0, 0};
    int code = archive_ask(a, SERVE_INSPECT_ROOT, nothing, NULL, err);
    return code || message_is_done(archive_reply(a)) ? code : archive_distrust(a, err);
}
