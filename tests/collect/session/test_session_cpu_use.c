/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/session/session.h"

enum { ROUNDS = 3, SEEDS = 5 };

static struct run *run;
static struct measurement *m;
static struct series *series;

static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "axpy", 1, ROUNDS, SEEDS, NULL);
    series = measurement_add_series(m, "lib", NULL);
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    return 0;
}

/* A thousand calls of a millisecond on that many CPUs. */
static void measure(size_t sample, double cpus) {
    series->calls[0] = 1000;
    series->batch_mean[sample] = 1e-3;
    series->cpu_seconds[sample] = cpus * 1e-3;
    series->run_delay[sample] = series->steal[sample] = 0;
}

static double obeyed(int64_t threads) {
    facts_set_integer(&series->facts, "threads", threads);
    cpu_use_record(m);
    const struct fact *fact = facts_find(&series->facts, "threads_obeyed");
    return fact ? fact->real : NAN;
}

static void who_uses_as_many_as_asked_is_not_mentioned(void **state) {
    (void)state;
    for (size_t k = 0; k < ROUNDS * SEEDS; k++)
        measure(k, k ? 1.9 : 7);
    assert_true(isnan(obeyed(2)));
}

static void who_uses_more_or_fewer_is(void **state) {
    (void)state;
    for (size_t k = 0; k < ROUNDS * SEEDS; k++)
        measure(k, 1.9876);
    assert_true(fabs(obeyed(1) - 1.99) < 1e-12);
    assert_true(fabs(obeyed(4) - 1.99) < 1e-12);
}

static void waiting_is_no_disobedience(void **state) {
    (void)state;
    for (size_t k = 0; k < ROUNDS * SEEDS; k++) {
        measure(k, k < 3 ? 0.98 : 0.4);
        series->run_delay[k] = k < 3 ? 0.01 : 0.5;
    }
    assert_true(isnan(obeyed(1)));
}

static void a_part_that_is_timed_by_the_action_is_not_the_whole(void **state) {
    (void)state;
    assert_int_equal(measurement_add_detail(m, series, "whole_seconds", NULL), 0);
    for (size_t k = 0; k < ROUNDS * SEEDS; k++) {
        measure(k, 4);
        series->whole_seconds[k] = 4e-3;
    }
    assert_true(isnan(obeyed(1)));
}

static void the_calls_of_a_batch_share_its_processor_time(void **state) {
    (void)state;
    assert_int_equal(measurement_add_detail(m, series, "whole_seconds", NULL), 0);
    facts_set_text(&m->facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    for (size_t k = 0; k < ROUNDS * SEEDS; k++) {
        int is_first = k % SEEDS == 0;
        measure(k, is_first ? 1 : NAN);
        series->whole_seconds[k] =
            is_first ? 0.5e-3 : (1 - 0.5 / SEEDS) * 1e-3 * SEEDS / (SEEDS - 1);
    }
    assert_true(isnan(obeyed(1)));
}

static void nothing_measured_says_nothing(void **state) {
    (void)state;
    assert_true(isnan(obeyed(1)));
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(who_uses_as_many_as_asked_is_not_mentioned),
        TEST(who_uses_more_or_fewer_is),
        TEST(waiting_is_no_disobedience),
        TEST(a_part_that_is_timed_by_the_action_is_not_the_whole),
        TEST(the_calls_of_a_batch_share_its_processor_time),
        TEST(nothing_measured_says_nothing),
    };
    return cmocka_run_group_tests_name("collect/session/session_cpu_use", tests, NULL, NULL);
}
