/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/change_points.h"
#include "analyze/change_scan.h"
#include "formats/date.h"
#include "analyze/point_key.h"
#include "analyze/texts.h"

enum { HOST, ACTION, TYPE, LIBRARY, POINT, KEY_PARTS };

/* Numbers are those of texts; TEXTS_NONE for what is not known. */
struct entry {
    uint32_t archive, name, started, host;
    uint32_t *surroundings; /* [surrounding_count], of runs only */
    double seconds;         /* of its start */
    size_t order;           /* of adding; once concluded, the place in time */
};

struct cell {
    uint32_t key[KEY_PARTS];
    struct history_point *points;
    size_t count, room;
};

struct history {
    struct texts texts;
    struct texts keys; /* a text for each cell, whose number is the cell's */
    struct entry *runs;
    size_t run_count;
    struct cell *cells; /* [keys.count] */
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the history");
}

/* --- making one --- */

struct history *history_new(void) {
    return calloc(1, sizeof(struct history));
}

void history_free(struct history *history) {
    if (!history)
        return;
    for (size_t i = 0; i < history->run_count; i++)
        free(history->runs[i].surroundings);
    for (size_t i = 0; i < history->keys.count; i++)
        free(history->cells[i].points);
    texts_release(&history->texts);
    texts_release(&history->keys);
    free(history->runs);
    free(history->cells);
    free(history);
}

/* An array of COUNT items is given room for one more: at powers of two it is doubled. */
static void *room_for_one(void *items, size_t count, size_t size) {
    return count & (count - 1) ? items : realloc(items, (count ? 2 * count : 1) * size);
}

/* --- runs --- */

static int keep(struct history *history, const char *text, uint32_t *number) {
    *number = text ? texts_number(&history->texts, text) : TEXTS_NONE;
    return !text || *number != TEXTS_NONE;
}

/* The time of measurement is in every run another, and its state says nothing. */
static int is_kept(const struct surrounding *in) {
    return in->of == SURROUNDING_RUN && strcmp(in->fact, FACT_STARTED) != 0 &&
           strcmp(in->fact, FACT_STATE) != 0;
}

static int keep_surroundings(struct history *history, struct entry *entry,
                             const struct facts *facts) {
    entry->surroundings = calloc(surrounding_count, sizeof *entry->surroundings);
    int ok = entry->surroundings != NULL;
    for (size_t i = 0; ok && i < surrounding_count; i++) {
        const struct fact *fact =
            is_kept(&surroundings[i]) ? facts_find(facts, surroundings[i].fact) : NULL;
        char *value = surroundings_value(fact);
        ok = !fact == !value && keep(history, value, &entry->surroundings[i]);
        free(value);
    }
    return ok;
}

int history_add_run(struct history *history, const char *archive, const struct run *run,
                    struct err *err) {
    size_t n = history->run_count;
    const char *started = facts_text(&run->facts, FACT_STARTED, NULL);
    struct entry *runs = room_for_one(history->runs, n, sizeof *runs);
    if (!runs)
        return no_memory(err);
    history->runs = runs;
    struct entry *entry = &runs[n];
    *entry = (struct entry){.seconds = date_read(started), .order = n};
    if (isnan(entry->seconds))
        entry->seconds = n ? runs[n - 1].seconds : -INFINITY;
    if (keep(history, archive, &entry->archive) && keep(history, run->name, &entry->name) &&
        keep(history, started, &entry->started) &&
        keep(history, facts_text(&run->facts, FACT_HOST, ""), &entry->host) &&
        keep_surroundings(history, entry, &run->facts)) {
        history->run_count++;
        return 0;
    }
    free(entry->surroundings);
    return no_memory(err);
}

static const char *text_of(const struct history *history, uint32_t number) {
    const char *text = texts_text(&history->texts, number);
    return text ? text : "";
}

struct history_run history_run(const struct history *history, size_t run) {
    const struct entry *entry = &history->runs[run];
    return (struct history_run){text_of(history, entry->archive), text_of(history, entry->name),
                                text_of(history, entry->started), text_of(history, entry->host)};
}

/* --- cells --- */

