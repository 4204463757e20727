/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>

enum { BITS = 11, VALUES = 1 << BITS, DIGITS = 6 };

/* Below, to count the digits takes longer than to sort. */
enum { FEW = 2000 };

/* Rises as the number does. */
static uint64_t key_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static size_t digit_of(double value, unsigned digit) {
    return key_of(value) >> (BITS * digit) & (VALUES - 1);
}

static void count_digits(const double *values, size_t n, uint32_t counts[DIGITS][VALUES]) {
    memset(counts, 0, DIGITS * sizeof *counts);
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(values[i]);
        for (unsigned d = 0; d < DIGITS; d++)
            counts[d][key >> (BITS * d) & (VALUES - 1)]++;
    }
}

static void begin_at(const uint32_t *counts, size_t *places) {
    size_t place = 0;
    for (size_t v = 0; v < VALUES; v++) {
        places[v] = place;
        place += counts[v];
    }
}

static void deal(const double *from, size_t n, unsigned digit, size_t *places, double *to) {
    for (size_t i = 0; i < n; i++)
        to[places[digit_of(from[i], digit)]++] = from[i];
}

struct tables {
    uint32_t counts[DIGITS][VALUES];
    size_t places[VALUES];
};

static void sort_by_digits(double *values, size_t n, double *workspace, struct tables *tables) {
    double *from = values, *to = workspace;
    count_digits(values, n, tables->counts);
    for (unsigned d = 0; d < DIGITS; d++) {
        if (tables->counts[d][digit_of(from[0], d)] == n)
            continue;
        begin_at(tables->counts[d], tables->places);
        deal(from, n, d, tables->places, to);
        double *dealt = to;
        to = from;
        from = dealt;
    }
    if (from != values)
        memcpy(values, from, n * sizeof *values);
}

void sort_numbers(double *values, size_t n, double *workspace) {
    struct tables *tables = n < FEW || n > UINT32_MAX ? NULL : malloc(sizeof *tables);
    if (tables)
        sort_by_digits(values, n, workspace, tables);
    else
        gsl_sort(values, 1, n);
    free(tables);
}
