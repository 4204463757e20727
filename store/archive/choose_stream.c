/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/archive/archive_ask.h"
#include "store/archive/choose.h"
#include "store/schema/run_codec.h"
#include "store/archive/window.h"
#include "store/schema/samples.h"
#include "store/sandbox/sandbox.h"
#include "store/update/serve.h"

#define READERS 2
#define AT_ONCE ((size_t)32) /* measurements requested together */
#define NUMBER  sizeof(uint64_t)

/* One of the processes that read, and the choices that it was asked for and that are not visited
 * yet. */
struct reader {
    struct archive *archive;
    size_t first, end;     /* indices of the choices */
    int is_asked;          /* its answer is outstanding */
    struct message answer; /* an answer that came while the other reader's was visited */
    int has_answer, code;
    struct err fault; /* if CODE is not 0 */
};

struct stream {
    struct archive *archive;
    const struct choices *choices;
    enum reader_extent wanted;
    const struct choice_visitor *visitor;
    void *context;
    struct reader readers[READERS];
    size_t reader_count;
    size_t next; /* index of the next choice to ask for */
};

/* A measurement that is being given to the visitor. */
struct piece {
    const struct choice *choice;
    struct window window;
    struct detail_set *has; /* which arrays of samples each series has (samples.h) */
    uint64_t offset;        /* where all of them are in the memory shared with the reader; or
                               SERVE_NOT_INCLUDED */
    uint64_t step;          /* see samples_step */
};

static int no_memory(const struct archive *a, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for what is in it", archive_path(a));
}

static int ask(const struct stream *s, struct reader *r, struct err *err) {
    struct message *request;
    int code = archive_begin(r->archive, SERVE_HEADS, &request, err);
    if (code)
        return code;
    message_put_number(request, s->wanted);
    message_put_number(request, r->end - r->first);
    for (size_t i = r->first; i < r->end; i++) {
        message_put_number(request, s->choices->items[i].run);
        message_put_text(request, s->choices->items[i].action);
    }
    r->is_asked = 1;
    return archive_post(r->archive, err);
}

static int ask_next(struct stream *s, struct reader *r, struct err *err) {
    size_t left = s->choices->count - s->next;
    r->first = s->next;
    r->end = s->next + (left < AT_ONCE ? left : AT_ONCE);
    s->next = r->end;
    return r->first < r->end ? ask(s, r, err) : 0;
}

/* Swaps the answer out of the archive, which reuses its message at once. */
static void await(struct reader *r) {
    if (!r->is_asked)
        return;
    r->code = archive_receive(r->archive, &r->fault);
    r->is_asked = 0;
    r->has_answer = 1;
    struct message *reply = archive_reply(r->archive), other = r->answer;
    r->answer = *reply;
    *reply = other;
}

static int start_second(struct stream *s, struct err *err) {
    if (s->reader_count == READERS)
        return 0;
    int code = archive_twin(&s->readers[s->reader_count].archive, s->archive, err);
    s->reader_count += !code;
    return code;
}

static int show_points(struct stream *s, const struct reader *r, struct piece *p, struct err *err) {
    if (p->window.arrays && p->offset == SERVE_NOT_INCLUDED) {
        int code = start_second(s, err);
        struct archive *readers[READERS];
        for (size_t i = 0; i < s->reader_count; i++) {
            await(&s->readers[i]);
            readers[i] = s->readers[i].archive;
        }
        const struct parts parts = {.readers = readers,
                                    .reader_count = s->reader_count,
                                    .choice = p->choice,
                                    .wanted = s->wanted,
                                    .window = &p->window,
                                    .step = p->step,
                                    .visitor = s->visitor,
                                    .context = s->context};
        return code ? code : parts_show(&parts, err);
    }

    const void *values = p->window.arrays ? archive_shared(r->archive) + p->offset : NULL;
    struct window *w = &p->window;
    window_place(w, 0, w->arrays, w->whole->points, values);
    window_move(w, 0, w->whole->points);
    return s->visitor->points(s->context, &w->shown, 0, err);
}

/* Checks that the series have only arrays that were wanted. */
static int has_wanted(const struct stream *s, const struct piece *p) {
    const struct measurement *m = p->window.whole;
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t d = 0; d < (size_t)64 * DETAIL_WORDS; d++)
            if (detail_set_has(&p->has[i], d) &&
                (d >= DETAILS || series_details[d].shape != PER_SAMPLE ||
                 !reader_wants(s->wanted & ~READER_HEAD, &series_details[d])))
                return 0;
    return 1;
}

/* Checks that the samples can be where the reader says, in that number. */
static int is_possible(const struct stream *s, const struct piece *p) {
    const struct window *w = &p->window;
    if (s->wanted & READER_HEAD)
        return 1;
    uint64_t bytes = (uint64_t)w->arrays * w->whole->points * w->per_point * NUMBER;
    int is_there =
        p->offset % NUMBER == 0 && p->offset <= SERVE_SMALL && bytes <= SERVE_SMALL - p->offset;
    int is_large =
        p->offset == SERVE_NOT_INCLUDED && bytes <= sandbox_limits(archive_size(s->archive)).reply;
    return p->step >= 1 && p->step <= RUN_MAX_ELEMENTS && (is_there || is_large);
}

