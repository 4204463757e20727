/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/cli/output.h"
#include "analyze/input/sides.h"
#include "analyze/documents/comparison_document.h"
#include "formats/text/xalloc.h"

/* --- the gates --- */

struct comparisons {
    const struct request *request;
    struct sides sides;
    struct gate *gates; /* [sides.count - 1] */
};

static void hold_gates(struct comparisons *all) {
    for (size_t i = 0; all->sides.options.has_margin && i + 1 < all->sides.count; i++)
        gate_of_comparison(&all->gates[i], &all->sides.compared[i]);
}

/* Returns the worst of all gates as an exit status. */
static int status_of(const struct comparisons *all) {
    enum gate_outcome worst = GATE_WITHIN;
    for (size_t i = 0; all->sides.options.has_margin && i + 1 < all->sides.count; i++) {
        enum gate_outcome outcome = gate_end(&all->gates[i], all->request->policy);
        if (!all->request->format->is_for_people)
            output_print_missed(&all->gates[i]);
        worst = outcome > worst ? outcome : worst;
    }
    return gate_status(worst);
}

/* --- the command --- */

static int check(const struct request *request, struct err *err) {
    if (request->against && (request->file_count > 1 || request->against_count))
        return err_set(err, ERR_USAGE,
                       "--against %s compares two runs of one file; several files are compared "
                       "without it, or with --against FILE...",
                       request->against);
    return 0;
}

static struct compared_options options_of(const struct request *request) {
    struct compared_options options = sides_options(&request->table, request->drift);
    options.is_relative = request->is_relative;
    options.has_margin = !isnan(request->regression);
    options.asked.margin = options.has_margin ? request->regression : 0;
    return options;
}

static void begin(struct comparisons *all, const struct input *usual) {
    const struct request *request = all->request;
    struct sides *sides = &all->sides;
    int is_one_file = request->against && !request->against_count;
    const char *const *files = (const char *const *)request->files;
    *sides = (struct sides){.usual = usual,
                            .options = options_of(request),
                            .with_warnings = request->format->is_for_people};
    size_t count = request->against || request->against_count ? 2 : request->file_count;
    all->gates = xcalloc(count, sizeof *all->gates);
    sides_begin(sides, count);
    for (size_t i = 0; i < count; i++)
        sides->items[i] = (struct side){
            .files = is_one_file ? files : files + i, .file_count = 1, .runs = request->runs};
    if (is_one_file)
        sides->items[0].runs = request->against;
    if (request->against_count) {
        sides->items[0] = (struct side){.files = request->against_files,
                                        .file_count = request->against_count,
                                        .runs = request->runs};
        sides->items[1] =
            (struct side){.files = files, .file_count = request->file_count, .runs = request->runs};
    }
}

/* Each document holds AT_ONCE comparisons; for people, one. */
static int print_comparisons(const struct comparisons *all, struct printer *printer,
                             struct err *err) {
    const struct request *request = all->request;
    const struct sides *sides = &all->sides;
    size_t count = sides->count - 1, at_once = request->format->is_for_people ? 1 : count;
    int code = 0;
    for (size_t i = 0; code == 0 && i < count; i += at_once) {
        const struct compared *compared = &sides->compared[i];
        const struct comparison_view view = {.verbose = request->section.verbose,
                                             .width = request->section.width,
                                             .view = &request->view,
                                             .summary_only = request->section.summary_only,
                                             .gate =
                                                 sides->options.has_margin ? &all->gates[i] : NULL,
                                             .policy = request->policy};
        struct comparison_rows rows;
        struct comparison_summary summary;
        struct document document = {0};
        comparison_rows_of(&rows, compared, at_once);
        comparison_summary_of(&summary, compared, at_once);
        code = request->format->is_for_people
                   ? comparison_sheet(&document, compared, &rows, &summary, &view, err)
                   : comparison_document_of_all(&document, &rows, &summary, &view, err);
        code = request_print(printer, &document, code);
        comparison_rows_release(&rows);
        free(summary.rows);
    }
    return code;
}

/* Compares the first file with each of the others, or two runs of one file. Returns the
 * gate_status of --fail-on-regression. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    struct comparisons all = {.request = request};
    struct input usual = request_input(request, 0, NULL, NULL);
    int code = check(request, err);
    if (code)
        return code;
    begin(&all, &usual);
    code = sides_read(&all.sides, err);
    if (code == 0)
        code = sides_compare(&all.sides, err);
    if (code == 0) {
        hold_gates(&all);
        code = print_comparisons(&all, printer, err);
    }
    if (code == 0)
        code = status_of(&all);
    for (size_t i = 0; i + 1 < all.sides.count; i++)
        gate_release(&all.gates[i]);
    free(all.gates);
    sides_release(&all.sides);
    return code;
}

const struct question question_comparison = {.option = "against",
                                             .answer = answer,
                                             .columns = &comparison_columns,
                                             .row = "comparisons, and the name of every parameter",
                                             .summary_columns = &comparison_summary_columns,
                                             .summary_row =
                                                 "each library of comparisons, with --summary"};
