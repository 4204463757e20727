/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/killed.h"

#include "tests/store/fixture.h"

enum { KILLS = 30, MOST_MICROSECONDS = 300 * 1000, PATIENCE = 30 * 1000 * 1000 };

/* Where the machine is busy, collectors that live so short a time keep nothing: then longer. */
static void no_kill_of_a_collector_costs_what_it_said_was_kept(void **state) {
    (void)state;
    struct killed k;
    killed_begin(&k, directory, 1);
    for (int i = 0; i < KILLS; i++)
        assert_int_equal(killed_kill_one(&k, MOST_MICROSECONDS), 0);
    for (unsigned most = MOST_MICROSECONDS; !killed_have_kept(&k) && most < PATIENCE; most *= 2)
        assert_int_equal(killed_kill_one(&k, most), 0);
    assert_int_equal(killed_end(&k), 0);
    assert_int_equal(killed_wrong(&k), 0);
    assert_true(k.kills >= KILLS);
    assert_true(k.acknowledged > 0);
    assert_true(k.interrupted > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_kill_of_a_collector_costs_what_it_said_was_kept),
    };
    return cmocka_run_group_tests_name("store/archive/killed", tests, NULL, NULL);
}
