/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/random_effects.h"

#include <math.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* Colditz et al., JAMA 271 (1994) 698-702: cases and others, vaccinated and not. */
static const double trials[][4] = {
    {4, 119, 11, 128},       {6, 300, 29, 274},        {3, 228, 11, 209},
    {62, 13536, 248, 12619}, {33, 5036, 47, 5761},     {180, 1361, 372, 1079},
    {8, 2537, 10, 619},      {505, 87886, 499, 87892}, {29, 7470, 45, 7232},
    {17, 1699, 65, 1600},    {186, 50448, 141, 27197}, {5, 2493, 3, 2338},
    {27, 16886, 29, 17825},
};
enum { TRIALS = sizeof trials / sizeof *trials };

/* What R's metafor prints of them: rma(measure="RR", ..., method="DL"). */
TEST(a_published_example_comes_out) {
    struct random_effects_unit units[TRIALS];
    numeric_errors_are_results();
    for (size_t i = 0; i < TRIALS; i++) {
        const double *n = trials[i];
        double with = n[0] + n[1], without = n[2] + n[3];
        units[i] = (struct random_effects_unit){log(n[0] / with / (n[2] / without)),
                                                sqrt(1 / n[0] - 1 / with + 1 / n[2] - 1 / without),
                                                INFINITY};
    }
    struct random_effects found = random_effects_of(units, TRIALS, 0.95);
    assert_int_equal(found.count, 13);
    assert_true(fabs(found.log_ratio.estimate + 0.7141) < 5e-5);
    assert_true(fabs(found.tau * found.tau - 0.3088) < 5e-5);
    assert_true(fabs(found.q - 152.2330) < 5e-5);
    assert_true(fabs(100 * found.i_squared - 92.12) < 5e-3);
    assert_true(found.q_p < 1e-4);
}

TEST(one_machine_claims_nothing_of_others) {
    const struct random_effects_unit unit = {0.2, 0.01, 4};
    struct random_effects found = random_effects_of(&unit, 1, 0.95);
    assert_int_equal(found.count, 1);
    assert_close(found.log_ratio.estimate, 0.2, 1e-12);
    assert_true(isnan(found.log_ratio.low) && isnan(found.tau) && isnan(found.q_p));
    assert_true(isnan(found.predicted.low));
    assert_close(random_effects_weight(&found, &unit, 1, 0), 1, 1e-12);
    found = random_effects_of(NULL, 0, 0.95);
    assert_true(found.count == 0 && isnan(found.log_ratio.estimate));
}

/* By hand: Q = (0.2 / sqrt(2) / 0.01)^2 = 200, tau^2 = 199 / 10^4. */
TEST(two_machines_predict_no_third) {
    const struct random_effects_unit units[] = {{0, 0.01, 4}, {0.2, 0.01, 4}};
    numeric_errors_are_results();
    struct random_effects found = random_effects_of(units, 2, 0.95);
    assert_close(found.q, 200, 1e-10);
    assert_close(found.tau * found.tau, 199e-4, 1e-10);
    assert_close(found.i_squared, 199. / 200, 1e-10);
    assert_close(found.se, sqrt(0.02 / 2), 1e-10);
    assert_close(found.log_ratio.high, 0.1 + 12.706204736174707 * sqrt(0.01), 1e-8);
    assert_true(isnan(found.predicted.low) && isnan(found.predicted.high));
}

/* Three machines that agree to the last digit do not become one without error. */
TEST(agreement_by_chance_is_not_precision) {
    const struct random_effects_unit units[] = {{0.1, 0.02, 4}, {0.1, 0.02, 4}, {0.1, 0.02, 4}};
    struct random_effects found = random_effects_of(units, 3, 0.95);
    assert_true(found.tau == 0 && found.i_squared == 0 && found.q_p > 0.99);
    assert_close(found.se, 0.02 / sqrt(3), 1e-10);
}

TEST(what_is_not_known_does_not_count) {
    const struct random_effects_unit units[] = {
        {0.1, 0.02, 4}, {NAN, 0.02, 4}, {0.1, NAN, NAN}, {0.3, 0.02, 0}, {0.12, 0.02, 4}};
    struct random_effects found = random_effects_of(units, 5, 0.95);
    assert_int_equal(found.count, 2);
    for (size_t i = 1; i < 4; i++)
        assert_true(random_effects_weight(&found, units, 5, i) == 0);
    assert_close(random_effects_weight(&found, units, 5, 0), 0.5, 1e-10);
}

/* Its weight is finite, so that the others still count. */
TEST(a_machine_without_scatter_is_no_infinity) {
    const struct random_effects_unit units[] = {{0.1, 0, 4}, {0.2, 0.02, 4}, {0.3, 0, 4}};
    struct random_effects found = random_effects_of(units, 3, 0.95);
    assert_true(isfinite(found.tau) && isfinite(found.log_ratio.low));
    assert_close(found.log_ratio.estimate, 0.2, 1e-6);
    assert_true(found.log_ratio.low < 0.1 && found.log_ratio.high > 0.3);
}
