/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/comparison_columns.h"

#include <stdio.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/columns/format_number.h"

/* --- how people see them --- */

static void verdict_text(const void *record, char *text, size_t size) {
    static const struct {
        const char *verdict, *shown;
    } words[] = {{"not_shown", FORMAT_NUMBER_HIDDEN},
                 {"not_tested", "not tested"},
                 {"one_process", "one process only"}};
    const struct comparison_row *row = record;
    const char *shown = row->verdict ? row->verdict : "";
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
    parameter_grid_write_number(number, value.centre);
    snprintf(text, size, "%s", number);
}

/* --- the columns --- */

#define PAIR(name, member, type, unit, about)                                                      \
    COLUMN(comparison_row, name, member, type, unit, NEED_TIMES, about)
#define WITHIN(low_, high_) INTERVAL(comparison_row, low_, high_)

/* clang-format off */
static const struct column of_pairs[] = {
    {PAIR("earlier_archive", earlier.archive, TEXT, "", "file the earlier run is in")},
    {PAIR("earlier_run", earlier.run, TEXT, "", "name of the earlier run, or the last of them")},
    {PAIR("later_archive", later.archive, TEXT, "", "file the later run is in")},
    {PAIR("later_run", later.run, TEXT, "", "name of the later run, or the last of them")},
    {PAIR("action", action, TEXT, "", "what was calculated"), ASKED("action", .align = "l", .once = 1)},
    {PAIR("type", type, TEXT, "", "precision: s or d"), ASKED("type", .align = "l", .once = 1)},
    {PAIR("size", size, INTEGER, "1", "problem size"), ASKED("size", .once = 1)},
    {PAIR("point", point, TEXT, "", "size, parameters and conditions, in words")},
    {PAIR("library", library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {PAIR("earlier", earlier.time.centre, REAL, "s", "earlier time of a call: geometric mean over the units"), USUAL("earlier ±", .number = number_time, WITHIN(earlier.time.low, earlier.time.high))},
    {PAIR("earlier_low", earlier.time.low, REAL, "s", "lower end of its interval"), ASKED("earlier low", .number = number_time)},
    {PAIR("earlier_high", earlier.time.high, REAL, "s", "upper end of its interval"), ASKED("earlier high", .number = number_time)},
    {PAIR("earlier_ratio", earlier.relative.centre, REAL, "1", "with --relative: earlier ratio to the reference"), USUAL("earlier", .number = number_ratio, WITHIN(earlier.relative.low, earlier.relative.high))},
    {PAIR("later", later.time.centre, REAL, "s", "later time of a call: geometric mean over the units"), USUAL("later ±", .number = number_time, WITHIN(later.time.low, later.time.high))},
    {PAIR("later_low", later.time.low, REAL, "s", "lower end of its interval"), ASKED("later low", .number = number_time)},
    {PAIR("later_high", later.time.high, REAL, "s", "upper end of its interval"), ASKED("later high", .number = number_time)},
    {PAIR("later_ratio", later.relative.centre, REAL, "1", "with --relative: later ratio to the reference"), USUAL("later", .number = number_ratio, WITHIN(later.relative.low, later.relative.high))},
    {PAIR("ratio", ratio, REAL, "1", "later over earlier; above 1 is slower"), USUAL("ratio", .number = number_ratio, .tone = verdict_tone, WITHIN(low, high))},
    {PAIR("ratio_low", low, REAL, "1", "lower end of the ratio's interval"), ASKED("ratio low", .number = number_ratio)},
    {PAIR("ratio_high", high, REAL, "1", "upper end of the ratio's interval"), ASKED("ratio high", .number = number_ratio)},
    {PAIR("mean_ratio", mean_ratio, REAL, "1", "later mean over earlier: slow samples count in full"), ASKED("ratio of means", .number = number_ratio, .tone = means_tone, WITHIN(mean_low, mean_high))},
    {PAIR("mean_ratio_low", mean_low, REAL, "1", "lower end of its interval"), ASKED("ratio of means low", .number = number_ratio)},
    {PAIR("mean_ratio_high", mean_high, REAL, "1", "upper end of its interval"), ASKED("ratio of means high", .number = number_ratio)},
    {PAIR("speedup", speedup, REAL, "1", "earlier over later: 1 / ratio"), ASKED("speedup", .number = number_ratio, WITHIN(speedup_low, speedup_high))},
    {PAIR("speedup_low", speedup_low, REAL, "1", "lower end of its interval"), ASKED("speedup low", .number = number_ratio)},
    {PAIR("speedup_high", speedup_high, REAL, "1", "upper end of its interval"), ASKED("speedup high", .number = number_ratio)},
    {PAIR("p", p, REAL, "1", "probability of such times where nothing changed"), ASKED("p", .number = number_p_value)},
    {PAIR("p_adjusted", p_adjusted, REAL, "1", "the same, corrected for the number of pairs"), ASKED("adjusted p", .number = number_p_value)},
    {PAIR("verdict", verdict, TEXT, "", "faster, slower, not_shown, one_process, or not_tested"), USUAL("verdict", SHOWN("l", verdict_text), .tone = verdict_tone)},
    {PAIR("p_regressed", p_regressed, REAL, "1", "with --fail-on-regression: p of a regression, corrected"), ASKED("p of regression", .number = number_p_value)},
    {PAIR("regressed", regressed, TEXT, "", "with --fail-on-regression: yes or no"), USUAL("", SHOWN("l", regressed_text), .tone = regressed_tone)},
    {PAIR("regressed_by", by, TEXT, "", "which ratio regressed: ratio, mean_ratio or both")},
    {PAIR("earlier_units", earlier.units, INTEGER, "1", "rounds, runs or samples the interval is over"), ASKED("earlier units", .align = "r")},
    {PAIR("later_units", later.units, INTEGER, "1", "the same of the later"), ASKED("later units", .align = "r")},
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
