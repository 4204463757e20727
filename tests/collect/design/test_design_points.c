/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/design_points.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static const struct bench_parameter strides[] = {{"stride", "elements from one to the next", 1},
                                                 {"offset", "elements before the first", 0.5},
                                                 {0}};
static const struct bench_parameter number[] = {{"number", "which one", 20}, {0}};
static const struct bench_parameter own_threads[] = {{"threads", "of its own", 4}, {0}};

static const struct bench_action plain = {.name = "plain", .size_means = "length"},
                                 strided = {.name = "strided",
                                            .size_means = "length",
                                            .parameters = strides},
                                 sizeless = {.name = "sizeless", .parameters = number},
                                 threaded = {.name = "threaded", .parameters = own_threads};

static int64_t two_sizes[] = {10, 20};
static const struct sizes sizes = {two_sizes, 2};
static struct settings settings;
static struct design_points design_points;
static struct err err;

static int begin(void **state) {
    (void)state;
    settings = SETTINGS_DEFAULT;
    design_points = (struct design_points){0};
    err = (struct err){""};
    return 0;
}

static int end(void **state) {
    (void)state;
    design_points_release(&design_points);
    settings_release(&settings);
    return 0;
}

static void give(const char *text) {
    assert_int_equal(factor_parse(&settings.parameters[settings.parameter_count++], text, NULL), 0);
}

static void give_threads(const char *text) {
    assert_int_equal(factor_parse_values(&settings.threads, text, NULL), 0);
}

static void combine(const struct bench_action *action) {
    if (design_points_combine(&design_points, rig_info(action), &settings, &sizes, &err))
        fail_msg("%s", err.message);
}

static void assert_design_point(size_t i, int64_t size, double first, double second, int threads) {
    const struct design_point expected = {size, {first, second}, threads};
    if (!design_points_are_equal(&design_points.items[i], &expected))
        fail_msg("spot %zu is size %d, %g, %g, %d threads", i, (int)design_points.items[i].size,
                 design_points.items[i].parameters[0], design_points.items[i].parameters[1],
                 design_points.items[i].threads);
}

EACH_TEST(begin, end);

TEST(of_what_is_not_given_there_is_the_default) {
    combine(&plain);
    assert_int_equal(design_points.count, 2);
    assert_design_point(1, 20, 0, 0, 1);
    design_points_release(&design_points);
    combine(&strided);
    assert_int_equal(design_points.count, 2);
    assert_design_point(0, 10, 1, 0.5, 1);
    assert_design_point(1, 20, 1, 0.5, 1);
}

TEST(every_combination_is_a_curve_with_the_threads_outermost) {
    give("offset=0,7");
    give("stride=1,8");
    give_threads("1,2");
    combine(&strided);
    assert_int_equal(design_points.count, 16);
    assert_design_point(0, 10, 1, 0, 1);
    assert_design_point(1, 20, 1, 0, 1);
    assert_design_point(2, 10, 1, 7, 1);
    assert_design_point(4, 10, 8, 0, 1);
    assert_design_point(7, 20, 8, 7, 1);
    assert_design_point(8, 10, 1, 0, 2);
    assert_design_point(15, 20, 8, 7, 2);
    assert_int_equal(design_points_count_curves(&design_points), 8);
    assert_int_equal(design_points_end_curve(&design_points, 6), 8);
    assert_int_equal(design_points_end_curve(&design_points, 14), 16);
}

TEST(a_parameter_of_another_action_changes_nothing) {
    give("number=1,2,3");
    combine(&strided);
    assert_int_equal(design_points.count, 2);
}

TEST(too_many_are_refused_before_there_is_memory_for_them) {
    give("stride=1:1000000:5000");
    give("offset=1:1000000:5000");
    assert_int_equal(
        design_points_combine(&design_points, rig_info(&strided), &settings, &sizes, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "more than 10000 combinations"));
}

TEST(threads_and_a_parameter_of_that_name_do_not_mix) {
    give_threads("2");
    combine(&threaded);
    assert_design_point(0, 10, 4, 0, 2);
    design_points_release(&design_points);
    factor_release(&settings.threads);
    give_threads("1,2");
    assert_int_equal(
        design_points_combine(&design_points, rig_info(&threaded), &settings, &sizes, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "parameter of its own that is called threads"));
}

TEST(a_parameter_that_nobody_has_is_refused_with_those_there_are) {
    const struct action_info *const both[] = {rig_info(&strided), rig_info(&sizeless)};
    give("number=1");
    assert_int_equal(design_points_check(&settings, both, 2, &err), 0);
    assert_int_equal(design_points_check(&settings, both, 1, &err), ERR_USAGE);
    assert_string_equal(err.message,
                        "-p number: the action has no such parameter; there are stride, offset");
    settings.axis = "strid";
    assert_int_equal(design_points_check(&settings, both, 2, &err), ERR_USAGE);
    assert_string_equal(
        err.message,
        "--x strid: the actions have no such parameter; there are stride, offset, number; "
        "did you mean \"stride\"?");
    assert_int_equal(
        design_points_check(&settings, &(const struct action_info *){rig_info(&plain)}, 1, &err),
        ERR_USAGE);
    assert_non_null(strstr(err.message, "there is none"));
}

TEST(threads_are_an_axis_where_there_are_several) {
    const struct action_info *const one[] = {rig_info(&plain)};
    settings.axis = "threads";
    assert_int_equal(design_points_check(&settings, one, 1, &err), ERR_USAGE);
    give_threads("1,2");
    assert_int_equal(design_points_check(&settings, one, 1, &err), 0);
    assert_string_equal(design_points_axis(rig_info(&plain), &settings), "threads");
}

TEST(the_axis_is_the_size_unless_another_is_wanted_or_there_is_none) {
    assert_null(design_points_axis(rig_info(&plain), &settings));
    assert_null(design_points_axis(rig_info(&strided), &settings));
    assert_string_equal(design_points_axis(rig_info(&sizeless), &settings), "number");
    settings.axis = "offset";
    assert_string_equal(design_points_axis(rig_info(&strided), &settings), "offset");
    assert_string_equal(design_points_axis(rig_info(&sizeless), &settings), "number");
    assert_null(design_points_axis(rig_info(&plain), &settings));
}

TEST(people_are_told_what_varies) {
    char text[DESIGN_POINTS_TEXT];
    design_points_describe(rig_info(&plain), &(struct design_point){100, {0}, 1}, text);
    assert_string_equal(text, "n = 100");
    design_points_describe(rig_info(&strided), &(struct design_point){100, {8, 0.25}, 2}, text);
    assert_string_equal(text, "n = 100, stride 8, offset 0.25, 2 threads");
    design_points_describe(rig_info(&sizeless), &(struct design_point){1, {25}, 1}, text);
    assert_string_equal(text, "number 25");
}

TEST(names_without_end_do_not_overflow_the_text) {
    char name[300], text[DESIGN_POINTS_TEXT];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const struct bench_parameter parameters[] = {{name, "", 1}, {name, "", 2}, {0}};
    const struct bench_action action = {.name = "long", .parameters = parameters};
    design_points_describe(rig_info(&action), &(struct design_point){1, {1, 2}, 4}, text);
    assert_int_equal(strlen(text), DESIGN_POINTS_TEXT - 1);
}
