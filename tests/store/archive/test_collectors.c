/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/store/fixture.h"

#include "tests/store/collectors.h"

static void no_kill_costs_what_was_acknowledged(void **state) {
    (void)state;
    struct collectors c;
    long acknowledged;
    collectors_begin(&c, path, 1);
    for (int i = 0; i < 40; i++)
        assert_int_equal(collectors_kill_one(&c, 40000), 0);
    collectors_await(&c, 40);
    assert_int_equal(collectors_end(&c), 0);
    assert_int_equal(collectors_wrong(&c, &acknowledged), 0);
    assert_true(acknowledged > 40);
    collectors_release(&c);
}

/* While three write, a program that knows nothing of us sees whole archives, or is told to wait. */
static void stock_programs_never_see_a_change_under_way(void **state) {
    (void)state;
    struct collectors c;
    long acknowledged, looks[2] = {0};
    collectors_begin(&c, path, 2);
    for (int i = 0; i < 300 || (!looks[1] && i < 30000); i++) {
        int seen = collectors_look_in(path);
        assert_true(seen >= 0);
        looks[seen]++;
        usleep(2000);
    }
    collectors_await(&c, 0);
    assert_int_equal(collectors_end(&c), 0);
    assert_true(looks[1] > 0);
    assert_int_equal(collectors_wrong(&c, &acknowledged), 0);
    assert_true(acknowledged > 0);
    collectors_release(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_kill_costs_what_was_acknowledged),
        TEST(stock_programs_never_see_a_change_under_way),
    };
    return cmocka_run_group_tests_name("store/archive/collectors", tests, NULL, NULL);
}
