/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/job/disturbance.h"
#include "tests/test.h"

/* A batch of 100 calls and 10 ms in which nothing happened. */
static struct wire_sample calm(double spin) {
    return (struct wire_sample){.batch_mean = 1e-4,
                                .calls = 100,
                                .interval_calls = 100,
                                .run_delay = 0,
                                .steal = 0,
                                .spin = spin};
}

static double severity(struct disturbance *d, struct wire_sample sample) {
    return disturbance_of(d, &sample);
}

static void feed(struct disturbance *d, int count, double spin) {
    for (int i = 0; i < count; i++)
        severity(d, calm(spin));
}

TEST(waiting_for_more_than_a_hundredth_disturbs) {
    struct disturbance d = {0};
    struct wire_sample sample = calm(NAN);
    assert_true(severity(&d, sample) == 0);
    sample.run_delay = 0.99e-4;
    assert_true(severity(&d, sample) < 1);
    sample.run_delay = 1.01e-4;
    assert_true(severity(&d, sample) > 1);
    sample.run_delay = 0;
    sample.steal = 2e-4;
    assert_float_equal(severity(&d, sample), 2, 1e-9);
}

/* Where intervals are many it is they that tell, for a few are left out anyway. */
TEST(more_than_a_tenth_of_slow_intervals_disturbs) {
    struct disturbance d = {0};
    struct wire_sample sample = calm(NAN);
    sample.interval_calls = 5;
    sample.run_delay = 1e-2;
    assert_true(severity(&d, sample) == 0);
    sample.slow_intervals = 2;
    assert_float_equal(severity(&d, sample), 1, 1e-9);
    sample.slow_intervals = 3;
    assert_true(severity(&d, sample) > 1);
}

/* A host that interrupts its guests a thousand times a second is met by ten of 10 ms. */
TEST(intervals_that_the_machine_always_interrupts_do_not_disturb) {
    struct disturbance d = {.interruptions = 1000};
    struct wire_sample sample = calm(NAN);
    sample.interval_calls = 2;
    sample.slow_intervals = 10;
    assert_true(severity(&d, sample) == 0);
    sample.slow_intervals = 15;
    assert_float_equal(severity(&d, sample), 1, 1e-9);
    d.interruptions = 0;
    assert_float_equal(severity(&d, sample), 3, 1e-9);
}

TEST(what_is_not_known_disturbs_nothing) {
    struct disturbance d = {0};
    struct wire_sample sample = calm(NAN);
    sample.run_delay = sample.steal = NAN;
    assert_true(severity(&d, sample) == 0);
    sample.spin = 0;
    assert_true(severity(&d, sample) == 0);
    sample.steal = 3e-4;
    assert_float_equal(severity(&d, sample), 3, 1e-9);
}

TEST(a_slow_spin_disturbs_once_it_is_known_what_is_usual) {
    struct disturbance d = {0};
    feed(&d, DISTURBANCE_FEW - 2, 1e-5);
    assert_true(severity(&d, calm(2e-5)) == 0);
    feed(&d, 4, 1e-5);
    assert_true(severity(&d, calm(1.09e-5)) < 1);
    assert_true(severity(&d, calm(1.11e-5)) > 1);
    assert_float_equal(severity(&d, calm(1.5e-5)), 5, 1e-9);
}

TEST(a_short_burst_of_speed_does_not_condemn_what_follows) {
    struct disturbance d = {0};
    feed(&d, 3, 0.7e-5);
    feed(&d, 20, 1e-5);
    assert_true(severity(&d, calm(1e-5)) < 1);
}

TEST(while_most_batches_are_slow_the_calm_ones_say_what_is_usual) {
    struct disturbance d = {0};
    for (int i = 0; i < 100; i++) {
        feed(&d, 1, 1e-5);
        for (int k = 0; k < 2; k++)
            assert_true(i < DISTURBANCE_FEW || severity(&d, calm(1.3e-5)) > 1);
    }
}

TEST(a_lasting_change_of_speed_becomes_usual) {
    struct disturbance d = {0};
    feed(&d, 200, 1e-5);
    assert_true(severity(&d, calm(1.3e-5)) > 1);
    feed(&d, 50, 1.3e-5);
    assert_true(severity(&d, calm(1.3e-5)) < 1);
}

/* --- how often again --- */

TEST(there_are_four_attempts_at_most) {
    struct disturbance d = {0};
    disturbance_spend(&d, 1, 1000);
    assert_true(disturbance_allows(&d, 2, 1));
    assert_true(disturbance_allows(&d, 4, 1));
    assert_false(disturbance_allows(&d, 5, 1));
}

/* Every batch is disturbed: how much time goes into all of them? */
TEST(on_a_busy_machine_repeats_take_about_a_quarter) {
    struct disturbance d = {0};
    double first = 0, more = 0;
    disturbance_begin_round(&d);
    for (int b = 0; b < 400; b++) {
        int attempt = 1;
        do {
            disturbance_spend(&d, attempt, 0.01);
            *(attempt == 1 ? &first : &more) += 0.01;
        } while (disturbance_allows(&d, ++attempt, 0.01));
    }
    assert_float_equal(first, 4, 1e-9);
    assert_true(more > 0.9 && more < 1.04);
}

TEST(a_round_begins_with_its_own_allowance) {
    struct disturbance d = {0};
    disturbance_spend(&d, 1, 1);
    disturbance_spend(&d, 2, 3);
    assert_false(disturbance_allows(&d, 2, 1));
    disturbance_begin_round(&d);
    disturbance_spend(&d, 1, 1);
    assert_true(disturbance_allows(&d, 2, 1));
}
