/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows by a clock that the test moves: by 50 ns whenever it is read, and by what a call takes. A
 * second rank is made up: what the ranks tell one another is the larger of its numbers and ours. */
#include "collect/mpi/windows.h"

#include <math.h>
#include <string.h>

#include "collect/harness/clock.h"
#include "collect/mpi/collective.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

enum { READING = 50, CALLS = 100, BLOCK = 64 };

static struct {
    int64_t readings, calls;
    int64_t held_up_at, held_up;     /* at which reading, and for how many nanoseconds */
    int64_t first_takes, takes;      /* a call before windows, and one in them */
    double other_begins, other_ends; /* since the window's begin; 0: there is no other rank */
} world;

static void pass(int64_t nanoseconds) {
    clocks_pass(1e-9 * (double)nanoseconds);
}

static void read_clock(void) {
    pass(READING + (++world.readings == world.held_up_at ? world.held_up : 0));
}

/* The linker has the program call this; see the Makefile. */
__typeof__(collective_largest) __wrap_collective_largest;

/* A block is a number and three for each of its calls: the last begin, the first one, negative, and
 * the last end. */
void __wrap_collective_largest(double *numbers, size_t count) {
    for (size_t i = 0; count == 1 + 3 * BLOCK && world.other_ends > 0 && i < BLOCK; i++) {
        numbers[1 + i] = fmax(numbers[1 + i], world.other_begins);
        numbers[1 + BLOCK + i] = fmax(numbers[1 + BLOCK + i], -world.other_begins);
        numbers[1 + 2 * BLOCK + i] = fmax(numbers[1 + 2 * BLOCK + i], world.other_ends);
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench;
    enum { TRIALS = 3 };
    assert_int_equal(calls, 1);
    pass(world.calls++ < TRIALS ? world.first_takes : world.takes);
}

static struct workspace workspace;
static struct interval_times times;

static int begin(void **state) {
    static const struct bench_action action = {.name = "made up", .calculate = calculate};
    (void)state;
    memset(&world, 0, sizeof world);
    clocks_stop();
    clocks_call(read_clock, NULL);
    world.first_takes = world.takes = 1000;
    memset(&workspace, 0, sizeof workspace);
    workspace.action = &action;
    return 0;
}

/* To the picosecond; a call takes a reading more than itself. */
static void assert_seconds(double seconds, double nanoseconds) {
    if (!(fabs(seconds * 1e9 - nanoseconds) < 1e-3))
        fail_msg("%.6f ns, not %.6f", seconds * 1e9, nanoseconds);
}

EACH_TEST(begin, let_clocks_go);

TEST(calls_in_time_are_added_up) {
    windows_time(&workspace, CALLS, &times);
    assert_string_equal(workspace.report.failure, "");
    assert_seconds(times.slowest, CALLS * 1050);
    assert_seconds(times.fastest, CALLS * 1050);
    assert_seconds(times.skew, 0);
    assert_int_equal(times.late_calls, 0);
    assert_int_equal(world.calls, CALLS + 3);
}

/* Ours begins a reading or two after its moment. */
TEST(a_call_lasts_until_the_last_rank_is_done) {
    world.other_begins = 150;
    world.other_ends = 2500;
    windows_time(&workspace, CALLS, &times);
    double begins = 2500 - 1e9 * times.slowest / CALLS;
    assert_true(begins >= READING && begins <= 2 * READING);
    assert_seconds(times.skew, 150 - begins);
    assert_seconds(times.fastest, CALLS * 1050);
    assert_int_equal(times.late_calls, 0);
}

TEST(a_late_call_is_made_again) {
    world.held_up_at = 2000;
    world.held_up = 1000000;
    windows_time(&workspace, CALLS, &times);
    assert_string_equal(workspace.report.failure, "");
    assert_uint_in_range(times.late_calls, 1, BLOCK);
    assert_int_equal(world.calls, CALLS + 3 + times.late_calls);
    assert_seconds(times.slowest, CALLS * 1050);
}

TEST(windows_that_are_too_short_become_longer) {
    world.takes = 20000;
    windows_time(&workspace, CALLS, &times);
    assert_string_equal(workspace.report.failure, "");
    assert_seconds(times.slowest, CALLS * 20050);
    assert_true(times.whole > times.slowest);
}

TEST(ranks_that_are_always_late_are_given_up) {
    struct instant began = clock_now();
    world.other_begins = 1e6;
    world.other_ends = 1e6 + 1000;
    windows_time(&workspace, CALLS, &times);
    const char *failure = workspace.report.failure;
    assert_non_null(strstr(failure, "its ranks could not begin together: "));
    assert_non_null(strstr(failure, " calls began late, 0 in time; they need a CPU each"));
    assert_true(clock_seconds(began, clock_now()) < 3);
}
