/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/comparison_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/columns/format_number.h"
#include "analyze/comparison/gate.h"
#include "analyze/columns/records.h"
#include "formats/text/percent.h"
#include "formats/text/xalloc.h"

/* --- all columns --- */

static size_t find_name(const struct comparison_rows *rows, const char *parameter) {
    size_t i = 0;
    while (i < rows->name_count && strcmp(rows->names[i], parameter) != 0)
        i++;
    return i;
}

static struct column *find_column(struct comparison_rows *rows, const char *name) {
    return (struct column *)column_find(&rows->set, name);
}

static void add_column(struct comparison_rows *rows, const struct column *column) {
    struct column *all = xreallocarray(rows->columns, rows->set.count + 1, sizeof *all);
    rows->columns = all;
    rows->set.columns = all;
    all[rows->set.count++] = *column;
}

static void add_names(struct comparison_rows *rows, const struct table *table) {
    for (size_t s = 0; s < table->section_count; s++) {
        const struct parameter_grid *space = table->sections[s].space;
        for (size_t i = 1; i < space->axis_count; i++)
            if (find_name(rows, space->axes[i].name) == rows->name_count) {
                size_t count = rows->name_count++;
                rows->names = xreallocarray(rows->names, count + 1, sizeof *rows->names);
                rows->names[count] = xstrdup(space->axes[i].name);
                rows->column_names =
                    xreallocarray(rows->column_names, count + 1, sizeof *rows->column_names);
                rows->column_names[count] = NULL;
            }
    }
}

static void add_columns(struct comparison_rows *rows) {
    for (size_t c = 0; c < comparison_columns.count; c++) {
        const struct column *column = &comparison_columns.columns[c];
        add_column(rows, column);
        if (strcmp(column->name, "size") == 0) {
            /* The name may clash with any column, including those still to be added. */
            for (size_t i = 0; i < rows->name_count; i++) {
                const struct column_set known = rows->set;
                const struct column_set *set =
                    column_find(&comparison_columns, rows->names[i]) ? &comparison_columns : &known;
                char *name = rows->column_names[i] = column_free_name(set, rows->names[i]);
                const struct column parameters_column = comparison_parameter(name, i);
                add_column(rows, &parameters_column);
            }
        }
    }
}

/* --- usual columns --- */

static int differ(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") != 0;
}

/* Makes usual the columns that distinguish the rows of TABLE from each other and from those of
 * section FRONT. */
static void fit_table(struct comparison_rows *rows, const struct table *table,
                      const struct section *front) {
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        const struct parameter_grid *space = section->space;
        find_column(rows, "action")->is_usual |= differ(section->action, front->action);
        find_column(rows, "type")->is_usual |= differ(section->type, front->type);
        find_column(rows, "size")->is_usual |= space->has_size;
        if (parameter_grid_size_name(space))
            find_column(rows, "size")->heading = space->axes[0].name;
        for (size_t i = 1; i < space->axis_count; i++) {
            size_t at = find_name(rows, space->axes[i].name);
            find_column(rows, rows->column_names[at])->is_usual |= space->axes[i].varies;
        }
    }
}

/* --- the rows --- */

/* Fills in a side of a pair: times or, if ratios are compared, ratios. */
static void fill_side(struct comparison_side *side, const struct compare_pair *pair,
                      enum compare_set set, const struct compared_options *options,
                      enum quantity quantity) {
    const struct welch_side *from = &pair->sides[set];
    struct interval interval = interval_at_least(
        welch_side_interval(from, options->asked.confidence), pair->resolutions[set]);
    struct interval *to = options->is_relative ? &side->relative : &side->time;
    *to = interval_exp(interval);
    if (!options->is_relative && quantity_words(quantity)->is_rate) /* these are of costs */
        *to = interval_reciprocal(*to);
    side->units = (int64_t)from->units;
}

