/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/session/session.h"
#include "tests/collected_series.h"
#include "tests/test.h"

enum { ROUNDS = 3, SEEDS = 5 };

static struct run *run;
static struct measurement *m;
static struct series *series;

static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "axpy", 1, ROUNDS, SEEDS, NULL);
    series = collected_series(m, "lib");
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

EACH_TEST(begin, end);

TEST(who_uses_as_many_as_asked_is_not_mentioned) {
    for (size_t k = 0; k < ROUNDS * SEEDS; k++)
        measure(k, k ? 1.9 : 7);
    assert_true(isnan(obeyed(2)));
}

TEST(who_uses_more_or_fewer_is) {
    for (size_t k = 0; k < ROUNDS * SEEDS; k++)
        measure(k, 1.9876);
    assert_true(fabs(obeyed(1) - 1.99) < 1e-12);
    assert_true(fabs(obeyed(4) - 1.99) < 1e-12);
}

TEST(waiting_is_no_disobedience) {
    for (size_t k = 0; k < ROUNDS * SEEDS; k++) {
        measure(k, k < 3 ? 0.98 : 0.4);
        series->run_delay[k] = k < 3 ? 0.01 : 0.5;
    }
    assert_true(isnan(obeyed(1)));
}

TEST(a_part_that_is_timed_by_the_action_is_not_the_whole) {
    assert_int_equal(measurement_add_detail(m, series, "whole_seconds", NULL), 0);
    for (size_t k = 0; k < ROUNDS * SEEDS; k++) {
        measure(k, 4);
        series->whole_seconds[k] = 4e-3;
    }
    assert_true(isnan(obeyed(1)));
}

TEST(the_calls_of_a_batch_share_its_processor_time) {
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

TEST(nothing_measured_says_nothing) {
    assert_true(isnan(obeyed(1)));
}
