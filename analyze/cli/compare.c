/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/cli/output.h"
#include "analyze/documents/comparison_document.h"
#include "analyze/inference/multiplicity.h"
#include "formats/model/string_pool.h"

/* One side of a comparison: the runs of one file, or of several together. */
struct side {
    const char *const *files;
    size_t file_count;
    const char *runs; /* NULL: the latest */
    char *name;       /* for people */
    struct table table;
};

/* The first side is compared with each of the others. */
struct sides {
    const struct request *request;
    size_t count;
    struct side *items;
    struct table others; /* older runs of the same files */
    struct compared_options options;
    struct compared *compared; /* [count - 1] */
    struct gate *gates;        /* the same */
};

/* --- reading --- */

/* "a.h5", "a.h5, b.h5" or "a.h5, b.h5 .. z.h5 (7 files)"; NULL if memory runs out. */
static char *name_of(const char *const *files, size_t count) {
    char *name = NULL;
    int length = count == 1   ? asprintf(&name, "%s", files[0])
                 : count == 2 ? asprintf(&name, "%s, %s", files[0], files[1])
                 : count == 3 ? asprintf(&name, "%s, %s, %s", files[0], files[1], files[2])
                              : asprintf(&name, "%s, %s .. %s (%zu files)", files[0], files[1],
                                         files[count - 1], count);
    return length < 0 ? NULL : name;
}

static struct input input_of(const struct sides *sides, struct table *table) {
    int is_relative = sides->request->is_relative;
    unsigned needs = NEED_TIMES | (is_relative ? NEED_RATIO | NEED_NOISE : 0);
    if (sides->request->format->is_for_people && table != &sides->others)
        needs |= NEED_WARNINGS;
    struct input input = request_input(sides->request, needs, request_keep, table);
    input.table.with_provenance = 1;
    return input;
}

static int read_side(const struct sides *sides, struct side *side, struct err *err) {
    int code = 0;
    side->name = name_of(side->files, side->file_count);
    if (!side->name)
        return err_set(err, ERR_FAILED, "no memory for the names of files");
    for (size_t i = 0; code == 0 && i < side->file_count; i++) {
        struct input input = input_of(sides, &side->table);
        input.runs = side->runs;
        code = request_read_file(&input, side->files[i], input_read, err);
    }
    return code;
}

enum { OLDER_RUNS = 40 }; /* of any action, to look for older ones in */

/* Returns the number of the last run of FILE on any side; 0 if its runs have no numbers. */
static unsigned long last_run(const struct sides *sides, const char *file) {
    unsigned long last = 0, number;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t s = 0; s < sides->items[i].table.section_count; s++) {
            const struct section *section = &sides->items[i].table.sections[s];
            if (strcmp(section->archive, file) == 0 && section->run &&
                sscanf(section->run, "run_%lu", &number) == 1 && number > last)
                last = number;
        }
    return last;
}

/* Reads the runs of FILE up to its last on any side. None is no error. */
static int read_older(struct sides *sides, const char *file, struct err *err) {
    unsigned long last = last_run(sides, file);
    char span[64] = "all";
    struct input_terms terms = sides->request->terms;
    struct input input = input_of(sides, &sides->others);
    if (last == 1)
        return 0;
    if (last > 1)
        snprintf(span, sizeof span, "%lu..%lu", last > OLDER_RUNS ? last - OLDER_RUNS : 1, last);
    terms.access.program = NULL; /* what it lacks has been told of the sides */
    input.terms = &terms;
    input.runs = span;
    int code = request_read_file(&input, file, input_read, err);
    return code == ERR_ABSENT ? 0 : code;
}

/* Each file once. */
static int read_all_older(struct sides *sides, struct err *err) {
    struct string_pool files = {0};
    int code = 0;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t f = 0; code == 0 && f < sides->items[i].file_count; f++) {
            const char *file = sides->items[i].files[f];
            uint32_t known = files.count, number = string_pool_number(&files, file);
            if (number == STRING_POOL_NONE)
                code = err_set(err, ERR_FAILED, "no memory for the names of files");
            else if (number == known)
                code = read_older(sides, file, err);
        }
    string_pool_release(&files);
    return code;
}

static int read_sides(struct sides *sides, struct err *err) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < sides->count; i++)
        code = read_side(sides, &sides->items[i], err);
    if (code == 0 && !sides->options.asked.has_drift)
        code = read_all_older(sides, err);
    for (size_t i = 1; code == 0 && i < sides->count; i++) {
        compared_adopt_types(&sides->items[0].table, &sides->items[i].table);
        compared_adopt_types(&sides->items[i].table, &sides->items[0].table);
    }
    if (code == 0)
        compared_adopt_types(&sides->others, &sides->items[0].table);
    return code;
}

/* --- comparing --- */

