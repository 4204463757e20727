/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/model/conditions.h"
#include "formats/model/run.h"

/* Two sets of facts, and what differs. */
struct pair {
    struct facts earlier, later;
    struct differences found;
};

static void compare(struct pair *pair, enum surrounding_of of) {
    assert_true(differences_of(&pair->found, of, &pair->earlier, &pair->later));
}

static void release(struct pair *pair) {
    facts_release(&pair->earlier);
    facts_release(&pair->later);
    differences_release(&pair->found);
}

static void equal_facts_are_no_difference(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.earlier, "kernel", "Linux 6.1");
    facts_set_text(&pair.later, "kernel", "Linux 6.1");
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 0);
    release(&pair);
}

static void a_difference_says_what_was_and_what_is(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.earlier, FACT_CPU, "Processor X");
    facts_set_text(&pair.later, FACT_CPU, "Processor Y");
    facts_set_integer(&pair.earlier, "frequency_limit", 3000000000);
    facts_set_integer(&pair.later, "frequency_limit", 3500000000);
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 2);
    assert_string_equal(pair.found.items[0].text, "CPU model: Processor X -> Processor Y");
    assert_string_equal(pair.found.items[1].text,
                        "frequency limit in Hz: 3000000000 -> 3500000000");
    release(&pair);
}

static void a_fact_of_one_side_only_is_a_difference(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.later, "governor", "performance");
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 1);
    assert_string_equal(pair.found.items[0].text, "frequency governor: not known -> performance");
    release(&pair);
}

static void facts_that_do_not_matter_are_passed_over(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.earlier, FACT_UUID, "one");
    facts_set_text(&pair.later, FACT_UUID, "other");
    facts_set_text(&pair.later, "version", "0.3.21"); /* of a library */
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 0);
    release(&pair);
}

static void weights_tell_doubtful_from_worth_knowing(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.earlier, "version", "0.3.20");
    facts_set_text(&pair.later, "version", "0.3.21");
    facts_set_text(&pair.earlier, "kernel", "Haswell");
    facts_set_text(&pair.later, "kernel", "SkylakeX");
    compare(&pair, SURROUNDING_LIBRARY);
    assert_int_equal(pair.found.count, 2);
    assert_int_equal(pair.found.items[0].in->weight, SURROUNDING_DOUBTFUL);
    assert_int_not_equal(pair.found.items[1].in->weight, SURROUNDING_DOUBTFUL);
    assert_string_equal(pair.found.items[0].text, "kernel path: Haswell -> SkylakeX");
    release(&pair);
}

static void a_difference_is_one_printable_line(void **state) {
    (void)state;
    struct pair pair = {0};
    facts_set_text(&pair.earlier, "build", "a\nb");
    facts_set_text(&pair.later, "build", "a\033b");
    compare(&pair, SURROUNDING_LIBRARY);
    assert_string_equal(pair.found.items[0].text, "build: a b -> a b");
    release(&pair);
}

static void no_fact_is_named_twice(void **state) {
    (void)state;
    for (size_t i = 0; i < surrounding_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(surroundings[i].of == surroundings[k].of &&
                         strcmp(surroundings[i].fact, surroundings[k].fact) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_facts_are_no_difference),
        cmocka_unit_test(a_difference_says_what_was_and_what_is),
        cmocka_unit_test(a_fact_of_one_side_only_is_a_difference),
        cmocka_unit_test(facts_that_do_not_matter_are_passed_over),
        cmocka_unit_test(weights_tell_doubtful_from_worth_knowing),
        cmocka_unit_test(a_difference_is_one_printable_line),
        cmocka_unit_test(no_fact_is_named_twice),
    };
    return cmocka_run_group_tests_name("analyze/model/conditions_surroundings", tests, NULL, NULL);
}
