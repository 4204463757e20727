/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/kinds/sampled.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* Folds a run of three sizes, 10, 20 and 30, in which library LOST has no samples at size LOST_AT.
 */
static struct sampled fold_run(int wants_all, size_t lost, size_t lost_at) {
    struct sampled sampled = {.wants_all = wants_all};
    const struct samples_taker taker = {sampled_take, &sampled};
    const struct table_options options = {.taker = &taker};
    struct run *run = sample_run(3, 2, 4);
    struct measurement *m = &run->measurements[0];
    struct table table = {0};
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    for (size_t l = 0; l < m->series_count; l++)
        for (size_t p = 0; p < 3; p++)
            for (size_t k = 0; k < m->rounds * m->max_seeds; k++)
                m->series[l].seconds[p * m->rounds * m->max_seeds + k] =
                    l == lost && p == lost_at ? NAN : (double)(p + 1) * 1e-6 * (double)(k + 1);
    assert_int_equal(aggregate_whole(&table, run, m, &options, NULL), 0);
    sampled_end(&sampled, 1e-9);
    table_release(&table);
    run_free(run);
    return sampled;
}

TEST(the_largest_size_is_the_usual_one) {
    struct sampled sampled = fold_run(0, 99, 99);
    assert_int_equal(sampled.count, 1);
    assert_float_equal(sampled.points[0].size, 30, 0);
    assert_int_equal(sampled.points[0].point, 2);
    assert_int_equal(sampled.points[0].present, sampled.points[0].libraries);
    assert_int_equal(sampled.points[0].cells[0].count, 8);
    assert_float_equal(sampled.points[0].cells[0].high, 24e-6, 1e-15);
    sampled_release(&sampled);
}

TEST(a_size_that_a_library_lacks_is_passed_over) {
    struct sampled sampled = fold_run(0, 1, 2);
    assert_int_equal(sampled.count, 1);
    assert_float_equal(sampled.points[0].size, 20, 0);
    sampled_release(&sampled);
}

TEST(all_points_are_kept_where_they_are_wanted) {
    struct sampled sampled = fold_run(1, 0, 1);
    assert_int_equal(sampled.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_float_equal(sampled.points[i].size, 10 * (double)(i + 1), 0);
    assert_int_equal(sampled.points[1].cells[0].count, 0);
    assert_int_equal(sampled.points[1].present, sampled.points[1].libraries - 1);
    sampled_release(&sampled);
}

TEST(where_calls_are_not_known_the_clock_says_nothing) {
    struct sampled sampled = fold_run(0, 99, 99);
    assert_float_equal(sampled.points[0].resolution, 0, 0);
    sampled_release(&sampled);
}

TEST(the_order_is_kept_where_it_is_wanted) {
    struct sampled sampled = {.wants_order = 1};
    const struct samples_taker taker = {sampled_take, &sampled};
    const struct table_options options = {.taker = &taker};
    struct run *run = sample_run(1, 2, 4);
    struct measurement *m = &run->measurements[0];
    struct table table = {0};
    sample_series(run, "openblas", 1);
    for (size_t k = 0; k < 8; k++) {
        m->series[0].seconds[k] = 1e-6 * (double)(8 - k);
        m->series[0].disturbed[k] = k == 5;
    }
    assert_int_equal(aggregate_whole(&table, run, m, &options, NULL), 0);
    sampled_end(&sampled, 0);
    const struct ordered_samples *order = &sampled.points[0].orders[0];
    assert_int_equal(order->rounds, 2);
    assert_int_equal(order->seeds, 4);
    for (size_t k = 0; k < 8; k++) {
        assert_float_equal(order->seconds[k], 1e-6 * (double)(8 - k), 0);
        assert_int_equal(order->disturbed[k], k == 5);
    }
    table_release(&table);
    run_free(run);
    sampled_release(&sampled);
}
