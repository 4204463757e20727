/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/sections.h"
#include "plot/analysis/rows.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Sizes 10 and 20, each with 2 and 4 threads, which take a half of the time that 2 do. */
static struct table threaded(void) {
    struct run *run = sample_run(4, 3, 2);
    struct measurement *m = &run->measurements[0];
    const int64_t sizes[] = {10, 10, 20, 20};
    memcpy(m->sizes, sizes, sizeof sizes);
    sample_parameter(m, "threads", (double[]){2, 4, 2, 4});
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    for (size_t l = 0; l < 2; l++)
        for (size_t p = 1; p < 4; p += 2)
            for (size_t i = 0; i < 6; i++)
                m->series[l].seconds[p * 6 + i] /= 2;
    struct table table = {0};
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, m, &options, NULL), 0);
    run_free(run);
    return table;
}

TEST(only_the_largest_size_is_kept) {
    struct table table = threaded();
    double mean = table.rows[3 * 2 + 1].mean.estimate;
    threads_keep_largest(&table);
    const struct section *section = &table.sections[0];
    assert_int_equal(section->row_count, 4);
    assert_int_equal(section->space->points, 2);
    assert_false(section->space->axes[0].varies);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(table.rows[i].size, 20);
        assert_int_equal(table.rows[i].point, i / 2);
    }
    assert_true(table.rows[3].mean.estimate == mean);
    table_release(&table);
}

TEST(the_ideal_is_as_many_times_as_fast) {
    static const struct measure *const measures[] = {&measure_scaling, &measure_thread_efficiency};
    const struct sections_options options = {
        .measures = measures, .measure_count = 2, .is_stacked = 1, .across = "threads"};
    const struct axes_asked nothing = {0};
    struct table table = threaded();
    struct chart_set set = {0};
    threads_keep_largest(&table);
    assert_int_equal(sections_chart(&set, &table, &options, NULL), 0);
    for (size_t i = 0; i < 2; i++)
        threads_finish(&set, &set.charts[i], &nothing);
    const struct chart *speedup = &set.charts[0], *efficiency = &set.charts[1];
    assert_int_equal(set.columns, 1); /* one under the other */
    assert_string_equal(speedup->title, "axpy, size 20 — speed-up by threads");
    assert_string_equal(efficiency->title, "efficiency of threads");
    assert_non_null(strstr(speedup->subtitle, "t(2 threads) / t(n threads)"));
    assert_int_equal(speedup->guide->count, 2);
    assert_true(speedup->guide->x[1] == 4 && speedup->guide->y[0] == 1 &&
                speedup->guide->y[1] == 2);
    assert_close(speedup->series[1].y[1], 2, 1e-9);
    assert_close(efficiency->series[1].y[1], 1, 1e-9);
    assert_null(efficiency->guide);
    assert_int_equal(speedup->x.scale, AXIS_LOG2);
    chart_set_release(&set);
    table_release(&table);
}
