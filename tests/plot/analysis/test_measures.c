/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/measures.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

TEST(columns_have_the_axis_of_their_unit) {
    static const struct {
        const char *column;
        enum axis_unit unit;
        enum axis_scale scale;
    } cases[] = {{"mean", UNIT_SECONDS, AXIS_USUAL},
                 {"sd", UNIT_SECONDS, AXIS_USUAL},
                 {"p99", UNIT_SECONDS, AXIS_USUAL},
                 {"difference", UNIT_SECONDS, AXIS_LINEAR},
                 {"cv", UNIT_PART, AXIS_USUAL},
                 {"ratio", UNIT_RATIO, AXIS_USUAL},
                 {"speedup_low", UNIT_RATIO, AXIS_USUAL},
                 {"flop_rate", UNIT_RATE, AXIS_USUAL},
                 {"byte_rate_low", UNIT_RATE, AXIS_USUAL},
                 {"n", UNIT_COUNT, AXIS_USUAL},
                 {"max_error", UNIT_ERROR, AXIS_USUAL},
                 {"skewness", UNIT_NUMBER, AXIS_USUAL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measure measure;
        assert_int_equal(measure_of_column(&measure, cases[i].column, NULL), 0);
        assert_string_equal(measure.column, cases[i].column);
        assert_int_equal(measure.y.unit, cases[i].unit);
        assert_int_equal(measure.y.scale, cases[i].scale);
    }
}

TEST(an_unknown_column_is_refused_with_the_nearest) {
    static const struct {
        const char *wanted, *nearest;
    } cases[] = {
        {"medain", "mean \"median\"?"}, {"flops/s", "mean \"flops\"?"}, {"flop", "mean \"flops\"?"},
        {"speed", "mean \"speedup\"?"}, {"library", "help lists"},      {"", "help lists"},
        {"p101", "help lists"},         {"mean,sd", "mean \"mean\"?"},  {"+p99", "help lists"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measure measure;
        struct err err = {""};
        if (measure_of_column(&measure, cases[i].wanted, &err) != ERR_USAGE)
            fail_msg("%s was taken", cases[i].wanted);
        assert_non_null(strstr(err.message, cases[i].nearest));
        assert_null(strchr(err.message, '\n'));
    }
}

TEST(quantiles_are_columns) {
    struct measure measure;
    assert_int_equal(measure_of_column(&measure, "p99", NULL), 0);
    assert_close(measure_quantile(&measure), 0.99, 1e-12);
    assert_int_equal(measure_column(&measure).quantile, 1);
    assert_true(isnan(measure_quantile(&measure_time)));
}

/* --- what measures settle on --- */

static struct table aggregate(struct run *run) {
    struct table table = {0};
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    return table;
}

static const char *settled(struct run *run, const struct measure *measure, int *is_absent) {
    struct table table = aggregate(run);
    struct measured of = measure_settle(measure, &table, &table.sections[0], NULL);
    *is_absent = measure_is_absent(&of);
    const char *column = of.measure->column;
    table_release(&table);
    run_free(run);
    return column;
}

TEST(rates_are_of_operations_else_of_bytes) {
    static const char *const terms[] = {"flops", "bytes"}, *const columns[] = {"flop_rate",
                                                                               "byte_rate"};
    int is_absent;
    for (int i = 0; i < 2; i++) {
        struct run *run = sample_sweep(3, 4);
        double *values = measurement_add_term(&run->measurements[0], terms[i], NULL);
        for (size_t p = 0; p < 4; p++)
            values[p] = 100;
        assert_string_equal(settled(run, &measure_rate, &is_absent), columns[i]);
        assert_false(is_absent);
    }
    settled(sample_sweep(3, 4), &measure_rate, &is_absent);
    assert_true(is_absent);
}

TEST(the_residual_tells_the_accuracy_where_there_is_one) {
    int is_absent;
    struct run *run = sample_sweep(3, 4);
    run->measurements[0].series[1].relative_error[2] = 1e-15;
    assert_string_equal(settled(run, &measure_accuracy, &is_absent), "relative_error");
    assert_false(is_absent);
    run = sample_sweep(3, 4);
    run->measurements[0].series[1].residual[2] = 0.5;
    assert_string_equal(settled(run, &measure_accuracy, &is_absent), "residual");
    assert_false(is_absent);
    settled(sample_sweep(3, 4), &measure_accuracy, &is_absent);
    assert_true(is_absent);
}

/* Of a time, a hole is a result. */
TEST(times_are_never_absent) {
    int is_absent;
    struct run *run = sample_sweep(3, 4);
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < 48; i++)
            run->measurements[0].series[l].seconds[i] = NAN;
    settled(run, &measure_time, &is_absent);
    assert_false(is_absent);
}
