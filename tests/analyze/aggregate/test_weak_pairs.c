/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/weak_pairs.h"
#include "tests/test.h"

enum { POINTS = 8 };

/* The bases of points with these SIZES, THREADS and WORK, which also have a stride. */
static void find(const double *sizes, const double *threads, const double *strides,
                 const double *work, size_t points, size_t *bases) {
    struct parameter_grid_axis axes[] = {{"size", (double *)sizes, 1, NULL, 0},
                                         {"threads", (double *)threads, 1, NULL, 0},
                                         {"stride", (double *)strides, 1, NULL, 0}};
    const struct parameter_grid space = {
        .points = points, .axes = axes, .axis_count = strides ? 3 : 2};
    weak_pairs_find(&space, 1, work, bases);
}

static void assert_bases(const size_t *found, const size_t *expected, size_t points) {
    for (size_t i = 0; i < points; i++)
        assert_int_equal(found[i], expected[i]);
}

/* On all combinations of sizes and threads, work is twice the size. */
TEST(the_same_work_for_each_is_a_pair) {
    const double sizes[] = {40, 20, 10, 40, 20, 10}, threads[] = {1, 1, 1, 2, 2, 2};
    const double work[] = {80, 40, 20, 80, 40, 20};
    const size_t none = WEAK_PAIRS_NONE, expected[] = {none, 1, 2, 1, 2, none};
    size_t bases[POINTS];
    find(sizes, threads, NULL, work, 6, bases);
    assert_bases(bases, expected, 6);
}

TEST(work_may_differ_by_5_percent_and_the_nearest_counts) {
    const double sizes[] = {100, 203, 201, 196, 300, 211}, threads[] = {1, 2, 2, 2, 3, 2};
    const double far[] = {100, 211, 212, 213, 320, 214};
    const size_t none = WEAK_PAIRS_NONE, expected[] = {0, none, 0, none, 0, none};
    const size_t unpaired[] = {none, none, none, none, none, none};
    size_t bases[POINTS];
    find(sizes, threads, NULL, sizes, 6, bases);
    assert_bases(bases, expected, 6);
    find(sizes, threads, NULL, far, 6, bases);
    assert_bases(bases, unpaired, 6);
}

TEST(all_else_must_be_the_same) {
    const double sizes[] = {10, 20, 10, 20}, threads[] = {1, 2, 1, 2}, strides[] = {1, 1, 8, 4};
    const size_t expected[] = {0, 0, WEAK_PAIRS_NONE, WEAK_PAIRS_NONE};
    size_t bases[POINTS];
    find(sizes, threads, strides, sizes, 4, bases);
    assert_bases(bases, expected, 4);
}

TEST(where_no_work_is_known_nothing_is_paired) {
    const double sizes[] = {10, 20}, threads[] = {1, 2}, work[] = {NAN, 0};
    const size_t expected[] = {WEAK_PAIRS_NONE, WEAK_PAIRS_NONE};
    size_t bases[POINTS];
    find(sizes, threads, NULL, work, 2, bases);
    assert_bases(bases, expected, 2);
}

TEST(the_fewest_threads_may_be_two) {
    const double sizes[] = {10, 20, 40}, threads[] = {2, 4, 8};
    const size_t expected[] = {0, 0, 0};
    size_t bases[POINTS];
    find(sizes, threads, NULL, sizes, 3, bases);
    assert_bases(bases, expected, 3);
}
