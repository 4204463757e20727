/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_array.h"

#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

/* --- arrays --- */

typedef double number_at(const void *numbers, size_t i);

#define NUMBER(name, type)                                                                         \
    static double name##_at(const void *numbers, size_t i) {                                       \
        return (double)((const type *)numbers)[i];                                                 \
    }
NUMBER(double, double)
NUMBER(single, float)
NUMBER(int8, int8_t)
NUMBER(uint8, uint8_t)
NUMBER(int16, int16_t)
NUMBER(uint16, uint16_t)
NUMBER(int32, int32_t)
NUMBER(uint32, uint32_t)
NUMBER(int64, int64_t)
NUMBER(uint64, uint64_t)

static const struct {
    const char *name;
    size_t bytes;
    number_at *at;
} classes[MAT_CLASSES] = {
    [MAT_CELL] = {"cell", 0, NULL},          [MAT_STRUCT] = {"struct", 0, NULL},
    [MAT_OBJECT] = {"object", 0, NULL},      [MAT_CHAR] = {"char", 2, NULL},
    [MAT_SPARSE] = {"sparse", 0, NULL},      [MAT_DOUBLE] = {"double", 8, double_at},
    [MAT_SINGLE] = {"single", 4, single_at}, [MAT_INT8] = {"int8", 1, int8_at},
    [MAT_UINT8] = {"uint8", 1, uint8_at},    [MAT_INT16] = {"int16", 2, int16_at},
    [MAT_UINT16] = {"uint16", 2, uint16_at}, [MAT_INT32] = {"int32", 4, int32_at},
    [MAT_UINT32] = {"uint32", 4, uint32_at}, [MAT_INT64] = {"int64", 8, int64_at},
    [MAT_UINT64] = {"uint64", 8, uint64_at}, [MAT_FUNCTION] = {"function handle", 0, NULL},
    [MAT_OPAQUE] = {"opaque", 0, NULL},
};

static int is_class(enum mat_class class) {
    return class >= MAT_CELL && class < MAT_CLASSES;
}

const char *mat_class_name(enum mat_class class) {
    return is_class(class) ? classes[class].name : "unknown";
}

size_t mat_class_bytes(enum mat_class class) {
    return is_class(class) ? classes[class].bytes : 0;
}

int mat_class_is_numeric(enum mat_class class) {
    return is_class(class) && classes[class].at;
}

int mat_is_real(const struct mat_array *array) {
    return mat_class_is_numeric(array->class) && !array->is_logical && !array->is_complex;
}

double mat_number(const struct mat_array *array, size_t i) {
    return classes[array->class].at(array->real, i);
}

static int has_fields(const struct mat_array *array) {
    return array && array->class == MAT_STRUCT && array->count == 1;
}

const struct mat_array *mat_field(const struct mat_array *array, const char *name) {
    if (!has_fields(array))
        return NULL;
    for (size_t f = 0; f < array->field_count; f++)
        if (strcmp(array->fields[f], name) == 0)
            return &array->items[f];
    return NULL;
}

static int is_field(const void *fields, uint32_t number, const void *name) {
    return strcmp(((const char *const *)fields)[number], name) == 0;
}

static uint32_t find_field(const struct mat_index *index, uint64_t hash, const char *name) {
    return slots_find(&index->names, hash, is_field, index->array->fields, name);
}

int mat_index_begin(struct mat_index *index, const struct mat_array *array) {
    int ok = 1;
    *index = (struct mat_index){.array = has_fields(array) ? array : NULL};
    for (size_t f = 0; ok && index->array && f < array->field_count; f++) {
        uint64_t hash = slots_hash_text(slots_hash(), array->fields[f]);
        if (find_field(index, hash, array->fields[f]) == SLOTS_NONE)
            ok = slots_add(&index->names, hash, (uint32_t)f);
    }
    return ok;
}

const struct mat_array *mat_index_field(const struct mat_index *index, const char *name) {
    uint32_t number =
        index->array ? find_field(index, slots_hash_text(slots_hash(), name), name) : SLOTS_NONE;
    return number == SLOTS_NONE ? NULL : &index->array->items[number];
}

void mat_index_end(struct mat_index *index) {
    slots_release(&index->names);
}

char *mat_text(const struct mat_array *array) {
    if (!array || array->class != MAT_CHAR || (array->count && array->dims[0] != 1))
        return NULL;
    return utf16_to_utf8(array->real, array->count);
}

/* --- memory --- */

struct mat_block {
    struct mat_block *next;
    size_t bytes; /* of the whole block */
    alignas(max_align_t) char room[];
};

enum {
    LEAST_BLOCK = 512, /* room of the first block for small pieces, which is usually the only one */
    MOST_BLOCK = 1 << 16, /* room of every other such block */
};

int mat_budget_take(struct mat_budget *budget, size_t bytes) {
    size_t used = atomic_load(&budget->used);
    do
        if (used > budget->limit || bytes > budget->limit - used)
            return 0;
    while (!atomic_compare_exchange_weak(&budget->used, &used, used + bytes));
    return 1;
}

void mat_budget_give(struct mat_budget *budget, size_t bytes) {
    atomic_fetch_sub(&budget->used, bytes);
}

