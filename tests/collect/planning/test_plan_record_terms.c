/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/planning/plan_record.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct run *run;
static struct measurement *m;
static char line[120];

static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "own", 3, 1, 1, NULL);
    return m ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    return 0;
}

static double twice(const struct bench *bench) {
    return 2 * (double)bench->size;
}

static double of_the_parameter(const struct bench *bench) {
    return (double)bench->element * (double)bench->size * bench->parameters[0];
}

static double only_of_ten(const struct bench *bench) {
    return bench->size == 10 ? 7 : 0;
}

static struct design_point at(int64_t size) {
    return (struct design_point){.size = size, .parameters = {4}, .threads = 1};
}

static void record(const struct bench_action *action, size_t point, int64_t size) {
    struct design_point design_point = at(size);
    assert_int_equal(terms_record(m, point, rig_info(action), &design_point, NULL), 0);
}

static const char *compare(const struct bench_action *action, size_t point, int64_t size) {
    struct design_point design_point = at(size);
    terms_compare(m, point, rig_info(action), &design_point, line, sizeof line);
    return line;
}

/* --- recording --- */

EACH_TEST(begin, end);

TEST(what_an_action_says_stands_at_its_point) {
    static const struct bench_action action = {.flops = twice, .bytes = of_the_parameter};
    record(&action, 1, 10);
    record(&action, 2, 20);
    assert_true(isnan(m->flops[0]) && m->flops[1] == 20 && m->flops[2] == 40);
    assert_true(isnan(m->bytes[0]) && m->bytes[1] == 320 && m->bytes[2] == 640);
}

TEST(of_what_an_action_does_not_say_there_is_no_array) {
    static const struct bench_action silent = {.name = "own"}, operations = {.flops = twice};
    record(&silent, 0, 10);
    assert_null(m->flops);
    record(&operations, 0, 10);
    assert_non_null(m->flops);
    assert_null(m->bytes);
}

TEST(where_it_says_nothing_there_is_nan) {
    static const struct bench_action action = {.flops = only_of_ten};
    record(&action, 0, 5);
    assert_null(m->flops);
    record(&action, 1, 10);
    record(&action, 2, 15);
    assert_true(isnan(m->flops[0]) && m->flops[1] == 7 && isnan(m->flops[2]));
}

TEST(what_is_only_guessed_of_a_plugin_is_not_recorded) {
    struct accounts accounts = {0};
    struct action_info plugin = {.plugin = (char *)(uintptr_t) "own.so", .accounts = &accounts};
    struct account account = {.design_point = at(10), .terms = {20, INFINITY, NAN}};
    struct design_point known = at(10), other = at(20);
    assert_int_equal(action_info_keep(&plugin, &account, NULL), 0);
    assert_true(action_info_terms(&plugin, &other).flops == 40);
    assert_int_equal(terms_record(m, 1, &plugin, &other, NULL), 0);
    assert_null(m->flops);
    assert_int_equal(terms_record(m, 0, &plugin, &known, NULL), 0);
    assert_true(m->flops[0] == 20);
    assert_null(m->bytes); /* no worker makes infinity of anything */
    free(accounts.items);
}

/* --- comparing --- */

TEST(an_action_that_counts_otherwise_than_before_is_told) {
    static const struct bench_action then = {.flops = twice, .bytes = twice};
    static const struct bench_action now = {.flops = twice, .bytes = of_the_parameter};
    record(&then, 1, 10);
    assert_string_equal(compare(&then, 1, 10), "");
    assert_string_equal(compare(&now, 1, 10), "bytes of a call were 20 and are 320");
}

TEST(what_was_not_said_or_is_not_now_is_no_difference) {
    static const struct bench_action silent = {.name = "own"}, operations = {.flops = twice};
    assert_string_equal(compare(&operations, 0, 10), "");
    record(&operations, 0, 10);
    assert_string_equal(compare(&operations, 1, 11), "");
    assert_string_equal(compare(&silent, 0, 10), "");
}
