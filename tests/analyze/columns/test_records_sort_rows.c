/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/sample_table.h"
#include "analyze/columns/records.h"
#include "tests/test.h"

/* What VIEW makes of the sweep: in each line the size, the stride and the library's first letter.
 */
static void assert_order(const struct table *table, const char *groups, const char *sort,
                         const char *wanted) {
    struct view view = {0};
    struct records records;
    struct err err = {""};
    char text[256] = "";
    size_t length = 0;
    if (groups)
        assert_int_equal(view_set_groups(&view, groups, &err), 0);
    if (sort)
        assert_int_equal(view_set_sort(&view, sort, &err), 0);
    records_of_table(&records, table, table, &view, 0);
    for (size_t i = 0; i < records.count; i++) {
        const struct row *row = records_at(&records, i);
        const struct parameter_grid_axis *stride = parameter_grid_find(row->space, "stride");
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d/%g/%c", i ? " " : "",
                                   (int)row->size, stride->values[row->point], *row->library);
    }
    assert_string_equal(text, wanted);
    records_release(&records);
    view_release(&view);
}

/* openblas takes as long at every stride; blis twice as long at stride 1, half as long at 8. */
static struct table sweep(void) {
    return table_of(sample_sweep(3, 4));
}

TEST(as_they_come_rows_stand_by_point) {
    struct table table = sweep();
    assert_order(&table, NULL, NULL, "10/1/o 10/1/b 10/8/o 10/8/b 20/1/o 20/1/b 20/8/o 20/8/b");
    table_release(&table);
}

TEST(rows_of_a_library_stand_together) {
    struct table table = sweep();
    assert_order(&table, "library", NULL,
                 "10/1/o 10/8/o 20/1/o 20/8/o 10/1/b 10/8/b 20/1/b 20/8/b");
    table_release(&table);
}

TEST(rows_of_a_parameters_value_stand_together) {
    struct table table = sweep();
    assert_order(&table, "stride", NULL, "10/1/o 10/1/b 20/1/o 20/1/b 10/8/o 10/8/b 20/8/o 20/8/b");
    table_release(&table);
}

TEST(groups_have_groups) {
    struct table table = sweep();
    assert_order(&table, "library,stride", NULL,
                 "10/1/o 20/1/o 10/8/o 20/8/o 10/1/b 20/1/b 10/8/b 20/8/b");
    table_release(&table);
}

TEST(rows_are_sorted_and_equal_ones_stay_as_they_come) {
    struct table table = sweep();
    for (size_t i = 0; i < table.row_count; i++)
        table.rows[i].ratio.estimate = round(2 * table.rows[i].ratio.estimate) / 2;
    assert_order(&table, NULL, "ratio", "10/8/b 20/8/b 10/1/o 10/8/o 20/1/o 20/8/o 10/1/b 20/1/b");
    assert_order(&table, NULL, "library",
                 "10/1/b 10/8/b 20/1/b 20/8/b 10/1/o 10/8/o 20/1/o 20/8/o");
    table_release(&table);
}

TEST(minus_sorts_descending_and_keeps_equal_ones_as_they_come) {
    struct table table = sweep();
    assert_order(&table, NULL, "-size", "20/1/o 20/1/b 20/8/o 20/8/b 10/1/o 10/1/b 10/8/o 10/8/b");
    table_release(&table);
}

TEST(a_second_key_sorts_what_the_first_has_equal) {
    struct table table = sweep();
    assert_order(&table, NULL, "-size,library,-stride",
                 "20/8/b 20/1/b 20/8/o 20/1/o 10/8/b 10/1/b 10/8/o 10/1/o");
    table_release(&table);
}

TEST(groups_are_sorted_within) {
    struct table table = sweep();
    assert_order(&table, "size", "mean", "10/8/b 10/1/o 10/8/o 10/1/b 20/8/b 20/1/o 20/8/o 20/1/b");
    table_release(&table);
}

TEST(undefined_numbers_come_last_either_way) {
    struct table table = sweep();
    table.rows[0].mean.estimate = table.rows[3].mean.estimate = NAN;
    table.rows[1].mean.estimate = 1;
    assert_order(&table, "size", "mean", "10/8/o 10/1/b 10/1/o 10/8/b 20/8/b 20/1/o 20/8/o 20/1/b");
    assert_order(&table, "size", "-mean",
                 "10/1/b 10/8/o 10/1/o 10/8/b 20/1/b 20/1/o 20/8/o 20/8/b");
    table_release(&table);
}

TEST(unknown_texts_come_last_either_way) {
    struct table table = sweep();
    table.row_count = 2;
    table.rows[0].archive = NULL;
    table.rows[1].archive = "a";
    assert_order(&table, NULL, "archive", "10/1/b 10/1/o");
    assert_order(&table, NULL, "-archive", "10/1/b 10/1/o");
    table_release(&table);
}

TEST(undefined_values_are_a_group) {
    struct table table = sweep();
    table.row_count = 4;
    table.rows[0].min = table.rows[2].min = NAN;
    table.rows[1].min = table.rows[3].min = 1;
    assert_order(&table, "min", NULL, "10/1/o 10/8/o 10/1/b 10/8/b");
    table_release(&table);
}

TEST(rows_are_sorted_by_quantiles) {
    struct table table = sweep();
    const double quantiles[] = {3, 1, 2};
    table.row_count = 3;
    for (size_t i = 0; i < 3; i++)
        table.rows[i].quantiles = &quantiles[i];
    assert_order(&table, NULL, "p99", "10/1/b 10/8/o 10/1/o");
    table_release(&table);
}

TEST(rows_are_sorted_by_status_and_warnings) {
    struct table table = sweep();
    table.row_count = 3;
    table.rows[0].status = CELL_WRONG;
    table.rows[2].warned.rules = 5;
    assert_order(&table, NULL, "status", "10/1/b 10/8/o 10/1/o");
    assert_order(&table, NULL, "-warnings,-stride", "10/8/o 10/1/o 10/1/b");
    table_release(&table);
}

TEST(nothing_is_sorted_too) {
    struct table table = {0};
    assert_order(&table, "library", "mean", "");
}
