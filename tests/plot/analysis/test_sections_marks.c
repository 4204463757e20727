/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Of a matrix: 8 n^2 bytes, 32768 at n = 64. */
TEST(a_crossing_is_where_a_power_law_has_it) {
    const double x[] = {10, 40, 100, 400};
    double bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = 8 * x[i] * x[i];
    assert_close(marks_crossing(x, bytes, 4, 32768), 64, 1e-9);
    assert_close(marks_crossing(x, bytes, 4, 8 * 1600), 40, 1e-9);
    assert_true(isnan(marks_crossing(x, bytes, 4, 799)));
    assert_true(isnan(marks_crossing(x, bytes, 4, 1e9)));
    assert_true(isnan(marks_crossing(x, bytes, 0, 1e4)));
}

TEST(points_without_bytes_are_passed_over) {
    const double x[] = {10, 20, 40}, bytes[] = {100, NAN, 400};
    assert_close(marks_crossing(x, bytes, 3, 200), 20, 1e-9);
}

TEST(what_is_not_the_same_at_one_x_has_no_crossing) {
    const double x[] = {10, 20, 20, 40}, bytes[] = {100, 200, 200, 400};
    const double others[] = {100, 200, 300, 400};
    assert_close(marks_crossing(x, bytes, 4, 200), 20, 1e-9);
    assert_true(isnan(marks_crossing(x, others, 4, 350)));
}

/* --- of a section --- */

struct marked {
    struct run *run;
    struct table table;
    struct chart_set set;
    struct chart *chart;
};

static struct marked mark(const char *caches, const char *state_of_caches,
                          const struct measure *measure, const struct rates_peak *peak) {
    struct marked marked = {.run = sample_run(3, 3, 2)}; /* sizes 10, 20, 30 */
    struct measurement *m = &marked.run->measurements[0];
    double *bytes = measurement_add_term(m, "bytes", NULL);
    double *flops = measurement_add_term(m, "flops", NULL);
    for (size_t p = 0; p < 3; p++) {
        bytes[p] = 2400.0 * (double)m->sizes[p];
        flops[p] = 2.0 * (double)m->sizes[p];
    }
    facts_set_text(&marked.run->facts, "caches", caches);
    facts_set_text(&m->facts, FACT_CACHE_STATE, state_of_caches);
    sample_series(marked.run, "openblas", 1);
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&marked.table, marked.run, m, &options, NULL), 0);
    marked.chart = chart_set_add(&marked.set);
    struct measured of = measure_settle(measure, &marked.table, &marked.table.sections[0], peak);
    marks_add(&marked.set, marked.chart, &of, 0);
    return marked;
}

static void release(struct marked *marked) {
    chart_set_release(&marked->set);
    table_release(&marked->table);
    run_free(marked->run);
}

TEST(caches_that_sizes_outgrow_are_marked) {
    struct marked m = mark("L1d 32 KiB, L2 64 KiB, L3 1 MiB", "warm", &measure_time, NULL);
    assert_int_equal(m.chart->mark_count, 2);
    assert_string_equal(m.chart->marks[0].label, "L1d");
    assert_close(m.chart->marks[0].at, 32768 / 2400.0, 1e-9);
    assert_string_equal(m.chart->marks[1].label, "L2");
    assert_close(m.chart->marks[1].at, 65536 / 2400.0, 1e-9);
    assert_true(m.chart->marks[0].is_vertical);
    release(&m);
}

TEST(cold_caches_are_not) {
    struct marked m = mark("L1d 32 KiB, L2 64 KiB, L3 1 MiB", "cold", &measure_time, NULL);
    assert_int_equal(m.chart->mark_count, 0);
    release(&m);
}

TEST(rates_have_the_peak_that_was_given_or_measured) {
    const struct rates_peak given = {{50e9, NAN}, 0}, measured = {{NAN, NAN}, 1};
    struct marked m = mark(NULL, "warm", &measure_rate, &given);
    assert_int_equal(m.chart->mark_count, 1);
    assert_true(m.chart->marks[0].at == 50e9 && !m.chart->marks[0].is_vertical);
    assert_string_equal(m.chart->marks[0].label, "peak 50 Gflop/s");
    release(&m);
    m = mark(NULL, "warm", &measure_rate, &measured);
    double best = 0;
    for (size_t i = 0; i < m.table.row_count; i++)
        best = fmax(best, m.table.rows[i].flop_rate.estimate);
    assert_true(m.chart->marks[0].at == best);
    assert_non_null(strstr(m.chart->marks[0].label, "best measured 1.9"));
    release(&m);
    m = mark(NULL, "warm", &measure_rate, NULL);
    assert_int_equal(m.chart->mark_count, 0);
    release(&m);
}
