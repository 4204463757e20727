/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/aggregate/scaling.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Expected intervals are scipy's: difference d = ln t1 - ln tn, se = sqrt(0.03^2 + 0.04^2) = 0.05,
 * degrees after Satterthwaite 0.05^4 / (0.03^4 / 4 + 0.04^4 / 4) = 7.41839762611276, and
 * scipy.stats.t.ppf(0.975, 7.41839762611276) = 2.33785551496044. */
TEST(the_interval_is_welchs) {
    struct row one = {.log_mean = log(8e-6), .log_se = 0.03, .rounds = 5};
    struct row four = {.log_mean = log(2.5e-6), .log_se = 0.04, .rounds = 5};
    struct scaling scaling = scaling_between(&one, 1, &four, 4, 0.95);
    double half = 0.05 * 2.33785551496044;
    assert_close(scaling.speedup.estimate, 3.2, 1e-12);
    assert_close(scaling.speedup.low, 3.2 * exp(-half), 1e-9);
    assert_close(scaling.speedup.high, 3.2 * exp(half), 1e-9);
    assert_close(scaling.efficiency.estimate, 0.8, 1e-12);
    assert_close(scaling.efficiency.low, 0.8 * exp(-half), 1e-9);
    assert_close(scaling.efficiency.high, 0.8 * exp(half), 1e-9);
}

/* 21 and 10 ticks of 1 ns, half of one unknown on either side. */
TEST(it_is_no_surer_than_steps_allow) {
    struct row one = {.log_mean = log(21e-9), .log_se = 0, .rounds = 5};
    struct row two = {.log_mean = log(10e-9), .log_se = 0, .rounds = 5};
    one.resolution = resolution_of((const double[]){21e-9, 21e-9, 22e-9}, 3);
    two.resolution = resolution_of((const double[]){10e-9, 10e-9, 11e-9}, 3);
    struct scaling scaling = scaling_between(&one, 1, &two, 2, 0.95);
    double half = 0.5 / 21 + 0.5 / 10;
    assert_close(scaling.speedup.low, 2.1 * exp(-half), 1e-9);
    assert_close(scaling.efficiency.high, 1.05 * exp(half), 1e-9);
}

TEST(the_fewest_threads_may_be_more_than_one) {
    struct row two = {.log_mean = 0, .log_se = 0, .rounds = 1};
    struct row eight = {.log_mean = log(0.5), .log_se = 0, .rounds = 1};
    struct scaling scaling = scaling_between(&two, 2, &eight, 8, 0.95);
    assert_close(scaling.speedup.estimate, 2, 1e-12);
    assert_close(scaling.efficiency.estimate, 0.5, 1e-12);
    assert_true(isnan(scaling.speedup.low)); /* of a single round nothing is known */
}

/* Sizes 10 and 20 with 1, 2 and 4 threads each, the most first; both libraries take THREADS' part
 * of size ns, blis half as long as openblas. */
static struct run *threaded_run(void) {
    struct run *run = sample_run(6, 3, 2);
    struct measurement *m = &run->measurements[0];
    const int64_t sizes[] = {10, 10, 10, 20, 20, 20};
    const double threads[] = {4, 2, 1, 4, 2, 1};
    memcpy(m->sizes, sizes, sizeof sizes);
    sample_parameter(m, "threads", threads);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 0.5);
    for (size_t l = 0; l < 2; l++)
        for (size_t p = 0; p < 6; p++)
            for (size_t i = 0; i < 6; i++)
                m->series[l].seconds[p * 6 + i] /= l == 0 ? threads[p] : sqrt(threads[p]);
    return run;
}

static struct table aggregate(struct run *run) {
    struct table table = {0};
    struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    return table;
}

TEST(rows_are_held_against_the_fewest_threads_at_their_size) {
    static const double threads[] = {4, 2, 1, 4, 2, 1};
    struct run *run = threaded_run();
    struct table table = aggregate(run);
    for (size_t p = 0; p < 6; p++) {
        const struct row *openblas = &table.rows[2 * p], *blis = &table.rows[2 * p + 1];
        assert_close(openblas->scaling.estimate, threads[p], 1e-9);
        assert_close(openblas->thread_efficiency.estimate, 1, 1e-9);
        assert_close(blis->scaling.estimate, sqrt(threads[p]), 1e-9);
        assert_close(blis->thread_efficiency.estimate, 1 / sqrt(threads[p]), 1e-9);
        assert_true(openblas->scaling.low <= openblas->scaling.estimate);
        assert_true(openblas->scaling.estimate <= openblas->scaling.high);
    }
    assert_true(table.rows[4].scaling.estimate == 1 && table.rows[4].scaling.low == 1);
    table_release(&table);
    run_free(run);
}

TEST(wrong_and_missing_cells_have_none) {
    struct run *run = threaded_run();
    run->measurements[0].series[0].status[0] = CELL_WRONG;   /* size 10, 4 threads */
    run->measurements[0].series[1].status[5] = CELL_CRASHED; /* size 20, 1 thread */
    struct table table = aggregate(run);
    assert_true(isnan(table.rows[0].scaling.estimate));
    assert_close(table.rows[2].scaling.estimate, 2, 1e-9);
    for (size_t p = 3; p < 6; p++)
        assert_true(isnan(table.rows[2 * p + 1].scaling.estimate));
    assert_close(table.rows[2 * 3].scaling.estimate, 4, 1e-9);
    table_release(&table);
    run_free(run);
}

/* A size without the fewest threads has nothing to be held against. */
TEST(every_size_needs_the_fewest_threads) {
    struct run *run = threaded_run();
    run->measurements[0].sizes[5] = 30;
    struct table table = aggregate(run);
    assert_true(isnan(table.rows[2 * 3].scaling.estimate));
    assert_close(table.rows[2 * 5].scaling.estimate, 1, 0);
    table_release(&table);
    run_free(run);
}

TEST(without_several_numbers_of_threads_there_is_none) {
    struct run *run = sample_sweep(3, 4);
    struct table table = aggregate(run);
    for (size_t i = 0; i < table.row_count; i++)
        assert_true(isnan(table.rows[i].scaling.estimate) &&
                    isnan(table.rows[i].thread_efficiency.estimate));
    table_release(&table);
    run_free(run);
}