static struct comparison_side side_of(const struct row *row) {
    struct comparison_side side = {.time = INTERVAL_UNKNOWN, .relative = INTERVAL_UNKNOWN};
    if (row) {
        side.archive = row->archive;
        side.run = row->run;
        side.status = cell_status_name((int)row->status);
    }
    return side;
}

static const char *known(const char *text) {
    return text && *text ? text : NULL;
}

/* Fills in what both kinds of rows have; the later row, if any, gives action, size and parameters.
 */
static struct comparison_row *begin_row(struct comparison_rows *rows,
                                        const struct row *const of[COMPARE_SETS],
                                        const char *point) {
    void *place = (char *)rows->items + rows->count++ * rows->set.record_size;
    struct comparison_row *to = place;
    const struct row *row = of[COMPARE_LATER] ? of[COMPARE_LATER] : of[COMPARE_EARLIER];
    *to = (struct comparison_row){.action = row->action,
                                  .type = row->type,
                                  .library = row->library,
                                  .point = known(point),
                                  .quantity = row->quantity,
                                  .size = row->size,
                                  .earlier = side_of(of[COMPARE_EARLIER]),
                                  .later = side_of(of[COMPARE_LATER]),
                                  .ratio = INTERVAL_UNKNOWN,
                                  .mean_ratio = INTERVAL_UNKNOWN,
                                  .speedup = INTERVAL_UNKNOWN,
                                  .p = NAN,
                                  .p_adjusted = NAN,
                                  .p_regressed = NAN,
                                  .se = NAN,
                                  .degrees = NAN,
                                  .between = NAN};
    to->size_word = parameter_grid_spelling(&row->space->axes[0], (double)row->size);
    for (size_t i = 0; i < rows->name_count; i++) {
        const struct parameter_grid_axis *axis = parameter_grid_find(row->space, rows->names[i]);
        to->parameters[i] = axis ? axis->values[row->point] : NAN;
    }
    return to;
}

static const char *verdict_of_pair(const struct compare_pair *pair) {
    if (isnan(pair->p_adjusted))
        return "not_tested";
    return pair->side < 0   ? "faster"
           : pair->side > 0 ? "slower"
           : pair->is_inconclusive
               ? "inconclusive"
               : verdict_name(pair->is_alone ? VERDICT_ONE_PROCESS : VERDICT_NOT_SHOWN);
}

/* What its runs differ by, and where that is known from. */
static void fill_between(struct comparison_row *row, const struct compare_pair *pair,
                         const struct between_runs *between) {
    int is_by_runs = between->source == BETWEEN_RUNS;
    row->se = pair->typical.error.all.se;
    row->degrees = pair->typical.error.all.degrees;
    row->between = pair->typical.error.run_sd;
    row->between_from = known(between_source_name(between->source));
    row->earlier_runs = (int64_t)pair->runs[COMPARE_EARLIER];
    row->later_runs = (int64_t)pair->runs[COMPARE_LATER];
    row->other_runs = is_by_runs ? (int64_t)between->others : 0;
}

static const char *regressed_by(const struct compare_pair *pair) {
    return !pair->regressed           ? NULL
           : !pair->means.regressed   ? "ratio"
           : !pair->typical.regressed ? "mean_ratio"
                                      : "both";
}

