/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_level5.h"

#include <string.h>

#include "formats/mat/mat_element.h"
#include "formats/mat/mat_file.h"

enum {
    LEAST_ELEMENT = 8,      /* bytes of the shortest element */
    MOST_FIELD_NAME = 4096, /* bytes; MATLAB's names have at most 64 */
};

/* An array that is being read, at DEPTH: 1 for a variable itself. */
struct inside {
    const struct mat_scan *scan;
    struct mat_cursor rest; /* unread part of its body */
    int depth;
};

static int read_array(const struct mat_scan *scan, const struct mat_element *body, int depth,
                      struct mat_array *array);

/* --- numbers --- */

static int take_numbers(struct inside *in, enum mat_class class, int is_logical, size_t count,
                        const void **numbers) {
    struct mat_element element;
    int rc = mat_element_take(in->scan, &in->rest, &element);
    if (rc)
        return rc;
    return is_logical ? mat_logicals(in->scan, &element, count, numbers)
                      : mat_numbers(in->scan, &element, class, count, numbers);
}

static int read_numbers(struct inside *in, struct mat_array *array) {
    int rc = take_numbers(in, array->class, array->is_logical, array->count, &array->real);
    if (array->is_logical) /* a byte each, whatever the file calls their class */
        array->class = MAT_UINT8;
    if (rc == 0 && array->is_complex)
        rc = take_numbers(in, array->class, 0, array->count, &array->imaginary);
    return rc;
}

static int read_characters(struct inside *in, struct mat_array *array) {
    struct mat_element element;
    const uint16_t *units = NULL;
    size_t count = array->count;
    int rc = mat_element_take(in->scan, &in->rest, &element);
    if (rc == 0)
        rc = mat_characters(in->scan, &element, &count, &units);
    array->real = units;
    if (rc || count == array->count)
        return rc;
    if (array->rank != 2 || array->dims[0] != 1)
        return mat_refuse(in->scan, "characters beyond U+FFFF in several rows");
    size_t *dims = mat_memory_take(in->scan->memory, 2, sizeof *dims);
    if (!dims)
        return mat_refuse_memory(in->scan);
    dims[0] = 1;
    dims[1] = array->count = count;
    array->dims = dims;
    return 0;
}

/* --- sparse arrays --- */

/* Takes indices as unsigned 32-bit numbers, so that negative ones become too large. There may be
 * more than needed. */
static int take_indices(struct inside *in, const uint32_t **indices, size_t *count) {
    struct mat_element element;
    const void *numbers;
    int rc = mat_element_take(in->scan, &in->rest, &element);
    if (rc == 0 && element.type == MAT_TYPE_INT32)
        element.type = MAT_TYPE_UINT32;
    size_t bytes = rc ? 0 : mat_type_bytes(element.type);
    *count = bytes ? element.bytes / bytes : 0;
    if (rc == 0)
        rc = mat_numbers(in->scan, &element, MAT_UINT32, *count, &numbers);
    if (rc == 0)
        *indices = numbers;
    return rc;
}

/* Checks STARTS: STARTS[c] is the index of the first stored number of column c. */
static int check_starts(const struct inside *in, const struct mat_array *array,
                        const uint32_t *starts, size_t count) {
    size_t columns = array->dims[1];
    if (count < columns + 1 || starts[0] != 0)
        return mat_refuse(in->scan, "its columns do not begin anywhere");
    for (size_t c = 0; c < columns; c++)
        if (starts[c + 1] < starts[c])
            return mat_refuse(in->scan, "column %zu ends before it begins", c + 1);
    return 0;
}

static int check_rows(const struct inside *in, const struct mat_array *array, size_t count) {
    if (array->stored > count)
        return mat_refuse(in->scan, "%zu numbers in %zu rows", array->stored, count);
    for (size_t i = 0; i < array->stored; i++)
        if (array->rows[i] >= array->dims[0])
            return mat_refuse(in->scan, "a number in row %zu of %zu", (size_t)array->rows[i] + 1,
                              array->dims[0]);
    return 0;
}

