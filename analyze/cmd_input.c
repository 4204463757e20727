/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cmd_input.h"

#include <math.h>
#include <string.h>

#include "analyze/fold.h"
#include "formats/date.h"
#include "formats/format.h"
#include "store/choose.h"

/* Measurements on their way: folded, or only their heads handed on. */
struct passage {
    const struct input *input;
    input_head *visit_head; /* NULL to fold */
    void *context;          /* of visit_head */
    struct fold *fold;
    size_t met, shown, passed_over;
};

static int begin(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    struct passage *passage = context;
    passage->met++;
    if (passage->visit_head)
        return passage->visit_head(passage->context, run, whole, err);
    return fold_begin(&passage->fold, run, whole, &passage->input->table, err);
}

static int points(void *context, const struct measurement *window, size_t first, struct err *err) {
    struct passage *passage = context;
    return fold_points(passage->fold, window, first, err);
}

static int end(void *context, struct err *err) {
    struct passage *passage = context;
    const struct input *input = passage->input;
    struct table table = {0};
    int code = fold_end(passage->fold, &table, err);
    passage->fold = NULL;
    int is_shown = code == 0 && (table.row_count || !input->terms->picks);
    if (is_shown)
        code = input->visit(input->context, &table, err);
    passage->shown += (size_t)is_shown;
    table_release(&table);
    return code;
}

/* --- archives --- */

/* The less is wanted, the faster it is read. */
static unsigned extent_of(const struct input *input) {
    unsigned spared = input->table.spared;
    int is_little = (spared & NEED_REPORTS) && (spared & NEED_WARNINGS);
    unsigned facts = input->table.with_provenance ? READER_FACTS : 0;
    return (is_little ? READER_SECONDS : READER_TIMES) | facts;
}

static int read_archive(struct passage *passage, struct err *err) {
    static const struct choice_visitor visitor = {begin, points, end};
    const struct input *input = passage->input;
    const struct choice_terms terms = {input->runs, input->terms->action, input->terms->host,
                                       input->terms->since};
    unsigned extent = passage->visit_head ? READER_SECONDS | READER_HEAD : extent_of(input);
    struct archive *archive = NULL;
    struct choices choices = {0};
    int code = archive_open_with(&archive, input->file, &input->terms->access.access, err);
    if (code == 0)
        code = archive_choose(archive, &terms, &choices, err);
    if (code == 0)
        code =
            choices_stream(archive, &choices, (enum reader_extent)extent, &visitor, passage, err);
    passage->passed_over = choices.passed_over;
    choices_release(&choices);
    archive_close(archive);
    return code;
}

/* --- foreign files --- */

static int read_measurement(struct passage *passage, const struct run *run,
                            const struct measurement *m, struct err *err) {
    int code = begin(passage, run, m, err);
    if (code || passage->visit_head)
        return code;
    code = points(passage, m, 0, err);
    return code ? code : end(passage, err);
}

/* Such a file is one run. */
static int check_terms(const struct input *input, const struct run *run, struct err *err) {
    const struct input_terms *terms = input->terms;
    const char *host = facts_text(&run->facts, FACT_HOST, "");
    double started = date_read(facts_text(&run->facts, FACT_STARTED, NULL));
    if ((terms->host && strcmp(host, terms->host) != 0) ||
        (!isnan(terms->since) && !(started >= terms->since)))
        return err_set(err, ERR_ABSENT, "%s is not of that machine and date, or does not say it",
                       input->file);
    return 0;
}

static int check_runs(const struct input *input, struct err *err) {
    const char *runs = input->runs;
    return !runs || strcmp(runs, "all") == 0 || strcmp(runs, "latest") == 0
               ? 0
               : err_set(err, ERR_ABSENT, "%s is no archive and has no run \"%s\" to choose",
                         input->file, runs);
}

static int read_foreign(struct passage *passage, const struct format *format, struct err *err) {
    const struct input *input = passage->input;
    struct run *run = NULL;
    int code = check_runs(input, err);
    if (code == 0)
        code = format_read(format, input->file, NULL, &run, err);
    if (code == 0)
        code = check_terms(input, run, err);
    for (size_t i = 0; code == 0 && i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        if (choice_means(m->name, input->terms->action))
            code = read_measurement(passage, run, m, err);
    }
    run_free(run);
    return code;
}

static int read_any(struct passage *passage, struct err *err) {
    const struct input *input = passage->input;
    const struct format *format = NULL;
    int is_foreign = !format_detect(input->file, &format, &(struct err){""}) && format;
    int code = is_foreign ? read_foreign(passage, format, err) : read_archive(passage, err);
    fold_free(passage->fold);
    if (code == 0 && !passage->met)
        return err_set(err, ERR_ABSENT, "%s: no action \"%s\" in it", input->file,
                       input->terms->action);
    return code;
}

int input_read_heads(const struct input *input, input_head *visit, void *context, struct err *err) {
    return read_any(&(struct passage){.input = input, .visit_head = visit, .context = context},
                    err);
}

int input_read(struct input *input, struct err *err) {
    struct passage passage = {.input = input};
    int code = read_any(&passage, err);
    input->passed_over = passage.passed_over;
    if (code == 0 && !passage.shown)
        return err_set(err, ERR_ABSENT,
                       "%s: none of its cells is what --library, --size and --param ask for",
                       input->file);
    return code;
}
