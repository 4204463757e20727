/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/variants.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/model/conditions.h"
#include "formats/text/xalloc.h"

/* --- point key --- */

/* Returns the axis whose name follows that of BEFORE, or the first for NULL; NULL after the last.
 * Skips the size. */
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

char *point_key(const struct parameter_grid *space, size_t point, const struct facts *action) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    if (space->has_size)
        write_number(file, "size", space->axes[0].values[point]);

    for (const struct parameter_grid_axis *axis = NULL; (axis = next_axis(space, axis));) {
        int is_usual = strcmp(axis->name, FACT_THREADS) == 0 && axis->values[point] == 1;
        if (!is_usual)
            write_number(file, axis->name, axis->values[point]);
    }

    if (action) {
        const struct fact *threads = facts_find(action, FACT_THREADS);
        static const struct {
            const char *fact, *usual, *what;
        } kinds[] = {{FACT_CACHE_STATE, "warm", "caches"},
                     {FACT_TRANSFERS, "excluded", "transfers"},
                     {FACT_INPUTS, INPUTS_ARE_SAME, "inputs"},
                     {FACT_ALIGNMENT, ALIGNMENT_USUAL, "alignment"}};
        if (threads && threads->kind == FACT_INTEGER && threads->integer > 1 &&
            !parameter_grid_find(space, FACT_THREADS))
            write_number(file, FACT_THREADS, (double)threads->integer);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            const char *value = facts_text(action, kinds[i].fact, kinds[i].usual);
            if (strcmp(value, kinds[i].usual) != 0)
                fprintf(file, "%s%s %s", ftell(file) > 0 ? ", " : "", value, kinds[i].what);
        }
        const char *mode = conditions_mode(action);
        if (mode)
            fprintf(file, "%s%s", ftell(file) > 0 ? ", " : "", mode);
    }
    xclose_memstream(file);
    return text;
}

/* --- variants --- */

/* The axes that points of one variant may differ in. */
struct along {
    const struct parameter_grid *space;
    const size_t *axes;
    size_t count;
};

static int is_along(const struct along *along, size_t axis) {
    size_t i = 0;
    while (i < along->count && along->axes[i] != axis)
        i++;
    return i < along->count;
}

static int compare_on(const struct along *along, size_t axis, size_t a, size_t b) {
    const double *values = along->space->axes[axis].values;
    return parameter_grid_compare(values[a], values[b]);
}

static int compare_variants(const struct along *along, size_t a, size_t b) {
    int order = 0;
    for (size_t i = 0; i < along->space->axis_count && !order; i++)
        if (!is_along(along, i))
            order = compare_on(along, i, a, b);
    return order;
}

static int by_variant(const void *left, const void *right, void *context) {
    const struct along *along = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    int order = compare_variants(along, a, b);
    for (size_t i = 0; i < along->count && !order; i++)
        order = compare_on(along, along->axes[i], a, b);
    return order ? order : (a > b) - (a < b);
}

void variants_find(struct variants *variants, const struct parameter_grid *space,
                   const size_t *axes, size_t count) {
    struct along along = {space, axes, count};
    *variants = (struct variants){.first = xcalloc(space->points + 1, sizeof *variants->first),
                                  .order = xcalloc(space->points, sizeof *variants->order)};
    for (size_t i = 0; i < space->points; i++)
        variants->order[i] = i;
    qsort_r(variants->order, space->points, sizeof *variants->order, by_variant, &along);

    for (size_t i = 0; i < space->points; i++)
        if (i == 0 || compare_variants(&along, variants->order[i - 1], variants->order[i]) != 0)
            variants->first[variants->count++] = i;
    variants->first[variants->count] = space->points;
    for (size_t v = 0; v < variants->count; v++) {
        size_t points = variants->first[v + 1] - variants->first[v];
        variants->longest = points > variants->longest ? points : variants->longest;
    }
}

void variants_release(struct variants *variants) {
    free(variants->first);
    free(variants->order);
    *variants = (struct variants){0};
}

void variants_write(const struct parameter_grid *space, size_t axis, size_t point, FILE *file) {
    const char *before = "";
    for (size_t i = 0; i < space->axis_count; i++)
        if (i != axis && space->axes[i].varies) {
            char number[PARAMETER_GRID_NUMBER];
            parameter_grid_write_number(number, space->axes[i].values[point]);
            fprintf(file, "%s%s %s", before, space->axes[i].name, number);
            before = ", ";
        }
}
