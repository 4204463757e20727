/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/sample_table.h"
#include "analyze/aggregate/aggregate.h"
#include "analyze/columns/records.h"
#include "tests/test.h"

/* The columns that are seen of the first section, those that are not repeated with a star. */
static void assert_columns(struct run *run, const char *list, const char *groups, const char *sort,
                           const char *wanted) {
    struct table table = table_of(run);
    struct view view = {0};
    struct records records;
    struct err err = {""};
    char text[512] = "";
    assert_true(!list || view_set_columns(&view, list, &err) == 0);
    assert_true(!groups || view_set_groups(&view, groups, &err) == 0);
    assert_true(!sort || view_set_sort(&view, sort, &err) == 0);
    records_of_section(&records, &table, &table.sections[0], &view, 0);
    for (size_t c = 0; c < records.column_count; c++) {
        strcat(strcat(text, c ? " " : ""), records.columns[c].name);
        strcat(text, records.columns[c].once ? "*" : "");
    }
    assert_string_equal(text, wanted);
    records_release(&records);
    view_release(&view);
    table_release(&table);
}

TEST(sizes_and_parameters_are_not_repeated) {
    assert_columns(sample_sweep(3, 4), "size,stride,library,mean", NULL, NULL,
                   "size* stride* library mean");
}

TEST(behind_what_is_repeated_all_is) {
    assert_columns(sample_sweep(3, 4), "size,library,stride", NULL, NULL, "size* library stride");
}

TEST(groups_stand_in_front_and_are_not_repeated) {
    assert_columns(sample_sweep(3, 4), "size,stride,library,mean", "library", NULL,
                   "library* size* stride* mean");
    assert_columns(sample_sweep(3, 4), "size,stride,library,mean", "stride,library", NULL,
                   "stride* library* size* mean");
}

TEST(groups_that_are_not_seen_are_not_made_to_be) {
    assert_columns(sample_sweep(3, 4), "size,mean", "library", NULL, "size* mean");
}

TEST(sorted_rows_say_all_that_they_are) {
    assert_columns(sample_sweep(3, 4), "size,stride,library,mean", NULL, "mean",
                   "size stride library mean");
}

TEST(sorted_within_groups_only_those_are_not_repeated) {
    assert_columns(sample_sweep(3, 4), "size,stride,library,mean", "size", "mean",
                   "size* stride library mean");
}

TEST(a_parameter_that_does_not_vary_is_seen_when_asked_for) {
    assert_columns(sample_sweep(3, 4), "library,chunk", NULL, NULL, "library chunk");
}

TEST(a_size_that_an_action_does_not_have_is_seen_when_asked_for) {
    assert_columns(sample_without_size(3, 4), "size,number,mean", NULL, NULL, "size* number* mean");
}

/* --- several actions --- */

static struct table two_actions(void) {
    struct run *one = sample_sweep(3, 4), *two = sample_without_size(3, 4);
    struct table table = {0};
    aggregate_whole(&table, one, &one->measurements[0], &(struct table_options){0}, NULL);
    aggregate_whole(&table, two, &two->measurements[0], &(struct table_options){0}, NULL);
    run_free(one);
    run_free(two);
    return table;
}

TEST(a_parameter_of_another_action_is_left_out) {
    struct table table = two_actions();
    struct view view = {0};
    struct records records;
    struct err err;
    assert_int_equal(view_set_columns(&view, "stride,number,mean", &err), 0);
    for (size_t s = 0; s < 2; s++) {
        records_of_section(&records, &table, &table.sections[s], &view, 0);
        assert_int_equal(records.column_count, 2);
        assert_string_equal(records.columns[0].name, s ? "number" : "stride");
        records_release(&records);
    }
    view_release(&view);
    table_release(&table);
}

TEST(a_parameter_that_no_action_has_is_refused) {
    struct table table = two_actions();
    struct view view = {0};
    struct err err;
    assert_int_equal(view_set_columns(&view, "nunber", &err), 0);
    assert_int_equal(records_check(&table, &view, 0, &err), ERR_USAGE);
    view_release(&view);
    table_release(&table);
}

TEST(the_usual_view_is_never_refused) {
    struct table table = two_actions();
    assert_int_equal(records_check(&table, NULL, 0, NULL), 0);
    assert_int_equal(records_check(&table, NULL, 1, NULL), 0);
    table_release(&table);
}