static void add_comparison(struct comparison_rows *rows, const struct compared *compared) {
    const struct comparison *found = &compared->found;
    for (size_t i = 0; i < found->pair_count; i++) {
        const struct compare_pair *pair = &found->pairs[i];
        const struct compared_options *options = compared->options;
        struct comparison_row *row = begin_row(rows, pair->rows, pair->point);
        fill_side(&row->earlier, pair, COMPARE_EARLIER, options, row->quantity);
        fill_side(&row->later, pair, COMPARE_LATER, options, row->quantity);
        row->ratio = pair->typical.ratio;
        row->mean_ratio = pair->means.ratio;
        row->speedup = interval_reciprocal(row->ratio);
        row->means_disagree = compare_means_disagree(pair);
        find_column(rows, "mean_ratio")->is_usual |= row->means_disagree;
        row->p = pair->p;
        row->p_adjusted = pair->p_adjusted;
        row->verdict = verdict_of_pair(pair);
        fill_between(row, pair, &found->between[pair->between]);
        row->reference = options->is_relative ? pair->rows[COMPARE_LATER]->reference : NULL;
        if (options->has_margin) {
            row->p_regressed =
                fmin(pair->typical.p_regressed_adjusted, pair->means.p_regressed_adjusted);
            row->regressed = gate_outcome_name(gate_of_pair(pair, options->asked.margin));
            row->by = regressed_by(pair);
        }
    }
    for (size_t i = 0; i < found->alone_count; i++) {
        const struct compare_alone *alone = &found->alone[i];
        struct comparison_row *row = begin_row(rows, alone->rows, alone->point);
        row->in = alone->in == COMPARE_EARLIER ? "earlier" : "later";
        row->lacks = compare_lack_name(alone->lack);
    }
}

/* Says what is compared if that is not typical times. */
static void add_statistic(struct comparison_rows *rows, struct statistic statistic) {
    if (statistic.kind == STATISTIC_TYPICAL)
        return;
    statistic_name(statistic, rows->statistic);
    statistic_heading(statistic, "ratio", rows->heading);
    find_column(rows, "ratio")->heading = rows->heading;
    const struct column column =
        column_of_text(RECORDS_STATISTIC, rows->statistic, "what is compared");
    if (!find_column(rows, RECORDS_STATISTIC))
        add_column(rows, &column);
}

void comparison_rows_of(struct comparison_rows *rows, const struct compared *compared,
                        size_t count) {
    size_t most = 0;
    *rows = (struct comparison_rows){0};
    for (size_t i = 0; i < count; i++) {
        most += compared[i].found.pair_count + compared[i].found.alone_count;
        for (int set = 0; set < COMPARE_SETS; set++)
            add_names(rows, compared[i].tables[set]);
    }
    rows->set.record_size =
        offsetof(struct comparison_row, parameters) + rows->name_count * sizeof(double);
    rows->items = xcalloc(most, rows->set.record_size);
    add_columns(rows);
    if (count)
        add_statistic(rows, compared->options->statistic);
    for (size_t i = 0; i < count; i++) {
        const struct section *front = compared[i].tables[COMPARE_EARLIER]->sections;
        for (int set = 0; front && set < COMPARE_SETS; set++)
            fit_table(rows, compared[i].tables[set], front);
        add_comparison(rows, &compared[i]);
    }
}

void comparison_rows_release(struct comparison_rows *rows) {
    for (size_t i = 0; i < rows->name_count; i++) {
        free(rows->names[i]);
        free(rows->column_names[i]);
    }
    free(rows->names);
    free(rows->column_names);
    free(rows->columns);
    free(rows->items);
    *rows = (struct comparison_rows){0};
}

/* --- presentation for people --- */

static void verdict_text(const void *record, char *text, size_t size) {
    static const struct {
        const char *verdict, *shown;
    } words[] = {{"not_shown", FORMAT_NUMBER_HIDDEN},
                 {"not_tested", "not tested"},
                 {"one_process", "one process only"}};
    const struct comparison_row *row = record;
    const struct quantity_words *of = quantity_words(row->quantity);
    const char *shown = row->verdict ? row->verdict : "";
    if (strcmp(shown, "faster") == 0)
        shown = of->less;
    if (strcmp(shown, "slower") == 0)
        shown = of->more;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(shown, words[i].verdict) == 0)
            shown = words[i].shown;
    snprintf(text, size, "%s", shown);
}

static enum terminal_tone verdict_tone(const void *record) {
    const char *verdict = ((const struct comparison_row *)record)->verdict;
    if (!verdict)
        return TERMINAL_PLAIN;
    return strcmp(verdict, "faster") == 0   ? TERMINAL_GOOD
           : strcmp(verdict, "slower") == 0 ? TERMINAL_BAD
                                            : TERMINAL_PLAIN;
}