/* Takes what follows the codec in the answer. */
static int take_piece(struct stream *s, struct reader *r, struct piece *p, struct err *err) {
    size_t count = p->window.whole->series_count;
    p->has = calloc(count + 1, sizeof *p->has);
    if (!p->has)
        return no_memory(s->archive, err);
    if (count)
        message_take(&r->answer, p->has, count * sizeof *p->has);
    p->window.has = p->has;
    if (r->answer.failed || !has_wanted(s, p))
        return archive_distrust(r->archive, err);
    int code = window_open(&p->window, err);
    if (!code && !is_possible(s, p))
        code = archive_distrust(r->archive, err);
    return code;
}

static int take_run(struct stream *s, struct reader *r, const struct choice *choice,
                    struct run **run, struct err *err) {
    int code = run_codec_take_next(&r->answer, s->wanted | READER_HEAD, run, err);
    if (code)
        return code == ERR_DAMAGED ? archive_distrust(r->archive, err) : code;
    if ((*run)->measurement_count != 1 || strcmp((*run)->measurements[0].name, choice->action) != 0)
        return archive_distrust(r->archive, err);
    (*run)->name = strdup(archive_run_name(s->archive, choice->run));
    archive_correct_state(s->archive, choice->run, &(*run)->facts);
    return (*run)->name ? 0 : no_memory(s->archive, err);
}

static int visit_one(struct stream *s, struct reader *r, const struct choice *choice,
                     struct err *err) {
    struct piece piece = {.choice = choice};
    struct run *run = NULL;
    piece.offset = message_take_number(&r->answer);
    piece.step = message_take_number(&r->answer);
    int code = take_run(s, r, choice, &run, err);
    if (!code) {
        piece.window.whole = &run->measurements[0];
        code = take_piece(s, r, &piece, err);
        if (!code) {
            int status = s->visitor->begin(s->context, run, piece.window.whole, err);
            if (status || s->wanted & READER_HEAD)
                code = status;
            else {
                status = show_points(s, r, &piece, err);
                code = status ? status : s->visitor->end(s->context, err);
            }
        }
        window_close(&piece.window);
    }
    free(piece.has);
    run_free(run);
    return code;
}

/* An answer may cover only the first of the requested choices; then asks again for the rest. */
static int visit_asked(struct stream *s, struct reader *r, struct err *err) {
    int code = 0;
    while (r->first < r->end && !code) {
        if (!r->is_asked && !r->has_answer)
            code = ask(s, r, err);
        if (!code)
            await(r);
        if (!code) {
            size_t count = message_take_number(&r->answer);
            int status = 0;
            r->has_answer = 0;
            if (r->code)
                code = err_set(err, r->code, "%s", r->fault.message);
            else if (count == 0 || count > r->end - r->first)
                code = archive_distrust(r->archive, err);
            else {
                for (size_t i = 0; i < count && !status; i++)
                    status = visit_one(s, r, &s->choices->items[r->first + i], err);
                r->first += count;
                code = status || message_is_done(&r->answer) ? status
                                                             : archive_distrust(r->archive, err);
            }
        }
    }
    return code;
}

int choices_stream(struct archive *archive, const struct choices *choices,
                   enum reader_extent wanted, const struct choice_visitor *visitor, void *context,
                   struct err *err) {
    struct stream s = {.archive = archive,
                       .choices = choices,
                       .wanted = wanted,
                       .visitor = visitor,
                       .context = context,
                       .readers = {{.archive = archive}},
                       .reader_count = 1};

    int code = s.choices->count > AT_ONCE ? start_second(&s, err) : 0;
    for (size_t i = 0; i < s.reader_count && !code; i++)
        code = ask_next(&s, &s.readers[i], err);
    for (size_t i = 0; !code && s.readers[i].first < s.readers[i].end;
         i = (i + 1) % s.reader_count) {
        code = visit_asked(&s, &s.readers[i], err);
        if (!code)
            code = ask_next(&s, &s.readers[i], err);
    }

    for (size_t i = 0; i < READERS; i++)
        message_release(&s.readers[i].answer);

    /* Ends the reader, as a leftover answer would be taken for the answer to the next question; a
     * visitor that has seen enough heads leaves none. */
    int is_free = code > 0 && wanted & READER_HEAD && !s.readers[0].is_asked;
    if (code && !is_free)
        archive_renew(s.archive);
    if (s.reader_count > 1)
        archive_close(s.readers[1].archive);

    if (err_file_state(code) && !strstr(err->message, "bench-store"))
        err_prefix(err, code, "--run chooses other runs, bench-store repair saves them");
    return code;
}
