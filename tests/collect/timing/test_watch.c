/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/timing/watch.h"
#include "tests/collect/clocks.h"

static double ticks(const char *stat, int a, int b) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(a, &set);
    CPU_SET(b, &set);
    return watch_steal_ticks(stat, &set, sizeof set);
}

static void steal_is_that_of_the_cpus_in_the_set(void **state) {
    (void)state;
    static const char stat[] = "cpu  9 9 9 9 9 9 9 999 9 9\n"
                               "cpu0 1 2 3 4 5 6 7 20 0 0\n"
                               "cpu1 1 2 3 4 5 6 7 300 0 0\n"
                               "cpu10 1 2 3 4 5 6 7 4000 0 0\n"
                               "intr 5 0 0\n";
    assert_true(ticks(stat, 0, 0) == 20);
    assert_true(ticks(stat, 1, 1) == 300);
    assert_true(ticks(stat, 0, 10) == 4020);
}

static void a_cpu_that_is_missing_makes_it_unknown(void **state) {
    (void)state;
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

static void a_spin_is_the_shorter_of_two(void **state) {
    (void)state;
    clocks_stop();
    clocks_call(pass_a_spin, NULL);
    readings = 0;
    assert_float_equal(watch_spin(), 12e-6, 1e-12);
    assert_float_equal(watch_spin(), 11e-6, 1e-12);
    clocks_go();
}

static void of_the_spins_around_a_batch_the_longer_counts(void **state) {
    (void)state;
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

static void nothing_happens_before_it_begins(void **state) {
    (void)state;
    struct watch begin = watch_begin(), watch = watch_end(&begin);
    assert_true(!(watch.run_delay < 0) && !(watch.steal < 0) && watch.preemptions >= 0);
    assert_true(watch.spin >= begin.spin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steal_is_that_of_the_cpus_in_the_set),
        cmocka_unit_test(a_cpu_that_is_missing_makes_it_unknown),
        cmocka_unit_test(a_spin_is_the_shorter_of_two),
        cmocka_unit_test(of_the_spins_around_a_batch_the_longer_counts),
        cmocka_unit_test(nothing_happens_before_it_begins),
    };
    return cmocka_run_group_tests_name("collect/timing/watch", tests, NULL, NULL);
}
