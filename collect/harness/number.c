/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static double part_of_floats(const void *array, size_t i) {
    return (double)((const float *)array)[i];
}

static double part_of_doubles(const void *array, size_t i) {
    return ((const double *)array)[i];
}

static double part_of_int32(const void *array, size_t i) {
    return (double)((const int32_t *)array)[i];
}

static double part_of_int64(const void *array, size_t i) {
    return (double)((const int64_t *)array)[i];
}

static const struct number {
    char type;
    const char *name;
    size_t bytes, parts;
    double epsilon;
    uint64_t sign; /* the bit that is apart from a payload; 0: none is */
    double (*part)(const void *array, size_t i);
} numbers[] = {
    {'s', "single", 4, 1, 0x1p-23, UINT64_C(1) << 31, part_of_floats},
    {'d', "double", 8, 1, 0x1p-52, UINT64_C(1) << 63, part_of_doubles},
    {'c', "single complex", 8, 2, 0x1p-23, UINT64_C(1) << 31, part_of_floats},
    {'z', "double complex", 16, 2, 0x1p-52, UINT64_C(1) << 63, part_of_doubles},
    {'i', "32-bit integer", 4, 1, 0, 0, part_of_int32},
    {'l', "64-bit integer", 8, 1, 0, 0, part_of_int64},
};

static const struct number *find(char type) {
    static const struct number none = {0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].type == type)
            return &numbers[i];
    return &none;
}

const char *number_name(char type) {
    return find(type)->name;
}

size_t number_bytes(char type) {
    return find(type)->bytes;
}

size_t number_parts(char type) {
    return find(type)->parts;
}

double number_epsilon(char type) {
    return find(type)->epsilon;
}

double number_part(char type, const void *array, size_t i) {
    return find(type)->part(array, i);
}

/* --- memory that nobody has written --- */

static const uint32_t unwritten[] = {NUMBER_UNWRITTEN, NUMBER_UNWRITTEN};

void number_unwrite(void *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof *unwritten)
        memcpy((char *)memory + i, unwritten, sizeof *unwritten);
}

static int is_written(const struct number *number, const void *array, size_t i) {
    size_t bytes = number->bytes / number->parts;
    uint64_t bits = 0, mark = 0;
    memcpy(&bits, (const char *)array + i * bytes, bytes);
    memcpy(&mark, unwritten, bytes);
    return ((bits ^ mark) & ~number->sign) != 0;
}

int number_is_written(char type, const void *array, size_t i) {
    return is_written(find(type), array, i);
}

/* --- comparing --- */

static double distance_of_int64(int64_t a, int64_t b) {
    return (double)(a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a);
}

double number_distance(char type, const void *array, const void *reference, size_t i) {
    const struct number *number = find(type);
    if (type == 'l')
        return distance_of_int64(((const int64_t *)array)[i], ((const int64_t *)reference)[i]);
    double own = number->part(array, i), expected = number->part(reference, i);
    if (own == expected)
        return 0;
    if (isnan(own) && isnan(expected))
        return is_written(number, array, i) || !is_written(number, reference, i) ? 0 : INFINITY;
    return isfinite(own) && isfinite(expected) ? fabs(own - expected) : INFINITY;
}
