/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <sched.h>

#include "collect/timing/watch.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static double ticks(const char *stat, int a, int b) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(a, &set);
    CPU_SET(b, &set);
    return watch_steal_ticks(stat, &set, sizeof set);
}

TEST(steal_is_that_of_the_cpus_in_the_set) {
    static const char stat[] = "cpu  9 9 9 9 9 9 9 999 9 9\n"
                               "cpu0 1 2 3 4 5 6 7 20 0 0\n"
                               "cpu1 1 2 3 4 5 6 7 300 0 0\n"
                               "cpu10 1 2 3 4 5 6 7 4000 0 0\n"
                               "intr 5 0 0\n";
    assert_true(ticks(stat, 0, 0) == 20);
    assert_true(ticks(stat, 1, 1) == 300);
    assert_true(ticks(stat, 0, 10) == 4020);
}

TEST(a_cpu_that_is_missing_makes_it_unknown) {
    static const char *const stats[] = {"",
                                        "cpu0 1 2 3 4 5 6 7 20\n",
                                        "intr 1 2\ncpu1 0\n",
                                        "cpu0 1 2 3 4 5 6 7 20\ncpu1 1 2 3\n",
                                        "cpu\ncpu\n",
                                        "\n"};
    for (size_t i = 0; i < sizeof stats / sizeof *stats; i++)
        assert_true(isnan(ticks(stats[i], 0, 1)));
}

/* Each spin reads the clock before and after. */
static const double spins[] = {0, 15e-6, 0, 12e-6, 0, 11e-6, 0, 90e-6};
static size_t readings;

static void pass_a_spin(void) {
    clocks_pass(spins[readings++ % (sizeof spins / sizeof *spins)]);
}

TEST(a_spin_is_the_shorter_of_two) {
    clocks_stop();
    clocks_call(pass_a_spin, NULL);
    readings = 0;
    assert_float_equal(watch_spin(), 12e-6, 1e-12);
    assert_float_equal(watch_spin(), 11e-6, 1e-12);
    clocks_go();
}

TEST(of_the_spins_around_a_batch_the_longer_counts) {
    clocks_stop();
    clocks_call(pass_a_spin, NULL);
    readings = 0;
    struct watch begin = watch_begin(), watch = watch_end(&begin);
    assert_float_equal(watch.spin, 12e-6, 1e-12);
    begin = watch_begin();
    begin.spin = 1e-6;
    watch = watch_end(&begin);
    assert_float_equal(watch.spin, 11e-6, 1e-12);
    clocks_go();
}

TEST(nothing_happens_before_it_begins) {
    struct watch begin = watch_begin(), watch = watch_end(&begin);
    assert_true(!(watch.run_delay < 0) && !(watch.steal < 0) && watch.preemptions >= 0);
    assert_true(watch.spin >= begin.spin);
}
