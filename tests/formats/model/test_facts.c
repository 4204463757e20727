/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "formats/model/facts.h"
#include "tests/test.h"

TEST(facts_keep_order_and_replace) {
    struct facts facts = {0};
    facts_set_text(&facts, "cpu_model", "one");
    facts_set_integer(&facts, "threads", 2);
    facts_set_real(&facts, "load", 0.5);
    facts_set_text(&facts, "cpu_model", "two");
    facts_set_text(&facts, "absent", NULL);
    assert_int_equal(facts.count, 3);
    assert_string_equal(facts.items[0].name, "cpu_model");
    assert_string_equal(facts_text(&facts, "cpu_model", ""), "two");
    assert_int_equal(facts_find(&facts, "threads")->integer, 2);
    assert_null(facts_find(&facts, "absent"));
    assert_string_equal(facts_text(&facts, "threads", "no text"), "no text");
    assert_false(facts.incomplete);
    facts_release(&facts);
    assert_int_equal(facts.count, 0);
}

TEST(copied_facts_stand_by_themselves) {
    struct facts from = {0}, to = {0};
    facts_set_text(&from, "path", "/lib/x.so");
    facts_set_integer(&from, "threads", 4);
    facts_set_text(&to, "path", "before");
    assert_int_equal(facts_copy(&to, &from), 0);
    facts_release(&from);
    assert_string_equal(facts_text(&to, "path", ""), "/lib/x.so");
    assert_int_equal(facts_find(&to, "threads")->integer, 4);
    facts_release(&to);
}

TEST(many_facts_are_found_and_replaced_like_few) {
    enum { MANY = 100000 };
    struct facts facts = {0}, copy = {0};
    char name[32];
    for (int time = 0; time < 2; time++)
        for (int i = 0; i < MANY; i++) {
            snprintf(name, sizeof name, "fact_%d", i);
            assert_true(!facts_find(&facts, name) == (time == 0));
            facts_set_integer(&facts, name, i + time);
        }
    assert_int_equal(facts.count, MANY);
    assert_int_equal(facts_copy(&copy, &facts), 0);
    facts_release(&facts);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "fact_%d", i);
        assert_string_equal(copy.items[i].name, name);
        assert_int_equal(facts_find(&copy, name)->integer, i + 1);
    }
    assert_null(facts_find(&copy, "fact_"));
    facts_release(&copy);
    assert_null(facts_find(&copy, "fact_1"));
}
