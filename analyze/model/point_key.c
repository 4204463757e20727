/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/point_key.h"

#include <stdlib.h>
#include <string.h>

/* The axis whose name comes next after that of BEFORE; NULL for none. The size is not among them.
 */
static const struct parameter_grid_axis *next_axis(const struct parameter_grid *space,
                                                   const struct parameter_grid_axis *before) {
    const struct parameter_grid_axis *next = NULL;
    for (size_t i = 1; i < space->axis_count; i++) {
        const struct parameter_grid_axis *axis = &space->axes[i];
        int is_later = !before || strcmp(axis->name, before->name) > 0;
        if (is_later && (!next || strcmp(axis->name, next->name) < 0))
            next = axis;
    }
    return next;
}

static void write_number(FILE *file, const char *name, double value) {
    char number[PARAMETER_GRID_NUMBER];
    parameter_grid_write_number(number, value);
    fprintf(file, "%s%s %s", ftell(file) > 0 ? ", " : "", name, number);
}

static void write_parameters(FILE *file, const struct parameter_grid *space, size_t point) {
    for (const struct parameter_grid_axis *axis = NULL; (axis = next_axis(space, axis));) {
        int is_usual = strcmp(axis->name, FACT_THREADS) == 0 && axis->values[point] == 1;
        if (!is_usual)
            write_number(file, axis->name, axis->values[point]);
    }
}

static void write_conditions(FILE *file, const struct parameter_grid *space,
                             const struct facts *action) {
    const struct fact *threads = facts_find(action, FACT_THREADS);
    const char *cache = facts_text(action, FACT_CACHE_STATE, "warm");
    if (threads && threads->kind == FACT_INTEGER && threads->integer > 1 &&
        !parameter_grid_find(space, FACT_THREADS))
        write_number(file, FACT_THREADS, (double)threads->integer);
    if (strcmp(cache, "warm") != 0)
        fprintf(file, "%s%s caches", ftell(file) > 0 ? ", " : "", cache);
}

char *point_key(const struct parameter_grid *space, size_t point, const struct facts *action) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    if (space->has_size)
        write_number(file, "size", space->axes[0].values[point]);
    write_parameters(file, space, point);
    if (action)
        write_conditions(file, space, action);
    if (fclose(file) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
