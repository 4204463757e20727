/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/analyze/close.h"
#include "tests/analyze/drifting_runs.h"
#include "tests/test.h"

static const size_t one_run[] = {1, 1}, three_runs[] = {3, 3};
static const struct welch measured = {0.1, 0.01, 8};

TEST(a_stated_drift_adds_to_the_rounds) {
    const struct between_runs between = {
        .source = BETWEEN_GIVEN, .variance = 0.0004, .degrees = INFINITY};
    struct between_error error = between_runs_error(&between, 0, &measured, one_run);
    assert_close(error.all.se, sqrt(0.0001 + 2 * 0.0004), 1e-12);
    assert_close(error.all.degrees, 0.0009 * 0.0009 / (0.0001 * 0.0001 / 8), 1e-6);
    assert_close(error.by_rounds.se, 0.01, 1e-12);
    assert_close(error.run_sd, 0.02, 1e-12);
    assert_true(error.share == 0);
    error = between_runs_error(&between, 0, &measured, three_runs);
    assert_close(error.all.se, sqrt(0.0001 + 0.0004 * 2 / 3), 1e-12);
}

TEST(no_drift_leaves_the_rounds) {
    const struct between_runs between = {.source = BETWEEN_NOTHING};
    struct between_error error = between_runs_error(&between, 0, &measured, one_run);
    assert_close(error.all.se, 0.01, 1e-12);
    assert_close(error.all.degrees, 8, 1e-9);
    assert_true(isnan(error.run_sd));
}

/* Runs that agree by chance do not make the rounds' scatter smaller. */
TEST(an_error_is_never_less_than_that_of_the_rounds) {
    double own[] = {0.000003}, own_degrees[] = {20};
    const struct between_runs between = {
        .source = BETWEEN_RUNS,
        .effects = {
            .common = 0.00003, .common_degrees = 4, .own = own, .own_degrees = own_degrees}};
    struct between_error error = between_runs_error(&between, 0, &measured, three_runs);
    assert_close(error.all.se, 0.01, 1e-9);
    assert_close(error.run_sd, 0, 1e-12);
    assert_close(error.share, 0.2, 1e-9);
}

TEST(what_was_not_tested_stays_so) {
    const struct welch unknown = {0.1, NAN, NAN};
    const struct between_runs between = {
        .source = BETWEEN_ASSUMED, .variance = 0.0004, .degrees = INFINITY};
    struct between_error error = between_runs_error(&between, 0, &unknown, one_run);
    assert_true(isnan(error.all.se));
}

/* 20 comparisons of the same: 1 false one on average, more than 5 in 1 of 3000. Intervals of one
 * comparison err together. tests/soak/runs.c has more of all kinds. */
TEST(few_comparisons_of_drifting_runs_cry_wolf) {
    enum { COMPARISONS = 20 };
    static const struct {
        struct drifting like;
        enum between_source source;
    } cases[] = {
        {{.runs = 3, .machine = 0.02}, BETWEEN_RUNS},
        {{.runs = 1, .older = 5, .machine = 0.02, .cell = 0.01}, BETWEEN_RUNS},
        {{.runs = 1, .is_relative = 1, .has_control = 1, .machine = 0.02, .cell = 0.01},
         BETWEEN_CONTROL},
        {{.runs = 1, .is_relative = 1, .cell = 0.01}, BETWEEN_REFERENCE},
        {{.runs = 1, .cell = 0.02, .drift = 0.02}, BETWEEN_ASSUMED},
    };
    unsigned short seed[3] = {2, 7, 8};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        int is_false = 0;
        size_t held = 0, pairs = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            struct drifting_found found = drifting_compare(&cases[c].like, seed);
            assert_int_equal(found.source, cases[c].source);
            is_false += found.is_false;
            held += found.held;
            pairs += found.pairs;
        }
        if (is_false > 5 || (double)held / (double)pairs < 0.75)
            fail_msg("case %zu: %d of %d are false, %zu of %zu intervals hold the ratio", c,
                     is_false, COMPARISONS, held, pairs);
    }
}

/* Three runs a side find 5 % by their ratios. */
TEST(a_slower_library_is_found) {
    const struct drifting like = {.runs = 3,
                                  .is_relative = 1,
                                  .machine = 0.01,
                                  .cell = 0.005,
                                  .slower = log(1.05),
                                  .margin = 0.02};
    unsigned short seed[3] = {6, 2, 8};
    for (int i = 0; i < 5; i++)
        assert_true(drifting_compare(&like, seed).regressed);
}
