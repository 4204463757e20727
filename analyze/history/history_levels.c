/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/history_levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/history/change_points.h"
#include "analyze/statistics/location.h"

/* --- columns --- */

static const char *state_word(int value) {
    static const char *const words[HISTORY_STATES] = {[HISTORY_CHANGED] = "changed",
                                                      [HISTORY_STEADY] = "steady",
                                                      [HISTORY_TOO_FEW_RUNS] = "too_few_runs",
                                                      [HISTORY_ONE_RUN] = "one_run"};
    return words[value];
}

static void show_state(const void *record, char *text, size_t size) {
    snprintf(text, size, "%s", state_word((int)((const struct history_level *)record)->state));
    for (char *c = text; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

/* Shows the date only, of a text such as "2025-06-01T12:00:03+02:00". */
static void show_since(const void *record, char *text, size_t size) {
    const char *since = ((const struct history_level *)record)->since;
    snprintf(text, size, "%.10s", since ? since : "");
}

static void show_until(const void *record, char *text, size_t size) {
    const char *until = ((const struct history_level *)record)->until;
    snprintf(text, size, "%.10s", until ? until : "");
}

static const char *known(const char *version) {
    return *version ? version : "not known";
}

static void show_version(const void *record, char *text, size_t size) {
    const struct history_level *level = record;
    *text = '\0';
    if (level->change && level->change->version_before)
        snprintf(text, size, "%s -> %s", known(level->change->version_before),
                 known(level->change->version_after));
    else if (level->version)
        snprintf(text, size, "%s", level->version);
}

static enum terminal_tone tone_of_ratio(const void *record) {
    const struct history_level *level = record;
    return level->ratio.estimate < 1   ? TERMINAL_GOOD
           : level->ratio.estimate > 1 ? TERMINAL_BAD
                                       : TERMINAL_PLAIN;
}

static void show_verdict(const void *record, char *text, size_t size) {
    const struct history_level *level = record;
    const struct quantity_words *words = quantity_words(level->quantity);
    snprintf(text, size, "%s",
             !level->verdict             ? ""
             : level->ratio.estimate < 1 ? words->less
                                         : words->more);
}

#define LEVEL(member, type, unit, about)                                                           \
    COLUMN(history_level, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column columns[] = {
    {LEVEL(archive, TEXT, "", "file its first run is in")},
    {LEVEL(host, TEXT, "", "machine")},
    {LEVEL(action, TEXT, "", "what was calculated")},
    {LEVEL(type, TEXT, "", "precision: s or d")},
    {LEVEL(library, TEXT, "", "library")},
    {LEVEL(point, TEXT, "", "size, parameters and conditions")},
    {LEVEL(state, WORD, "", "of the cell: changed, steady, too_few_runs or one_run"), .word = state_word, ASKED("state", .show = show_state)},
    {LEVEL(runs, COUNT, "1", "runs of the cell")},
    {LEVEL(levels, COUNT, "1", "levels of the cell: one more than changes")},
    {LEVEL(level, COUNT, "1", "which of them, from 1")},
    {LEVEL(level_runs, COUNT, "1", "runs on it"), ASKED("runs on it", .align = "r")},
    {LEVEL(seconds, REAL, column_measured, "time on it: trimmed geometric mean over its runs"), ASKED("time", .otherwise = "level", .number = number_amount)},
    {LEVEL(ratio, INTERVAL, "1", "seconds, or relative, over that on the level before; of rates the other way round"), ASKED("ratio", .number = number_ratio, .tone = tone_of_ratio)},
    SEEN_ENDS(history_level, "ratio", ratio, "1", 0, "the ratio's", "ratio", .number = number_ratio),
    {LEVEL(verdict, TEXT, "", "faster or slower than on the level before"), ASKED("verdict", .show = show_verdict, .tone = tone_of_ratio)},
    {LEVEL(p, REAL, "1", "probability of an alarm as clear, at any time, where nothing changed"), ASKED("p", .number = number_p_value)},
    {LEVEL(since, TEXT, "", "start of its first run"), ASKED("since", .show = show_since)},
    {LEVEL(run, TEXT, "", "its first run"), ASKED("first run", .align = "l")},
    {LEVEL(until, TEXT, "", "start of its last run"), ASKED("until", .show = show_until)},
    {LEVEL(last_run, TEXT, "", "its last run"), ASKED("last run", .align = "l")},
    {LEVEL(version, TEXT, "", "version of the library in its first run"), ASKED("version", .show = show_version)},
    {LEVEL(run_before, TEXT, "", "last run of the level before"), ASKED("last run before", .align = "l")},
    {LEVEL(version_before, TEXT, "", "version of the library in that run"), ASKED("version before", .align = "l")},
    {LEVEL(differences, TEXT, "", "what else is recorded to have changed between changed_after and changed_by")},
    {LEVEL(changed_after, TEXT, "", "last run before the interval of runs in which the change is"), ASKED("changed after", .align = "l")},
    {LEVEL(changed_by, TEXT, "", "last run of that interval, whose level is the new one"), ASKED("by run", .align = "l")},
    {LEVEL(shown, TEXT, "", "run with which the change was first shown"), ASKED("shown by", .align = "l")},
    {LEVEL(reference, TEXT, "", "with --relative: library the ratios are taken to")},
    {LEVEL(relative, REAL, "1", "with --relative: ratio to the reference on it, a trimmed geometric mean"), ASKED("relative", .number = number_ratio)},
};
/* clang-format on */

const struct column_set history_columns = COLUMN_SET(columns, struct history_level);

/* --- levels --- */

enum history_state history_state_of(const struct history_cell *cell) {
    return cell->change_count             ? HISTORY_CHANGED
           : cell->count >= CHANGE_FEWEST ? HISTORY_STEADY
           : cell->count > 1              ? HISTORY_TOO_FEW_RUNS
                                          : HISTORY_ONE_RUN;
}

static const char *if_any(const char *text) {
    return *text ? text : NULL;
}

static char *join(const struct differences *differences) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    for (size_t i = 0; i < differences->count; i++)
        fprintf(file, "%s%s", i ? "; " : "", differences->items[i].text);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

static const char *run_name(const struct history *history, const struct history_cell *cell,
                            size_t point) {
    return history_run(history, cell->points[point].run).name;
}

static int describe_change(struct history_level *level, const struct history *history) {
    const struct history_change *change = level->change;
    const struct history_point *before = &level->cell->points[change->before];
    int is_of_rates = quantity_words(level->quantity)->is_rate && !level->reference;
    level->ratio = is_of_rates ? interval_reciprocal(change->ratio) : change->ratio;
    level->verdict = level->ratio.estimate < 1 ? "faster" : "slower";
    level->p = change->probability;
    level->run_before = if_any(history_run(history, before->run).name);
    level->version_before = if_any(history_version(history, before->circumstance));
    level->changed_after = if_any(run_name(history, level->cell, change->earliest));
    level->changed_by = if_any(run_name(history, level->cell, change->latest));
    level->shown = if_any(run_name(history, level->cell, change->shown));
    level->differences = change->differences.count ? join(&change->differences) : NULL;
    return !change->differences.count || level->differences;
}

static size_t begin_of(const struct history_cell *cell, size_t level) {
    return level == 0                    ? 0
           : level <= cell->change_count ? cell->changes[level - 1].first
                                         : cell->count;
}

static int fill_level(struct history_level *level, const struct history *history,
                      const struct history_cell *cell, enum quantity quantity, size_t number) {
    size_t first = begin_of(cell, number), end = begin_of(cell, number + 1);
    *level = (struct history_level){.host = if_any(cell->host),
                                    .action = if_any(cell->action),
                                    .type = if_any(cell->type),
                                    .library = if_any(cell->library),
                                    .point = if_any(cell->point),
                                    .reference = if_any(cell->reference),
                                    .seconds = NAN,
                                    .relative = NAN,
                                    .quantity = quantity,
                                    .state = history_state_of(cell),
                                    .runs = cell->count,
                                    .levels = cell->change_count + 1,
                                    .level = number + 1,
                                    .ratio = INTERVAL_UNKNOWN,
                                    .p = NAN,
                                    .cell = cell,
                                    .change = number ? &cell->changes[number - 1] : NULL};

    size_t last = end - 1;
    const struct history_point *points = level->cell->points;
    struct history_run begin = history_run(history, points[first].run);
    struct history_run runs_end = history_run(history, points[last].run);
    level->archive = if_any(begin.archive);
    level->run = if_any(begin.name);
    level->since = if_any(begin.started);
    level->last_run = if_any(runs_end.name);
    level->until = if_any(runs_end.started);
    level->version = if_any(history_version(history, points[first].circumstance));

    double *values = calloc(end - first + 1, sizeof *values);
    for (size_t i = first; values && i < end; i++)
        values[i - first] = log(level->cell->points[i].mean);
    level->level_runs = end - first;
    double *value = history_values(history) == HISTORY_RATIOS ? &level->relative : &level->seconds;
    *value = values ? exp(location_trimmed(values, end - first, CHANGE_TRIM).mean) : NAN;
    free(values);
    return (values != NULL) && (!level->change || describe_change(level, history));
}

static int is_wanted(enum history_part part, const struct history_cell *cell, size_t level) {
    return part == HISTORY_ALL || (part == HISTORY_CHANGES ? level > 0 : !cell->change_count);
}

static size_t most_levels(const struct history_cells *cells) {
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i++)
        count += cells->items[i].change_count + 1;
    return count;
}

int history_levels_of(struct history_levels *levels, const struct history *history,
                      const struct history_cells *cells, enum history_part part, struct err *err) {
    *levels = (struct history_levels){calloc(most_levels(cells) + 1, sizeof *levels->items), 0};
    int ok = levels->items != NULL;
    for (size_t i = 0; ok && i < cells->count; i++)
        for (size_t l = 0; ok && l <= cells->items[i].change_count; l++)
            if (is_wanted(part, &cells->items[i], l))
                ok = fill_level(&levels->items[levels->count++], history, &cells->items[i],
                                cells->quantity, l);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory for the history");
}

void history_levels_release(struct history_levels *levels) {
    for (size_t i = 0; i < levels->count; i++)
        free(levels->items[i].differences);
    free(levels->items);
    *levels = (struct history_levels){0};
}
