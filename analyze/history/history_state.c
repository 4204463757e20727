/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/history_state.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/history/change_points.h"
#include "analyze/inference/ratio.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/order.h"
#include "formats/model/ascending.h"
#include "formats/processes/machine.h"
#include "formats/processes/thread.h"

/* --- time order --- */

static int by_start(const void *one, const void *other, void *context) {
    const struct history *history = context;
    const struct history_entry *a = &history->runs[*(const size_t *)one];
    const struct history_entry *b = &history->runs[*(const size_t *)other];
    if (a->seconds != b->seconds)
        return a->seconds < b->seconds ? -1 : 1;
    return (*(const size_t *)one > *(const size_t *)other) -
           (*(const size_t *)one < *(const size_t *)other);
}

static int by_order(const void *one, const void *other, void *context) {
    const struct history *history = context;
    size_t a = history->runs[((const struct history_point *)one)->run].order;
    size_t b = history->runs[((const struct history_point *)other)->run].order;
    return (a > b) - (a < b);
}

/* Sorts only if needed: most runs are added in time order. */
static void sort_points(struct history *history, struct history_series *cell) {
    for (size_t i = 1; i < cell->count; i++)
        if (by_order(&cell->points[i - 1], &cell->points[i], history) > 0) {
            qsort_r(cell->points, cell->count, sizeof *cell->points, by_order, history);
            return;
        }
}

/* Returns 0 if memory runs out. */
static int sort_by_time(struct history *history) {
    size_t *runs = calloc(history->names.count + 1, sizeof *runs);
    if (!runs)
        return 0;
    for (size_t i = 0; i < history->names.count; i++)
        runs[i] = i;
    qsort_r(runs, history->names.count, sizeof *runs, by_start, history);
    for (size_t i = 0; i < history->names.count; i++)
        history->runs[runs[i]].order = i;
    for (size_t i = 0; i < history->keys.count; i++)
        sort_points(history, &history->cells[i]);
    free(runs);
    return 1;
}

/* --- one cell --- */

static double *logarithms(const struct history_cell *cell) {
    double *values = calloc(cell->count + 1, sizeof *values);
    for (size_t i = 0; values && i < cell->count; i++)
        values[i] = log(cell->points[i].mean);
    return values;
}

static int judge(const struct history *history, const struct history_series *from,
                 struct history_cell *cell) {
    *cell = (struct history_cell){.host = history_text(history, from->key[KEY_HOST]),
                                  .action = history_text(history, from->key[KEY_ACTION]),
                                  .type = history_text(history, from->key[KEY_TYPE]),
                                  .library = history_text(history, from->key[KEY_LIBRARY]),
                                  .point = history_text(history, from->key[KEY_POINT]),
                                  .reference = history_text(history, from->key[KEY_REFERENCE]),
                                  .points = from->points,
                                  .count = from->count,
                                  .log_resolution = from->resolutions / (double)from->count};
    double *values = logarithms(cell);
    cell->probability = values ? change_points_probability(values, cell->count) : NAN;
    free(values);
    return !isnan(cell->probability);
}

/* --- all cells, in parallel --- */

enum { MOST_WORKERS = 16 };

struct concluding {
    const struct history *history;
    struct history_cell *cells;
    atomic_size_t next;
    atomic_int has_failed;
};

static void *conclude_some(void *context) {
    struct concluding *concluding = context;
    for (size_t i; (i = atomic_fetch_add(&concluding->next, 1)) < concluding->history->keys.count;)
        if (!judge(concluding->history, &concluding->history->cells[i], &concluding->cells[i]))
            atomic_store(&concluding->has_failed, 1);
    return NULL;
}

/* Does without workers that cannot be started. */
static int judge_all(const struct history *history, struct history_cells *cells) {
    struct concluding concluding = {.history = history, .cells = cells->items};
    pthread_t workers[MOST_WORKERS];
    size_t cpus = machine_cpus(), count = 0;
    while (count < MOST_WORKERS && count + 1 < cpus && count + 1 < history->keys.count &&
           thread_begin(&workers[count], conclude_some, &concluding) == 0)
        count++;
    conclude_some(&concluding);
    for (size_t i = 0; i < count; i++)
        pthread_join(workers[i], NULL);
    cells->count = history->keys.count;
    return !atomic_load(&concluding.has_failed);
}

/* --- changed cells --- */

/* Returns the largest probability at which a cell is called changing; negative if no cell is, NaN
 * if memory runs out. */
static double level_of(struct history_cells *cells, double level) {
    double *sorted = calloc(cells->count + 1, sizeof *sorted), reached = -1;
    if (!sorted)
        return NAN;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->items[i].count >= CHANGE_FEWEST)
            sorted[cells->tested++] = cells->items[i].probability;
    qsort(sorted, cells->tested, sizeof *sorted, ascending_reals);
    for (size_t i = 0; i < cells->tested; i++) {
        double line = level * (double)(i + 1) / (double)cells->tested;
        if (sorted[i] <= line)
            reached = line;
    }
    free(sorted);
    return reached;
}

/* Returns the steps of N logarithms of ratios, each of which is off by up to HALF. */
static struct resolution resolution_of_ratios(double half, double *logs, size_t n) {
    static const double quarters[] = {0.25, 0.75};
    double quartiles[2];
    order_quantiles(logs, n, quarters, 2, quartiles);
    double spread = quartiles[1] - quartiles[0];
    return (struct resolution){.step = 2 * half,
                               .centre = 1, /* so that half widths are of ln ratio */
                               .spread = spread,
                               .samples = n,
                               .is_dithered = spread >= RESOLUTION_DITHERED * 2 * half};
}

