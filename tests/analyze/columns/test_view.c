/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/columns/view.h"

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

static void without_a_list_people_see_what_is_usual(void **state) {
    (void)state;
    assert_chosen((struct view){0}, &row_columns, 1, USUAL " status");
}

static void a_wide_view_has_more(void **state) {
    (void)state;
    assert_chosen((struct view){.is_wide = 1}, &row_columns, 1, WIDE);
    assert_chosen((struct view){.is_wide = 1}, &summary_columns, 1,
                  "library ratio sizes in_cache out_of_cache");
    struct view view = columns("size,mean");
    view.is_wide = 1;
    assert_chosen(view, &row_columns, 1, "size mean");
}

static void without_a_list_programs_see_all(void **state) {
    (void)state;
    struct view view = {0};
    struct column chosen[128];
    /* But for p_fastest, value, value_low and value_high. */
    assert_int_equal(view_choose(&view, &row_columns, 0, chosen), row_columns.count - 4);
}

/* It takes time, so programs do not get it either unless they name it. */
static void the_probability_of_the_fastest_is_only_on_request(void **state) {
    (void)state;
    struct view view = {0};
    assert_int_equal(view_needs(&view, &row_columns, 0) & NEED_FASTEST, 0);
    assert_int_equal(view_set_columns(&view, "+p_fastest", NULL), 0);
    assert_int_equal(view_needs(&view, &row_columns, 0) & NEED_FASTEST, NEED_FASTEST);
    view_release(&view);
}

static void names_stand_in_the_order_they_are_asked_for(void **state) {
    (void)state;
    assert_chosen(columns("ratio,size,min"), &row_columns, 1, "ratio size min");
}

static void a_name_that_comes_twice_stands_once(void **state) {
    (void)state;
    assert_chosen(columns("size,min,size"), &row_columns, 1, "size min");
}

static void plus_adds_to_the_usual(void **state) {
    (void)state;
    assert_chosen(columns("+min,+p99"), &row_columns, 1, USUAL " status min p99");
}

static void minus_takes_away_from_the_usual(void **state) {
    (void)state;
    assert_chosen(columns("-status"), &row_columns, 1, USUAL);
}

static void minus_takes_away_from_a_list(void **state) {
    (void)state;
    assert_chosen(columns("size,min,-size,max"), &row_columns, 1, "min max");
}

static void taking_away_what_is_not_there_changes_nothing(void **state) {
    (void)state;
    assert_chosen(columns("size,-min"), &row_columns, 1, "size");
}

static void summaries_have_columns_of_their_own(void **state) {
    (void)state;
    assert_chosen(columns("sizes,library"), &summary_columns, 1, "sizes library");
    assert_chosen((struct view){0}, &summary_columns, 1, "library ratio");
}

static void a_later_list_replaces_an_earlier_one(void **state) {
    (void)state;
    struct view view = columns("size");
    assert_int_equal(view_set_columns(&view, "min", NULL), 0);
    assert_chosen(view, &row_columns, 1, "min");
}

static void a_status_that_is_asked_for_is_told_where_it_is_ok(void **state) {
    (void)state;
    struct view view = columns("status");
    struct column chosen[64];
    char text[16];
    assert_int_equal(view_choose(&view, &row_columns, 1, chosen), 1);
    column_show(&chosen[0], &(struct row){.status = CELL_OK}, text, sizeof text);
    assert_string_equal(text, "ok");
    view_release(&view);
}

/* --- quantiles --- */

