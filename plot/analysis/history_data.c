/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/history_data.h"

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

static const struct history_data_point *find_point(const struct history_data *history_data,
                                                   const char *action, const char *key) {
    for (size_t i = 0; i < history_data->point_count; i++)
        if (strcmp(history_data->points[i].key, key) == 0 &&
            strcmp(history_data->points[i].action, action) == 0)
            return &history_data->points[i];
    return NULL;
}

/* KEY is past's from here on. Returns 0 when there is no memory, as for the following. */
static int add_point(struct history_data *history_data, const char *action, char *key,
                     double size) {
    struct history_data_point *points =
        reallocarray(history_data->points, history_data->point_count + 1, sizeof *points);
    char *copy = points ? strdup(action) : NULL;
    if (points)
        history_data->points = points;
    if (!copy) {
        free(key);
        return 0;
    }
    points[history_data->point_count++] = (struct history_data_point){copy, key, size};
    return 1;
}

static int note_points(struct history_data *history_data, const struct section *section) {
    const struct parameter_grid *space = section->space;
    int ok = 1;
    for (size_t p = 0; ok && p < space->points; p++) {
        char *key = point_key(space, p, &section->provenance->action_facts);
        if (!key)
            return 0;
        if (find_point(history_data, section->action, key))
            free(key);
        else
            ok = add_point(history_data, section->action, key, space->axes[space->main].values[p]);
    }
    return ok;
}

/* --- reading --- */

static int take_section(void *context, struct table *table, struct err *err) {
    struct history_data *history_data = context;
    const struct section *section = &table->sections[0];
    int code = history_add_run(history_data->history, NULL, section->run,
                               &section->provenance->run_facts, err);
    if (code > 0) /* a copy */
        return 0;
    if (code == 0)
        code = history_add_rows(history_data->history, table, section, err);
    return code == 0 && !note_points(history_data, section) ? no_memory(err) : code;
}

int history_data_read(struct history_data *history_data, struct chart_set *set,
                      const struct options *options, struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    const struct history_asked asked = {1 - confidence, confidence, options->table.min_effect};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs ? options->runs : "all",
                          .table = options->table,
                          .visit = take_section,
                          .context = history_data,
                          .meanwhile = fonts_begin};
    input.table.spared = NEED_ALL;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    history_data->confidence = confidence;
    history_data->history = history_new();
    int code = history_data->history ? input_read(&input, err) : no_memory(err);
    code = code ? code : history_conclude(history_data->history, &asked, &history_data->cells, err);
    return code ? code
                : history_levels_of(&history_data->levels, history_data->history,
                                    &history_data->cells, HISTORY_ALL, err);
}

void history_data_release(struct history_data *history_data) {
    history_levels_release(&history_data->levels);
    history_cells_release(&history_data->cells);
    history_free(history_data->history);
    for (size_t i = 0; i < history_data->point_count; i++) {
        free(history_data->points[i].action);
        free(history_data->points[i].key);
    }
    free(history_data->points);
    *history_data = (struct history_data){0};
}

/* --- choosing --- */

static int is_of_one_kind(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->host, b->host) == 0 && strcmp(a->action, b->action) == 0 &&
           strcmp(a->type, b->type) == 0;
}

int history_data_are_together(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->point, b->point) == 0 && is_of_one_kind(a, b);
}

static size_t most_runs(const struct history_data *history_data, const struct history_cell *cell) {
    size_t most = 0;
    for (size_t i = 0; i < history_data->cells.count; i++)
        if (history_data_are_together(&history_data->cells.items[i], cell) &&
            history_data->cells.items[i].count > most)
            most = history_data->cells.items[i].count;
    return most;
}

static double size_of(const struct history_data *history_data, const struct history_cell *cell) {
    const struct history_data_point *point = find_point(history_data, cell->action, cell->point);
    return point ? point->size : NAN;
}

int history_data_is_usual(const struct history_data *history_data,
                          const struct history_cell *cell) {
    size_t runs = most_runs(history_data, cell);
    double size = size_of(history_data, cell);
    for (size_t i = 0; i < history_data->cells.count; i++) {
        const struct history_cell *other = &history_data->cells.items[i];
        int is_better =
            other->count > runs || (other->count == runs && size_of(history_data, other) > size);
        if (is_of_one_kind(other, cell) && is_better)
            return 0;
    }
    return 1;
}
