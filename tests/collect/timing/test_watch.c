/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/timing/watch.h"
#include "tests/skip.h"

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

static void a_spin_takes_some_microseconds(void **state) {
    (void)state;
    double seconds = watch_spin();
    print_message("a spin: %.2f us\n", 1e6 * seconds);
    assert_true(seconds > 1e-6 && seconds < 1e-3);
}

static void busy(double seconds) {
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        continue;
}

static void nothing_happens_before_it_begins(void **state) {
    (void)state;
    struct watch begin = watch_begin(), watch = watch_end(&begin);
    assert_true(!(watch.run_delay < 0) && !(watch.steal < 0) && watch.preemptions >= 0);
    assert_true(watch.spin > 0 && watch.spin >= begin.spin);
}

/* Another process on the same CPU: both get about half of it. */
static void waiting_for_the_cpu_is_seen(void **state) {
    (void)state;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int cpu = 0; !CPU_COUNT(&one); cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    pid_t other = fork();
    if (other == 0) {
        busy(30);
        _exit(0);
    }
    struct watch begin = watch_begin();
    busy(0.2);
    struct watch watch = watch_end(&begin);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    sched_setaffinity(0, sizeof all, &all);
    if (isnan(watch.run_delay))
        skip_for("this system does not tell how long a thread waits for a CPU");
    assert_true(watch.run_delay > 1e-3);
    assert_true(watch.preemptions > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steal_is_that_of_the_cpus_in_the_set),
        cmocka_unit_test(a_cpu_that_is_missing_makes_it_unknown),
        cmocka_unit_test(a_spin_takes_some_microseconds),
        cmocka_unit_test(nothing_happens_before_it_begins),
        cmocka_unit_test(waiting_for_the_cpu_is_seen),
    };
    return cmocka_run_group_tests_name("collect/timing/watch", tests, NULL, NULL);
}
