/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/view.h"
#include "tests/test.h"

/* A view with that list of columns. */
static struct view columns(const char *list) {
    struct view view = {0};
    struct err err = {""};
    assert_int_equal(view_set_columns(&view, list, &err), 0);
    return view;
}

/* The names of what VIEW chooses, separated by blanks. */
static void assert_chosen(struct view view, const struct column_set *set, int usual_only,
                          const char *wanted) {
    struct column chosen[128];
    char names[1024] = "";
    size_t count = view_choose(&view, set, usual_only, chosen);
    for (size_t c = 0; c < count; c++)
        strcat(strcat(names, c ? " " : ""), chosen[c].name);
    assert_string_equal(names, wanted);
    view_release(&view);
}

#define USUAL                                                                                      \
    "size library mean whole overhead cpus user system memory cycles instructions cache_misses "   \
    "branch_misses iterations rate efficiency ratio verdict max_error"
#define WIDE                                                                                       \
    "size library mean whole overhead median sd n cpus user system memory cycles "                 \
    "instructions cache_misses branch_misses iterations rate flop_rate byte_rate efficiency "      \
    "ratio verdict max_error mean_error total_error status"

/* --- columns --- */

TEST(without_a_list_people_see_what_is_usual) {
    assert_chosen((struct view){0}, &row_columns, 1, USUAL " status");
}

TEST(a_wide_view_has_more) {
    assert_chosen((struct view){.is_wide = 1}, &row_columns, 1, WIDE);
    assert_chosen((struct view){.is_wide = 1}, &summary_columns, 1,
                  "library ratio sizes in_cache out_of_cache");
    struct view view = columns("size,mean");
    view.is_wide = 1;
    assert_chosen(view, &row_columns, 1, "size mean");
}

TEST(without_a_list_programs_see_all) {
    struct view view = {0};
    struct column chosen[128];
    /* But for p_fastest, value, value_low and value_high. */
    assert_int_equal(view_choose(&view, &row_columns, 0, chosen), row_columns.count - 4);
}

/* It takes time, so programs do not get it either unless they name it. */
TEST(the_probability_of_the_fastest_is_only_on_request) {
    struct view view = {0};
    assert_int_equal(view_needs(&view, &row_columns, 0) & NEED_FASTEST, 0);
    assert_int_equal(view_set_columns(&view, "+p_fastest", NULL), 0);
    assert_int_equal(view_needs(&view, &row_columns, 0) & NEED_FASTEST, NEED_FASTEST);
    view_release(&view);
}

TEST(names_stand_in_the_order_they_are_asked_for) {
    assert_chosen(columns("ratio,size,min"), &row_columns, 1, "ratio size min");
}

TEST(a_name_that_comes_twice_stands_once) {
    assert_chosen(columns("size,min,size"), &row_columns, 1, "size min");
}

TEST(plus_adds_to_the_usual) {
    assert_chosen(columns("+min,+p99"), &row_columns, 1, USUAL " status min p99");
}

TEST(minus_takes_away_from_the_usual) {
    assert_chosen(columns("-status"), &row_columns, 1, USUAL);
}

TEST(minus_takes_away_from_a_list) {
    assert_chosen(columns("size,min,-size,max"), &row_columns, 1, "min max");
}

TEST(taking_away_what_is_not_there_changes_nothing) {
    assert_chosen(columns("size,-min"), &row_columns, 1, "size");
}

TEST(summaries_have_columns_of_their_own) {
    assert_chosen(columns("sizes,library"), &summary_columns, 1, "sizes library");
    assert_chosen((struct view){0}, &summary_columns, 1, "library ratio");
}

TEST(a_later_list_replaces_an_earlier_one) {
    struct view view = columns("size");
    assert_int_equal(view_set_columns(&view, "min", NULL), 0);
    assert_chosen(view, &row_columns, 1, "min");
}

TEST(a_status_that_is_asked_for_is_told_where_it_is_ok) {
    struct view view = columns("status");
    struct column chosen[64];
    char text[16];
    assert_int_equal(view_choose(&view, &row_columns, 1, chosen), 1);
    column_show(&chosen[0], &(struct row){.status = CELL_OK}, text, sizeof text);
    assert_string_equal(text, "ok");
    view_release(&view);
}

/* --- quantiles --- */

