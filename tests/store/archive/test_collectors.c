/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/store/fixture.h"

#include "tests/store/collectors.h"

enum {
    KILLS = 40,
    LOOKED_AT = 5,
    ACKNOWLEDGED_OF_A_RUN = COLLECTORS_POINTS * COLLECTORS_ROUNDS + 2
};

EACH_TEST(enter, leave);

TEST(no_kill_costs_what_was_acknowledged) {
    struct collectors c;
    long acknowledged;
    collectors_init(&c, path, 1);
    c.most_operations = 250;
    collectors_start_all(&c);
    for (int i = 0; i < KILLS; i++)
        assert_int_equal(collectors_replace_killed(&c), 0);
    assert_int_equal(collectors_wait(&c, SIGKILL), 0);
    c.most_operations = 0;
    c.runs = 1;
    collectors_start_all(&c);
    assert_int_equal(collectors_wait(&c, 0), 0);
    assert_int_equal(collectors_wrong(&c, &acknowledged), 0);
    assert_true(acknowledged > KILLS);
    collectors_release(&c);
}

/* While three write, a program that knows nothing of us sees whole archives, or is told to wait. It
 * looks whenever something was acknowledged, while the others go on. */
SOAK_TEST(stock_programs_never_see_a_change_under_way) {
    struct collectors c;
    long acknowledged, looks = 0;
    int heard[2];
    char byte;
    collectors_init(&c, path, 2);
    assert_int_equal(pipe(heard), 0);
    c.heard = heard[1];
    c.runs = LOOKED_AT;
    collectors_start_all(&c);
    close(heard[1]);
    for (; read(heard[0], &byte, 1) == 1; looks++)
        assert_true(collectors_look_in(path) >= 0);
    close(heard[0]);
    assert_int_equal(collectors_wait(&c, 0), 0);
    assert_int_equal(collectors_look_in(path), 1);
    assert_int_equal(looks, COLLECTORS * LOOKED_AT * ACKNOWLEDGED_OF_A_RUN);
    assert_int_equal(collectors_wrong(&c, &acknowledged), 0);
    assert_int_equal(acknowledged, looks);
    collectors_release(&c);
}