static void number_deviation(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    if (isfinite(value.estimate))
        snprintf(text, size, "%s", percent_of(value.estimate).text);
}

static int has_regressed(const struct comparison_row *row) {
    return row->regressed && strcmp(row->regressed, "yes") == 0;
}

static void regressed_text(const void *record, char *text, size_t size) {
    const struct comparison_row *row = record;
    int by_means = row->by && strcmp(row->by, "mean_ratio") == 0;
    snprintf(text, size, "%s",
             !has_regressed(row) ? ""
             : by_means          ? "regressed by means"
                                 : "regressed");
}

static enum terminal_tone regressed_tone(const void *record) {
    return has_regressed(record) ? TERMINAL_BAD : TERMINAL_PLAIN;
}

static enum terminal_tone means_tone(const void *record) {
    return ((const struct comparison_row *)record)->means_disagree ? TERMINAL_WARNING
                                                                   : TERMINAL_PLAIN;
}

static void number_parameter(struct interval value, const char *unit, char *text, size_t size) {
    char number[PARAMETER_GRID_NUMBER];
    (void)unit;
    parameter_grid_write_number(number, value.estimate);
    snprintf(text, size, "%s", number);
}

/* --- the columns --- */

#define PAIR(name, member, type, unit, about)                                                      \
    COLUMN(comparison_row, name, member, type, unit, NEED_TIMES, about)

static void show_size(const void *record, char *text, size_t size) {
    const struct comparison_row *row = record;
    if (row->size_word)
        snprintf(text, size, "%s", row->size_word);
    else
        snprintf(text, size, "%lld", (long long)row->size);
}

