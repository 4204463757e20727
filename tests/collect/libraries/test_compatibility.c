/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/machine/environment.h"
#include "collect/libraries/compatibility.h"
#include "tests/test.h"

static struct facts then, now;
static struct deviations deviations;

static int begin(void **state) {
    (void)state;
    then = now = (struct facts){0};
    deviations = (struct deviations){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    deviations_release(&deviations);
    facts_release(&then);
    facts_release(&now);
    return 0;
}

static void assert_difference(size_t i, const char *line) {
    char found[512];
    assert_true(i < deviations.count);
    compatibility_describe(&deviations.items[i], found, sizeof found);
    assert_string_equal(found, line);
}

EACH_TEST(begin, end);

TEST(a_machine_is_the_same_as_itself) {
    environment_describe(&then);
    environment_describe(&now);
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 0);
    assert_false(deviations.incomplete);
}

TEST(what_changed_is_named_with_both_values) {
    facts_set_text(&then, FACT_HOST, "a");
    facts_set_text(&now, FACT_HOST, "b");
    facts_set_text(&then, "microcode", "0x1");
    facts_set_text(&now, "microcode", "0x2");
    facts_set_integer(&then, "cores", 4);
    facts_set_integer(&now, "cores", 8);
    facts_set_text(&then, "governor", "performance");
    facts_set_text(&now, "governor", "performance");
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 3);
    assert_difference(0, "host was a and is b");
    assert_difference(1, "microcode was 0x1 and is 0x2");
    assert_difference(2, "cores was 4 and is 8");
}

TEST(what_comes_and_goes_is_no_difference) {
    facts_set_real(&then, "load", 0.1);
    facts_set_real(&now, "load", 7);
    facts_set_integer(&then, "swap_free", 1);
    facts_set_text(&then, FACT_STARTED, "2026-01-01T00:00:00+00:00");
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 0);
}

TEST(a_little_memory_more_or_less_is_no_difference) {
    facts_set_integer(&then, "memory", 16000000000);
    facts_set_integer(&now, "memory", 15990000000);
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 0);
    facts_set_integer(&now, "memory", 8000000000);
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    assert_difference(0, "memory was 16000000000 and is 8000000000");
}

TEST(what_was_not_recorded_cannot_differ) {
    facts_set_text(&now, "turbo", "on");
    facts_set_text(&then, "clocksource", "tsc");
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    assert_difference(0, "clocksource was tsc and is unknown");
}

TEST(a_variable_that_is_missing_was_not_set) {
    facts_set_text(&now, "BLIS_ARCH_TYPE", "skx");
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    assert_difference(0, "BLIS_ARCH_TYPE was not set and is skx");
}

TEST(a_value_of_another_kind_differs) {
    facts_set_text(&then, "page_size", "4096");
    facts_set_integer(&now, "page_size", 4096);
    compatibility_of_machines(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
}

TEST(a_library_that_was_replaced_is_noticed) {
    facts_set_text(&then, "path", "/lib/libx.so");
    facts_set_text(&now, "path", "/lib/libx.so");
    facts_set_text(&then, "build_id", "aa");
    facts_set_text(&now, "build_id", "bb");
    facts_set_text(&then, "kernel", "haswell");
    facts_set_text(&now, "kernel", "skx");
    compatibility_of_libraries(&then, &now, &deviations);
    assert_int_equal(deviations.count, 2);
    assert_difference(0, "build_id was aa and is bb");
    assert_difference(1, "kernel was haswell and is skx");
}

TEST(a_files_age_counts_only_without_build_id) {
    facts_set_text(&then, "file", "9 bytes of 2026-01-01T00:00:00Z");
    facts_set_text(&now, "file", "9 bytes of 2026-02-02T00:00:00Z");
    compatibility_of_libraries(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    deviations_release(&deviations);
    facts_set_text(&then, "build_id", "aa");
    facts_set_text(&now, "build_id", "aa");
    compatibility_of_libraries(&then, &now, &deviations);
    assert_int_equal(deviations.count, 0);
}

TEST(a_lapack_that_was_replaced_is_noticed) {
    facts_set_text(&then, "lapack_file", "9 bytes of 2026-01-01T00:00:00Z");
    facts_set_text(&now, "lapack_file", "9 bytes of 2026-02-02T00:00:00Z");
    compatibility_of_libraries(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    deviations_release(&deviations);
    facts_set_text(&then, "lapack_build_id", "aa");
    facts_set_text(&now, "lapack_build_id", "bb");
    compatibility_of_libraries(&then, &now, &deviations);
    assert_int_equal(deviations.count, 1);
    assert_difference(0, "lapack_build_id was aa and is bb");
}