TEST(quantiles_are_columns_by_their_percentage) {
    struct view view = columns("p99,p0.5,q25,p100,p0");
    const double wanted[] = {0.99, 0.005, 0.25, 1, 0};
    assert_int_equal(view.quantile_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_true(view.quantiles[i] == wanted[i]);
    assert_chosen(view, &row_columns, 1, "p99 p0.5 q25 p100 p0");
}

TEST(a_quantile_is_calculated_once) {
    struct view view = columns("p99,q99,p99.0");
    assert_int_equal(view_set_sort(&view, "-p99", NULL), 0);
    assert_int_equal(view.quantile_count, 1);
    assert_chosen(view, &row_columns, 1, "p99 q99 p99.0");
}

TEST(what_is_sorted_by_a_quantile_needs_it) {
    struct view view = {0};
    assert_int_equal(view_set_sort(&view, "p90", NULL), 0);
    assert_int_equal(view.quantile_count, 1);
    assert_true(view.quantiles[0] == 0.9);
    view_release(&view);
}

TEST(what_is_no_percentage_is_no_quantile) {
    static const char *const names[] = {
        "p",    "p101", "p-1", "p1e1", "p 5",   "p1.2.3", "p.",
        "pinf", "P99",  "p+5", "r50",  "p0x10", "p5%",    "p00000000000000000001"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct view view = columns(names[i]);
        assert_int_equal(view.quantile_count, 0);
        view_release(&view);
    }
}

TEST(geometric_means_have_no_quantiles) {
    struct view view = columns("p99");
    struct err err;
    assert_int_equal(view_check(&view, &summary_columns, &err), ERR_USAGE);
    view_release(&view);
}

/* --- names --- */

TEST(an_unknown_name_is_refused_and_told_how_to_find_others) {
    int (*const sets[])(struct view *, const char *,
                        struct err *) = {view_set_columns, view_set_sort, view_set_groups};
    for (size_t i = 0; i < 3; i++) {
        struct view view = {0};
        struct err err;
        assert_int_equal(sets[i](&view, "mean,meen", &err), 0);
        assert_int_equal(view_check(&view, &row_columns, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "'meen'"));
        assert_non_null(strstr(err.message, "--columns help"));
        view_release(&view);
    }
}

TEST(an_empty_name_is_refused) {
    static const char *const lists[] = {"", ",", "size,", "size,,n", "+", "-"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct view view = {0};
        struct err err;
        assert_int_equal(view_set_columns(&view, lists[i], &err), ERR_USAGE);
        view_release(&view);
    }
}

TEST(names_from_the_command_line_cannot_steer_a_terminal) {
    struct view view = columns("\033[31m");
    struct err err;
    assert_int_equal(view_check(&view, &row_columns, &err), ERR_USAGE);
    assert_null(strchr(err.message, '\033'));
    view_release(&view);
}

/* --- needs --- */

static unsigned needs(const char *list, const char *sort, int usual_only) {
    struct view view = {0};
    if (list)
        assert_int_equal(view_set_columns(&view, list, NULL), 0);
    if (sort)
        assert_int_equal(view_set_sort(&view, sort, NULL), 0);
    unsigned bits = view_needs(&view, &row_columns, usual_only);
    view_release(&view);
    return bits;
}

TEST(only_what_is_asked_for_is_needed) {
    assert_int_equal(needs("library,size,mean,n", NULL, 0), NEED_TIMES);
    assert_int_equal(needs("median", NULL, 0), NEED_ORDER);
    assert_int_equal(needs("ratio_low,rate", NULL, 0), NEED_RATIO | NEED_REPORTS);
}

TEST(what_is_sorted_by_is_needed) {
    assert_int_equal(needs("mean", "-median", 0), NEED_ORDER);
    assert_int_equal(needs("mean", "p99", 0), NEED_ORDER);
}

TEST(quantiles_need_the_samples_in_order) {
    assert_int_equal(needs("p99", NULL, 0), NEED_ORDER);
}

TEST(what_is_taken_away_is_not_needed) {
    assert_true(needs(NULL, NULL, 1) & NEED_VERDICT);
    assert_false(needs("-verdict", NULL, 1) & NEED_TEST);
    assert_true(needs("+median", NULL, 1) & NEED_ORDER);
    assert_false(needs("+median,-median", NULL, 1) & NEED_ORDER);
}

TEST(what_is_not_usual_is_not_needed_by_people) {
    assert_true(needs(NULL, NULL, 0) & NEED_WARNINGS);
    assert_false(needs(NULL, NULL, 1) & NEED_WARNINGS);
}
