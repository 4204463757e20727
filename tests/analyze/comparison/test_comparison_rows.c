/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/comparison/comparison_rows.h"
#include "tests/analyze/close.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

static struct comparison_rows rows_of(struct two_runs *two) {
    struct comparison_rows rows;
    assert_int_equal(two_runs_conclude(two, NULL), 0);
    comparison_rows_of(&rows, &two->compared, 1);
    return rows;
}

static const struct comparison_row *row_at(const struct comparison_rows *rows, size_t i) {
    const char *items = rows->items;
    const void *row = items + i * rows->set.record_size;
    assert_true(i < rows->count);
    return row;
}

static int is_usual(const struct comparison_rows *rows, const char *name) {
    const struct column *column = column_find(&rows->set, name);
    assert_non_null(column);
    return column->is_usual;
}

static void add_parameter(struct two_runs *two, const char *name, double first, double second) {
    for (int set = 0; set < COMPARE_SETS; set++) {
        struct parameter *parameter =
            measurement_add_parameter(&two->runs[set]->measurements[0], name, NULL);
        parameter->values[0] = first;
        parameter->values[1] = second;
    }
}

TEST(a_pair_has_both_times_and_their_ratio) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 2);
    struct comparison_rows rows = rows_of(&two);
    const struct comparison_row *row = row_at(&rows, 1);
    assert_int_equal(rows.count, 2);
    assert_string_equal(row->library, "openblas");
    assert_string_equal(row->point, "size 20");
    assert_int_equal(row->size, 20);
    assert_string_equal(row->earlier.archive, "old.h5");
    assert_string_equal(row->later.archive, "new.h5");
    assert_close(row->later.time.estimate / row->earlier.time.estimate, row->ratio.estimate, 1e-12);
    assert_close(row->ratio.estimate, 2, 1e-12);
    assert_close(row->speedup.estimate, 0.5, 1e-12);
    assert_close(row->speedup.low * row->ratio.high, 1, 1e-12);
    assert_true(isnan(row->later.relative.estimate));
    assert_int_equal(row->earlier.units, 3);
    assert_string_equal(row->verdict, "slower");
    assert_null(row->lacks);
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

/* R: x <- log(1.0015 * c(1, 1.01, 1.02)); exp(t.test(x)$conf.int) = 0.986906675, 1.036669174 */
TEST(a_time_has_students_interval_of_its_logarithm) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 0.1, 0.1);
    struct comparison_rows rows = rows_of(&two);
    const struct comparison_row *row = row_at(&rows, 0);
    assert_close(1e9 * row->earlier.time.low, 0.986906675, 1e-8);
    assert_close(1e9 * row->earlier.time.high, 1.036669174, 1e-8);
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(relative_ones_have_ratios_in_place_of_times) {
    struct two_runs two = two_runs(1, 3);
    two.options.is_relative = 1;
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 2, 3);
    struct comparison_rows rows = rows_of(&two);
    const struct comparison_row *row = row_at(&rows, 0);
    assert_close(row->later.relative.estimate, 3, 1e-12);
    assert_true(isnan(row->later.time.estimate));
    assert_string_equal(row->reference, "openblas");
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(whether_it_regressed_is_said_where_that_was_asked) {
    struct two_runs two = two_runs(1, 3);
    two.options.has_margin = 1;
    two.options.asked.margin = 0.5;
    two_runs_add(&two, "openblas", 1, 1.1);
    two_runs_add(&two, "blis", 1, 2);
    struct comparison_rows rows = rows_of(&two);
    assert_string_equal(row_at(&rows, 0)->regressed, "no");
    assert_string_equal(row_at(&rows, 1)->regressed, "yes");
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(it_is_not_said_where_nobody_asked) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 2);
    struct comparison_rows rows = rows_of(&two);
    assert_null(row_at(&rows, 0)->regressed);
    assert_true(isnan(row_at(&rows, 0)->p_regressed));
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(a_cell_without_a_partner_says_what_lacks) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    sample_series(two.runs[COMPARE_EARLIER], "atlas", 1);
    struct comparison_rows rows = rows_of(&two);
    const struct comparison_row *row = row_at(&rows, 1);
    assert_string_equal(row->library, "atlas");
    assert_string_equal(row->lacks, "library");
    assert_string_equal(row->in, "earlier");
    assert_string_equal(row->earlier.status, "ok");
    assert_null(row->later.status);
    assert_null(row->verdict);
    assert_true(isnan(row->ratio.estimate));
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(parameters_are_columns_and_usual_where_they_vary) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    add_parameter(&two, "stride", 1, 8);
    add_parameter(&two, "chunk", 4, 4);
    struct comparison_rows rows = rows_of(&two);
    double workspace;
    const double *stride =
        column_value(column_find(&rows.set, "stride"), row_at(&rows, 1), &workspace);
    assert_close(*stride, 8, 1e-12);
    assert_true(is_usual(&rows, "stride"));
    assert_false(is_usual(&rows, "chunk"));
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(a_parameter_that_is_called_as_a_column_gets_another_name) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    add_parameter(&two, "later", 1, 8);
    add_parameter(&two, "ratio", 1, 8);
    struct comparison_rows rows = rows_of(&two);
    assert_true(is_usual(&rows, "later_2"));
    assert_true(is_usual(&rows, "ratio_2"));
    comparison_rows_release(&rows);
    two_runs_release(&two);
}

TEST(the_action_is_usual_where_there_are_several) {
    struct two_runs one = two_runs(1, 3), two = two_runs(1, 3);
    two_runs_add(&one, "openblas", 1, 1);
    two_runs_add(&two, "openblas", 1, 1);
    run_add_measurement(two.runs[COMPARE_LATER], "dot", 1, 3, 4, NULL);
    struct comparison_rows rows_of_one = rows_of(&one), rows_of_two = rows_of(&two);
    assert_false(is_usual(&rows_of_one, "action"));
    assert_true(is_usual(&rows_of_two, "action"));
    comparison_rows_release(&rows_of_one);
    comparison_rows_release(&rows_of_two);
    two_runs_release(&one);
    two_runs_release(&two);
}
