/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/conditions.h"
#include "formats/model/run.h"
#include "tests/test.h"

/* Two sets of facts, and what differs. */
struct pair {
    struct facts earlier, later;
    struct differences found;
};

static void compare(struct pair *pair, enum surrounding_of of) {
    differences_of(&pair->found, of, &pair->earlier, &pair->later);
}

static void release(struct pair *pair) {
    facts_release(&pair->earlier);
    facts_release(&pair->later);
    differences_release(&pair->found);
}

TEST(equal_facts_are_no_difference) {
    struct pair pair = {0};
    facts_set_text(&pair.earlier, "kernel", "Linux 6.1");
    facts_set_text(&pair.later, "kernel", "Linux 6.1");
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 0);
    release(&pair);
}

TEST(a_difference_says_what_was_and_what_is) {
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

TEST(a_fact_of_one_side_only_is_a_difference) {
    struct pair pair = {0};
    facts_set_text(&pair.later, "governor", "performance");
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 1);
    assert_string_equal(pair.found.items[0].text, "frequency governor: not known -> performance");
    release(&pair);
}

TEST(facts_that_do_not_matter_are_passed_over) {
    struct pair pair = {0};
    facts_set_text(&pair.earlier, FACT_UUID, "one");
    facts_set_text(&pair.later, FACT_UUID, "other");
    facts_set_text(&pair.later, "version", "0.3.21"); /* of a library */
    compare(&pair, SURROUNDING_RUN);
    assert_int_equal(pair.found.count, 0);
    release(&pair);
}

TEST(weights_tell_doubtful_from_worth_knowing) {
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

TEST(a_difference_is_one_printable_line) {
    struct pair pair = {0};
    facts_set_text(&pair.earlier, "build", "a\nb");
    facts_set_text(&pair.later, "build", "a\033b");
    compare(&pair, SURROUNDING_LIBRARY);
    assert_string_equal(pair.found.items[0].text, "build: a b -> a b");
    release(&pair);
}

TEST(no_fact_is_named_twice) {
    for (size_t i = 0; i < surrounding_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(surroundings[i].of == surroundings[k].of &&
                         strcmp(surroundings[i].fact, surroundings[k].fact) == 0);
}
