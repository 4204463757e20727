/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_level4.h"

#include <endian.h>
#include <math.h>
#include <string.h>

#include "formats/mat/mat_element.h"
#include "formats/text/unicode.h"

enum { HEADER = 20, FULL = 0, TEXT = 1, SPARSE = 2, KINDS = 3 };

/* The decimal digits of MOPT are M O P T: byte order (0: little-endian, 1: big-endian), 0, type of
 * the numbers, kind of the array. */
static const uint32_t types[] = {MAT_TYPE_DOUBLE, MAT_TYPE_SINGLE, MAT_TYPE_INT32,
                                 MAT_TYPE_INT16,  MAT_TYPE_UINT16, MAT_TYPE_UINT8};
enum { TYPES = sizeof types / sizeof *types };

static uint32_t type_of(uint32_t mopt) {
    return types[mopt / 10 % 10];
}

static int is_mopt(uint32_t mopt) {
    return mopt < 2000 && mopt / 100 % 10 == 0 && mopt / 10 % 10 < TYPES && mopt % 10 < KINDS;
}

int mat_level4_recognises(const unsigned char *head, size_t n, int *is_swapped) {
    if (n < HEADER)
        return 0;
    /* MOPT is in the byte order that it tells; 0 reads as 0 in either, and tells little-endian. */
    int is_little = is_mopt(mat_element_uint32(head, BYTE_ORDER != LITTLE_ENDIAN));
    *is_swapped = is_little != (BYTE_ORDER == LITTLE_ENDIAN);
    uint32_t length = mat_element_uint32(head + 16, *is_swapped);
    return is_mopt(mat_element_uint32(head, *is_swapped)) &&
           mat_element_uint32(head + 4, *is_swapped) <= INT32_MAX &&
           mat_element_uint32(head + 8, *is_swapped) <= INT32_MAX &&
           mat_element_uint32(head + 12, *is_swapped) <= 1 && length >= 1 &&
           length <= MAT_MOST_NAME && n - HEADER >= length && head[HEADER] != '\0' &&
           head[HEADER + length - 1] == '\0';
}

int mat_level4_next(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header) {
    uint32_t words[5];
    *header = (struct mat_header){.rank = 2};
    if (cursor->end - cursor->at < HEADER)
        return mat_refuse(scan, "it is cut short");
    for (size_t i = 0; i < 5; i++)
        words[i] = mat_element_uint32(cursor->at + 4 * i, scan->is_swapped);
    if (!is_mopt(words[0]) || words[1] > INT32_MAX || words[2] > INT32_MAX || words[3] > 1)
        return mat_refuse(scan, "no header of a variable of MATLAB 4 (type %u, %u x %u)",
                          (unsigned)words[0], (unsigned)words[1], (unsigned)words[2]);
    header->mopt = words[0];
    header->dims[0] = words[1];
    header->dims[1] = words[2];
    header->is_complex = (int)words[3];
    static const enum mat_class classes[KINDS] = {
        [FULL] = MAT_DOUBLE, [TEXT] = MAT_CHAR, [SPARSE] = MAT_SPARSE};
    header->class = classes[header->mopt % 10];
    cursor->at += HEADER;

    size_t length = words[4];
    int rc;
    if (length > MAT_MOST_NAME || length > (size_t)(cursor->end - cursor->at))
        rc = mat_refuse(scan, "its name has %zu bytes", length);
    else {
        memcpy(header->name, cursor->at, length);
        header->name[length] = '\0';
        utf8_clean(header->name, '?');
        cursor->at += length;
        rc = 0;
    }

    if (rc == 0)
        rc = mat_header_count(scan, header->dims, 2, &header->count);
    if (rc)
        return rc;
    struct mat_scan named = *scan;
    named.name = header->name;
    size_t left = (size_t)(cursor->end - cursor->at), bytes = mat_type_bytes(type_of(words[0]));
    size_t parts = header->is_complex ? 2 : 1;
    if (header->count > left / bytes / parts)
        return mat_refuse(&named, "it is cut short: %zu x %zu numbers, of which %zu are there",
                          header->dims[0], header->dims[1], left / bytes / parts);
    header->place = cursor->at;
    header->place_bytes = header->bytes = header->count * bytes * parts;
    cursor->at += header->place_bytes;
    return 0;
}

