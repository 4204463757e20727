/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/number.h"

#include <stdint.h>

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
    double (*part)(const void *array, size_t i);
} numbers[] = {
    {'s', "single", 4, 1, 0x1p-23, part_of_floats},
    {'d', "double", 8, 1, 0x1p-52, part_of_doubles},
    {'c', "single complex", 8, 2, 0x1p-23, part_of_floats},
    {'z', "double complex", 16, 2, 0x1p-52, part_of_doubles},
    {'i', "32-bit integer", 4, 1, 0, part_of_int32},
    {'l', "64-bit integer", 8, 1, 0, part_of_int64},
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