/* Files may have more numbers than are stored; the rest is unused room. */
static int take_stored(struct inside *in, const struct mat_array *array, int is_logical,
                       const void **numbers) {
    struct mat_element element;
    int rc = mat_element_take(in->scan, &in->rest, &element);
    if (rc == 0 && is_logical) {
        /* MATLAB has labelled the one-byte values of logical arrays as doubles. */
        if (element.type == MAT_TYPE_DOUBLE && element.bytes / sizeof(double) < array->stored)
            element.type = MAT_TYPE_UINT8;
    }
    size_t bytes = rc ? 0 : mat_type_bytes(element.type);
    if (rc == 0 && bytes && element.bytes % bytes == 0 && element.bytes / bytes > array->stored)
        element.bytes = array->stored * bytes;
    if (rc)
        return rc;
    return is_logical ? mat_logicals(in->scan, &element, array->stored, numbers)
                      : mat_numbers(in->scan, &element, MAT_DOUBLE, array->stored, numbers);
}

static int read_sparse(struct inside *in, struct mat_array *array) {
    const uint32_t *starts = NULL;
    size_t row_count = 0, start_count = 0;
    if (array->rank != 2)
        return mat_refuse(in->scan, "a sparse array of %zu dimensions", array->rank);
    int rc = take_indices(in, &array->rows, &row_count);
    if (rc == 0)
        rc = take_indices(in, &starts, &start_count);
    if (rc == 0)
        rc = check_starts(in, array, starts, start_count);
    if (rc)
        return rc;
    array->stored = starts[array->dims[1]];
    rc = check_rows(in, array, row_count);
    if (rc == 0) {
        uint32_t *columns = mat_memory_take(in->scan->memory, array->stored, sizeof *columns);
        if (!columns)
            rc = mat_refuse_memory(in->scan);
        else {
            for (size_t c = 0; c < array->dims[1]; c++)
                for (size_t i = starts[c]; i < starts[c + 1]; i++)
                    columns[i] = (uint32_t)c;
            array->columns = columns;
            rc = 0;
        }
    }
    if (rc == 0)
        rc = take_stored(in, array, array->is_logical, &array->real);
    if (rc == 0 && array->is_complex)
        rc = take_stored(in, array, 0, &array->imaginary);
    return rc;
}

/* --- arrays of arrays --- */

static int take_items(struct inside *in, struct mat_array *array, size_t count) {
    if (count > (size_t)(in->rest.end - in->rest.at) / LEAST_ELEMENT)
        return mat_refuse(in->scan, "%zu arrays in %zu bytes", count,
                          (size_t)(in->rest.end - in->rest.at));
    struct mat_array *items = mat_memory_take(in->scan->memory, count, sizeof *items);
    if (!items)
        return mat_refuse_memory(in->scan);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count; i++) {
        struct mat_array *item = &items[i];
        struct mat_element element;
        int item_rc = mat_element_take(in->scan, &in->rest, &element);
        if (item_rc)
            rc = item_rc;
        else if (element.type != MAT_TYPE_MATRIX)
            rc = mat_refuse(in->scan, "type %u where an array should be", (unsigned)element.type);
        else {
            /* An element without data is an empty array. */
            static const size_t dims[2] = {0, 0};
            static const double nothing;
            *item =
                (struct mat_array){.class = MAT_DOUBLE, .rank = 2, .dims = dims, .real = &nothing};
            rc = element.bytes ? read_array(in->scan, &element, in->depth + 1, item) : 0;
        }
    }
    array->items = items;
    return rc;
}

static int read_cells(struct inside *in, struct mat_array *array) {
    return take_items(in, array, array->count);
}

/* Each name takes the same number of bytes, with a NUL after it. */
static int take_name_length(struct inside *in, size_t *length) {
    struct mat_element element;
    int rc = mat_element_take(in->scan, &in->rest, &element);
    if (rc)
        return rc;
    if ((element.type != MAT_TYPE_INT32 && element.type != MAT_TYPE_UINT32) || element.bytes != 4)
        return mat_refuse(in->scan, "the length of its fields' names is not a number");
    *length = mat_element_uint32(element.data, in->scan->is_swapped);
    if (*length < 1 || *length > MOST_FIELD_NAME)
        return mat_refuse(in->scan, "its fields' names have %zu bytes", *length);
    return 0;
}

