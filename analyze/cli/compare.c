/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/commands.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/cli/output.h"
#include "analyze/documents/comparison_document.h"
#include "analyze/inference/multiplicity.h"

/* The sides of the comparison: the first is compared with each of the others. */
struct sides {
    const struct request *request;
    size_t count;
    const char **files;
    struct table *tables;
    struct compared_options options;
    struct compared *compared; /* [count - 1] */
};

/* --- comparing --- */

static int compare_sides(struct sides *sides, struct err *err) {
    int code = 0;
    for (size_t i = 1; code == 0 && i < sides->count; i++) {
        struct compared *compared = &sides->compared[i - 1];
        *compared = (struct compared){.files = {sides->files[0], sides->files[i]},
                                      .tables = {&sides->tables[0], &sides->tables[i]},
                                      .options = &sides->options};
        code = compared_conclude(compared, err);
        if (code == 0) {
            /* If nothing was tested nothing is known about the margin, so this must not count as
             * success. */
            if (!compared->options->has_margin || compared_from_zero(compared) ||
                compared->found.pair_count > compared_untested(compared))
                code = 0;
            else {
                const char *why = compared->found.pair_count ? "has the samples for a test against"
                                                             : "has a partner in";
                code = err_set(err, ERR_FAILED,
                               "no cell of %s %s %s, so that nothing can be said of regressions; "
                               "without --fail-on-regression it is told why",
                               compared->files[0], why, compared->files[1]);
            }
        }
    }
    return code;
}

/* A cell that was right and now is wrong or crashes has regressed, whatever the margin. So has a
 * count that was 0. */
static int have_regressed(const struct sides *sides) {
    size_t count = 0;
    for (size_t i = 1; i < sides->count; i++)
        count += sides->compared[i - 1].found.regressed + compared_lost(&sides->compared[i - 1]) +
                 compared_from_zero(&sides->compared[i - 1]);
    return sides->options.has_margin && count > 0;
}

/* --- the command --- */

static int check(const struct request *request, struct err *err) {
    if (request->against && request->file_count > 1)
        return err_set(err, ERR_USAGE,
                       "--against compares two runs of one file; several files are compared "
                       "without it");
    if (request->section.summary_only)
        return err_set(err, ERR_USAGE,
                       "there is no --summary of a comparison; with --each that of every file");
    return 0;
}

static struct compared_options options_of(const struct request *request) {
    double confidence = request->table.confidence > 0 ? request->table.confidence : 0.95;
    int has_margin = !isnan(request->regression);
    return (struct compared_options){.asked = {.confidence = confidence,
                                               .level = 1 - confidence,
                                               .least = request->table.min_effect,
                                               .least_alone = request->table.has_min_effect
                                                                  ? request->table.min_effect
                                                                  : VERDICT_ALONE,
                                               .margin = has_margin ? request->regression : 0,
                                               .adjust = multiplicity_holm},
                                     .quantity = request->table.quantity,
                                     .is_relative = request->is_relative,
                                     .has_margin = has_margin};
}

static void end(struct sides *sides) {
    for (size_t i = 0; sides->compared && i < sides->count; i++)
        compared_release(&sides->compared[i]);
    for (size_t i = 0; sides->tables && i < sides->count; i++)
        table_release(&sides->tables[i]);
    free(sides->compared);
    free(sides->tables);
    free(sides->files);
}

int command_compare(const struct request *request, struct printer *printer, struct err *err) {
    struct sides sides = {.request = request,
                          .count = request->against ? 2 : request->file_count,
                          .options = options_of(request)};
    int code = check(request, err);
    if (code)
        return code;
    sides.files = calloc(sides.count, sizeof *sides.files);
    sides.tables = calloc(sides.count, sizeof *sides.tables);
    sides.compared = calloc(sides.count, sizeof *sides.compared);
    int ok = sides.files && sides.tables && sides.compared;
    code = ok ? 0 : err_set(err, ERR_FAILED, "no memory for %zu files", sides.count);
    if (code == 0) {
        const struct request *sides_request = sides.request;
        for (size_t i = 0; code == 0 && i < sides.count; i++) {
            int is_against = sides_request->against && i == 0;
            sides.files[i] = sides_request->files[sides_request->against ? 0 : i];

            const char *runs = is_against ? sides_request->against : sides_request->runs;
            unsigned needs = NEED_TIMES | (sides_request->is_relative ? NEED_RATIO : 0);
            struct input input =
                request_input(sides_request, needs, request_keep, &sides.tables[i]);
            input.runs = runs;
            input.table.with_provenance = 1;
            code = request_read_file(&input, sides.files[i], input_read, err);
        }
    }
    for (size_t i = 1; i < sides.count; i++) {
        compared_adopt_types(&sides.tables[0], &sides.tables[i]);
        compared_adopt_types(&sides.tables[i], &sides.tables[0]);
    }
    if (code == 0)
        code = compare_sides(&sides, err);
    if (code == 0) {
        size_t count = sides.count - 1;
        size_t at_once = sides.request->format->is_for_people ? 1 : count;
        for (size_t i = 0; code == 0 && i < count; i += at_once) {
            /* Each document holds AT_ONCE comparisons; for people, one. */
            const struct compared *compared = &sides.compared[i];
            const struct request *all_request = sides.request;
            const struct comparison_view view = {all_request->section.verbose, &all_request->view};
            struct comparison_rows rows;
            struct document document = {0};
            code = comparison_rows_of(&rows, compared, at_once, err);
            if (code == 0)
                code = all_request->format->is_for_people
                           ? comparison_sheet(&document, compared, &rows, &view, err)
                           : comparison_document_of_all(&document, &rows, &view, err);
            code = request_print(printer, &document, code, err);
            comparison_rows_release(&rows);
        }
    }
    if (code == 0 && have_regressed(&sides))
        code = COMMAND_REGRESSED;
    end(&sides);
    return code;
}
