/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/analyze/thread_coverage.h"
#include "tests/test.h"

static const double powers[] = {1, 2, 4, 8}, many[] = {1, 2, 3, 4, 6, 8, 12, 16};

static struct thread_laws fitted(const struct thread_curve *curve) {
    struct thread_laws laws;
    thread_laws_fit(curve, 0.95, &laws);
    return laws;
}

static struct thread_laws laws_of(struct made_up_scaling like) {
    static struct made_up_curve made;
    unsigned short seed[3] = {1, 2, 3};
    make_curve(&made, &like, seed);
    return fitted(&made.curve);
}

/* --- estimates --- */

static int let_errors_be_results(void **state) {
    (void)state;
    numeric_errors_are_results();
    return 0;
}

ALL_TESTS(let_errors_be_results, NULL);

TEST(exact_times_have_their_law) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){powers, 4, 3, .1, .01, 50, 0, 0, 0, 0});
    assert_close(laws.usl.sigma.estimate, 0.1, 1e-9);
    assert_close(laws.usl.kappa.estimate, 0.01, 1e-9);
    assert_close(laws.usl.lambda.estimate, 50, 1e-6);
    assert_close(laws.usl.peak.estimate, sqrt(0.9 / 0.01), 1e-6);
    assert_close(laws.usl.rms, 0, 1e-9);
    assert_int_equal(laws.usl.fit, THREAD_FIT_HOLDS);
    assert_int_equal(laws.amdahl.fit, THREAD_FIT_POOR);
    assert_int_equal(laws.choice, THREAD_LAWS_USL);
    assert_close(thread_law_speedup(&laws.usl, 4), 4 / (1 + 0.3 + 0.12), 1e-8);
    assert_true(isnan(laws.usl.limit.estimate) && isnan(laws.amdahl.peak.estimate));
}

TEST(by_amdahls_law_the_speed_up_has_a_limit) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){powers, 4, 3, .2, 0, 50, 0, 0, 0, 0});
    assert_close(laws.amdahl.sigma.estimate, 0.2, 1e-9);
    assert_close(laws.amdahl.limit.estimate, 5, 1e-7);
    assert_int_equal(laws.amdahl.fit, THREAD_FIT_HOLDS);
}

/* Of 5 rounds; expected are SciPy's: least_squares for the estimates, and the t quantile with 4
 * degrees times the standard error of the rounds' contributions for the intervals. They come from
 * tests/analyze/thread_laws.py, which repeats all of it for many curves. */
static const double five_rounds[4 * 5] = {
    -6.900, -6.910, -6.885, -6.921, -6.903, /* 1 thread */
    -7.540, -7.556, -7.531, -7.562, -7.549, /* 2 */
    -8.130, -8.139, -8.110, -8.156, -8.129, /* 4 */
    -8.565, -8.582, -8.557, -8.601, -8.570, /* 8 */
};

TEST(numbers_and_intervals_are_those_of_scipy) {
    struct thread_curve curve = {powers, five_rounds, NULL, 4, 5};
    struct thread_laws laws = fitted(&curve);
    assert_close(laws.amdahl.sigma.estimate, 0.0723787345923, 1e-8);
    assert_close(laws.amdahl.sigma.low, 0.0447455652613, 1e-7);
    assert_close(laws.amdahl.sigma.high, 0.100011903948, 1e-7);
    assert_close(laws.usl.sigma.estimate, 0.0416610402997, 1e-8);
    assert_close(laws.usl.sigma.low, 0.0390573571873, 1e-7);
    assert_close(laws.usl.sigma.high, 0.0442647234123, 1e-7);
    assert_close(laws.usl.kappa.estimate, 0.00378081895315, 1e-8);
    assert_close(laws.usl.kappa.low, 0.00349444899506, 1e-7);
    assert_close(laws.usl.kappa.high, 0.00406718891121, 1e-7);
    assert_close(laws.usl.lambda.low, 980.378923159, 1e-3);
    assert_close(laws.usl.lambda.high, 1011.05114096, 1e-3);
    assert_close(laws.usl.peak.low, 15.3657434239, 1e-4);
    assert_close(laws.usl.peak.high, 16.5435016363, 1e-4);
    assert_close(laws.usl.probability, 0.556241394438, 1e-7);
}

TEST(nothing_below_zero_is_estimated) {
    /* 2.2 and 4.8 times as fast with 2 and 4 threads. */
    double logs[4] = {0, -log(2.2), -log(4.8), -log(9)};
    struct thread_laws laws = fitted(&(struct thread_curve){powers, logs, NULL, 4, 1});
    assert_true(laws.amdahl.sigma.estimate == 0 && laws.usl.sigma.estimate == 0);
    assert_true(laws.usl.kappa.estimate >= 0);
    assert_true(isinf(laws.amdahl.limit.estimate));
}

