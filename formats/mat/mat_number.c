/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_number.h"

#include <math.h>
#include <string.h>

/* Any number of any type; those of 64 bits whole, on machines whose long double is more than a
 * double. */
typedef long double number;

#define LOAD(name, type)                                                                           \
    static number load_##name(const unsigned char *from) {                                         \
        type value;                                                                                \
        memcpy(&value, from, sizeof value);                                                        \
        return (number)value;                                                                      \
    }                                                                                              \
    static void widen_##name(double *to, const unsigned char *from, size_t count) {                \
        for (size_t i = 0; i < count; i++) {                                                       \
            type value;                                                                            \
            memcpy(&value, from + i * sizeof value, sizeof value);                                 \
            to[i] = (double)value;                                                                 \
        }                                                                                          \
    }
LOAD(int8, int8_t)
LOAD(uint8, uint8_t)
LOAD(int16, int16_t)
LOAD(uint16, uint16_t)
LOAD(int32, int32_t)
LOAD(uint32, uint32_t)
LOAD(single, float)
LOAD(double, double)
LOAD(int64, int64_t)
LOAD(uint64, uint64_t)

static const struct {
    size_t bytes;
    enum mat_class same; /* the class that has this type */
    number (*load)(const unsigned char *from);
    void (*widen)(double *to, const unsigned char *from, size_t count);
} types[] = {
    [MAT_TYPE_INT8] = {1, MAT_INT8, load_int8, widen_int8},
    [MAT_TYPE_UINT8] = {1, MAT_UINT8, load_uint8, widen_uint8},
    [MAT_TYPE_INT16] = {2, MAT_INT16, load_int16, widen_int16},
    [MAT_TYPE_UINT16] = {2, MAT_UINT16, load_uint16, widen_uint16},
    [MAT_TYPE_INT32] = {4, MAT_INT32, load_int32, widen_int32},
    [MAT_TYPE_UINT32] = {4, MAT_UINT32, load_uint32, widen_uint32},
    [MAT_TYPE_SINGLE] = {4, MAT_SINGLE, load_single, widen_single},
    [MAT_TYPE_DOUBLE] = {8, MAT_DOUBLE, load_double, widen_double},
    [MAT_TYPE_INT64] = {8, MAT_INT64, load_int64, widen_int64},
    [MAT_TYPE_UINT64] = {8, MAT_UINT64, load_uint64, widen_uint64},
};
enum { TYPES = sizeof types / sizeof *types };

size_t mat_type_bytes(uint32_t type) {
    return type < TYPES ? types[type].bytes : 0;
}

static void store_double(void *to, size_t i, number value) {
    ((double *)to)[i] = (double)value;
}

static void store_single(void *to, size_t i, number value) {
    ((float *)to)[i] = (float)value;
}

#define STORE(name, type, least, most)                                                             \
    static void store_##name(void *to, size_t i, number value) {                                   \
        ((type *)to)[i] = isnan(value)               ? 0                                           \
                          : value <= (number)(least) ? (least)                                     \
                          : value >= (number)(most)  ? (most)                                      \
                                                     : (type)rintl(value);                          \
    }
STORE(int8, int8_t, INT8_MIN, INT8_MAX)
STORE(uint8, uint8_t, 0, UINT8_MAX)
STORE(int16, int16_t, INT16_MIN, INT16_MAX)
STORE(uint16, uint16_t, 0, UINT16_MAX)
STORE(int32, int32_t, INT32_MIN, INT32_MAX)
STORE(uint32, uint32_t, 0, UINT32_MAX)
STORE(int64, int64_t, INT64_MIN, INT64_MAX)
STORE(uint64, uint64_t, 0, UINT64_MAX)

static void (*const stores[MAT_CLASSES])(void *to, size_t i, number value) = {
    [MAT_DOUBLE] = store_double, [MAT_SINGLE] = store_single, [MAT_INT8] = store_int8,
    [MAT_UINT8] = store_uint8,   [MAT_INT16] = store_int16,   [MAT_UINT16] = store_uint16,
    [MAT_INT32] = store_int32,   [MAT_UINT32] = store_uint32, [MAT_INT64] = store_int64,
    [MAT_UINT64] = store_uint64,
};

static int check_bytes(const struct mat_scan *scan, const struct mat_element *element,
                       size_t count) {
    size_t bytes = mat_type_bytes(element->type);
    if (!bytes)
        return mat_refuse(scan, "its numbers are stored as type %u, which is none",
                          (unsigned)element->type);
    if (element->bytes % bytes || element->bytes / bytes != count)
        return mat_refuse(scan, "%zu bytes are not %zu numbers of %zu bytes", element->bytes, count,
                          bytes);
    return 0;
}

static int is_aligned(const void *at, size_t bytes) {
    return (uintptr_t)at % bytes == 0;
}

/* In the byte order of this machine: the same data, or a copy; NULL when there is no memory. */
static const unsigned char *native(const struct mat_scan *scan, const struct mat_element *element,
                                   size_t count) {
    size_t bytes = types[element->type].bytes;
    int must_swap = scan->is_swapped && bytes > 1;
    if (!must_swap && is_aligned(element->data, bytes))
        return element->data;
    unsigned char *copy = mat_memory_take(scan->memory, count, bytes);
    if (!copy || !must_swap)
        return copy ? memcpy(copy, element->data, count * bytes) : NULL;
    for (size_t i = 0; i < count * bytes; i++)
        copy[i] = element->data[i / bytes * bytes + bytes - 1 - i % bytes];
    return copy;
}

int mat_numbers(const struct mat_scan *scan, const struct mat_element *element,
                enum mat_class class, size_t count, const void **numbers) {
    int rc = check_bytes(scan, element, count);
    if (rc)
        return rc;
    const unsigned char *from = native(scan, element, count);
    if (!from)
        return mat_refuse_memory(scan);
    *numbers = from;
    if (types[element->type].same == class)
        return 0;
    void *to = mat_memory_take(scan->memory, count, mat_class_bytes(class));
    if (!to)
        return mat_refuse_memory(scan);
    if (class == MAT_DOUBLE)
        types[element->type].widen(to, from, count);
    else
        for (size_t i = 0; i < count; i++)
            stores[class](to, i, types[element->type].load(from + i * types[element->type].bytes));
    *numbers = to;
    return 0;
}

int mat_logicals(const struct mat_scan *scan, const struct mat_element *element, size_t count,
                 const void **numbers) {
    int rc = check_bytes(scan, element, count);
    uint8_t *to = rc ? NULL : mat_memory_take(scan->memory, count, 1);
    if (!to)
        return rc ? rc : mat_refuse_memory(scan);
    size_t bytes = types[element->type].bytes;
    for (size_t i = 0; i < count; i++) {
        unsigned any = 0;
        for (size_t b = 0; b < bytes; b++)
            any |= element->data[i * bytes + b];
        to[i] = any != 0;
    }
    *numbers = to;
    return 0;
}
