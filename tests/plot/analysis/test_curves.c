/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/analysis/curves.h"
#include "tests/analyze/sample_sweep.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/test.h"

struct drawn {
    struct run *run;
    struct table table;
    struct chart_set set;
    struct chart *row;
    struct curves curves;
};

/* RUN as curves against its axis number AXIS. */
static struct drawn draw(struct run *run, size_t axis) {
    struct drawn d = {.run = run};
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&d.table, run, &run->measurements[0], &options, NULL), 0);
    for (int k = 0; k < 2; k++)
        chart_set_add(&d.set);
    d.row = d.set.charts;
    const struct section *section = &d.table.sections[0];
    const struct measured of[] = {measure_settle(&measure_time, &d.table, section, NULL),
                                  measure_settle(&measure_ratio, &d.table, section, NULL)};
    curves_make(&d.curves, &d.set, d.row, of, 2, axis);
    return d;
}

static void release(struct drawn *d) {
    chart_set_release(&d->set);
    table_release(&d->table);
    run_free(d->run);
}

TEST(points_that_differ_in_a_parameter_are_curves_of_their_own) {
    static const char *const names[] = {"openblas, stride 1", "blis, stride 1",
                                        "openblas, stride 8", "blis, stride 8"};
    struct drawn d = draw(sample_sweep(3, 4), 0);
    assert_int_equal(d.row[0].series_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct series_data *series = &d.row[0].series[i];
        assert_string_equal(series->name, names[i]);
        assert_int_equal(series->count, 2);
        assert_true(series->x[0] == 10 && series->x[1] == 20);
        assert_true(series->y[0] == d.table.rows[2 * (i / 2) + i % 2].mean.estimate);
        assert_true(series->y[1] == d.table.rows[2 * (i / 2) + i % 2 + 4].mean.estimate);
        assert_int_equal(curves_library(&d.curves, series), i % 2);
        assert_int_equal(curves_variant(&d.curves, series), i / 2);
    }
    release(&d);
}

TEST(ratios_have_the_reference_once) {
    struct drawn d = draw(sample_sweep(3, 4), 0);
    const struct series_data *series = d.row[1].series;
    assert_int_equal(d.row[1].series_count, 3);
    assert_string_equal(series[0].name, "openblas");
    assert_true(series[0].is_reference);
    assert_string_equal(series[1].name, "blis, stride 1");
    assert_string_equal(series[2].name, "blis, stride 8");
    assert_float_equal(series[1].y[1], 2, 1e-12);
    assert_float_equal(series[2].y[1], 0.5, 1e-12);
    release(&d);
}

/* A line from edge to edge would say that it was measured at all sizes. */
TEST(a_reference_without_a_result_has_a_gap_in_ratios_too) {
    struct run *run = sample_sweep(3, 4);
    struct drawn whole = draw(sample_sweep(3, 4), 0);
    assert_true(whole.row[1].has_level);
    release(&whole);
    run->measurements[0].series[0].status[2] = CELL_CRASHED;
    struct drawn d = draw(run, 0);
    const struct series_data *reference = &d.row[1].series[0];
    assert_false(d.row[1].has_level);
    assert_string_equal(reference->name, "openblas, stride 1");
    assert_true(reference->is_reference && reference->y[0] == 1 && isnan(reference->y[1]));
    assert_true(curves_are_shown(&d.row[1]));
    release(&d);
}

TEST(a_reference_alone_shows_no_ratio) {
    struct run *run = sample_sweep(3, 4);
    run->measurements[0].series[0].status[2] = CELL_CRASHED;
    for (size_t i = 0; i < 4; i++)
        run->measurements[0].series[1].status[i] = CELL_CRASHED;
    struct drawn d = draw(run, 0);
    assert_true(curves_are_shown(&d.row[0]));
    assert_false(curves_are_shown(&d.row[1]));
    release(&d);
}

TEST(a_parameter_across_makes_variants_of_the_sizes) {
    struct drawn d = draw(sample_sweep(3, 4), 1);
    const struct series_data *series = d.row[1].series;
    assert_int_equal(d.row[0].x.unit, UNIT_NUMBER);
    assert_string_equal(series[2].name, "blis, size 20");
    assert_true(series[2].x[0] == 1 && series[2].x[1] == 8);
    assert_float_equal(series[2].y[0], 2, 1e-12);
    assert_float_equal(series[2].y[1], 0.5, 1e-12);
    release(&d);
}

TEST(what_was_not_measured_is_a_gap_and_wrong_is_marked) {
    struct run *run = sample_sweep(3, 4);
    run->measurements[0].series[1].status[1] = CELL_CRASHED;
    run->measurements[0].series[1].status[3] = CELL_WRONG;
    struct drawn d = draw(run, 0);
    const struct series_data *blis = &d.row[0].series[3];
    assert_true(isnan(blis->y[0]));
    assert_int_equal(blis->wrong[0], 0);
    assert_false(isnan(blis->y[1]));
    assert_int_equal(blis->wrong[1], 1);
    assert_int_equal(d.row[0].series[1].wrong[1], 0);
    release(&d);
}

TEST(values_that_are_undefined_are_one_variant) {
    struct run *run = sample_sweep(3, 4);
    double *strides = run->measurements[0].parameters[0].values;
    strides[0] = strides[2] = NAN;
    struct drawn d = draw(run, 0);
    assert_int_equal(d.curves.variants.count, 2);
    assert_string_equal(d.row[0].series[0].name, "openblas, stride 8");
    assert_string_equal(d.row[0].series[2].name, "openblas, stride -");
    release(&d);
}

TEST(the_noise_is_the_widest_of_all_variants) {
    struct run *run = sample_sweep(3, 4);
    struct series *control = sample_series(run, "again", 1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    for (size_t i = 0; i < 12; i++) {
        control->seconds[i] *= 1.5;
        control->seconds[12 + i] *= 0.5;
    }
    struct drawn d = draw(run, 0);
    const struct series_data *noise = d.row[1].noise;
    assert_int_equal(noise->count, 2);
    assert_true(noise->x[0] == 10 && noise->x[1] == 20);
    assert_float_equal(noise->low[0], 0.5, 1e-12);
    assert_float_equal(noise->high[0], 1.5, 1e-12);
    assert_float_equal(noise->low[1], 1, 1e-12);
    release(&d);
}
