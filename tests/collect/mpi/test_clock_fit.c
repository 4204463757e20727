/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/clock_fit.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

/* A machine that has run for years, and another that began a day later. */
static const int64_t own_start = INT64_C(90000000000000123),
                     start_offset = INT64_C(-86400000000077);

/* The offset at OWN if the other clock gains DRIFT. */
static int64_t offset_at(int64_t own, double drift) {
    return start_offset + llround(drift * (double)(own - own_start));
}

TEST(without_comparisons_both_are_the_same) {
    struct clock_fit fit = {0};
    assert_int_equal(clock_fit_to_other(&fit, own_start), own_start);
    assert_int_equal(clock_fit_to_own(&fit, own_start), own_start);
}

TEST(one_comparison_gives_the_offset) {
    struct clock_fit fit = {0};
    clock_fit_add(&fit, own_start, start_offset);
    assert_int_equal(clock_fit_to_other(&fit, own_start + 5), own_start + 5 + start_offset);
    assert_true(clock_fit_miss(&fit, own_start, start_offset + 7) == 7);
}

TEST(drift_is_found_and_extrapolated) {
    static const double drifts[] = {50e-6, -50e-6, 1e-7, 0};
    for (size_t d = 0; d < 4; d++) {
        struct clock_fit fit = {0};
        for (int64_t i = 0; i < 11; i++) {
            int64_t own = own_start + 10000000 * i;
            clock_fit_add(&fit, own, offset_at(own, drifts[d]));
        }
        assert_true(fabs(fit.drift - drifts[d]) < 1e-8);
        int64_t later = own_start + 1000000000, other = later + offset_at(later, drifts[d]);
        assert_true(llabs(clock_fit_to_other(&fit, later) - other) <= 10);
        assert_true(llabs(clock_fit_to_own(&fit, other) - later) <= 10);
        assert_true(clock_fit_miss(&fit, later, offset_at(later, drifts[d])) <= 10);
    }
}

/* Errors of 100 ns around the line: the fit is nearer to it than any comparison. */
TEST(errors_of_comparisons_even_out) {
    struct clock_fit fit = {0};
    for (int64_t i = 0; i < 30; i++) {
        int64_t own = own_start + 10000000 * i;
        clock_fit_add(&fit, own, offset_at(own, 2e-6) + (i % 2 ? 100 : -100));
    }
    int64_t middle = own_start + 150000000;
    assert_true(clock_fit_miss(&fit, middle, offset_at(middle, 2e-6)) < 25);
}

/* The drift changes, as where a clock is corrected. */
TEST(old_comparisons_are_forgotten) {
    struct clock_fit fit = {0};
    int64_t own = own_start;
    for (int i = 0; i < 20; i++, own += 10000000)
        clock_fit_add(&fit, own, start_offset);
    int64_t turn = own;
    for (int i = 0; i < CLOCK_FIT_POINTS; i++, own += 10000000)
        clock_fit_add(&fit, own, start_offset + (own - turn) / 100000);
    assert_true(fabs(fit.drift - 1e-5) < 1e-8);
    assert_true(clock_fit_miss(&fit, own, start_offset + (own - turn) / 100000) < 5);
}
