/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/statistics/location.h"
#include "plot/analysis/rows.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_scaling.h"
#include "tests/test.h"

/* Frees RUN. */
static struct table table_of(struct run *run) {
    struct table table = {0};
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    run_free(run);
    return table;
}

static void draw(struct chart_set *set, struct table *table) {
    static const struct measure *const measures[] = {&measure_thread_speedup,
                                                     &measure_thread_throughput};
    const struct sections_options options = {
        .measures = measures, .measure_count = 2, .is_stacked = 1, .across = "threads"};
    *set = (struct chart_set){0};
    assert_int_equal(sections_chart(set, table, &options, NULL), 0);
}

/* Sizes 1000 and 2000 with 1 to 16 threads, on 8 CPUs. */
static struct run *two_sizes(size_t counts) {
    struct run *run = sample_threads((int64_t[]){1000, 2000}, 2, counts, 6);
    facts_set_integer(&run->facts, FACT_LOGICAL_CPUS, 8);
    sample_scaling_series(run, "openblas", 0.1, 0.002);
    sample_scaling_series(run, "blis", 0.05, 0.02);
    return run;
}

/* At the points that were fitted, 1 to 8 threads, which scatter by 0.2 %. */
static void assert_goes_through(const struct series_data *series) {
    assert_non_null(series->fit);
    const struct series_data *fit = series->fit;
    assert_close(fit->x[0], 1, 1e-12);
    assert_close(fit->x[fit->count - 1], 8, 1e-9);
    for (size_t i = 0; i < 4; i++) {
        size_t at = i * (fit->count - 1) / 3 + (i * (fit->count - 1) % 3 > 1);
        double nearest = fabs(log(fit->x[at] / series->x[i]));
        assert_true(nearest < 0.02);
        assert_close(fit->y[at] / series->y[i], 1, 0.03);
    }
    assert_close(fit->y[0] / series->y[0], 1, 0.005);
    assert_close(fit->y[fit->count - 1] / series->y[3], 1, 0.005);
}

static int let_errors_be_results(void **state) {
    (void)state;
    numeric_errors_are_results();
    return 0;
}

ALL_TESTS(let_errors_be_results, NULL);

TEST(the_law_goes_through_the_points_that_were_fitted) {
    struct table table = table_of(two_sizes(5));
    struct chart_set set;
    threads_keep_largest(&table);
    draw(&set, &table);
    for (size_t c = 0; c < 2; c++) {
        assert_int_equal(set.charts[c].series_count, 2);
        for (size_t s = 0; s < 2; s++)
            assert_goes_through(&set.charts[c].series[s]);
    }
    static const char words[] = "thin lines: universal scalability law (USL)";
    assert_non_null(strstr(set.charts[0].subtitle, words));
    assert_null(strstr(set.charts[1].subtitle, words)); /* once is enough */
    assert_close(set.charts[1].series[0].fit->y[0], 1 / 2e-6, 3e4);
    chart_set_release(&set);
    table_release(&table);
}

/* Each has its own law. */
TEST(every_size_that_is_drawn_has_its_law) {
    struct table table = table_of(two_sizes(4));
    struct chart_set set;
    draw(&set, &table);
    assert_int_equal(set.charts[0].series_count, 4);
    for (size_t s = 0; s < 4; s++) {
        assert_goes_through(&set.charts[0].series[s]);
        assert_goes_through(&set.charts[1].series[s]);
    }
    chart_set_release(&set);
    table_release(&table);
}

TEST(of_two_thread_counts_the_points_are_joined) {
    struct table table = table_of(two_sizes(2));
    struct chart_set set;
    draw(&set, &table);
    assert_null(set.charts[0].series[0].fit);
    assert_null(strstr(set.charts[0].subtitle, "USL"));
    assert_int_equal(set.charts[0].mark_count, 0);
    chart_set_release(&set);
    table_release(&table);
}

TEST(cpus_are_marked_and_what_lies_beyond_is_grey) {
    for (size_t counts = 4; counts <= 5; counts++) {
        struct table table = table_of(two_sizes(counts));
        struct chart_set set;
        draw(&set, &table);
        for (size_t c = 0; c < 2; c++) {
            assert_int_equal(set.charts[c].mark_count, 1);
            assert_string_equal(set.charts[c].marks[0].label, "8 CPUs");
            assert_true(set.charts[c].marks[0].is_vertical && set.charts[c].marks[0].at == 8);
            assert_int_equal(set.charts[c].marks[0].is_zone, counts == 5);
        }
        const char *words = strstr(set.charts[0].subtitle, "grey: more threads than CPUs");
        assert_int_equal(words != NULL, counts == 5);
        chart_set_release(&set);
        table_release(&table);
    }
}