/* clang-format off */
static const struct column of_pairs[] = {
    {PAIR("earlier_archive", earlier.archive, TEXT, "", "file the earlier run is in")},
    {PAIR("earlier_run", earlier.run, TEXT, "", "name of the earlier run, or the last of them")},
    {PAIR("later_archive", later.archive, TEXT, "", "file the later run is in")},
    {PAIR("later_run", later.run, TEXT, "", "name of the later run, or the last of them")},
    {PAIR("action", action, TEXT, "", "what was calculated"), ASKED("action", .align = "l", .once = 1)},
    {PAIR("type", type, TEXT, "", "precision: s or d"), ASKED("type", .align = "l", .once = 1)},
    {PAIR("size", size, INTEGER, "1", "problem size"), ASKED("size", .once = 1, SHOWN("r", show_size))},
    {PAIR("point", point, TEXT, "", "size, parameters and conditions, in words")},
    {PAIR("library", library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {PAIR("earlier", earlier.time, INTERVAL, column_measured, "earlier time of a call: geometric mean over the units"), USUAL("earlier ±", .number = number_amount)},
    SEEN_ENDS(comparison_row, "earlier", earlier.time, column_measured, NEED_TIMES, "its", "earlier", .number = number_amount),
    {PAIR("earlier_ratio", earlier.relative, INTERVAL, "1", "with --relative: earlier ratio to the reference"), USUAL("earlier", .number = number_ratio)},
    {PAIR("later", later.time, INTERVAL, column_measured, "later time of a call: geometric mean over the units"), USUAL("later ±", .number = number_amount)},
    SEEN_ENDS(comparison_row, "later", later.time, column_measured, NEED_TIMES, "its", "later", .number = number_amount),
    {PAIR("later_ratio", later.relative, INTERVAL, "1", "with --relative: later ratio to the reference"), USUAL("later", .number = number_ratio)},
    {PAIR("ratio", ratio, INTERVAL, "1", "later over earlier; above 1 is slower, or with --measure more"), USUAL("ratio", .number = number_ratio, .tone = verdict_tone)},
    SEEN_ENDS(comparison_row, "ratio", ratio, "1", NEED_TIMES, "the ratio's", "ratio", .number = number_ratio),
    {PAIR("mean_ratio", mean_ratio, INTERVAL, "1", "later mean over earlier: slow samples count in full"), ASKED("ratio of means", .number = number_ratio, .tone = means_tone)},
    SEEN_ENDS(comparison_row, "mean_ratio", mean_ratio, "1", NEED_TIMES, "its", "ratio of means", .number = number_ratio),
    {PAIR("speedup", speedup, INTERVAL, "1", "earlier over later: 1 / ratio"), ASKED("speedup", .otherwise = "1 / ratio", .number = number_ratio)},
    {PAIR("speedup_low", speedup.low, REAL, "1", "lower end of its interval"), ASKED("speedup low", .otherwise = "1 / ratio low", .number = number_ratio)},
    {PAIR("speedup_high", speedup.high, REAL, "1", "upper end of its interval"), ASKED("speedup high", .otherwise = "1 / ratio high", .number = number_ratio)},
    {PAIR("p", p, REAL, "1", "probability of such samples where nothing changed"), ASKED("p", .number = number_p_value)},
    {PAIR("p_adjusted", p_adjusted, REAL, "1", "the same, corrected for the number of pairs"), ASKED("adjusted p", .number = number_p_value)},
    {PAIR("verdict", verdict, TEXT, "", "faster (less, of another measure), slower (more), not_shown, inconclusive, one_process, or not_tested"), USUAL("verdict", SHOWN("l", verdict_text), .tone = verdict_tone)},
    {PAIR("p_regressed", p_regressed, REAL, "1", "with --fail-on-regression: p of a regression, corrected"), ASKED("p of regression", .number = number_p_value)},
    {PAIR("regressed", regressed, TEXT, "", "with --fail-on-regression: yes, no, or inconclusive"), USUAL("", SHOWN("l", regressed_text), .tone = regressed_tone)},
    {PAIR("regressed_by", by, TEXT, "", "which ratio regressed: ratio, mean_ratio or both")},
    {PAIR("earlier_units", earlier.units, INTEGER, "1", "rounds, runs or samples the interval is over"), ASKED("earlier units", .align = "r")},
    {PAIR("later_units", later.units, INTEGER, "1", "the same of the later"), ASKED("later units", .align = "r")},
    {PAIR("log_ratio_se", se, REAL, "1", "standard error of ln ratio, with what runs differ by")},
    {PAIR("log_ratio_degrees", degrees, REAL, "1", "its degrees of freedom")},
    {PAIR("between_runs", between, REAL, "1", "what runs differ by: standard deviation of ln of a run's time, without its rounds"), ASKED("between runs", .number = number_deviation)},
    {PAIR("between_runs_from", between_from, TEXT, "", "where that is known from: runs, control, reference, rounds, assumed or given"), ASKED("from", .align = "l")},
    {PAIR("earlier_runs", earlier_runs, INTEGER, "1", "number of earlier runs compared"), ASKED("earlier runs", .align = "r")},
    {PAIR("later_runs", later_runs, INTEGER, "1", "the same of the later")},
    {PAIR("other_runs", other_runs, INTEGER, "1", "older runs that also tell what runs differ by")},
    {PAIR("reference", reference, TEXT, "", "with --relative: library the ratios are taken to")},
    {PAIR("in", in, TEXT, "", "of a cell without a partner: earlier or later")},
    {PAIR("lacks", lacks, TEXT, "", "what the other lacks: action, library, size, parameters, times")},
    {PAIR("earlier_status", earlier.status, TEXT, "", "ok, or what went wrong")},
    {PAIR("later_status", later.status, TEXT, "", "the same of the later")},
};
/* clang-format on */

const struct column_set comparison_columns = COLUMN_SET(of_pairs, struct comparison_row);

struct column comparison_parameter(const char *name, size_t number) {
    return (struct column){.name = name,
                           .type = COLUMN_REAL,
                           .offset = offsetof(struct comparison_row, parameters) +
                                     number * sizeof(double),
                           .unit = "",
                           .about = "a parameter",
                           .align = "r",
                           .number = number_parameter,
                           .once = 1};
}
