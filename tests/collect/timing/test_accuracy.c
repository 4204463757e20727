/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well times are measured on this machine, by its own clock. */
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/design/actions.h"
#include "collect/harness/clock.h"
#include "collect/timing/timing.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

/* --- actions that take a known time --- */

static double call_takes;
static int64_t made;

struct renewed {
    double *array;
};

static int set_up_plain(struct bench *bench) {
    (void)bench;
    return 0;
}

static int set_up_renewed(struct bench *bench) {
    struct renewed *s = bench->state;
    s->array = bench_renewed_array(bench, (size_t)bench->size);
    return 0;
}

static void initialize_nothing(struct bench *bench, uint64_t seed) {
    (void)bench, (void)seed;
}

static void initialize_one(struct bench *bench, uint64_t seed) {
    struct renewed *s = bench->state;
    (void)seed;
    for (int64_t i = 0; i < bench->size; i++)
        s->array[i] = 1;
}

static void spin(double seconds) {
    struct instant begin = clock_now();
    while (clock_seconds(begin, clock_now()) < seconds)
        continue;
}

/* All calls together take as long as they should: if each began with a reading of the clock, slow
 * clocks would make short calls longer. */
static void calculate_spinning(struct bench *bench, int64_t calls) {
    (void)bench;
    made += calls;
    spin((double)calls * call_takes);
}

static void calculate_in_place(struct bench *bench, int64_t calls) {
    (void)bench;
    for (int64_t c = 0; c < calls; c++, made++)
        spin(call_takes);
}

static const struct bench_action plain = {
    .name = "plain",
    .routines = (const struct bench_routine[]){{0}},
    .setup = set_up_plain,
    .initialize = initialize_nothing,
    .calculate = calculate_spinning,
};

static const struct bench_action in_place = {
    .name = "in place",
    .routines = (const struct bench_routine[]){{0}},
    .state_bytes = sizeof(struct renewed),
    .setup = set_up_renewed,
    .initialize = initialize_one,
    .calculate = calculate_in_place,
};

/* --- a workspace for them --- */

enum { CAPACITY = 1 << 20 };

static char *arena;
static struct workspace workspace;

static int make_arena(void **state) {
    (void)state;
    arena = aligned_alloc(4096, CAPACITY);
    memset(arena, 0, CAPACITY);
    return 0;
}

static int free_arena(void **state) {
    (void)state;
    workspace_release(&workspace);
    free(arena);
    return 0;
}

static void prepare(const struct bench_action *action, int64_t size, double seconds) {
    assert_int_equal(
        workspace_setup(&workspace, action, 'd', at(size), NULL, 0, arena, CAPACITY, 1, NULL), 0);
    workspace_initialize(&workspace, 1);
    call_takes = seconds;
    made = 0;
}

/* --- calls: the best of several, for whatever else runs adds time --- */

EACH_TEST(make_arena, free_arena);

TEST(a_call_of_known_length_is_measured_to_two_percent) {
    static const double lengths[] = {20e-6, 200e-6, 2e-3};
    prepare(&plain, 1, 0);
    for (size_t l = 0; l < 3; l++) {
        double best = INFINITY;
        call_takes = lengths[l];
        int64_t calls = (int64_t)ceil(2e-3 / call_takes);
        for (int i = 0; i < 15; i++)
            best = fmin(best, timing_calls(&workspace, calls, calls, NULL).seconds / (double)calls);
        if (!(best >= call_takes && best <= 1.02 * call_takes))
            fail_msg("%g s were measured as %g s", call_takes, best);
    }
}

TEST(spans_add_three_percent_at_most) {
    prepare(&plain, 1, 50e-6);
    double best = INFINITY;
    for (int i = 0; i < 15; i++)
        best = fmin(best, timing_calls(&workspace, 23, 5, NULL).seconds);
    assert_true(best >= 23 * 50e-6 && best <= 1.03 * 23 * 50e-6);
}