static struct mat_block *add_block(struct mat_memory *memory, size_t room) {
    size_t bytes = sizeof(struct mat_block) + room;
    if (!mat_budget_take(memory->budget, bytes)) {
        memory->is_past_end = 1;
        return NULL;
    }
    struct mat_block *block = malloc(bytes);
    if (!block) {
        mat_budget_give(memory->budget, bytes);
        return NULL;
    }
    *block = (struct mat_block){memory->blocks, bytes};
    memory->blocks = block;
    return block;
}

/* Starts a new block for small pieces. Returns 0 if there is no memory. */
static int refill(struct mat_memory *memory, size_t bytes) {
    size_t room = memory->at || bytes > LEAST_BLOCK ? MOST_BLOCK : LEAST_BLOCK;
    struct mat_block *block = add_block(memory, room);
    if (!block)
        return 0;
    memory->at = block->room;
    memory->left = room;
    return 1;
}

void *mat_memory_take(struct mat_memory *memory, size_t count, size_t size) {
    const size_t unit = alignof(max_align_t);
    if (size && count > (PTRDIFF_MAX - MOST_BLOCK) / size) {
        memory->is_past_end = 1;
        return NULL;
    }
    size_t bytes = count && size ? (count * size + unit - 1) / unit * unit : unit;
    if (bytes > MOST_BLOCK / 4) {
        struct mat_block *block = add_block(memory, bytes);
        return block ? block->room : NULL;
    }
    if (bytes > memory->left && !refill(memory, bytes))
        return NULL;
    void *taken = memory->at;
    memory->at += bytes;
    memory->left -= bytes;
    return taken;
}

void mat_memory_release(struct mat_memory *memory) {
    while (memory->blocks) {
        struct mat_block *block = memory->blocks;
        memory->blocks = block->next;
        mat_budget_give(memory->budget, block->bytes);
        free(block);
    }
    *memory = (struct mat_memory){.budget = memory->budget};
}

/* --- building arrays --- */

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

/* --- arrays as text --- */

/* Writes the matrix row by row; the array stores it column by column. */
static void write_matrix(FILE *file, const struct mat_array *array, const char *name) {
    (void)name;
    size_t rows = array->dims[0], columns = array->dims[1];
    putc('[', file);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            fputs(c > 0 ? " " : r > 0 ? "; " : "", file);
            double value = mat_number(array, c * rows + r);
            if (isfinite(value))
                fputs(digits_shortest(value).text, file);
            else
                fputs(isnan(value) ? "NaN" : value < 0 ? "-Inf" : "Inf", file);
        }
    putc(']', file);
}

static void write_object(FILE *file, const char *class_name, const char *name) {
    /* %s stands for the object. */
    static const struct {
        const char *class_name, *expression;
    } readable[] = {
        {"table", "S = table2struct(%s,'ToScalar',true); save('f.mat','-struct','S')"},
        {"timetable",
         "S = table2struct(timetable2table(%s),'ToScalar',true); save('f.mat','-struct','S')"},
        {"string", "cellstr(%s)"},
        {"categorical", "cellstr(%s)"},
        {"duration", "seconds(%s)"},
        {"datetime", "posixtime(%s)"},
    };
    enum { READABLE = sizeof readable / sizeof *readable };
    size_t i = 0;
    if (!class_name || !*class_name) {
        fputs("an object", file);
        return;
    }
    while (i < READABLE && strcmp(readable[i].class_name, class_name) != 0)
        i++;
    fprintf(file, "%s%s", i < READABLE ? "a " : "an object of class ", class_name);
    if (i == READABLE)
        return;
    int before = (int)strcspn(readable[i].expression, "%");
    fprintf(file, "; in MATLAB: %.*s%s%s", before, readable[i].expression, name,
            readable[i].expression + before + strlen("%s"));
}

static void write_kind(FILE *file, const struct mat_array *array, const char *name) {
    if (array->class == MAT_OBJECT || array->class == MAT_OPAQUE) {
        write_object(file, array->class_name, name);
        return;
    }
    fprintf(file, "%s%s",
            array->is_logical   ? "logical"
            : array->is_complex ? "complex "
                                : "",
            array->is_logical ? "" : mat_class_name(array->class));
    for (size_t d = 0; d < array->rank; d++)
        fprintf(file, "%s%zu", d ? "x" : ", ", array->dims[d]);
}

static char *words(const struct mat_array *array, const char *name,
                   void (*write)(FILE *file, const struct mat_array *array, const char *name)) {
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    write(file, array, name);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

char *mat_words(const struct mat_array *array) {
    int is_matrix = mat_class_is_numeric(array->class) && !array->is_complex && array->rank == 2 &&
                    array->count <= MAT_WORDS_MOST;
    return is_matrix ? words(array, "", write_matrix) : NULL;
}

int mat_words_list(char **list, const char *name, const char *why) {
    size_t length = *list ? strlen(*list) : 0;
    char *longer = NULL;
    if (length > MAT_WORDS_LIST)
        return 1;
    int is_full = length + strlen(name) + strlen(why) > MAT_WORDS_LIST;
    if (asprintf(&longer, "%s%s%s (%s)%s", length ? *list : "", length ? ", " : "", name, why,
                 is_full ? ", ..." : "") < 0)
        return 0;
    free(*list);
    *list = longer;
    return 1;
}

char *mat_words_kind(const struct mat_array *array, const char *name) {
    return words(array, name, write_kind);
}

char *mat_words_object(const char *class_name, const char *name) {
    const struct mat_array object = {.class = MAT_OPAQUE, .class_name = class_name};
    return words(&object, name, write_kind);
}
