/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_structs.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 1000, MOST_ITEMS = 1 << 22 };

static int is_of_structs(const struct mat_array *cell) {
    size_t i = 0;
    while (cell->class == MAT_CELL && i < cell->count && cell->items[i].class == MAT_STRUCT &&
           cell->items[i].count == 1)
        i++;
    return i > 0 && i == cell->count;
}

/* Returns the number of the field called NAME, which is most likely number LIKELY; the number of
 * fields if there is none. */
static size_t find_field(const struct mat_structs *structs, const char *name, size_t likely) {
    size_t count = structs->array.field_count, f = 0;
    if (likely < count && strcmp(structs->fields[likely], name) == 0)
        return likely;
    while (f < count && strcmp(structs->fields[f], name) != 0)
        f++;
    return f;
}

/* Adds the fields of ONE that are new. Returns whether there is room for all. */
static int add_fields(struct mat_structs *structs, const struct mat_array *one) {
    for (size_t f = 0; f < one->field_count; f++) {
        size_t count = structs->array.field_count;
        if (find_field(structs, one->fields[f], f) < count)
            continue;
        if (count == MOST_FIELDS)
            return 0;
        structs->fields[structs->array.field_count++] = one->fields[f];
    }
    return 1;
}

int mat_structs_of_cell(struct mat_structs *structs, const struct mat_array *cell) {
    static const size_t none[2] = {0, 0};
    *structs = (struct mat_structs){.dims = {1, cell->count}};
    if (!is_of_structs(cell))
        return 0;
    if (!(structs->fields = calloc(MOST_FIELDS, sizeof *structs->fields)))
        return -1;
    structs->array = (struct mat_array){.class = MAT_STRUCT,
                                        .rank = 2,
                                        .dims = structs->dims,
                                        .count = cell->count,
                                        .fields = structs->fields};
    for (size_t i = 0; i < cell->count; i++)
        if (!add_fields(structs, &cell->items[i]))
            return 0;
    size_t fields = structs->array.field_count;
    if (!fields || cell->count > MOST_ITEMS / fields)
        return 0;
    structs->items = calloc(cell->count * fields, sizeof *structs->items);
    if (!structs->items)
        return -1;
    structs->array.items = structs->items;
    for (size_t i = 0; i < cell->count * fields; i++)
        structs->items[i] = (struct mat_array){.class = MAT_DOUBLE, .rank = 2, .dims = none};
    for (size_t i = 0; i < cell->count; i++)
        for (size_t f = 0; f < cell->items[i].field_count; f++)
            structs->items[i * fields + find_field(structs, cell->items[i].fields[f], f)] =
                cell->items[i].items[f];
    return 1;
}

void mat_structs_release(struct mat_structs *structs) {
    free(structs->fields);
    free(structs->items);
    *structs = (struct mat_structs){.items = NULL};
}
