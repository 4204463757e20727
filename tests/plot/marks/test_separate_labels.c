/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plot/marks/separate_labels.h"
#include "tests/test.h"

TEST(labels_far_apart_stay_where_they_are) {
    double at[] = {10, 30, 60};
    assert_float_equal(separate_labels_apart(at, 3, 10, 0, 100), 10, 0);
    assert_float_equal(at[0], 10, 1e-12);
    assert_float_equal(at[1], 30, 1e-12);
    assert_float_equal(at[2], 60, 1e-12);
}

TEST(a_crowd_spreads_about_its_middle) {
    double at[] = {50, 50, 50, 90};
    separate_labels_apart(at, 4, 10, 0, 100);
    assert_float_equal(at[0], 40, 1e-12);
    assert_float_equal(at[1], 50, 1e-12);
    assert_float_equal(at[2], 60, 1e-12);
    assert_float_equal(at[3], 90, 1e-12);
}

TEST(the_ends_are_kept) {
    double at[] = {0, 1, 2, 98, 120};
    separate_labels_apart(at, 5, 10, 0, 100);
    assert_float_equal(at[0], 0, 1e-12);
    assert_float_equal(at[1], 10, 1e-12);
    assert_float_equal(at[2], 20, 1e-12);
    assert_float_equal(at[3], 90, 1e-12);
    assert_float_equal(at[4], 100, 1e-12);
}

TEST(too_many_share_the_room) {
    double at[] = {5, 5, 5};
    assert_float_equal(separate_labels_apart(at, 3, 100, 0, 10), 5, 1e-12);
    assert_float_equal(at[0], 0, 1e-12);
    assert_float_equal(at[1], 5, 1e-12);
    assert_float_equal(at[2], 10, 1e-12);
    assert_float_equal(separate_labels_apart(at, 0, 7, 0, 10), 7, 0);
}

/* The optimum satisfies: moving any run of touching labels together by a little does not help, so
 * the mean move of each such run, where it is not stopped by an end, is zero. */
TEST(no_smaller_sum_of_squares_exists) {
    uint64_t random = 7;
    for (int trial = 0; trial < 200; trial++) {
        double before[12], at[12], sum = 0;
        for (int i = 0; i < 12; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            sum += (double)(random >> 40) / (1 << 24) * 12;
            before[i] = at[i] = sum;
        }
        separate_labels_apart(at, 12, 8, -1000, 1000);
        for (int first = 0, i = 0; i < 12; i++) {
            if (i > 0)
                assert_true(at[i] - at[i - 1] >= 8 - 1e-9);
            if (i < 11 && at[i + 1] - at[i] < 8 + 1e-9)
                continue;
            double moved = 0;
            for (int k = first; k <= i; k++)
                moved += at[k] - before[k];
            assert_float_equal(moved, 0, 1e-9);
            first = i + 1;
        }
    }
}
