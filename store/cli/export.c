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
#include "store/command_line/option_table.h"

struct request {
    struct arguments line;
    const char *output, *runs, *action, *host;
    double since; /* seconds since 1970; NaN: any time */
    const struct format *from, *to;
    struct writing_options options;
};

static int read_since(void *at, const char *text, struct err *err) {
    return date_parse(text, (double)time(NULL), at, err);
}

/* ROW's value is an enum writing_shape. */
static int read_shape(void *at, const struct option_row *row, char *text, struct err *err) {
    enum writing_shape *shape = at;
    (void)text;
    if (*shape != WRITING_USUAL && *shape != (enum writing_shape)row->value)
        return err_set(err, ERR_USAGE,
                       "--samples, --summary or --wide: each says what a file holds");
    *shape = (enum writing_shape)row->value;
    return 0;
}

#define AT(member) .place = offsetof(struct request, member)

/* clang-format off */
static const struct option_row rows[] = {
    {"output", "FILE", "write to FILE; - is standard output", .read = option_read_text, AT(output), .letter = 'o'},
    {"to", "FORMAT", "the format, where FILE's extension does not tell it", .parse = arguments_read_format, AT(to)},
    {"from", "FORMAT", "of a file that is not an archive: its format, if not as it looks", .parse = arguments_read_format, AT(from)},
    {"action", "LIST", "only these actions, such as axpy,dot, or by a routine such as dgemm", .read = option_read_text, AT(action)},
    {"run", "RUN", "latest: each action's latest; first; all; a run's name, number or uuid; -1 for the last; a span such as 3..7; a day such as 2026-11-25 or yesterday; several with commas (default: all where FORMAT holds many, otherwise latest)", .read = option_read_text, AT(runs)},
    {"since", "DATE", "only runs started since: 2026-11-20, yesterday, last-week, or a span before now as 7d", .parse = read_since, AT(since)},
    {"host", "NAME", "only runs measured on this machine", .read = option_read_text, AT(host)},
    {"samples", NULL, "every sample", .read = read_shape, AT(options.shape), .value = WRITING_SAMPLES},
    {"summary", NULL, "one line for each library at each size", .read = read_shape, AT(options.shape), .value = WRITING_SUMMARY},
    {"wide", NULL, "means, with a column for each library", .read = read_shape, AT(options.shape), .value = WRITING_WIDE},
    {"unit", "UNIT", "of times or rates: s or mflops, where FORMAT has both", .read = option_read_text, AT(options.unit)},
    {"plain", NULL, "names as they are in CSV, even if a spreadsheet would calculate them, as =1+1", .read = option_read_flag, AT(options.is_plain)},
};
/* clang-format on */

static const struct option_table table = {rows, sizeof rows / sizeof *rows, 0x100};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case ARGP_KEY_END:
        if (!request->output)
            refuse(state, "where to? -o FILE, or -o - for standard output");
        return 0;
    default:
        return option_table_parse(&table, key, argument, state, NULL);
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
    static struct argp_option options[sizeof rows / sizeof *rows + 2];
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
    option_table_describe(&table, options);
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
