/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/reports.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static const int all[] = {0, 1, 2, 3};

static struct output_errors errors_of(struct run *run, size_t series, const char *text) {
    struct measurement *m = &run->measurements[0];
    struct output_errors errors = {0};
    facts_set_text(&m->series[series].facts, FACT_OUTPUT_ERRORS, text);
    errors_add(&errors, m, &m->series[series], all);
    return errors;
}

TEST(wrong_points_are_told_output_by_output) {
    struct run *run = sample_run(2, 1, 1);
    sample_series(run, "openblas", 1);
    sample_series(run, "bl\nis", 1)->status[1] = CELL_WRONG;
    struct output_errors errors = errors_of(
        run, 1, "point,output,max,mean,total\n0,x,9,9,9\n1,x,0.5,0.25,8\n1,y,nan,inf,1e300\n");
    assert_int_equal(errors.count, 2);
    assert_string_equal(errors.items[0].library, "bl%0Ais");
    assert_string_equal(errors.items[0].output, "x");
    assert_int_equal(errors.items[0].point, 1);
    assert_true(errors.items[0].max == 0.5 && errors.items[0].mean == 0.25 &&
                errors.items[0].total == 8);
    assert_string_equal(errors.items[1].output, "y");
    assert_true(isnan(errors.items[1].max) && isinf(errors.items[1].mean));
    errors_release(&errors);
    run_free(run);
}

TEST(points_that_are_not_shown_are_passed_over) {
    struct run *run = sample_run(3, 1, 1);
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, "blis", 1);
    struct output_errors errors = {0};
    series->status[1] = series->status[2] = CELL_WRONG;
    facts_set_text(&series->facts, FACT_OUTPUT_ERRORS, "1,x,1,1,1\n2,x,2,2,2\n");
    errors_add(&errors, m, series, (const int[]){0, -1, 1});
    assert_int_equal(errors.count, 1);
    assert_int_equal(errors.items[0].point, 1);
    assert_true(errors.items[0].max == 2);
    errors_release(&errors);
    run_free(run);
}

TEST(lines_that_say_nothing_are_passed_over) {
    struct run *run = sample_run(1, 1, 1);
    sample_series(run, "blis", 1)->status[0] = CELL_WRONG;
    static const char *const texts[] = {
        "",          "\n\n",       "point,output,max,mean,total",     "0,x,1,1",    "0,,1,1,1",
        "1,x,1,1,1", "-1,x,1,1,1", "99999999999999999999999,x,1,1,1", "0,x\n,1,1,1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct output_errors errors = errors_of(run, 0, texts[i]);
        assert_int_equal(errors.count, 0);
        errors_release(&errors);
    }
    run_free(run);
}

TEST(no_more_than_a_thousand_lines_are_looked_at) {
    struct run *run = sample_run(1, 1, 1);
    sample_series(run, "blis", 1)->status[0] = CELL_WRONG;
    for (size_t before = ERRORS_MOST_LINES - 1; before <= ERRORS_MOST_LINES; before++) {
        char *text = malloc(before + 20);
        memset(text, '\n', before);
        strcpy(text + before, "0,x,1,1,1\n");
        struct output_errors errors = errors_of(run, 0, text);
        assert_int_equal(errors.count, before < ERRORS_MOST_LINES);
        errors_release(&errors);
        free(text);
    }
    run_free(run);
}
