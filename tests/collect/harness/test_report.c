/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/harness/report.h"
#include "tests/test.h"

/* A clock that stands still until it is set. */
static int64_t now;

static int64_t read_now(void) {
    return now;
}

TEST(regions_and_seconds_add_up_within_an_interval) {
    struct report report = {0};
    report_begin_interval(&report, read_now);
    for (int i = 0; i < 3; i++) {
        report_begin_region(&report);
        now += 1000;
        report_end_region(&report);
        now += 5000;
    }
    report_set_seconds(&report, 2e-6);
    report_end_interval(&report);
    assert_true(report.is_manual);
    assert_float_equal(report.seconds, 5e-6, 1e-15);
    report_begin_interval(&report, read_now);
    report_end_interval(&report);
    assert_true(report.is_manual && report.seconds == 0);
    assert_int_equal(report_status(&report, NULL), 0);
}

TEST(outside_an_interval_regions_mean_nothing) {
    struct report report = {0};
    report_begin_region(&report);
    report_end_region(&report);
    report_end_region(&report);
    assert_false(report.is_manual);
    assert_int_equal(report_status(&report, NULL), 0);
}

TEST(seconds_that_are_no_time_are_a_failure) {
    const double wrong[] = {-1, NAN, INFINITY};
    for (size_t i = 0; i < 3; i++) {
        struct report report = {0};
        report_set_seconds(&report, wrong[i]);
        assert_int_equal(report_status(&report, NULL), ERR_FAILED);
        assert_true(report.seconds == 0);
    }
}

/* A microsecond or two is the tick of a clock. */
TEST(seconds_beyond_those_of_the_calls_are_a_failure) {
    static const double set[] = {1e-3, 1.0005e-3, 1.1e-3};
    for (size_t i = 0; i < 3; i++) {
        struct report report = {0};
        struct err err;
        report_begin_interval(&report, read_now);
        now += 1000000;
        report_set_seconds(&report, set[i]);
        report_end_interval(&report);
        assert_int_equal(report_status(&report, &err), i == 2 ? ERR_FAILED : 0);
        if (i == 2)
            assert_string_equal(err.message, "gave up: the seconds it set are 0.0011, but its "
                                             "calls took only 0.001");
    }
}

TEST(seconds_of_a_device_are_by_its_own_clock) {
    struct report report = {0};
    report_begin_interval(&report, read_now);
    report_set_device_seconds(&report, 1);
    report_end_interval(&report);
    assert_int_equal(report_status(&report, NULL), 0);
}

TEST(regions_begin_and_end_in_turn) {
    struct report report = {0};
    struct err err;
    report_begin_interval(&report, read_now);
    report_begin_region(&report);
    report_begin_region(&report);
    assert_int_equal(report_status(&report, &err), ERR_FAILED);
    assert_string_equal(err.message, "gave up: a region began within another");
    report_end_region(&report);
    report_clear(&report);
    report_end_region(&report);
    assert_int_equal(report_status(&report, &err), ERR_FAILED);
    report_clear(&report);
    report_begin_region(&report);
    report_end_interval(&report);
    assert_int_equal(report_status(&report, &err), ERR_FAILED);
    assert_string_equal(err.message, "gave up: a region that was begun did not end");
}

TEST(counts_add_up_until_they_are_cleared) {
    struct report report = {0};
    report_count(&report, BENCH_ITERATIONS, 3);
    report_count(&report, BENCH_ITERATIONS, 4);
    assert_true(report.counted[BENCH_ITERATIONS] == 7);
    assert_true(report.has_counted[BENCH_ITERATIONS] && !report.has_counted[BENCH_OPERATIONS]);
    report_give_up(&report, "one");
    report_clear_counts(&report);
    assert_false(report.has_counted[BENCH_ITERATIONS]);
    assert_int_equal(report_status(&report, NULL), ERR_FAILED);
    report_clear(&report);
    assert_int_equal(report_status(&report, NULL), 0);
    report_count(&report, (enum bench_count)77, 1);
    assert_int_equal(report_status(&report, NULL), ERR_FAILED);
    report_clear(&report);
    report_count(&report, BENCH_OPERATIONS, -1);
    assert_int_equal(report_status(&report, NULL), ERR_FAILED);
}

TEST(the_first_failure_is_kept) {
    struct report report = {0};
    struct err err;
    report_give_up(&report, "one");
    report_give_up(&report, "two");
    report_status(&report, &err);
    assert_string_equal(err.message, "gave up: one");
    report_clear(&report);
    report_give_up(&report, NULL);
    report_status(&report, &err);
    assert_string_equal(err.message, "gave up: without a reason");
}

TEST(what_ranks_say_adds_up_until_it_is_cleared) {
    struct report report = {0};
    report_clear(&report);
    report_begin_interval(&report, NULL);
    double whole = 7;
    assert_true(report_seconds(&report, &whole) == 7);
    report_add_ranks(&report,
                     &(struct report_ranks){
                         .slowest = 3, .fastest = 1, .skew = 0.5, .whole = 5, .clock_error = NAN});
    report_end_interval(&report);
    assert_true(report_seconds(&report, &whole) == 3 && whole == 5);
    assert_true(isnan(report.ranks.clock_error));
    report_begin_interval(&report, NULL);
    report_add_ranks(&report, &(struct report_ranks){.slowest = 4,
                                                     .fastest = 2,
                                                     .skew = 0.25,
                                                     .whole = 6,
                                                     .clock_error = 0.125,
                                                     .late_calls = 2});
    assert_true(report_seconds(&report, &whole) == 4 && whole == 6);
    assert_true(report.ranks.slowest == 7 && report.ranks.fastest == 3);
    assert_true(report.ranks.clock_error == 0.125 && report.ranks.late_calls == 2);
    assert_true(report.ranks.skew == 0.5);
    report_clear_counts(&report);
    assert_true(report.ranks.slowest == 0 && isnan(report.ranks.skew));
    assert_true(isnan(report.ranks.clock_error) && report.ranks.late_calls == 0);
}
