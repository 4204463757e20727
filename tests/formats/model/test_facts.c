/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/model/facts.h"

static void facts_keep_order_and_replace(void **state) {
    (void)state;
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

static void copied_facts_stand_by_themselves(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_keep_order_and_replace),
        cmocka_unit_test(copied_facts_stand_by_themselves),
    };
    return cmocka_run_group_tests_name("formats/model/facts", tests, NULL, NULL);
}