/* Renewing 64 KB takes microseconds and is not in the seconds. */
TEST(renewing_is_not_timed) {
    prepare(&in_place, 8192, 10e-6);
    double best = INFINITY;
    for (int i = 0; i < 20; i++)
        best = fmin(best, timing_calls(&workspace, 20, 4, NULL).seconds / 20);
    if (!(best >= 10e-6 && best <= 1.05 * 10e-6))
        fail_msg("10 us were measured as %g us", 1e6 * best);
}

static struct intervals intervals;

/* Sweeping takes microseconds and is not in the seconds. */
TEST(cold_calls_are_timed_without_the_sweeps) {
    struct sweep eviction = {.file = memfd_create("sweep", MFD_CLOEXEC)};
    assert_int_equal(ftruncate(eviction.file, 1 << 20), 0);
    struct watch watch = {0};
    double best = INFINITY;
    assert_int_equal(evict_prepare(&eviction, 1 << 20, NULL), 0);
    prepare(&in_place, 8192, 20e-6);
    for (int i = 0; i < 10; i++) {
        intervals_clear(&intervals);
        timing_cold_calls(&workspace, 9, &eviction, &intervals, &watch);
        best = fmin(best, intervals_mean(&intervals));
    }
    if (!(best >= 20e-6 && best <= 1.5 * 20e-6))
        fail_msg("20 us were measured as %g us", 1e6 * best);
    munmap(eviction.memory, eviction.bytes);
    close(eviction.file);
}

/* Never shorter than it says, and no more than a reading of the clock longer. */
TEST(the_spinning_action_takes_the_time_it_says) {
    static const int64_t sizes[] = {100, 1000, 100000, 1000000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        double best = INFINITY, least = 1e-9 * (double)sizes[s];
        int64_t calls = 2000000 / sizes[s] + 1;
        prepare(actions_find("spin"), sizes[s], 0);
        for (int i = 0; i < 9; i++)
            best = fmin(best, timing_calls(&workspace, calls, calls, NULL).seconds / (double)calls);
        print_message("a spin of %g s: %.7g s\n", least, best);
        assert_true(best >= 0.9999999 * least && best < 1.2 * least);
        workspace_release(&workspace);
    }
}

/* Not asserted to the nanosecond; but ten times the aim is wrong. */
TEST(the_empty_action_costs_next_to_nothing) {
    double best = INFINITY;
    prepare(actions_find("empty"), 1, 0);
    for (int i = 0; i < 9; i++)
        best = fmin(best, timing_calls(&workspace, 1 << 20, 1 << 20, NULL).seconds / (1 << 20));
    print_message("an empty call: %.3f ns\n", 1e9 * best);
    assert_true(best > 0 && best < 5e-9);
}

TEST(two_windows_of_twenty_agree) {
    int steady = 0;
    for (int i = 0; i < 20 && !steady; i++) {
        prepare(&plain, 1, 100e-6);
        steady = timing_warm_up(&workspace, 16, 2, 100e-6, 1e-3).is_steady;
        workspace_release(&workspace);
    }
    assert_true(steady);
}

/* --- what disturbs --- */

TEST(a_spin_takes_some_microseconds) {
    double seconds = watch_spin();
    print_message("a spin: %.2f us\n", 1e6 * seconds);
    assert_true(seconds > 1e-6 && seconds < 1e-3);
}

static void busy(double seconds) {
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        continue;
}

/* Another process on the same CPU: both get about half of it. */
TEST(waiting_for_the_cpu_is_seen) {
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

/* --- the clock --- */

TEST(seconds_are_those_slept) {
    struct instant before = clock_now();
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    double seconds = clock_seconds(before, clock_now());
    assert_true(seconds >= 0.02 && seconds < 1);
}

TEST(examining_tells_resolution_and_cost) {
    struct clock clock;
    struct err err = {""};
    assert_int_equal(clock_examine(&clock, &err), 0);
    assert_true(clock.resolution >= 1e-9 && clock.resolution < 0.02);
    assert_true(clock.cost > 1e-10 && clock.cost < 1e-4);
}