TEST(all_rows_are_sorted_over_all_actions) {
    struct table table = two_actions();
    struct view view = {0};
    struct records records;
    struct err err;
    assert_int_equal(view_set_sort(&view, "-number,library", &err), 0);
    records_of_table(&records, &table, &table, &view, 0);
    assert_string_equal(((const struct row *)records_at(&records, 0))->library, "iterative");
    assert_string_equal(((const struct row *)records_at(&records, 1))->library, "recursive");
    assert_string_equal(((const struct row *)records_at(&records, 6))->library, "blis");
    records_release(&records);
    view_release(&view);
    table_release(&table);
}

TEST(geometric_means_are_sorted_when_that_is_asked_for) {
    struct table table = table_of(sample_sweep(3, 4));
    struct view view = {0};
    struct records records;
    struct err err;
    assert_int_equal(view_set_sort(&view, "library", &err), 0);
    records_of_section(&records, &table, &table.sections[0], &view, 1);
    assert_string_equal(((const struct summary_row *)records_at(&records, 0))->library, "blis");
    assert_string_equal(((const struct summary_row *)records_at(&records, 1))->library, "openblas");
    records_release(&records);
    view_release(&view);
    table_release(&table);
}

struct ranked {
    struct summary_row summary;
    size_t rank;
};

TEST(records_may_get_more_columns) {
    static const struct column rank = {
        .name = "rank", .type = COLUMN_COUNT, .offset = offsetof(struct ranked, rank), .unit = "1"};
    struct table table = two_actions();
    struct records records;
    struct ranked ranked[2];
    records_of_section(&records, &table, &table.sections[0], NULL, 1);
    size_t columns = records.column_count;
    assert_int_equal(records.count, 2);
    for (size_t i = 0; i < 2; i++)
        ranked[i] = (struct ranked){*(const struct summary_row *)records_at(&records, i), i + 1};
    records_widen(&records, ranked, sizeof *ranked, &rank, 1);
    assert_int_equal(records.column_count, columns + 1);
    for (size_t i = 0; i < 2; i++) {
        char text[64];
        column_show(&records.columns[0], records_at(&records, i), text, sizeof text);
        assert_string_equal(text, ranked[i].summary.library);
        column_show(&records.columns[columns], records_at(&records, i), text, sizeof text);
        assert_int_equal(atoi(text), i + 1);
    }
    records_release(&records);
    table_release(&table);
}

/* --- of no table --- */

TEST(an_array_is_chosen_from_arranged_and_grouped) {
    struct table table = table_of(sample_sweep(3, 4));
    struct view view = {0};
    struct records records;
    struct err err;
    assert_int_equal(view_set_columns(&view, "sizes,library", &err), 0);
    assert_int_equal(view_set_sort(&view, "library", &err), 0);
    assert_int_equal(view_set_groups(&view, "library", &err), 0);
    assert_int_equal(records_of_array(&records, &summary_columns, table.summaries,
                                      table.summary_count, &view, 1, &err),
                     0);
    assert_string_equal(records.columns[0].name, "library");
    assert_true(records.columns[0].once);
    assert_string_equal(((const struct summary_row *)records_at(&records, 0))->library, "openblas");
    records_release(&records);
    view_release(&view);
    table_release(&table);
}

TEST(an_array_has_all_columns_for_programs) {
    struct table table = table_of(sample_sweep(3, 4));
    struct records records;
    assert_int_equal(
        records_of_array(&records, &summary_columns, table.summaries, 1, NULL, 0, NULL), 0);
    assert_int_equal(records.column_count, summary_columns.count - 2); /* faster and slower */
    assert_int_equal(records.count, 1);
    records_release(&records);
    table_release(&table);
}

TEST(an_array_has_no_column_of_another) {
    static const char *const names[] = {"median", "p99"};
    for (size_t i = 0; i < 2; i++) {
        struct view view = {0};
        struct records records;
        struct err err;
        assert_int_equal(view_set_sort(&view, names[i], &err), 0);
        assert_int_equal(records_of_array(&records, &summary_columns, NULL, 0, &view, 1, &err),
                         ERR_USAGE);
        records_release(&records);
        view_release(&view);
    }
}
