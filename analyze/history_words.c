/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history_words.h"

#include <math.h>

#include "analyze/change_scan.h"

enum { DATE = 10 }; /* characters of "2025-06-01" */

static struct history_run run_of(const struct history *history, const struct history_cell *cell,
                                 size_t point) {
    return history_run(history, cell->points[point].run);
}

static void write_span(const struct history *history, const struct history_cell *cell, FILE *file) {
    struct history_run first = run_of(history, cell, 0);
    struct history_run last = run_of(history, cell, cell->count - 1);
    if (*first.started && *last.started)
        fprintf(file, ", %.*s to %.*s", DATE, first.started, DATE, last.started);
}

void history_words_write(const struct history *history, const struct history_cell *cell,
                         FILE *file) {
    if (cell->count == 1) {
        fprintf(file, "one run: no history");
        return;
    }
    if (cell->count < 2 * CHANGE_LEAST) {
        fprintf(file, "%zu runs: too few to show a change", cell->count);
        return;
    }
    if (cell->change_count == 0)
        fprintf(file, "steady over %zu runs", cell->count);
    else
        fprintf(file, "%zu change%s in %zu runs", cell->change_count,
                cell->change_count == 1 ? "" : "s", cell->count);
    write_span(history, cell, file);
}

/* Of RATIO 1.2, "20 %"; SIGN is -1 where less is said as more. */
static void write_part(FILE *file, double ratio, double sign) {
    fprintf(file, "%.2g %%", 100 * sign * (ratio - 1));
}

static void write_run(const struct history_run *run, FILE *file) {
    fputs(run->name, file);
    if (*run->started)
        fprintf(file, " of %.*s", DATE, run->started);
}

void history_words_write_change(const struct history *history, const struct history_cell *cell,
                                const struct history_change *change, FILE *file) {
    struct history_run before = run_of(history, cell, change->before);
    struct history_run first = run_of(history, cell, change->first);
    double sign = change->ratio > 1 ? 1 : -1;
    write_part(file, change->ratio, sign);
    fputs(sign > 0 ? " slower" : " faster", file);
    if (isfinite(change->low) && isfinite(change->high)) {
        fputs(" (", file);
        write_part(file, sign > 0 ? change->low : change->high, sign);
        fputs(" to ", file);
        write_part(file, sign > 0 ? change->high : change->low, sign);
        fputs(")", file);
    }
    fputs(" from ", file);
    write_run(&first, file);
    fputs(" on; after ", file);
    write_run(&before, file);
    if (change->version_before)
        fprintf(file, "; %s -> %s", *change->version_before ? change->version_before : "not known",
                *change->version_after ? change->version_after : "not known");
    for (size_t i = 0; i < change->differences.count; i++)
        fprintf(file, "; %s", change->differences.items[i].text);
}