TEST(a_library_that_only_slows_down_has_its_peak_at_one_thread) {
    double logs[4] = {0, log(2), log(5), log(15)};
    struct thread_laws laws = fitted(&(struct thread_curve){powers, logs, NULL, 4, 1});
    assert_close(laws.usl.peak.estimate, 1, 0);
    assert_close(laws.amdahl.sigma.estimate, 1, 0);
}

/* --- what cannot be told --- */

TEST(two_thread_counts_have_amdahls_law_alone_and_unchecked) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){powers, 2, 5, 0.1, 0, 50, 0.01, 0.001, 0, 0});
    assert_int_equal(laws.amdahl.fit, THREAD_FIT_UNCHECKED);
    assert_true(laws.amdahl.sigma.low < 0.1 && laws.amdahl.sigma.high > 0.1);
    assert_int_equal(laws.usl.fit, THREAD_FIT_NONE);
    assert_true(isnan(laws.usl.sigma.estimate) && isnan(laws.usl.rms));
    assert_int_equal(laws.choice, THREAD_LAWS_UNKNOWN);
}

TEST(one_thread_count_has_nothing) {
    struct thread_laws laws = laws_of((struct made_up_scaling){powers, 1, 5, 0, 0, 50, 0, 0, 0, 0});
    assert_int_equal(laws.amdahl.fit, THREAD_FIT_NONE);
    assert_true(isnan(laws.amdahl.sigma.estimate));
}

TEST(a_single_round_has_no_intervals) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){powers, 4, 1, 0.1, 0.01, 50, 0.01, 0.01, 0, 0});
    assert_int_equal(laws.usl.fit, THREAD_FIT_UNCHECKED);
    assert_false(isnan(laws.usl.sigma.estimate));
    assert_true(isnan(laws.usl.sigma.low) && isnan(laws.usl.peak.high));
    assert_int_equal(laws.choice, THREAD_LAWS_UNKNOWN);
}

TEST(a_round_that_lacks_a_time_does_not_count) {
    double logs[20];
    memcpy(logs, five_rounds, sizeof logs);
    logs[7] = NAN;
    struct thread_laws laws = fitted(&(struct thread_curve){powers, logs, NULL, 4, 5});
    assert_int_equal(laws.rounds, 4);
    for (size_t i = 0; i < 4; i++)
        for (size_t r = 0; r < 4; r++)
            logs[i * 4 + r] = five_rounds[i * 5 + (r < 2 ? r : r + 1)];
    struct thread_laws others = fitted(&(struct thread_curve){powers, logs, NULL, 4, 4});
    assert_close(laws.usl.kappa.high, others.usl.kappa.high, 1e-12);
    for (size_t r = 0; r < 5; r++)
        logs[r] = NAN;
    laws = fitted(&(struct thread_curve){powers, logs, NULL, 4, 5});
    assert_int_equal(laws.rounds, 0);
    assert_int_equal(laws.usl.fit, THREAD_FIT_NONE);
}

/* --- how sure --- */

/* Equal times in all rounds: only the steps of the clock say how sure they are. Of two counts, n t
 * = (1 + sigma (n - 1)) / lambda, so d sigma = (1 + sigma) d ln(t2 / t1). */
TEST(it_is_no_surer_than_steps_allow) {
    double logs[6], steps[] = {0.001, 0.002};
    for (size_t r = 0; r < 3; r++) {
        logs[r] = 0;
        logs[3 + r] = log(1.1 / 2);
    }
    struct thread_laws laws = fitted(&(struct thread_curve){powers, logs, steps, 2, 3});
    assert_close(laws.amdahl.sigma.estimate, 0.1, 1e-9);
    assert_close(laws.amdahl.sigma.low, 0.1 - 1.1 * 0.003, 1e-9);
    assert_close(laws.amdahl.sigma.high, 0.1 + 1.1 * 0.003, 1e-9);
}

TEST(what_is_common_to_a_round_moves_lambda_alone) {
    double logs[20];
    struct thread_laws plain = fitted(&(struct thread_curve){powers, five_rounds, NULL, 4, 5});
    for (size_t i = 0; i < 20; i++)
        logs[i] = five_rounds[i] + 0.3 * (double)(i % 5);
    struct thread_laws moved = fitted(&(struct thread_curve){powers, logs, NULL, 4, 5});
    assert_close(moved.usl.sigma.low, plain.usl.sigma.low, 1e-9);
    assert_close(moved.usl.kappa.high, plain.usl.kappa.high, 1e-9);
    assert_close(moved.usl.peak.high, plain.usl.peak.high, 1e-6);
    assert_true(moved.usl.lambda.high - moved.usl.lambda.low >
                5 * (plain.usl.lambda.high - plain.usl.lambda.low));
}