static int compare_sides(struct sides *sides, struct err *err) {
    int code = 0;
    for (size_t i = 1; code == 0 && i < sides->count; i++) {
        struct compared *compared = &sides->compared[i - 1];
        *compared = (struct compared){.files = {sides->items[0].name, sides->items[i].name},
                                      .tables = {&sides->items[0].table, &sides->items[i].table},
                                      .others = &sides->others,
                                      .options = &sides->options};
        code = compared_conclude(compared, err);
        if (code == 0 && sides->options.has_margin &&
            !gate_of_comparison(&sides->gates[i - 1], compared))
            code = err_set(err, ERR_FAILED, "no memory for %s", sides->items[i].name);
    }
    return code;
}

/* Returns the worst of all gates as an exit status. */
static int status_of(const struct sides *sides) {
    enum gate_outcome worst = GATE_WITHIN;
    for (size_t i = 0; sides->options.has_margin && i + 1 < sides->count; i++) {
        enum gate_outcome outcome = gate_end(&sides->gates[i], sides->request->policy);
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

/* What runs differ by if nothing tells it: times on a machine that does other things as well.
 * Counts do not drift. */
#define ASSUMED_DRIFT 0.02

static struct compared_options options_of(const struct request *request) {
    double confidence = request->table.confidence > 0 ? request->table.confidence : 0.95;
    int has_margin = !isnan(request->regression);
    int has_drift = !isnan(request->drift);
    double assumed = quantity_words(request->table.quantity)->unit[0] == 's' ? ASSUMED_DRIFT : 0;
    return (struct compared_options){.asked = {.confidence = confidence,
                                               .level = 1 - confidence,
                                               .least = request->table.min_effect,
                                               .least_alone = request->table.has_min_effect
                                                                  ? request->table.min_effect
                                                                  : VERDICT_ALONE,
                                               .drift = has_drift ? request->drift : assumed,
                                               .has_drift = has_drift,
                                               .margin = has_margin ? request->regression : 0,
                                               .adjust = multiplicity_holm},
                                     .quantity = request->table.quantity,
                                     .statistic = request->table.statistic,
                                     .is_relative = request->is_relative,
                                     .has_margin = has_margin};
}

static void end(struct sides *sides) {
    for (size_t i = 0; sides->compared && i < sides->count; i++)
        compared_release(&sides->compared[i]);
    for (size_t i = 0; sides->items && i < sides->count; i++) {
        table_release(&sides->items[i].table);
        free(sides->items[i].name);
    }
    table_release(&sides->others);
    free(sides->gates);
    free(sides->compared);
    free(sides->items);
}

/* Returns 0 if memory runs out. */
static int begin(struct sides *sides, const struct request *request) {
    int is_one_file = request->against && !request->against_count;
    const char *const *files = (const char *const *)request->files;
    *sides = (struct sides){
        .request = request,
        .count = request->against || request->against_count ? 2 : request->file_count,
        .options = options_of(request)};
    sides->items = calloc(sides->count, sizeof *sides->items);
    sides->compared = calloc(sides->count, sizeof *sides->compared);
    sides->gates = calloc(sides->count, sizeof *sides->gates);
    if (!sides->items || !sides->compared || !sides->gates)
        return 0;
    for (size_t i = 0; i < sides->count; i++)
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
    return 1;
}

/* Each document holds AT_ONCE comparisons; for people, one. */
static int print_comparisons(const struct sides *sides, struct printer *printer, struct err *err) {
    const struct request *request = sides->request;
    size_t count = sides->count - 1, at_once = request->format->is_for_people ? 1 : count;
    int code = 0;
    for (size_t i = 0; code == 0 && i < count; i += at_once) {
        const struct compared *compared = &sides->compared[i];
        const struct comparison_view view = {
            request->section.verbose, &request->view, request->section.summary_only,
            sides->options.has_margin ? &sides->gates[i] : NULL, request->policy};
        struct comparison_rows rows;
        struct comparison_summary summary;
        struct document document = {0};
        code = comparison_rows_of(&rows, compared, at_once, err);
        if (!comparison_summary_of(&summary, compared, at_once) && code == 0)
            code = err_set(err, ERR_FAILED, "no memory for the means of a comparison");
        if (code == 0)
            code = request->format->is_for_people
                       ? comparison_sheet(&document, compared, &rows, &summary, &view, err)
                       : comparison_document_of_all(&document, &rows, &summary, &view, err);
        code = request_print(printer, &document, code, err);
        comparison_rows_release(&rows);
        free(summary.rows);
    }
    return code;
}

int command_compare(const struct request *request, struct printer *printer, struct err *err) {
    struct sides sides;
    int code = check(request, err);
    if (code)
        return code;
    if (!begin(&sides, request))
        code = err_set(err, ERR_FAILED, "no memory for %zu files", sides.count);
    if (code == 0)
        code = read_sides(&sides, err);
    if (code == 0)
        code = compare_sides(&sides, err);
    if (code == 0)
        code = print_comparisons(&sides, printer, err);
    if (code == 0)
        code = status_of(&sides);
    end(&sides);
    return code;
}