/* Returns NULL when there is no memory. */
static struct cell *find_cell(struct history *history, const uint32_t key[KEY_PARTS]) {
    char name[KEY_PARTS * 11 + 1];
    size_t length = 0;
    for (int i = 0; i < KEY_PARTS; i++)
        length += (size_t)snprintf(name + length, sizeof name - length, "%u ", key[i]);
    uint32_t known = history->keys.count;
    struct cell *cells = room_for_one(history->cells, known, sizeof *cells);
    if (!cells)
        return NULL;
    history->cells = cells;
    uint32_t number = texts_number(&history->keys, name);
    if (number == TEXTS_NONE)
        return NULL;
    if (number == known) {
        cells[number] = (struct cell){0};
        memcpy(cells[number].key, key, sizeof cells[number].key);
    }
    return &cells[number];
}

static int find_key(struct history *history, const struct row *row, const struct facts *action,
                    uint32_t key[KEY_PARTS]) {
    char *point = point_key(row->space, row->point, action);
    const char *const parts[KEY_PARTS] = {[ACTION] = row->action ? row->action : "",
                                          [TYPE] = row->type ? row->type : "",
                                          [LIBRARY] = row->library ? row->library : "",
                                          [POINT] = point};
    int ok = point != NULL;
    key[HOST] = history->runs[history->run_count - 1].host;
    for (int i = ACTION; ok && i < KEY_PARTS; i++)
        ok = keep(history, parts[i], &key[i]);
    free(point);
    return ok;
}

/* "0.3.21 (Haswell), LAPACK 3.11.0" */
static int keep_version(struct history *history, const struct facts *library, uint32_t *number) {
    static const struct {
        const char *fact, *before, *after;
    } parts[] = {{"version", "", ""},
                 {"build_id", "build ", ""}, /* only without a version */
                 {"kernel", " (", ")"},
                 {"lapack_version", ", LAPACK ", ""}};
    char text[512] = "";
    size_t length = 0;
    for (size_t i = 0; library && i < sizeof parts / sizeof *parts && length < sizeof text; i++) {
        const char *value = facts_text(library, parts[i].fact, NULL);
        if (value && (i != 1 || !length))
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s%s",
                                       parts[i].before, value, parts[i].after);
    }
    return keep(history, text, number);
}

const char *history_version(const struct history *history, uint32_t version) {
    return text_of(history, version);
}

static int add_point(struct cell *cell, const struct history_point *point) {
    if (cell->count == cell->room) {
        size_t room = cell->room ? 2 * cell->room : 4;
        struct history_point *points = realloc(cell->points, room * sizeof *points);
        if (!points)
            return 0;
        cell->points = points;
        cell->room = room;
    }
    cell->points[cell->count++] = *point;
    return 1;
}

int history_add(struct history *history, const struct row *row, const struct facts *action,
                const struct facts *library, struct err *err) {
    uint32_t key[KEY_PARTS], version;
    if (!history->run_count)
        return err_set(err, ERR_USAGE, "a history's cells come after their run");
    if (!(row->mean > 0) || !isfinite(row->mean))
        return 0;
    int ok = find_key(history, row, action, key) && keep_version(history, library, &version);
    struct cell *cell = ok ? find_cell(history, key) : NULL;
    struct history_point point = {.mean = row->mean,
                                  .low = (float)(row->mean_low / row->mean),
                                  .high = (float)(row->mean_high / row->mean),
                                  .run = (uint32_t)(history->run_count - 1),
                                  .version = ok ? version : TEXTS_NONE};
    return cell && add_point(cell, &point) ? 0 : no_memory(err);
}

/* --- the order of time --- */