static void quantiles_are_columns_by_their_percentage(void **state) {
    (void)state;
    struct view view = columns("p99,p0.5,q25,p100,p0");
    const double wanted[] = {0.99, 0.005, 0.25, 1, 0};
    assert_int_equal(view.quantile_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_true(view.quantiles[i] == wanted[i]);
    assert_chosen(view, &row_columns, 1, "p99 p0.5 q25 p100 p0");
}

static void a_quantile_is_calculated_once(void **state) {
    (void)state;
    struct view view = columns("p99,q99,p99.0");
    assert_int_equal(view_set_sort(&view, "-p99", NULL), 0);
    assert_int_equal(view.quantile_count, 1);
    assert_chosen(view, &row_columns, 1, "p99 q99 p99.0");
}

static void what_is_sorted_by_a_quantile_needs_it(void **state) {
    (void)state;
    struct view view = {0};
    assert_int_equal(view_set_sort(&view, "p90", NULL), 0);
    assert_int_equal(view.quantile_count, 1);
    assert_true(view.quantiles[0] == 0.9);
    view_release(&view);
}

static void what_is_no_percentage_is_no_quantile(void **state) {
    (void)state;
    static const char *const names[] = {
        "p",    "p101", "p-1", "p1e1", "p 5",   "p1.2.3", "p.",
        "pinf", "P99",  "p+5", "r50",  "p0x10", "p5%",    "p00000000000000000001"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct view view = columns(names[i]);
        assert_int_equal(view.quantile_count, 0);
        view_release(&view);
    }
}

static void geometric_means_have_no_quantiles(void **state) {
    (void)state;
    struct view view = columns("p99");
    struct err err;
    assert_int_equal(view_check(&view, &summary_columns, &err), ERR_USAGE);
    view_release(&view);
}

/* --- names --- */

static void an_unknown_name_is_refused_and_told_how_to_find_others(void **state) {
    (void)state;
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

static void an_empty_name_is_refused(void **state) {
    (void)state;
    static const char *const lists[] = {"", ",", "size,", "size,,n", "+", "-"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct view view = {0};
        struct err err;
        assert_int_equal(view_set_columns(&view, lists[i], &err), ERR_USAGE);
        view_release(&view);
    }
}

static void names_from_the_command_line_cannot_steer_a_terminal(void **state) {
    (void)state;
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

static void only_what_is_asked_for_is_needed(void **state) {
    (void)state;
    assert_int_equal(needs("library,size,mean,n", NULL, 0), NEED_TIMES);
    assert_int_equal(needs("median", NULL, 0), NEED_ORDER);
    assert_int_equal(needs("ratio_low,rate", NULL, 0), NEED_RATIO | NEED_REPORTS);
}

static void what_is_sorted_by_is_needed(void **state) {
    (void)state;
    assert_int_equal(needs("mean", "-median", 0), NEED_ORDER);
    assert_int_equal(needs("mean", "p99", 0), NEED_ORDER);
}

static void quantiles_need_the_samples_in_order(void **state) {
    (void)state;
    assert_int_equal(needs("p99", NULL, 0), NEED_ORDER);
}

static void what_is_taken_away_is_not_needed(void **state) {
    (void)state;
    assert_true(needs(NULL, NULL, 1) & NEED_VERDICT);
    assert_false(needs("-verdict", NULL, 1) & NEED_TEST);
    assert_true(needs("+median", NULL, 1) & NEED_ORDER);
    assert_false(needs("+median,-median", NULL, 1) & NEED_ORDER);
}

static void what_is_not_usual_is_not_needed_by_people(void **state) {
    (void)state;
    assert_true(needs(NULL, NULL, 0) & NEED_WARNINGS);
    assert_false(needs(NULL, NULL, 1) & NEED_WARNINGS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_list_people_see_what_is_usual),
        cmocka_unit_test(a_wide_view_has_more),
        cmocka_unit_test(without_a_list_programs_see_all),
        cmocka_unit_test(the_probability_of_the_fastest_is_only_on_request),
        cmocka_unit_test(names_stand_in_the_order_they_are_asked_for),
        cmocka_unit_test(a_name_that_comes_twice_stands_once),
        cmocka_unit_test(plus_adds_to_the_usual),
        cmocka_unit_test(minus_takes_away_from_the_usual),
        cmocka_unit_test(minus_takes_away_from_a_list),
        cmocka_unit_test(taking_away_what_is_not_there_changes_nothing),
        cmocka_unit_test(summaries_have_columns_of_their_own),
        cmocka_unit_test(a_later_list_replaces_an_earlier_one),
        cmocka_unit_test(a_status_that_is_asked_for_is_told_where_it_is_ok),
        cmocka_unit_test(quantiles_are_columns_by_their_percentage),
        cmocka_unit_test(a_quantile_is_calculated_once),
        cmocka_unit_test(what_is_sorted_by_a_quantile_needs_it),
        cmocka_unit_test(what_is_no_percentage_is_no_quantile),
        cmocka_unit_test(geometric_means_have_no_quantiles),
        cmocka_unit_test(an_unknown_name_is_refused_and_told_how_to_find_others),
        cmocka_unit_test(an_empty_name_is_refused),
        cmocka_unit_test(names_from_the_command_line_cannot_steer_a_terminal),
        cmocka_unit_test(only_what_is_asked_for_is_needed),
        cmocka_unit_test(what_is_sorted_by_is_needed),
        cmocka_unit_test(quantiles_need_the_samples_in_order),
        cmocka_unit_test(what_is_taken_away_is_not_needed),
        cmocka_unit_test(what_is_not_usual_is_not_needed_by_people),
    };
    return cmocka_run_group_tests_name("analyze/columns/view", tests, NULL, NULL);
}