/* Takes the values of the points [FIRST, END) as the samples of a level. */
static struct resolution resolution_of_level(enum quantity quantity,
                                             const struct history_cell *cell, size_t first,
                                             size_t end, double *workspace) {
    int is_ratio = *cell->reference != '\0';
    for (size_t i = first; i < end; i++)
        workspace[i - first] = is_ratio ? log(cell->points[i].mean) : cell->points[i].mean;
    return is_ratio ? resolution_of_ratios(cell->log_resolution, workspace, end - first)
                    : quantity_resolution(quantity, workspace, end - first);
}

/* Adds what differs between two neighbouring points of a cell. */
static void add_differences(const struct history *history, const struct history_point *before,
                            const struct history_point *after, struct differences *differences) {
    static const struct surrounding reference = {SURROUNDING_LIBRARY, "version",
                                                 SURROUNDING_TO_KNOW, "version of the reference"};
    const struct history_circumstance *old = &history->circumstances[before->circumstance];
    const struct history_circumstance *new = &history->circumstances[after->circumstance];
    const uint32_t *earlier = history->runs[before->run].surroundings;
    const uint32_t *later = history->runs[after->run].surroundings;
    differences_add(differences, &reference, string_pool_text(&history->texts, old->reference),
                    string_pool_text(&history->texts, new->reference));
    for (size_t i = 0; i < surrounding_count; i++) {
        int is_of_run = surroundings[i].of == SURROUNDING_RUN;

        /* Another version has another build, which says nothing more. */
        if (is_of_run ? !history_keeps(&surroundings[i])
                      : strstr(surroundings[i].fact, "build") && old->version != new->version)
            continue;
        differences_add(
            differences, &surroundings[i],
            string_pool_text(&history->texts, is_of_run ? earlier[i] : old->surroundings[i]),
            string_pool_text(&history->texts, is_of_run ? later[i] : new->surroundings[i]));
    }
}

/* Sets the versions if those of two points differ, which are texts of one pool and so equal if
 * their numbers are. */
static void tell_versions(const struct history *history, const struct history_cell *cell,
                          size_t before, size_t after, struct history_change *change) {
    uint32_t old = cell->points[before].circumstance, new = cell->points[after].circumstance;
    if (history->circumstances[old].version == history->circumstances[new].version)
        return;
    change->version_before = history_version(history, old);
    change->version_after = history_version(history, new);
}

/* Sets what is recorded to have changed where the change may be. */
static void explain(const struct history *history, const struct history_cell *cell,
                    struct history_change *change) {
    for (size_t i = change->earliest; i < change->latest; i++) {
        add_differences(history, &cell->points[i], &cell->points[i + 1], &change->differences);
        tell_versions(history, cell, i, i + 1, change); /* also one that came and went */
    }
    tell_versions(history, cell, change->earliest, change->latest, change);
}

/* Sets the cell's changes. WORKSPACE holds as many numbers as the cell has points. Returns 0 if
 * memory runs out. */
static int tell(const struct history *history, enum quantity quantity,
                const struct change_points *points, struct history_cell *cell, double *workspace) {
    cell->changes = calloc(points->count + 1, sizeof *cell->changes);
    int ok = cell->changes != NULL;
    for (size_t i = 0; ok && i < points->count; i++) {
        const struct change_point *point = &points->items[i];
        struct history_change *change = &cell->changes[cell->change_count++];

        /* The size of change I, whose interval is no narrower than the steps of the runs' means
         * allow (location.h). */
        size_t begin = i ? points->items[i - 1].first : 0;
        size_t end = i + 1 < points->count ? points->items[i + 1].first : cell->count;
        struct resolution size_before =
            resolution_of_level(quantity, cell, begin, point->first, workspace);
        struct resolution after = resolution_of_level(quantity, cell, point->first, end, workspace);
        struct interval size = interval_exp(interval_at_least(
            interval_log(point->ratio), resolution_of_ratio(&size_before, &after)));
        *change = (struct history_change){.before = point->before,
                                          .first = point->first,
                                          .earliest = point->earliest,
                                          .latest = point->latest,
                                          .shown = point->shown,
                                          .ratio = {point->ratio.estimate, size.low, size.high},
                                          .probability = point->probability};

        explain(history, cell, change);
    }
    return ok;
}

int history_conclude(struct history *history, const struct history_asked *asked,
                     struct history_cells *cells, struct err *err) {
    *cells = (struct history_cells){.items = calloc(history->keys.count + 1, sizeof *cells->items),
                                    .quantity = asked->quantity};
    int ok = cells->items && sort_by_time(history) && judge_all(history, cells);
    double level = ok ? level_of(cells, asked->level) : NAN;
    struct change_asked each = {level, asked->confidence, asked->least};
    ok = ok && !isnan(level);
    for (size_t i = 0; ok && i < cells->count; i++)
        if (cells->items[i].probability <= level) {
            struct history_cell *cell = &cells->items[i];
            double *values = logarithms(cell);
            struct change_points points = {0};
            ok = values && change_points_find(values, cell->count, &each, &points) == 0 &&
                 tell(history, asked->quantity, &points, cell, values);
            change_points_release(&points);
            free(values);

            cells->changing += cells->items[i].change_count > 0;
        }
    if (ok)
        return 0;
    history_cells_release(cells);
    return err_set(err, ERR_FAILED, "no memory for the history");
}

void history_cells_release(struct history_cells *cells) {
    for (size_t i = 0; i < cells->count; i++) {
        for (size_t c = 0; c < cells->items[i].change_count; c++)
            differences_release(&cells->items[i].changes[c].differences);
        free(cells->items[i].changes);
    }
    free(cells->items);
    *cells = (struct history_cells){0};
}