static int by_start(const void *one, const void *other, void *context) {
    const struct history *history = context;
    const struct entry *a = &history->runs[*(const size_t *)one];
    const struct entry *b = &history->runs[*(const size_t *)other];
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

/* Returns 0 when there is no memory. */
static int sort_by_time(struct history *history) {
    size_t *runs = calloc(history->run_count + 1, sizeof *runs);
    if (!runs)
        return 0;
    for (size_t i = 0; i < history->run_count; i++)
        runs[i] = i;
    qsort_r(runs, history->run_count, sizeof *runs, by_start, history);
    for (size_t i = 0; i < history->run_count; i++)
        history->runs[runs[i]].order = i;
    for (size_t i = 0; i < history->keys.count; i++) {
        struct cell *cell = &history->cells[i];
        qsort_r(cell->points, cell->count, sizeof *cell->points, by_order, history);
    }
    free(runs);
    return 1;
}

/* --- the conclusion --- */

static double *logarithms(const struct history_cell *cell) {
    double *values = calloc(cell->count + 1, sizeof *values);
    for (size_t i = 0; values && i < cell->count; i++)
        values[i] = log(cell->points[i].mean);
    return values;
}

static int judge(const struct history *history, const struct cell *from,
                 struct history_cell *cell) {
    *cell = (struct history_cell){.host = text_of(history, from->key[HOST]),
                                  .action = text_of(history, from->key[ACTION]),
                                  .type = text_of(history, from->key[TYPE]),
                                  .library = text_of(history, from->key[LIBRARY]),
                                  .point = text_of(history, from->key[POINT]),
                                  .points = from->points,
                                  .count = from->count};
    double *values = logarithms(cell);
    cell->probability = values ? change_points_probability(values, cell->count) : NAN;
    free(values);
    return !isnan(cell->probability);
}

static int ascending(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The largest probability with which a cell is called changing; negative where none is, NaN when
 * there is no memory. */
static double level_of(struct history_cells *cells, double level) {
    double *sorted = calloc(cells->count + 1, sizeof *sorted), reached = -1;
    if (!sorted)
        return NAN;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->items[i].count >= 2 * CHANGE_LEAST)
            sorted[cells->tested++] = cells->items[i].probability;
    qsort(sorted, cells->tested, sizeof *sorted, ascending);
    for (size_t i = 0; i < cells->tested; i++) {
        double line = level * (double)(i + 1) / (double)cells->tested;
        if (sorted[i] <= line)
            reached = line;
    }
    free(sorted);
    return reached;
}

/* Versions are texts of one table, so that equal ones have equal numbers. */
static int explain(const struct history *history, const struct history_cell *cell,
                   struct history_change *change) {
    const struct history_point *before = &cell->points[change->before];
    const struct history_point *first = &cell->points[change->first];
    const uint32_t *earlier = history->runs[before->run].surroundings;
    const uint32_t *later = history->runs[first->run].surroundings;
    if (before->version != first->version) {
        change->version_before = text_of(history, before->version);
        change->version_after = text_of(history, first->version);
    }
    int ok = 1;
    for (size_t i = 0; ok && i < surrounding_count; i++)
        if (is_kept(&surroundings[i]))
            ok = differences_add(&change->differences, &surroundings[i],
                                 texts_text(&history->texts, earlier[i]),
                                 texts_text(&history->texts, later[i]));
    return ok;
}

static int tell(const struct history *history, const struct change_points *points,
                struct history_cell *cell) {
    cell->changes = calloc(points->count + 1, sizeof *cell->changes);
    int ok = cell->changes != NULL;
    for (size_t i = 0; ok && i < points->count; i++) {
        const struct change_point *point = &points->items[i];
        struct history_change *change = &cell->changes[cell->change_count++];
        *change = (struct history_change){.before = point->before,
                                          .first = point->first,
                                          .ratio = point->ratio,
                                          .low = point->low,
                                          .high = point->high,
                                          .probability = point->probability};
        ok = explain(history, cell, change);
    }
    return ok;
}

static int find_changes(const struct history *history, const struct change_asked *asked,
                        struct history_cell *cell) {
    double *values = logarithms(cell);
    struct change_points points = {0};
    int ok = values && change_points_find(values, cell->count, asked, &points) == 0 &&
             tell(history, &points, cell);
    change_points_release(&points);
    free(values);
    return ok;
}

int history_conclude(struct history *history, const struct history_asked *asked,
                     struct history_cells *cells, struct err *err) {
    *cells = (struct history_cells){.items = calloc(history->keys.count + 1, sizeof *cells->items)};
    int ok = cells->items && sort_by_time(history);
    for (size_t i = 0; ok && i < history->keys.count; i++)
        ok = judge(history, &history->cells[i], &cells->items[cells->count++]);
    double level = ok ? level_of(cells, asked->level) : NAN;
    struct change_asked each = {level, asked->confidence, asked->least};
    ok = ok && !isnan(level);
    for (size_t i = 0; ok && i < cells->count; i++)
        if (cells->items[i].probability <= level) {
            ok = find_changes(history, &each, &cells->items[i]);
            cells->changing += cells->items[i].change_count > 0;
        }
    if (ok)
        return 0;
    history_cells_release(cells);
    return no_memory(err);
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
