/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/history_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/history/change_points.h"
#include "formats/model/string_pool.h"
#include "formats/text/date.h"
#include "formats/text/xalloc.h"

enum { DATE = 10 }; /* characters of "2025-06-01" */

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* --- columns --- */

static const char *const of_changes[] = {"library", "point",         "ratio",      "since",
                                         "run",     "changed_after", "changed_by", "shown"};
static const char *const of_others[] = {"library", "point",    "state", "runs",
                                        "seconds", "relative", "since", "until"};
/* The columns that distinguish histories, if there are several. */
static const struct {
    const char *name;
    size_t offset;
} of_both[] = {{"host", offsetof(struct history_level, host)},
               {"action", offsetof(struct history_level, action)},
               {"type", offsetof(struct history_level, type)},
               {"reference", offsetof(struct history_level, reference)},
               {"archive", offsetof(struct history_level, archive)}};

enum {
    CHANGES = sizeof of_changes / sizeof *of_changes,
    OTHERS = sizeof of_others / sizeof *of_others,
    BOTH = sizeof of_both / sizeof *of_both
};

static const char *text_at(const struct history_level *level, size_t offset) {
    const char *text = *(const char *const *)((const char *)level + offset);
    return text ? text : "";
}

static int differs(const struct history_levels *levels, size_t offset, const char *from) {
    for (size_t i = 0; i < levels->count; i++)
        if (strcmp(text_at(&levels->items[i], offset), from) != 0)
            return 1;
    return 0;
}

static int varies(const struct history_report *report, size_t offset) {
    const struct history_levels *changes = &report->changes, *others = &report->others;
    const struct history_level *first = changes->count ? changes->items : others->items;
    const char *text = changes->count + others->count ? text_at(first, offset) : "";
    return differs(changes, offset, text) || differs(others, offset, text);
}

static void make_usual(struct column *columns, const char *name) {
    for (size_t c = 0; c < history_columns.count; c++)
        columns[c].is_usual |= strcmp(columns[c].name, name) == 0;
}

static int add_grid(struct document *document, const struct history_report *report,
                    const struct history_levels *levels, const char *const *usual, size_t count,
                    struct err *err) {
    struct column *columns =
        xmemdup(history_columns.columns, history_columns.count * sizeof *columns);
    for (size_t i = 0; i < count; i++)
        make_usual(columns, usual[i]);
    if (count > 0 && quantity_words(report->asked.quantity)->is_rate)
        make_usual(columns, "verdict"); /* a ratio below 1 says it to few */
    for (size_t i = 0; i < BOTH; i++)
        if (varies(report, of_both[i].offset))
            make_usual(columns, of_both[i].name);
    struct column_set set = {columns, history_columns.count, history_columns.record_size};
    int code = document_add_records(document, &set, levels->items, levels->count, report->view,
                                    count > 0, err);
    free(columns);
    return code;
}

/* --- title --- */

/* Collects the distinct, non-empty texts of all cells, which are few. */
static void add_distinct(struct string_pool *texts, const char *text) {
    if (*text)
        xstring_pool_number(texts, text);
}

static void write_distinct(const struct string_pool *texts, const char *noun, FILE *file) {
    if (texts->count == 1)
        fputs(string_pool_text(texts, 0), file);
    else
        fprintf(file, "%u %s", texts->count, noun);
}

static void write_places(const struct history *history, FILE *file) {
    struct string_pool hosts = {0}, archives = {0};
    for (size_t i = 0; i < history_run_count(history); i++) {
        struct history_run run = history_run(history, i);
        add_distinct(&hosts, run.host);
        add_distinct(&archives, run.archive);
    }
    if (archives.count) {
        fputs(DOCUMENT_SEPARATOR, file);
        write_distinct(&archives, "files", file);
    }
    if (hosts.count) {
        fputs(DOCUMENT_SEPARATOR, file);
        write_distinct(&hosts, "hosts, each with histories of its own", file);
    }
    string_pool_release(&hosts);
    string_pool_release(&archives);
}

/* Says what ratios are taken to, if that is one library for all. */
static void write_reference(const struct history_report *report, FILE *file) {
    const struct history_cells *cells = report->cells;
    if (history_values(report->history) != HISTORY_RATIOS)
        return;
    const char *reference = cells->count ? cells->items[0].reference : "";
    for (size_t i = 1; i < cells->count; i++)
        if (strcmp(cells->items[i].reference, reference) != 0)
            reference = "";
    fprintf(file, DOCUMENT_SEPARATOR "relative to %s", *reference ? reference : "a reference");
}