/* 8 % beside noise of 1 %. */
TEST(a_law_that_does_not_hold_is_poor_and_less_sure) {
    struct made_up_scaling like = {many, 8, 5, 0.03, 0.001, 1000, 0.03, 0.01, 0, 0};
    struct thread_laws straight = laws_of(like);
    like.bend = 0.08;
    struct thread_laws bent = laws_of(like);
    assert_int_equal(straight.usl.fit, THREAD_FIT_HOLDS);
    assert_int_equal(bent.usl.fit, THREAD_FIT_POOR);
    assert_true(bent.usl.probability < 0.01 && bent.usl.rms > 0.03);
    assert_true(bent.usl.sigma.high - bent.usl.sigma.low >
                2 * (straight.usl.sigma.high - straight.usl.sigma.low));
}

/* More than twice as fast with twice the threads: neither law allows that, though three counts
 * would fit the USL with numbers below 0. */
TEST(impossible_speed_ups_are_poor_and_less_sure) {
    double logs[12];
    for (size_t i = 0; i < 12; i++)
        logs[i] = -1.4 * log(powers[i / 4]) + 0.001 * (double)((i * 7) % 4);
    struct thread_laws laws = fitted(&(struct thread_curve){powers, logs, NULL, 3, 4});
    assert_int_equal(laws.amdahl.fit, THREAD_FIT_POOR);
    assert_int_equal(laws.usl.fit, THREAD_FIT_POOR);
    assert_true(laws.usl.sigma.estimate == 0 && laws.usl.kappa.estimate == 0);
    assert_true(laws.usl.sigma.high > 0.3);
}

/* Shown to be off by 0.2 %, which is less than matters. */
TEST(small_deviations_are_not_poor) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){many, 8, 12, 0.03, 0.001, 1000, 0, 1e-4, 0.004, 0});
    assert_true(laws.usl.probability < 0.01);
    assert_int_equal(laws.usl.fit, THREAD_FIT_HOLDS);
}

TEST(without_a_cost_of_agreement_the_peak_has_no_upper_end) {
    struct thread_laws laws =
        laws_of((struct made_up_scaling){many, 8, 5, 0.05, 0, 1000, 0.03, 0.01, 0, 0});
    assert_int_equal(laws.choice, THREAD_LAWS_EITHER);
    assert_true(isinf(laws.usl.peak.high));
    assert_true(laws.usl.peak.low > 16);
}

/* Ten times as many curves of many kinds are in tests/soak/thread_laws.c. */
TEST(intervals_hold_the_truth_in_95_of_100_cases) {
    const struct made_up_scaling like = {powers, 4, 5, 0.1, 0.01, 1000, 0.03, 0.01, 0, 0};
    unsigned short seed[3] = {5, 6, 7};
    struct thread_coverage c = thread_coverage_of(&like, 600, seed);
    const double all[] = {c.sigma, c.kappa, c.lambda, c.peak};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_true(all[i] >= 92 && all[i] <= 98);
    assert_true(c.usl_poor < 3);
    assert_true(c.needs_usl > 95);
}

/* --- Gustafson's law --- */

TEST(exact_times_of_growing_work_have_gustafsons_law) {
    static struct made_up_curve made;
    struct made_up_scaling like = {powers, 4, 3, .25, 0, 50, 0, 0, 0, 1};
    struct thread_law law;
    size_t rounds;
    make_curve(&made, &like, (unsigned short[]){1, 2, 3});
    assert_close(exp(made.logs[3 * 3]), 8.0 / (8 - 0.25 * 7) / 50, 1e-12);
    thread_laws_fit_gustafson(&made.curve, 0.95, &law, &rounds);
    assert_close(law.sigma.estimate, 0.25, 1e-9);
    assert_close(law.lambda.estimate, 50, 1e-6);
    assert_int_equal(law.fit, THREAD_FIT_HOLDS);
    assert_int_equal(rounds, 3);
    assert_true(isnan(law.limit.estimate) && isnan(law.peak.estimate));
}

TEST(gustafsons_interval_holds_the_truth) {
    struct made_up_scaling like = {many, 8, 5, 0.2, 0, 1000, 0.03, 0.02, 0, 1};
    struct gustafson_coverage c = gustafson_coverage_of(&like, 2000, (unsigned short[]){3, 1, 4});
    assert_true(c.sigma >= 93 && c.sigma <= 97);
    assert_true(c.poor <= 2);
}

TEST(growing_work_that_takes_too_long_is_no_gustafsons_law) {
    double logs[4] = {0, log(3), log(6), log(20)}; /* slower than one thread does it all */
    struct thread_law law;
    size_t rounds;
    const struct thread_curve curve = {powers, logs, NULL, 4, 1};
    thread_laws_fit_gustafson(&curve, 0.95, &law, &rounds);
    assert_close(law.sigma.estimate, 1, 0);
    assert_true(isnan(law.sigma.low));
}