/* --- reading a variable --- */

static int take(const struct mat_scan *scan, const struct mat_header *header, int is_imaginary,
                const void **numbers) {
    size_t bytes = header->count * mat_type_bytes(type_of(header->mopt));
    struct mat_element element = {type_of(header->mopt), bytes,
                                  header->place + (is_imaginary ? bytes : 0)};
    return mat_numbers(scan, &element, MAT_DOUBLE, header->count, numbers);
}

static int is_index(double value, double most) {
    return value >= 1 && value <= most && value == floor(value);
}

/* TABLE has a row for each number: its row and column, from 1, and its value, perhaps with an
 * imaginary part in a fourth column. The last row has the dimensions. */
static int read_sparse(const struct mat_scan *scan, const struct mat_header *header,
                       const double *table, struct mat_array *array) {
    size_t height = header->dims[0], width = header->dims[1];
    if (height < 1 || (width != 3 && width != 4))
        return mat_refuse(scan, "%zu x %zu numbers are no sparse array", height, width);
    size_t stored = height - 1;
    double rows = table[stored], columns = table[height + stored];
    size_t *dims = mat_memory_take(scan->memory, 2, sizeof *dims);
    uint32_t *at[2];
    for (size_t k = 0; k < 2; k++)
        at[k] = mat_memory_take(scan->memory, stored, sizeof *at[k]);
    if (!dims || !at[0] || !at[1])
        return mat_refuse_memory(scan);
    if (!(rows == 0 || is_index(rows, INT32_MAX)) ||
        !(columns == 0 || is_index(columns, INT32_MAX)))
        return mat_refuse(scan, "its dimensions are %g x %g", rows, columns);
    for (size_t i = 0; i < stored; i++) {
        if (!is_index(table[i], rows) || !is_index(table[height + i], columns))
            return mat_refuse(scan, "number %zu is outside of it", i + 1);
        at[0][i] = (uint32_t)table[i] - 1;
        at[1][i] = (uint32_t)table[height + i] - 1;
    }
    dims[0] = (size_t)rows;
    dims[1] = (size_t)columns;
    array->dims = dims;
    array->count = dims[0] * dims[1];
    array->stored = stored;
    array->rows = at[0];
    array->columns = at[1];
    array->real = table + 2 * height;
    array->imaginary = width == 4 ? table + 3 * height : NULL;
    array->is_complex = width == 4;
    return 0;
}

int mat_level4_read(const struct mat_scan *scan, const struct mat_header *header,
                    struct mat_array *array) {
    const void *real, *imaginary = NULL;
    size_t *dims = mat_memory_take(scan->memory, 2, sizeof *dims);
    if (!dims)
        return mat_refuse_memory(scan);
    memcpy(dims, header->dims, 2 * sizeof *dims);
    *array =
        (struct mat_array){.class = header->class, .rank = 2, .dims = dims, .count = header->count};
    int rc = take(scan, header, 0, &real);
    if (rc == 0 && header->is_complex)
        rc = take(scan, header, 1, &imaginary);
    if (rc)
        return rc;
    if (header->class == MAT_CHAR) {
        const double *codes = real;
        uint16_t *units = mat_memory_take(scan->memory, array->count, sizeof *units);
        if (!units)
            return mat_refuse_memory(scan);
        for (size_t i = 0; i < array->count; i++)
            units[i] = codes[i] >= 0 && codes[i] <= UINT16_MAX ? (uint16_t)codes[i] : 0xFFFD;
        array->real = units;
        return 0;
    }
    if (header->class == MAT_SPARSE)
        return read_sparse(scan, header, real, array);
    array->real = real;
    array->imaginary = imaginary;
    array->is_complex = imaginary != NULL;
    return 0;
}