static void write_title(const void *context, FILE *file) {
    const struct history_report *report = context;
    size_t runs = history_run_count(report->history);

    const struct history_cells *cells = report->cells;
    struct string_pool actions = {0}, types = {0};
    for (size_t i = 0; i < cells->count; i++) {
        add_distinct(&actions, cells->items[i].action);
        add_distinct(&types, cells->items[i].type);
    }
    if (actions.count)
        write_distinct(&actions, "actions", file);
    if (types.count == 1)
        fprintf(file, " (%s)", string_pool_text(&types, 0));
    string_pool_release(&actions);
    string_pool_release(&types);

    fprintf(file, ": history of %zu run%s", runs, plural(runs));
    write_reference(report, file);
    if (report->asked.quantity != QUANTITY_SECONDS)
        fprintf(file, DOCUMENT_SEPARATOR "%s", quantity_words(report->asked.quantity)->one);

    const struct history *history = report->history;
    const char *first = NULL, *last = NULL;
    double begin = INFINITY, end = -INFINITY;
    for (size_t i = 0; i < history_run_count(history); i++) {
        const char *started = history_run(history, i).started;
        double seconds = date_read(started);
        first = seconds < begin ? started : first;
        last = seconds > end ? started : last;
        begin = seconds < begin ? seconds : begin;
        end = seconds > end ? seconds : end;
    }
    if (first)
        fprintf(file, DOCUMENT_SEPARATOR "%.*s", DATE, first);
    if (first && strncmp(first, last, DATE) != 0)
        fprintf(file, " to %.*s", DATE, last);

    write_places(report->history, file);
}

static void write_method(const void *context, FILE *file) {
    const struct history_report *report = context;
    const struct history_asked *asked = &report->asked;
    const char *one = quantity_words(asked->quantity)->one;
    const char *relative = history_values(report->history) == HISTORY_RATIOS ? "relative " : "";
    fprintf(file, "changed: shown at %.3g %%, however often one looks", 100 * asked->level);
    if (report->cells->tested)
        fprintf(file, ", corrected for %zu cell%s (Benjamini-Hochberg)", report->cells->tested,
                plural(report->cells->tested));
    fprintf(file, DOCUMENT_SEPARATOR "a step below %.2g %% has to last %d runs", 100 * ALARM_SPELL,
            ALARM_LASTING);
    if (asked->least > 0)
        fprintf(file, DOCUMENT_SEPARATOR "by %.3g %% or more", 100 * asked->least);
    int is_of_rates = quantity_words(asked->quantity)->is_rate && !*relative;
    fprintf(file, DOCUMENT_SEPARATOR "ratio: %s%s %s over %s%s %s", relative, one,
            is_of_rates ? "before" : "since then", relative, one,
            is_of_rates ? "since then" : "before");
    if (is_of_rates)
        fprintf(file, ", lower is %s", quantity_words(asked->quantity)->less);
    fprintf(file,
            DOCUMENT_SEPARATOR "[ ]: %.6g %% intervals" DOCUMENT_SEPARATOR
                               "steady: no change shown, which takes %d runs",
            100 * asked->confidence, CHANGE_FEWEST);
}

/* --- what else changed --- */

/* Changes of many cells between the same runs have the same reasons, which are listed only once. */
struct telling {
    struct string_pool told; /* the lines so far */
    size_t most, count;
    FILE *file;
};

/* Writes all that is recorded to have changed where the change may be. */
static void write_reasons(const struct history_level *level, FILE *file) {
    const struct history_change *change = level->change;
    fprintf(file, "between %s and %s", level->changed_after ? level->changed_after : "",
            level->changed_by ? level->changed_by : "");
    if (change->version_before)
        fprintf(file, DOCUMENT_SEPARATOR "%s: %s -> %s", level->library,
                *change->version_before ? change->version_before : "not known",
                *change->version_after ? change->version_after : "not known");
    for (size_t i = 0; i < change->differences.count; i++) {
        const struct difference *difference = &change->differences.items[i];
        fprintf(file, DOCUMENT_SEPARATOR "%s%s",
                difference->in->of == SURROUNDING_LIBRARY ? level->library : "",
                difference->in->of == SURROUNDING_LIBRARY ? ", " : "");
        fputs(difference->text, file);
    }
    if (!change->version_before && !change->differences.count)
        fputs(DOCUMENT_SEPARATOR "nothing that is recorded changed", file);
}

static void tell_reasons(struct telling *telling, const struct history_level *level) {
    char *line;
    size_t size;
    FILE *file = xopen_memstream(&line, &size);
    write_reasons(level, file);
    xclose_memstream(file);
    uint32_t known = telling->told.count;
    if (xstring_pool_number(&telling->told, line) == known && telling->count++ < telling->most)
        fprintf(telling->file, "%s%s", telling->count > 1 ? "\n" : "what else changed:\n", line);
    free(line);
}

