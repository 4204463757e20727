/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/job/job.h"
#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

EACH_TEST(stop_clocks, let_clocks_go);

TEST(nobody_who_asks_is_no_fault) {
    spending_add(NULL, SPENDING_TIMED, 1);
    spending_since(NULL, SPENDING_INPUTS, wall_clock_now());
}

TEST(seconds_add_up_by_kind) {
    struct spending spending;
    spending_begin(&spending);
    spending_add(&spending, SPENDING_TIMED, 1.5);
    spending_add(&spending, SPENDING_TIMED, 2);
    double begin = wall_clock_now();
    clocks_pass(3);
    spending_since(&spending, SPENDING_ARCHIVE, begin);
    assert_true(spending.seconds[SPENDING_TIMED] == 3.5);
    assert_float_equal(spending.seconds[SPENDING_ARCHIVE], 3, 1e-9);
    assert_true(spending.seconds[SPENDING_PLANNING] == 0);
}

TEST(every_kind_is_a_fact) {
    struct spending spending;
    struct facts facts = {0};
    spending_begin(&spending);
    clocks_pass(10);
    spending_add(&spending, SPENDING_WARM_UP, 2.5);
    spending_describe(&spending, &facts);
    assert_int_equal(facts.count, SPENDING_KINDS + 1);
    assert_true(facts_find(&facts, "seconds_warm_up")->real == 2.5);
    assert_float_equal(facts_find(&facts, "seconds_total")->real, 10, 1e-9);
    facts_release(&facts);
}

TEST(a_run_that_goes_on_adds_to_what_it_was) {
    struct spending spending;
    struct facts facts = {0};
    spending_begin(&spending);
    clocks_pass(10);
    spending_add(&spending, SPENDING_WARM_UP, 2.5);
    spending_describe(&spending, &facts);
    spending_begin(&spending);
    spending_resume(&spending, &facts);
    clocks_pass(4);
    spending_add(&spending, SPENDING_WARM_UP, 1);
    spending_describe(&spending, &facts);
    assert_true(facts_find(&facts, "seconds_warm_up")->real == 3.5);
    assert_float_equal(facts_find(&facts, "seconds_total")->real, 14, 1e-9);
    facts_release(&facts);
}

TEST(the_line_names_shares_and_the_rest) {
    struct spending spending;
    char line[400], little[8];
    spending_begin(&spending);
    clocks_pass(1000);
    spending_add(&spending, SPENDING_TIMED, 600);
    spending_add(&spending, SPENDING_STARTING, 100);
    spending_tell(&spending, line, sizeof line);
    assert_non_null(strstr(line, "1000."));
    assert_non_null(strstr(line, "60 % timed batches"));
    assert_non_null(strstr(line, "10 % starting workers"));
    assert_non_null(strstr(line, "30 % the rest"));
    spending_tell(&spending, little, sizeof little);
    assert_memory_equal(little, line, sizeof little - 1);
}
