/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/model/scaling_axis.h"
#include "tests/test.h"

/* Three parameters, at two points; those that differ vary. */
static struct parameter_grid_axis axes[] = {{"size", (double[]){8, 8}, 0, NULL, 0},
                                            {"threads", (double[]){1, 1}, 0, NULL, 0},
                                            {"ranks", (double[]){1, 2}, 1, NULL, 0}};

static const struct parameter_grid *grid(size_t count, int threads, int ranks) {
    static struct parameter_grid space;
    axes[1].varies = threads;
    axes[2].varies = ranks;
    space = (struct parameter_grid){.points = 2, .axes = axes, .axis_count = count};
    return &space;
}

TEST(the_only_one_that_varies_is_chosen) {
    assert_string_equal(scaling_axis_find(grid(3, 0, 1), NULL)->name, "ranks");
    assert_string_equal(scaling_axis_find(grid(3, 1, 0), NULL)->name, "threads");
    assert_string_equal(scaling_axis_words(grid(3, 0, 1), NULL)->one, "rank");
}

TEST(of_those_that_do_not_vary_there_must_be_one) {
    assert_string_equal(scaling_axis_find(grid(2, 0, 0), NULL)->name, "threads");
    assert_null(scaling_axis_find(grid(3, 0, 0), NULL));
    assert_null(scaling_axis_find(grid(1, 0, 0), NULL));
    assert_string_equal(scaling_axis_words(grid(1, 0, 0), NULL)->name, "threads");
}

TEST(of_several_that_vary_one_must_be_chosen) {
    assert_null(scaling_axis_find(grid(3, 1, 1), NULL));
    assert_true(scaling_axis_is_open(grid(3, 1, 1), NULL));
    assert_false(scaling_axis_is_open(grid(3, 1, 1), "ranks"));
    assert_false(scaling_axis_is_open(grid(3, 0, 1), NULL));
    assert_string_equal(scaling_axis_find(grid(3, 1, 1), "threads")->name, "threads");
    assert_null(scaling_axis_find(grid(3, 1, 1), "nodes"));
    assert_string_equal(scaling_axis_words(grid(3, 1, 1), "nodes")->one, "node");
}

TEST(others_are_refused) {
    struct err err;
    assert_int_equal(scaling_axis_check("nodes", &err), 0);
    assert_int_equal(scaling_axis_check("size", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "--over size: threads, ranks or nodes is needed"));
}
