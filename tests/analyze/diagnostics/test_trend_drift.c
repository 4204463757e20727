/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/diagnostics/trend.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static double values[8], workspace[8], means[5];

/* Each round rises by 8 %, and the second starts far lower: that is its layout. */
TEST(what_rises_in_every_round_is_a_drift_within) {
    const double seconds[] = {100, 100, 108, 108.5, 50, 50.1, 54, 54.1};
    struct drift_samples samples = {seconds, 2, 4};
    struct drift drift = drift_within_rounds(&samples, means, values, workspace);
    assert_close(drift.rise, 0.08, 0.05);
    assert_true(drift.p_value < 0.02);
}

TEST(a_layout_that_differs_by_round_is_no_drift_within) {
    const double seconds[] = {10, 12, 11, 20, 22, 21, 30, 32, 31, 40, 42, 41};
    struct drift_samples samples = {seconds, 4, 3};
    assert_true(drift_within_rounds(&samples, means, values, workspace).p_value > 0.2);
}

TEST(what_has_no_logarithm_is_passed_over) {
    const double seconds[] = {NAN, 0, -1, INFINITY};
    struct drift_samples samples = {seconds, 1, 4};
    struct drift drift = drift_within_rounds(&samples, means, values, workspace);
    assert_true(isnan(drift.rise));
    assert_close(drift.p_value, 1, 0);
}

/* A thousandth of a drift in noise of 1 %, which neighbours share: of the thousand spans' means it
 * is plain, and without drift they do not show one. */
TEST(long_rounds_are_tested_by_spans) {
    enum { LONG = 50000 };
    unsigned short seed[3] = {3, 1, 4};
    double *seconds = calloc(4 * LONG, sizeof *seconds), rises[2], ps[2];
    assert_non_null(seconds);
    for (int drifts = 0; drifts < 2; drifts++) {
        double state_of = 0;
        for (size_t i = 0; i < LONG; i++) {
            state_of = 0.9 * state_of + 0.01 * (erand48(seed) - 0.5);
            seconds[i] = exp(state_of + drifts * 0.006 * (double)i / LONG);
        }
        const struct drift_samples samples = {seconds, 1, LONG};
        struct drift drift =
            drift_within_rounds(&samples, means, seconds + LONG, seconds + 2 * LONG);
        rises[drifts] = drift.rise;
        ps[drifts] = drift.p_value;
    }
    free(seconds);
    assert_close(rises[1], 0.003, 0.001);
    assert_close(rises[0], 0, 0.001);
    assert_true(ps[0] > 0.05 && ps[1] < 1e-3);
}

static void add_rounds(const double *seconds, double *sums) {
    drift_within_rounds(&(struct drift_samples){seconds, 5, 2}, means, values, workspace);
    for (size_t r = 0; r < 5; r++)
        sums[r] += means[r];
}

TEST(rounds_of_all_cells_drift_together) {
    const double first[] = {10, 10, 11, 11, 12, 12, 13, 13, 14, 14};
    const double second[] = {5, 6, 5.5, 6.6, 6, 7.2, 6.5, 7.8, 7, 8.4};
    double sums[5] = {0};
    add_rounds(first, sums);
    add_rounds(second, sums);
    struct drift drift = drift_over_rounds(sums, 5, 2, workspace);
    assert_close(drift.p_value, 2.0 / 120, 1e-12);
    assert_close(drift.rise, sqrt(13.0 * 14 / 110) - 1, 1e-12);
}

TEST(a_round_without_samples_says_nothing) {
    double sums[] = {1, NAN, 3};
    struct drift drift = drift_over_rounds(sums, 3, 1, workspace);
    assert_true(isnan(drift.rise) && drift.p_value == 1);
}
