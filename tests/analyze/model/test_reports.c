/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/reports.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

TEST(nothing_is_reported_that_nobody_measured) {
    struct run *run = sample_run(2, 3, 4);
    struct series *series = sample_series(run, "openblas", 1);
    struct reports reports = reports_of(&run->measurements[0], series, 1, 0);
    const double none[] = {reports.whole,      reports.overhead, reports.operations, reports.rate,
                           reports.iterations, reports.cpus,     reports.max_error};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_true(isnan(none[i]));
    run_free(run);
}

TEST(each_is_taken_from_its_own_point) {
    struct run *run = sample_run(2, 1, 2);
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, "openblas", 1);
    static const char *const names[] = {"whole_seconds", "operations", "iterations"};
    for (size_t i = 0; i < 3; i++)
        measurement_add_detail(m, series, names[i], NULL);
    memcpy(series->seconds, (double[]){9, 9, 1, 3}, 4 * sizeof(double));
    memcpy(series->whole_seconds, (double[]){99, 99, 1.5, 4.5}, 4 * sizeof(double));
    memcpy(series->operations, (double[]){99, 99, 10, 70}, 4 * sizeof(double));
    memcpy(series->iterations, (double[]){99, 99, 24, 25}, 4 * sizeof(double));
    series->mean_error[1] = 0.5;
    struct reports reports = reports_of(m, series, 1, 0);
    assert_close(reports.whole, 3, 1e-15);
    assert_close(reports.overhead, 1, 1e-15);
    assert_close(reports.operations, 40, 1e-15);
    assert_close(reports.rate, 20, 1e-15); /* 80 operations in 4 s, no mean of 10 and 23.3 */
    assert_close(reports.iterations, 24.5, 1e-15);
    assert_close(reports.mean_error, 0.5, 0);
    run_free(run);
}

TEST(samples_that_lack_one_side_do_not_count) {
    struct run *run = sample_run(1, 1, 3);
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, "openblas", 1);
    measurement_add_detail(m, series, "whole_seconds", NULL);
    measurement_add_detail(m, series, "operations", NULL);
    memcpy(series->seconds, (double[]){1, NAN, 3}, 3 * sizeof(double));
    memcpy(series->whole_seconds, (double[]){2, 100, 4}, 3 * sizeof(double));
    memcpy(series->operations, (double[]){8, 100, NAN}, 3 * sizeof(double));
    struct reports reports = reports_of(m, series, 0, 0);
    assert_close(reports.overhead, 1, 1e-15);
    assert_close(reports.rate, 8, 1e-15);
    run_free(run);
}

TEST(cpus_are_told_where_several_threads_were_asked_for) {
    struct run *run = sample_run(1, 1, 2);
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, "openblas", 1);
    memcpy(series->batch_mean, (double[]){1, 3}, 2 * sizeof(double));
    memcpy(series->cpu_seconds, (double[]){2, 5.6}, 2 * sizeof(double));
    assert_true(isnan(reports_of(m, series, 0, 0).cpus));
    assert_close(reports_of(m, series, 0, 1).cpus, 1.9, 1e-15);
    run_free(run);
}

/* Means per run; but of memory and of the exit status the largest counts. */
TEST(what_commands_used_is_told) {
    struct run *run = sample_run(2, 1, 3);
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, "openblas", 1);
    static const char *const names[] = {
        "user_seconds",       "system_seconds",       "max_memory",  "minor_faults", "major_faults",
        "voluntary_switches", "involuntary_switches", "exit_status", "output_bytes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(measurement_add_detail(m, series, names[i], NULL), 0);
    memcpy(series->user_seconds, (double[]){9, 9, 9, 0.25, 0.5, NAN}, 6 * sizeof(double));
    memcpy(series->system_seconds, (double[]){9, 9, 9, 1, 2, 6}, 6 * sizeof(double));
    memcpy(series->max_memory, (double[]){9e9, 9, 9, 4096, 12288, 8192}, 6 * sizeof(double));
    memcpy(series->minor_faults, (double[]){9, 9, 9, 10, 11, 12}, 6 * sizeof(double));
    memcpy(series->major_faults, (double[]){9, 9, 9, 0, 0, 3}, 6 * sizeof(double));
    memcpy(series->voluntary_switches, (double[]){9, 9, 9, 2, 2, 2}, 6 * sizeof(double));
    memcpy(series->involuntary_switches, (double[]){9, 9, 9, 0, 1, 0}, 6 * sizeof(double));
    memcpy(series->exit_status, (double[]){9, 9, 9, 0, 3, 1}, 6 * sizeof(double));
    memcpy(series->output_bytes, (double[]){9, 9, 9, 1000, 1001, 1002}, 6 * sizeof(double));
    struct reports reports = reports_of(m, series, 1, 0);
    assert_close(reports.user, 0.375, 1e-15);
    assert_close(reports.system, 3, 1e-15);
    assert_close(reports.memory, 12288, 0);
    assert_close(reports.minor_faults, 11, 1e-15);
    assert_close(reports.major_faults, 1, 1e-15);
    assert_close(reports.voluntary_switches, 2, 1e-15);
    assert_close(reports.involuntary_switches, 1.0 / 3, 1e-15);
    assert_close(reports.exit_status, 3, 0);
    assert_close(reports.output_bytes, 1001, 1e-15);
    run_free(run);
}
