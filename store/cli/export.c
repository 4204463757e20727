/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/files/stream.h"
#include "formats/foreign/registry.h"
#include "formats/import/format.h"
#include "formats/text/date.h"
#include "store/archive/choose.h"
#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/command_line/access_options.h"

enum {
    OUTPUT = 'o',
    TO = 0x100,
    FROM,
    ACTION,
    RUN,
    SINCE,
    HOST,
    SAMPLES,
    SUMMARY,
    WIDE,
    UNIT,
    PLAIN
};

static const struct argp_option options[] = {
    {"output", OUTPUT, "FILE", 0, "write to FILE; - is standard output", 0},
    {"to", TO, "FORMAT", 0, "the format, where FILE's extension does not tell it", 0},
    {"from", FROM, "FORMAT", 0, "of a file that is not an archive: its format, if not as it looks",
     0},
    {"action", ACTION, "LIST", 0,
     "only these actions, such as axpy,dot, or by a routine such as dgemm", 0},
    {"run", RUN, "RUN", 0,
     "latest: each action's latest; first; all; a run's name, number or uuid; -1 for the last; a "
     "span such as 3..7; a day such as 2026-11-25 or yesterday; several with commas (default: all "
     "where FORMAT holds many, otherwise latest)",
     0},
    {"since", SINCE, "DATE", 0,
     "only runs started since: 2026-11-20, yesterday, last-week, or a span before now as 7d", 0},
    {"host", HOST, "NAME", 0, "only runs measured on this machine", 0},
    {"samples", SAMPLES, NULL, 0, "every sample", 0},
    {"summary", SUMMARY, NULL, 0, "one line for each library at each size", 0},
    {"wide", WIDE, NULL, 0, "means, with a column for each library", 0},
    {"unit", UNIT, "UNIT", 0, "of times or rates: s or mflops, where FORMAT has both", 0},
    {"plain", PLAIN, NULL, 0,
     "names as they are in CSV, even if a spreadsheet would calculate them, as =1+1", 0},
    {0},
};

struct request {
    struct arguments line;
    const char *output, *runs, *action, *host;
    double since; /* seconds since 1970; NaN: any time */
    const struct format *from, *to;
    struct writing_options options;
};

static void take_shape(struct request *request, enum writing_shape shape,
                       const struct argp_state *state) {
    if (request->options.shape != WRITING_USUAL && request->options.shape != shape)
        refuse(state, "--samples, --summary or --wide: each says what a file holds");
    request->options.shape = shape;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    struct err err = {""};
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case OUTPUT:
        request->output = argument;
        return 0;
    case TO:
        request->to = arguments_foreign(argument, state);
        return 0;
    case FROM:
        request->from = arguments_foreign(argument, state);
        return 0;
    case ACTION:
        request->action = argument;
        return 0;
    case RUN:
        request->runs = argument;
        return 0;
    case SINCE:
        if (date_parse(argument, (double)time(NULL), &request->since, &err))
            refuse(state, "%s", err.message);
        return 0;
    case HOST:
        request->host = argument;
        return 0;
    case SAMPLES:
        take_shape(request, WRITING_SAMPLES, state);
        return 0;
    case SUMMARY:
        take_shape(request, WRITING_SUMMARY, state);
        return 0;
    case WIDE:
        take_shape(request, WRITING_WIDE, state);
        return 0;
    case UNIT:
        request->options.unit = argument;
        return 0;
    case PLAIN:
        request->options.is_plain = 1;
        return 0;
    case ARGP_KEY_END:
        if (!request->output)
            refuse(state, "where to? -o FILE, or -o - for standard output");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- archives --- */

typedef int use_measurement(struct writing *writing, const struct run *run,
                            const struct measurement *m, struct err *err);

static int use_choices(struct writing *writing, struct archive *archive,
                       const struct choices *choices, use_measurement *use, struct err *err) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < choices->count; i++) {
        const struct choice *choice = &choices->items[i];
        struct run *run = NULL;
        code = archive_read_run(archive, choice->run, choice->action, &run, err);
        if (code == 0)
            code = use(writing, run, &run->measurements[0], err);
        run_free(run);
    }
    return code;
}

/* Sorts by run, as runs stand in the file, then by action. */
static int by_run(const void *a, const void *b) {
    const struct choice *left = a, *right = b;
    if (left->run != right->run)
        return left->run < right->run ? -1 : 1;
    return strcmp(left->action, right->action);
}

