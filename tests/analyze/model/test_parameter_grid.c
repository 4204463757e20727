/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/parameter_grid.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static char *name_of(const struct parameter_grid *space, size_t point) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    parameter_grid_write_point(space, point, file);
    fclose(file);
    return text;
}

static void assert_name(const struct measurement *m, size_t point, const char *expected) {
    struct parameter_grid *space = parameter_grid_new(m);
    char *name = name_of(space, point);
    assert_string_equal(name, expected);
    free(name);
    parameter_grid_free(space);
}

TEST(a_point_is_called_by_what_it_differs_in) {
    struct run *run = sample_run(3, 1, 1);
    struct measurement *m = &run->measurements[0];
    assert_name(m, 1, "size 20");
    sample_parameter(m, "chunk", (double[]){8, 8, 8});
    assert_name(m, 1, "size 20");
    sample_parameter(m, "stride", (double[]){1, 0.25, -3});
    assert_name(m, 1, "size 20, stride 0.25");
    sample_parameter(m, "odd", (double[]){NAN, NAN, 1e15});
    assert_name(m, 0, "size 10, stride 1, odd -");
    assert_name(m, 2, "size 30, stride -3, odd 1e+15");
    for (size_t p = 0; p < 3; p++)
        m->sizes[p] = 1;
    assert_name(m, 1, "stride 0.25, odd -");
    run_free(run);
}

TEST(a_lone_point_is_called_by_what_it_has) {
    struct run *run = sample_run(1, 1, 1);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "number", (double[]){25});
    assert_name(m, 0, "size 10");
    m->sizes[0] = 1;
    facts_set_text(&m->facts, FACT_AXIS, "number");
    assert_name(m, 0, "number 25");
    run_free(run);
}

TEST(an_action_without_a_size_names_what_stands_for_it) {
    struct run *run = sample_run(2, 1, 1);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "stride", (double[]){1, 1});
    sample_parameter(m, "number", (double[]){25, 30});
    struct parameter_grid *space = parameter_grid_new(m);
    assert_true(space->has_size);
    assert_int_equal(space->main, 0);
    assert_string_equal(parameter_grid_word(space, 1), "point");
    parameter_grid_free(space);
    facts_set_text(&m->facts, FACT_AXIS, "number");
    space = parameter_grid_new(m);
    assert_true(space->has_size); /* as its sizes are not 1 */
    assert_int_equal(space->main, 2);
    parameter_grid_free(space);
    m->sizes[0] = m->sizes[1] = 1;
    space = parameter_grid_new(m);
    assert_false(space->has_size);
    parameter_grid_free(space);
    facts_set_text(&m->facts, FACT_AXIS, "nothing");
    space = parameter_grid_new(m);
    assert_int_equal(space->main, 0);
    parameter_grid_free(space);
    run_free(run);
}

TEST(names_are_made_printable) {
    struct run *run = sample_run(2, 1, 1);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "a\033b", (double[]){1, 2});
    sample_parameter(m, "size", (double[]){3, 3});
    struct parameter_grid *space = parameter_grid_new(m);
    assert_string_equal(space->axes[1].name, "a%1Bb");
    assert_ptr_equal(parameter_grid_find(space, "a%1Bb"), &space->axes[1]);
    assert_ptr_equal(parameter_grid_find(space, "size"), &space->axes[0]);
    assert_null(parameter_grid_find(space, "b"));
    assert_true(space->axes[1].varies);
    assert_false(space->axes[2].varies);
    parameter_grid_free(space);
    run_free(run);
}

TEST(sizes_are_counted_as_sizes_while_nothing_else_varies) {
    struct run *run = sample_run(2, 1, 1);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "chunk", (double[]){8, 8});
    struct parameter_grid *space = parameter_grid_new(m);
    assert_string_equal(parameter_grid_word(space, 1), "size");
    assert_string_equal(parameter_grid_word(space, 2), "sizes");
    parameter_grid_free(space);
    sample_parameter(m, "stride", (double[]){1, 8});
    space = parameter_grid_new(m);
    assert_string_equal(parameter_grid_word(space, 2), "points");
    parameter_grid_free(space);
    run_free(run);
}

TEST(what_varies_is_judged_by_the_points_that_are_kept) {
    struct run *run = sample_run(3, 1, 1);
    struct measurement *m = &run->measurements[0];
    sample_parameter(m, "stride", (double[]){1, 8, 8});
    struct parameter_grid *space = parameter_grid_new(m);
    assert_true(parameter_grid_find(space, "stride")->varies);
    parameter_grid_keep(space, (const int[]){-1, 0, 1});
    assert_int_equal(space->points, 2);
    assert_false(parameter_grid_find(space, "stride")->varies);
    assert_true(parameter_grid_find(space, "stride")->values[0] == 8);
    assert_true(parameter_grid_find(space, "size")->values[1] == 30);
    assert_true(parameter_grid_find(space, "size")->varies);
    parameter_grid_free(space);
    run_free(run);
}
