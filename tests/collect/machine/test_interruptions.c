/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "collect/machine/interruptions.h"
#include "tests/test.h"

enum { MOST = 400 };

#define SECONDS 0.025

static struct interruption seen[MOST];
static size_t count;

/* LENGTH seconds every PERIOD, from FIRST on. */
static void interrupt_every(double period, double first, double length) {
    for (double begin = first; begin < SECONDS && count < MOST; begin += period)
        seen[count++] = (struct interruption){begin, length};
}

static int by_begin(const void *a, const void *b) {
    const struct interruption *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static struct interruptions judge(void) {
    qsort(seen, count, sizeof *seen, by_begin);
    return interruptions_judge(seen, count, SECONDS);
}

TEST(a_host_with_a_thousand_a_second_wants_batches_of_a_millisecond) {
    count = 0;
    interrupt_every(1e-3, 0.37e-3, 40e-6);
    struct interruptions judged = judge();
    assert_float_equal(judged.period, 1e-3, 1e-12);
    assert_float_equal(judged.share, 0.04, 1e-6);
    assert_float_equal(judged.rate, 1000, 1e-6);
}

TEST(so_do_slower_timers_that_take_long) {
    static const double periods[] = {1.0 / 300, 4e-3};
    for (int p = 0; p < 2; p++) {
        count = 0;
        interrupt_every(periods[p], 0.2e-3, 50e-6);
        assert_float_equal(judge().period, 1e-3, 1e-12);
    }
    interrupt_every(1e-3, 0.37e-3, 40e-6);
    assert_float_equal(judge().period, 1e-3, 1e-12);
}

TEST(a_quiet_machine_and_its_own_timer_want_none) {
    count = 0;
    assert_true(judge().period == 0 && judge().share == 0);
    interrupt_every(4e-3, 1e-3, 4e-6);
    assert_true(judge().period == 0);
    assert_float_equal(judge().rate, 240, 1e-6);
}