static void write_differences(const void *context, FILE *file) {
    const struct history_report *report = context;
    struct telling telling = {{0}, report->verbose ? SIZE_MAX : 8, 0, file};
    for (size_t i = 0; i < report->changes.count; i++)
        tell_reasons(&telling, &report->changes.items[i]);
    if (telling.count > telling.most)
        fprintf(file, "\n%zu more such intervals of runs; --verbose tells all",
                telling.count - telling.most);
    string_pool_release(&telling.told);
}

/* --- what did not change --- */

struct tally {
    size_t cells[HISTORY_STATES], fewest, most; /* fewest and most runs of steady cells */
};

static void write_states(const void *context, FILE *file) {
    const struct history_report *report = context;
    const struct history_cells *cells = report->cells;
    struct tally tally = {{0}, SIZE_MAX, 0};
    for (size_t i = 0; i < cells->count; i++) {
        enum history_state state = history_state_of(&cells->items[i]);
        size_t runs = cells->items[i].count;
        tally.cells[state]++;
        if (state != HISTORY_STEADY)
            continue;
        tally.fewest = runs < tally.fewest ? runs : tally.fewest;
        tally.most = runs > tally.most ? runs : tally.most;
    }

    size_t few = tally.cells[HISTORY_TOO_FEW_RUNS], one = tally.cells[HISTORY_ONE_RUN];
    const char *separator = "";
    if (tally.cells[HISTORY_STEADY]) {
        size_t count = tally.cells[HISTORY_STEADY];
        fprintf(file, "%zu cell%s %s steady over ", count, plural(count),
                count == 1 ? "is" : "are");
        if (tally.fewest < tally.most)
            fprintf(file, "%zu to ", tally.fewest);
        fprintf(file, "%zu runs", tally.most);

        separator = DOCUMENT_SEPARATOR;
    }
    if (few) {
        fprintf(file, "%s%zu cell%s with too few runs to show a change", separator, few,
                plural(few));
        separator = DOCUMENT_SEPARATOR;
    }
    if (one)
        fprintf(file, "%s%zu cell%s with one run: no history", separator, one, plural(one));
    if (!report->verbose && report->cells->count > tally.cells[HISTORY_CHANGED])
        fputs(DOCUMENT_SEPARATOR "--verbose lists them", file);
}

/* --- the document --- */

int history_sheet(struct document *document, struct history_report *report, struct err *err) {
    int code =
        history_levels_of(&report->changes, report->history, report->cells, HISTORY_CHANGES, err);
    if (code == 0)
        code = history_levels_of(&report->others, report->history, report->cells, HISTORY_UNCHANGED,
                                 err);
    if (code)
        return code;

    document_write(document, DOCUMENT_TITLE, write_title, report);
    document_write(document, DOCUMENT_LINE, write_method, report);
    if (report->copies)
        document_add(document, DOCUMENT_LINE, "%zu run%s in several files, counted once",
                     report->copies, report->copies == 1 ? " is" : "s are");

    size_t zeros = history_zeros(report->history);
    if (zeros)
        document_add(document, DOCUMENT_WARNING,
                     "warning: left out: %zu mean%s of 0, which no ratio compares with others",
                     zeros, plural(zeros));

    const struct history_cells *cells = report->cells;
    if (!cells->count)
        document_add(document, DOCUMENT_CAPTION, "no cell was measured");
    else if (cells->changing)
        document_add(document, DOCUMENT_CAPTION, "%zu of %zu cells changed", cells->changing,
                     cells->count);
    else
        document_add(document, DOCUMENT_CAPTION, "none of %zu cells is shown to have changed",
                     cells->count);

    if (report->changes.count)
        code = add_grid(document, report, &report->changes, of_changes, CHANGES, err);
    document_write(document, DOCUMENT_CAPTION, write_differences, report);
    document_write(document, report->verbose ? DOCUMENT_CAPTION : DOCUMENT_NOTE, write_states,
                   report);
    if (code == 0 && report->verbose && report->others.count)
        code = add_grid(document, report, &report->others, of_others, OTHERS, err);
    return code;
}

int history_document_of_all(struct document *document, struct history_report *report,
                            struct err *err) {
    int code =
        history_levels_of(&report->changes, report->history, report->cells, HISTORY_ALL, err);
    return code ? code : add_grid(document, report, &report->changes, NULL, 0, err);
}

void history_report_release(struct history_report *report) {
    history_levels_release(&report->changes);
    history_levels_release(&report->others);
}
