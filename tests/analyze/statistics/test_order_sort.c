/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/order.h"
#include "tests/test.h"

enum { MOST = 50000 };

static uint64_t next(uint64_t *seed) {
    return *seed = *seed * 6364136223846793005u + 1442695040888963407u;
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void assert_sorted(const double *numbers, size_t n) {
    static double sorted[MOST], wanted[MOST], workspace[MOST];
    memcpy(sorted, numbers, n * sizeof *numbers);
    memcpy(wanted, numbers, n * sizeof *numbers);
    sort_numbers(sorted, n, workspace);
    qsort(wanted, n, sizeof *wanted, ascending);
    for (size_t i = 0; i < n; i++)
        assert_true(sorted[i] == wanted[i]);
}

TEST(times_are_put_in_order) {
    static double times[MOST];
    static const size_t counts[] = {0, 1, 2, 100, 1999, 2000, 2001, MOST};
    uint64_t seed = 1;
    for (size_t i = 0; i < MOST; i++)
        times[i] = 1e-6 * (1 + (double)(next(&seed) >> 40) / (1 << 24));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_sorted(times, counts[i]);
}

TEST(any_numbers_are_put_in_order) {
    static double numbers[MOST];
    uint64_t seed = 2;
    for (size_t i = 0; i < MOST; i++) {
        uint64_t bits = next(&seed) ^ next(&seed) >> 29;
        memcpy(&numbers[i], &bits, sizeof bits);
        if (isnan(numbers[i]))
            numbers[i] = i % 2 ? INFINITY : -DBL_TRUE_MIN;
    }
    assert_sorted(numbers, MOST);
}

TEST(equal_numbers_stay) {
    static double numbers[MOST];
    for (size_t i = 0; i < MOST; i++)
        numbers[i] = 3e-7;
    assert_sorted(numbers, MOST);
    numbers[MOST - 1] = -1;
    assert_sorted(numbers, MOST);
}
