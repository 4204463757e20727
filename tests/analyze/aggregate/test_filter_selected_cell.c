/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/filter.h"
#include "analyze/aggregate/table.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

static const struct summary_row two[] = {{.library = "blis-serial"}, {.library = "blis"}};

static int means(const char *library, const char *size, const char *of, int64_t at) {
    struct run *run = sample_run(3, 1, 1);
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    struct filter filter = {0};
    struct row row = {.library = of, .space = space, .point = (size_t)(at / 10 - 1)};
    if (library)
        assert_int_equal(filter_add_libraries(&filter, library, NULL), 0);
    if (size)
        assert_int_equal(filter_add_condition(&filter, "size", 4, size, NULL), 0);
    int is_meant = selected_cell_means(&filter, &row, two, 2);
    filter_release(&filter);
    parameter_grid_free(space);
    run_free(run);
    return is_meant;
}

TEST(nothing_said_means_every_cell) {
    assert_true(means(NULL, NULL, "blis", 10));
}

TEST(exact_names_come_before_families) {
    assert_true(means("blis", NULL, "blis", 10));
    assert_false(means("blis", NULL, "blis-serial", 10));
}

TEST(patterns_mean_all_that_match) {
    assert_true(means("blis*", NULL, "blis", 10));
    assert_true(means("blis*", NULL, "blis-serial", 10));
}

TEST(both_library_and_size_have_to_fit) {
    assert_true(means("blis", "20", "blis", 20));
    assert_false(means("blis", "20", "blis", 30));
    assert_false(means("openblas", "20", "blis", 20));
}

TEST(what_is_kept_is_a_copy) {
    double seconds[] = {1, 2, 3, 4, 5, 6}, batches[] = {7, 8, 9, 10, 11, 12};
    struct selected_cell *chosen = selected_cell_new(2, 3);
    assert_null(chosen->seconds[SELECTED_CELL_CONTROLLED]);
    selected_cell_keep(chosen, SELECTED_CELL_CONTROLLED, seconds, seconds);
    selected_cell_keep(chosen, SELECTED_CELL_LIBRARY, seconds, batches);
    seconds[5] = 0;
    assert_true(chosen->seconds[SELECTED_CELL_CONTROLLED][5] == 6);
    assert_true(chosen->seconds[SELECTED_CELL_LIBRARY][0] == 1);
    assert_true(chosen->batches[SELECTED_CELL_LIBRARY][5] == 12);
    assert_null(chosen->seconds[SELECTED_CELL_REFERENCE]);
    selected_cell_free(chosen);
    selected_cell_free(NULL);
}
