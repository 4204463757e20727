/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/variants.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* Parameters of names and a value each, the same at all of POINTS sizes. */
static struct run *run_with(size_t points, const char *const *names, const double *values) {
    struct run *run = sample_run(points, 1, 1);
    for (size_t i = 0; names && names[i]; i++) {
        struct parameter *parameter =
            measurement_add_parameter(&run->measurements[0], names[i], NULL);
        for (size_t p = 0; p < points; p++)
            parameter->values[p] = values[i];
    }
    return run;
}

static void assert_key(struct run *run, size_t point, const char *wanted) {
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    char *key = point_key(space, point, &run->measurements[0].facts);
    assert_string_equal(key, wanted);
    free(key);
    parameter_grid_free(space);
    run_free(run);
}

TEST(a_size_is_called_alike_alone_and_among_others) {
    assert_key(run_with(1, NULL, NULL), 0, "size 10");
    assert_key(run_with(9, NULL, NULL), 0, "size 10");
}

TEST(parameters_come_by_name) {
    const char *const names[] = {"stride", "fill", NULL}, *const turned[] = {"fill", "stride",
                                                                             NULL};
    assert_key(run_with(2, names, (double[]){8, 0.5}), 1, "size 20, fill 0.5, stride 8");
    assert_key(run_with(2, turned, (double[]){0.5, 8}), 1, "size 20, fill 0.5, stride 8");
}

TEST(usual_conditions_are_not_named) {
    const char *const names[] = {"threads", NULL};
    struct run *run = run_with(1, NULL, NULL);
    facts_set_integer(&run->measurements[0].facts, FACT_THREADS, 1);
    facts_set_text(&run->measurements[0].facts, FACT_CACHE_STATE, "warm");
    assert_key(run, 0, "size 10");
    assert_key(run_with(1, names, (double[]){1}), 0, "size 10");
}

TEST(threads_are_called_alike_as_fact_and_as_parameter) {
    const char *const names[] = {"threads", NULL};
    struct run *run = run_with(1, NULL, NULL);
    facts_set_integer(&run->measurements[0].facts, FACT_THREADS, 2);
    assert_key(run, 0, "size 10, threads 2");
    assert_key(run_with(1, names, (double[]){2}), 0, "size 10, threads 2");
}

TEST(cold_caches_make_another_point) {
    struct run *run = run_with(1, NULL, NULL);
    facts_set_text(&run->measurements[0].facts, FACT_CACHE_STATE, "cold");
    assert_key(run, 0, "size 10, cold caches");
}

TEST(first_calls_make_another_point) {
    struct run *run = run_with(1, NULL, NULL);
    facts_set_text(&run->measurements[0].facts, FACT_MODE, "first");
    assert_key(run, 0, "size 10, first calls");
    run = run_with(1, NULL, NULL);
    facts_set_text(&run->measurements[0].facts, FACT_MODE, "throughput");
    assert_key(run, 0, "size 10");
}

TEST(another_alignment_makes_another_point) {
    struct run *run = run_with(1, NULL, NULL);
    facts_set_text(&run->measurements[0].facts, FACT_ALIGNMENT, ALIGNMENT_USUAL);
    assert_key(run, 0, "size 10");
    run = run_with(1, NULL, NULL);
    facts_set_text(&run->measurements[0].facts, FACT_ALIGNMENT, "16-byte");
    assert_key(run, 0, "size 10, 16-byte alignment");
}

TEST(an_action_without_size_has_none_in_its_key) {
    const char *const names[] = {"order", NULL};
    struct run *run = run_with(1, names, (double[]){3});
    run->measurements[0].sizes[0] = 1;
    facts_set_text(&run->measurements[0].facts, FACT_AXIS, "order");
    assert_key(run, 0, "order 3");
}
