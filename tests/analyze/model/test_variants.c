/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/variants.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Frees RUN. */
static struct parameter_grid *space_of(struct run *run) {
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    run_free(run);
    return space;
}

static void assert_written(const struct parameter_grid *space, size_t point, const char *wanted) {
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    variants_write(space, space->main, point, file);
    fclose(file);
    assert_string_equal(text, wanted);
}

TEST(points_are_divided_by_what_is_not_the_main_axis) {
    struct parameter_grid *space = space_of(sample_sweep(1, 1));
    struct variants variants;
    variants_find(&variants, space, &space->main, 1);
    assert_int_equal(variants.count, 2);
    assert_int_equal(variants.longest, 2);
    assert_memory_equal(variants.order, ((size_t[]){0, 2, 1, 3}), 4 * sizeof(size_t));
    assert_memory_equal(variants.first, ((size_t[]){0, 2, 4}), 3 * sizeof(size_t));
    assert_written(space, 1, "stride 8");
    variants_release(&variants);
    parameter_grid_free(space);
}

TEST(curves_may_run_along_another_axis) {
    struct parameter_grid *space = space_of(sample_sweep(1, 1));
    const struct parameter_grid_axis *stride = parameter_grid_find(space, "stride");
    size_t axis = (size_t)(stride - space->axes);
    struct variants variants;
    char text[64] = "";
    variants_find(&variants, space, &axis, 1);
    assert_int_equal(variants.count, 2);
    assert_memory_equal(variants.order, ((size_t[]){0, 1, 2, 3}), 4 * sizeof(size_t));
    FILE *file = fmemopen(text, sizeof text, "w");
    variants_write(space, axis, 2, file);
    fclose(file);
    assert_string_equal(text, "size 20");
    variants_release(&variants);
    parameter_grid_free(space);
}

TEST(points_that_differ_in_size_alone_are_one_curve) {
    struct run *run = sample_run(3, 1, 1);
    memcpy(run->measurements[0].sizes, ((int64_t[]){30, 10, 20}), 3 * sizeof(int64_t));
    struct parameter_grid *space = space_of(run);
    struct variants variants;
    variants_find(&variants, space, &space->main, 1);
    assert_int_equal(variants.count, 1);
    assert_memory_equal(variants.order, ((size_t[]){1, 2, 0}), 3 * sizeof(size_t));
    assert_written(space, 0, "");
    variants_release(&variants);
    parameter_grid_free(space);
}

TEST(what_stands_in_place_of_the_size_makes_no_variants) {
    struct parameter_grid *space = space_of(sample_without_size(1, 1));
    struct variants variants;
    variants_find(&variants, space, &space->main, 1);
    assert_int_equal(variants.count, 1);
    assert_int_equal(variants.longest, 3);
    variants_release(&variants);
    parameter_grid_free(space);
}

TEST(an_undefined_parameter_is_a_variant_and_comes_last) {
    struct run *run = sample_run(4, 1, 1);
    sample_parameter(&run->measurements[0], "stride", (double[]){NAN, 1, NAN, 1});
    struct parameter_grid *space = space_of(run);
    struct variants variants;
    variants_find(&variants, space, &space->main, 1);
    assert_int_equal(variants.count, 2);
    assert_memory_equal(variants.order, ((size_t[]){1, 3, 0, 2}), 4 * sizeof(size_t));
    variants_release(&variants);
    parameter_grid_free(space);
}