static int begin_plan(void *context, const struct run *run, const struct measurement *whole,
                      struct err *err) {
    return writing_plan(context, run, whole, err);
}

static int plan_points(void *context, const struct measurement *window, size_t first,
                       struct err *err) {
    (void)first;
    (void)err;
    writing_plan_samples(context, window);
    return 0;
}

static int end_plan(void *context, struct err *err) {
    (void)context;
    (void)err;
    return 0;
}

/* Reads samples only for a format that plans by them. */
static int plan_choices(struct writing *writing, struct archive *archive,
                        const struct choices *choices, struct err *err) {
    static const struct choice_visitor planner = {
        .begin = begin_plan, .points = plan_points, .end = end_plan};
    unsigned head = writing_wants_samples(writing) ? 0 : READER_HEAD;
    return writing_wants_plan(writing)
               ? choices_stream(archive, choices,
                                (enum reader_extent)(READER_TIMES | READER_FACTS | head), &planner,
                                writing, err)
               : 0;
}

/* --- foreign files --- */

static int plan_one(struct writing *writing, const struct run *run, const struct measurement *m,
                    struct err *err) {
    int code = writing_plan(writing, run, m, err);
    if (code == 0 && writing_wants_samples(writing))
        writing_plan_samples(writing, m);
    return code;
}

static int use_chosen(struct writing *writing, const struct runs *runs,
                      const struct choices *choices, use_measurement *use, struct err *err) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < choices->count; i++) {
        const struct run *run = runs->items[choices->items[i].run];
        code = use(writing, run, run_find(run, choices->items[i].action), err);
    }
    return code;
}

static int write_any(struct writing *writing, const struct request *request, struct err *err) {
    struct foreign from;
    int is_foreign = request->from != NULL;
    if (is_foreign)
        from = foreign_of(request->from, request->line.archive);
    else
        is_foreign = foreign_is(&from, request->line.archive);
    if (is_foreign) {
        const char *usual = writing->format->writer->holds_many_runs ? "all" : "latest";
        const struct choice_terms foreign_terms = (struct choice_terms){
            request->runs ? request->runs : usual, request->action, request->host, request->since};
        struct choices foreign_choices = {0};
        struct runs runs;
        int foreign_code = foreign_read(&from, NULL, &request->line.common.access, &runs, err);
        if (foreign_code == 0)
            foreign_code =
                foreign_choose(&runs, request->line.archive, &foreign_terms, &foreign_choices, err);
        if (foreign_code == 0 && writing_wants_plan(writing))
            foreign_code = use_chosen(writing, &runs, &foreign_choices, plan_one, err);
        if (foreign_code == 0)
            foreign_code = use_chosen(writing, &runs, &foreign_choices, writing_add, err);
        choices_release(&foreign_choices);
        runs_release(&runs);
        return foreign_code;
    }

    const struct choice_terms terms = {request->runs                              ? request->runs
                                       : writing->format->writer->holds_many_runs ? "all"
                                                                                  : "latest",
                                       request->action, request->host, request->since};
    struct archive *archive = NULL;
    struct choices choices = {0};
    int code =
        archive_open_with(&archive, request->line.archive, &request->line.common.access, err);
    if (code == 0)
        code = archive_choose(archive, &terms, &choices, err);
    if (code == 0)
        qsort(choices.items, choices.count, sizeof *choices.items, by_run);
    if (code == 0) {
        int status = plan_choices(writing, archive, &choices, err);
        code = status ? status : use_choices(writing, archive, &choices, writing_add, err);
    }
    choices_release(&choices);
    archive_close(archive);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {options,
                                     parse,
                                     NULL,
                                     "Writes measurements to a file of another program. ARCHIVE "
                                     "may itself be such a file, which is converted.",
                                     arguments_plain,
                                     NULL,
                                     NULL};
    struct request request = {.line.writes = 1, .since = NAN};
    struct writing writing;
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    request.line.archive = stream_path(request.line.archive);
    int code = request.to ? 0 : format_for_writing(request.output, &request.to, err);
    code = code ? code : writing_begin(&writing, request.to, request.output, &request.options, err);
    if (code == 0)
        code = writing_end(&writing, write_any(&writing, &request, err), err);
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_export = {"export", "measurements for another program", run};
