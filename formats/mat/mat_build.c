/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_build.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/utf16.h"

static const size_t one_by_one[2] = {1, 1};

void mat_build_begin(struct mat_build *build) {
    *build = (struct mat_build){.budget.limit = SIZE_MAX};
    build->memory.budget = &build->budget;
}

void mat_build_release(struct mat_build *build) {
    mat_memory_release(&build->memory);
}

static void *take(struct mat_build *build, size_t count, size_t size) {
    void *taken = mat_memory_take(&build->memory, count, size);
    build->has_failed |= !taken;
    return taken;
}

struct mat_array mat_build_numbers(struct mat_build *build, enum mat_class class,
                                   const void *numbers, const size_t *dims, size_t rank) {
    while (rank > 2 && dims[rank - 1] == 1)
        rank--;
    struct mat_array array = {.class = class, .rank = rank, .count = 1, .real = numbers};
    size_t *copy = take(build, rank, sizeof *copy);
    for (size_t i = 0; copy && i < rank; i++)
        array.count *= copy[i] = dims[i];
    array.dims = copy;
    return array;
}

static struct mat_array single(struct mat_build *build, enum mat_class class, const void *value,
                               size_t bytes) {
    void *copy = take(build, 1, bytes);
    if (copy)
        memcpy(copy, value, bytes);
    return (struct mat_array){
        .class = class, .rank = 2, .dims = one_by_one, .count = 1, .real = copy};
}

struct mat_array mat_build_real(struct mat_build *build, double value) {
    return single(build, MAT_DOUBLE, &value, sizeof value);
}

struct mat_array mat_build_integer(struct mat_build *build, int64_t value) {
    return single(build, MAT_INT64, &value, sizeof value);
}

struct mat_array mat_build_text(struct mat_build *build, const char *text) {
    uint16_t *units = take(build, strlen(text), sizeof *units);
    size_t count = units ? utf16_from_utf8(units, text) : 0;
    return mat_build_numbers(build, MAT_CHAR, units, (size_t[]){count ? 1 : 0, count}, 2);
}

/* --- fields --- */

const char *mat_fields_add(struct mat_build *build, struct mat_fields *fields,
                           const char *true_name, struct mat_array item) {
    size_t count = fields->names.count;
    if (count == fields->room) {
        size_t room = count ? 2 * count : 16;
        struct mat_array *items = realloc(fields->items, room * sizeof *items);
        build->has_failed |= !items;
        if (!items)
            return NULL;
        fields->items = items;
        fields->room = room;
    }
    const char *name = identifiers_add(&fields->names, true_name);
    build->has_failed |= !name;
    if (name)
        fields->items[count] = item;
    return name;
}

const char *mat_fields_reserve(struct mat_build *build, struct mat_fields *fields,
                               const char *true_name) {
    return mat_fields_add(build, fields, true_name, (struct mat_array){0});
}

struct mat_array mat_fields_end(struct mat_build *build, struct mat_fields *fields) {
    struct mat_array *items = take(build, fields->names.count, sizeof *items);
    const char **names = take(build, fields->names.count, sizeof *names);
    char(*copies)[IDENTIFIER_SIZE] = take(build, fields->names.count, sizeof *copies);
    size_t count = 0;
    for (size_t f = 0; !build->has_failed && f < fields->names.count; f++) {
        if (!fields->items[f].class)
            continue;
        items[count] = fields->items[f];
        names[count] = memcpy(copies[count], fields->names.items[f], IDENTIFIER_SIZE);
        count++;
    }
    mat_fields_release(fields);
    return (struct mat_array){.class = MAT_STRUCT,
                              .rank = 2,
                              .dims = one_by_one,
                              .count = 1,
                              .field_count = count,
                              .fields = names,
                              .items = items};
}

void mat_fields_release(struct mat_fields *fields) {
    identifiers_release(&fields->names);
    free(fields->items);
    *fields = (struct mat_fields){0};
}
