/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/timing/timing.h"
#include "tests/test.h"

static struct intervals intervals;

static void add(double seconds, int64_t calls) {
    intervals_add(&intervals, &(struct interval){.seconds = seconds, .whole_seconds = seconds},
                  calls);
}

static void take(const double *seconds, size_t count) {
    intervals_clear(&intervals);
    for (size_t i = 0; i < count; i++)
        add(seconds[i], 2);
    intervals_close(&intervals);
}

TEST(interruptions_do_not_show_in_what_is_typical) {
    take((const double[]){4, 4, 90, 4, 4, 4, 4, 4, 70, 4}, 10);
    assert_float_equal(intervals_typical(&intervals), 2, 1e-12);
    assert_float_equal(intervals_mean(&intervals), 192 / 20., 1e-12);
    assert_int_equal(intervals_slow(&intervals), 2);
}

TEST(a_fifth_is_left_out_at_either_end) {
    take((const double[]){2, 0, 8, 4, 100}, 5);
    assert_float_equal(intervals_typical(&intervals), (2 + 4 + 8) / 3. / 2, 1e-12);
}

TEST(of_a_few_nothing_is_left_out) {
    take((const double[]){2, 2, 2, 10}, 4);
    assert_float_equal(intervals_typical(&intervals), 2, 1e-12);
    assert_float_equal(intervals_mean(&intervals), 2, 1e-12);
    assert_int_equal(intervals_slow(&intervals), 1);
}

TEST(each_interval_counts_by_its_calls) {
    intervals_clear(&intervals);
    add(3, 1);
    add(1, 3);
    intervals_close(&intervals);
    assert_float_equal(intervals_mean(&intervals), 1, 1e-12);
    assert_int_equal(intervals.calls, 4);
}

TEST(beyond_what_is_kept_only_the_totals_grow) {
    intervals_clear(&intervals);
    for (int i = 0; i < INTERVALS_MOST; i++)
        add(1, 1);
    add(INTERVALS_MOST + 2, 1);
    intervals_close(&intervals);
    assert_int_equal(intervals.count, INTERVALS_MOST);
    assert_float_equal(intervals_typical(&intervals), 1, 1e-12);
    assert_float_equal(intervals_mean(&intervals), 2, 1e-4);
}

TEST(a_part_is_never_longer_than_the_whole) {
    const double parts[] = {4, 9, 5, 5, 5}, wholes[] = {10, 10, 6, 5, 100};
    intervals_clear(&intervals);
    for (size_t i = 0; i < 5; i++)
        intervals_add(&intervals,
                      &(struct interval){.seconds = parts[i], .whole_seconds = wholes[i]}, 1);
    intervals_close(&intervals);
    assert_float_equal(intervals_typical(&intervals), 5, 1e-12);
    assert_float_equal(intervals_typical_whole(&intervals), 26 / 3., 1e-12);
    take((const double[]){2, 4}, 2);
    assert_float_equal(intervals_typical_whole(&intervals), 1.5, 1e-12);
}

TEST(calls_are_planned_by_what_they_keep_the_harness_waiting) {
    assert_float_equal(interval_to_plan(&(struct interval){.seconds = 3, .whole_seconds = 5}), 3,
                       0);
    assert_float_equal(interval_to_plan(&(struct interval){.seconds = 1, .whole_seconds = 50}), 5,
                       1e-12);
    struct interval device = {.seconds = 1, .whole_seconds = 50, .is_of_device = 1};
    assert_float_equal(interval_to_plan(&device), 50, 0);
    device.whole_seconds = 0.5; /* clocks differ */
    assert_float_equal(interval_to_plan(&device), 1, 0);
}
