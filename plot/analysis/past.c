/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/past.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/cli/input.h"
#include "analyze/model/point_key.h"
#include "plot/analysis/colours.h"
#include "plot/figure/fonts.h"

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the history");
}

/* --- points --- */

static const struct past_point *find_point(const struct past *past, const char *action,
                                           const char *key) {
    for (size_t i = 0; i < past->point_count; i++)
        if (strcmp(past->points[i].key, key) == 0 && strcmp(past->points[i].action, action) == 0)
            return &past->points[i];
    return NULL;
}

/* KEY is past's from here on. Returns 0 when there is no memory, as for the following. */
static int add_point(struct past *past, const char *action, char *key, double size) {
    struct past_point *points = reallocarray(past->points, past->point_count + 1, sizeof *points);
    char *copy = points ? strdup(action) : NULL;
    if (points)
        past->points = points;
    if (!copy) {
        free(key);
        return 0;
    }
    points[past->point_count++] = (struct past_point){copy, key, size};
    return 1;
}

static int note_points(struct past *past, const struct section *section) {
    const struct space *space = section->space;
    int ok = 1;
    for (size_t p = 0; ok && p < space->points; p++) {
        char *key = point_key(space, p, &section->provenance->action_facts);
        if (!key)
            return 0;
        if (find_point(past, section->action, key))
            free(key);
        else
            ok = add_point(past, section->action, key, space->axes[space->main].values[p]);
    }
    return ok;
}

/* --- reading --- */

static int take_section(void *context, struct table *table, struct err *err) {
    struct past *past = context;
    const struct section *section = &table->sections[0];
    int code =
        history_add_run(past->history, NULL, section->run, &section->provenance->run_facts, err);
    if (code > 0) /* a copy */
        return 0;
    if (code == 0)
        code = history_add_rows(past->history, table, section, err);
    return code == 0 && !note_points(past, section) ? no_memory(err) : code;
}

int past_read(struct past *past, struct chart_set *set, const struct options *options,
              struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    const struct history_asked asked = {1 - confidence, confidence, options->table.min_effect};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs ? options->runs : "all",
                          .table = options->table,
                          .visit = take_section,
                          .context = past,
                          .meanwhile = fonts_begin};
    input.table.spared = NEED_ALL;
    input.table.with_provenance = 1;
    input.table.pick = &options->pick;
    colours_survey(&input, set);
    past->confidence = confidence;
    past->history = history_new();
    int code = past->history ? input_read(&input, err) : no_memory(err);
    code = code ? code : history_conclude(past->history, &asked, &past->cells, err);
    return code ? code
                : history_levels_of(&past->levels, past->history, &past->cells, HISTORY_ALL, err);
}

void past_release(struct past *past) {
    history_levels_release(&past->levels);
    history_cells_release(&past->cells);
    history_free(past->history);
    for (size_t i = 0; i < past->point_count; i++) {
        free(past->points[i].action);
        free(past->points[i].key);
    }
    free(past->points);
    *past = (struct past){0};
}

/* --- choosing --- */

static int is_of_one_kind(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->host, b->host) == 0 && strcmp(a->action, b->action) == 0 &&
           strcmp(a->type, b->type) == 0;
}

int past_are_together(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->point, b->point) == 0 && is_of_one_kind(a, b);
}

static size_t most_runs(const struct past *past, const struct history_cell *cell) {
    size_t most = 0;
    for (size_t i = 0; i < past->cells.count; i++)
        if (past_are_together(&past->cells.items[i], cell) && past->cells.items[i].count > most)
            most = past->cells.items[i].count;
    return most;
}

static double size_of(const struct past *past, const struct history_cell *cell) {
    const struct past_point *point = find_point(past, cell->action, cell->point);
    return point ? point->size : NAN;
}

int past_is_usual(const struct past *past, const struct history_cell *cell) {
    size_t runs = most_runs(past, cell);
    double size = size_of(past, cell);
    for (size_t i = 0; i < past->cells.count; i++) {
        const struct history_cell *other = &past->cells.items[i];
        int is_better =
            other->count > runs || (other->count == runs && size_of(past, other) > size);
        if (is_of_one_kind(other, cell) && is_better)
            return 0;
    }
    return 1;
}