static int copy_names(const struct inside *in, struct mat_array *array, const unsigned char *from,
                      size_t length) {
    const char **fields = mat_memory_take(in->scan->memory, array->field_count, sizeof *fields);
    char *names = mat_memory_take(in->scan->memory, array->field_count, length + 1);
    if (!fields || !names)
        return mat_refuse_memory(in->scan);
    for (size_t f = 0; f < array->field_count; f++, names += length + 1) {
        memcpy(names, from + f * length, length);
        names[length] = '\0';
        fields[f] = names;
    }
    array->fields = fields;
    return 0;
}

static int read_struct(struct inside *in, struct mat_array *array) {
    struct mat_element names;
    size_t length = 1, count;
    int rc = take_name_length(in, &length);
    if (rc == 0)
        rc = mat_element_take(in->scan, &in->rest, &names);
    if (rc)
        return rc;
    if ((names.type != MAT_TYPE_INT8 && names.type != MAT_TYPE_UTF8) || names.bytes % length)
        return mat_refuse(in->scan, "%zu bytes are no names of %zu bytes each", names.bytes,
                          length);
    array->field_count = names.bytes / length;
    rc = copy_names(in, array, names.data, length);
    if (rc)
        return rc;
    if (__builtin_mul_overflow(array->count, array->field_count, &count))
        return mat_refuse(in->scan, "its elements have no number");
    return take_items(in, array, count);
}

/* Keeps the name of the class. */
static int set_class(const struct mat_scan *scan, const struct mat_header *header,
                     struct mat_array *array) {
    size_t bytes = strlen(header->class_name) + 1;
    char *name = bytes > 1 ? mat_memory_take(scan->memory, bytes, 1) : NULL;
    if (bytes > 1 && !name)
        return mat_refuse_memory(scan);
    array->class_name = name ? memcpy(name, header->class_name, bytes) : NULL;
    return 0;
}

/* The contents of objects and function handles are not read. */
static int read_nothing(struct inside *in, struct mat_array *array) {
    (void)in;
    (void)array;
    return 0;
}

static int (*const readers[MAT_CLASSES])(struct inside *in, struct mat_array *array) = {
    [MAT_CELL] = read_cells,       [MAT_STRUCT] = read_struct,  [MAT_OBJECT] = read_nothing,
    [MAT_CHAR] = read_characters,  [MAT_SPARSE] = read_sparse,  [MAT_DOUBLE] = read_numbers,
    [MAT_SINGLE] = read_numbers,   [MAT_INT8] = read_numbers,   [MAT_UINT8] = read_numbers,
    [MAT_INT16] = read_numbers,    [MAT_UINT16] = read_numbers, [MAT_INT32] = read_numbers,
    [MAT_UINT32] = read_numbers,   [MAT_INT64] = read_numbers,  [MAT_UINT64] = read_numbers,
    [MAT_FUNCTION] = read_nothing, [MAT_OPAQUE] = read_nothing,
};

static int read_array(const struct mat_scan *scan, const struct mat_element *body, int depth,
                      struct mat_array *array) {
    struct mat_header header;
    struct inside in = {scan, {body->data, body->data + body->bytes}, depth};
    if (depth > MAT_MOST_DEPTH)
        return mat_refuse(scan, "arrays within arrays, more than %d deep", MAT_MOST_DEPTH);
    int rc = mat_header_take(scan, &in.rest, &header);
    if (rc)
        return rc;
    size_t *dims = mat_memory_take(scan->memory, header.rank, sizeof *dims);
    if (!dims)
        return mat_refuse_memory(scan);
    memcpy(dims, header.dims, header.rank * sizeof *dims);
    int has_numbers = header.class == MAT_SPARSE || mat_class_is_numeric(header.class);
    *array = (struct mat_array){.class = header.class,
                                .is_logical = has_numbers && header.is_logical,
                                .is_complex = has_numbers && header.is_complex,
                                .rank = header.rank,
                                .dims = dims,
                                .count = header.count};
    rc = set_class(scan, &header, array);
    return rc ? rc : readers[array->class](&in, array);
}

int mat_level5_read(const struct mat_scan *scan, const struct mat_element *body,
                    struct mat_array *array) {
    return read_array(scan, body, 1, array);
}
