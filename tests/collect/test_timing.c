/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collect/actions.h"
#include "collect/worker/clock.h"
#include "collect/worker/timing.h"

/* --- actions that take a known time: so long a call, after so many slow ones --- */

static double call_takes;
static int64_t slow_calls, made;

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

static void calculate_spinning(struct bench *bench, int64_t calls) {
    (void)bench;
    for (int64_t c = 0; c < calls; c++)
        spin(made++ < slow_calls ? 10 * call_takes : call_takes);
}

/* Each call finds a fresh 1 and leaves a 2. */
static void calculate_in_place(struct bench *bench, int64_t calls) {
    struct renewed *s = bench->state;
    for (int64_t c = 0; c < calls; c++) {
        double *array = (double *)(void *)((char *)s->array + (size_t)c * bench->copy_stride);
        assert_true(array[0] == 1 && array[bench->size - 1] == 1);
        array[0] = array[bench->size - 1] = 2;
        made++;
        spin(call_takes);
    }
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
        workspace_setup(&workspace, action, 'd', size, NULL, 0, arena, CAPACITY, 1, NULL), 0);
    workspace_initialize(&workspace, 1);
    call_takes = seconds;
    slow_calls = made = 0;
}

/* --- tests --- */

/* The best of several, for a machine that is busy adds time. */
static void a_call_of_known_length_is_measured_to_two_percent(void **state) {
    (void)state;
    static const double lengths[] = {20e-6, 200e-6, 2e-3};
    prepare(&plain, 1, 0);
    for (size_t l = 0; l < 3; l++) {
        double best = INFINITY;
        call_takes = lengths[l];
        int64_t calls = (int64_t)ceil(2e-3 / call_takes);
        for (int i = 0; i < 15; i++)
            best = fmin(best, timing_calls(&workspace, calls, calls) / (double)calls);
        if (!(best >= call_takes && best <= 1.02 * call_takes))
            fail_msg("%g s were measured as %g s", call_takes, best);
    }
}

static void all_calls_are_made_and_all_spans_counted(void **state) {
    (void)state;
    prepare(&plain, 1, 50e-6);
    double best = INFINITY;
    for (int i = 0; i < 15; i++) {
        made = 0;
        best = fmin(best, timing_calls(&workspace, 23, 5));
        assert_int_equal(made, 23);
    }
    assert_true(best >= 23 * 50e-6 && best <= 1.03 * 23 * 50e-6);
}

static void every_call_in_place_finds_fresh_input(void **state) {
    (void)state;
    prepare(&in_place, 16, 0);
    timing_calls(&workspace, 1000, 7);
    assert_int_equal(made, 1000);
    int64_t most = workspace_max_copies(&workspace, WORKSPACE_COPY_BYTES);
    timing_calls(&workspace, 3 * most, most);
    timing_estimate(&workspace, 1e-3);
    assert_true(timing_warm_up(&workspace, 100, 10, 1e-7, 1e-4) > 0);
}

/* Renewing 64 KB takes microseconds and is not in the seconds. */
static void renewing_is_not_timed(void **state) {
    (void)state;
    prepare(&in_place, 8192, 10e-6);
    double best = INFINITY;
    for (int i = 0; i < 20; i++)
        best = fmin(best, timing_calls(&workspace, 20, 4) / 20);
    if (!(best >= 10e-6 && best <= 1.05 * 10e-6))
        fail_msg("10 us were measured as %g us", 1e6 * best);
}

static void an_estimate_lasts_as_long_as_asked(void **state) {
    (void)state;
    prepare(&plain, 1, 10e-6);
    double estimate = timing_estimate(&workspace, 300e-6);
    assert_true(made >= 15 && made <= 127); /* 1 + 2 + ... + 32 or, disturbed, less */
    assert_true(estimate >= 10e-6 && estimate < 100e-6);
    made = 0;
    timing_estimate(&workspace, 1e-6);
    assert_int_equal(made, 1);
}

static void an_estimate_in_place_makes_no_more_calls_than_there_are_copies(void **state) {
    (void)state;
    prepare(&in_place, 20000, 0);
    assert_int_equal(workspace_max_copies(&workspace, WORKSPACE_COPY_BYTES), 5);
    timing_estimate(&workspace, 1);
    assert_int_equal(made, 1 + 2 + 4);
}

static void nothing_renewed_is_timed_in_one_span(void **state) {
    (void)state;
    prepare(&plain, 1, 0);
    assert_int_equal(timing_span(&workspace, 12345, 1e-9, 1e-3), 12345);
}

static void spans_in_place_are_no_longer_than_needed(void **state) {
    (void)state;
    prepare(&in_place, 16, 0);
    assert_int_equal(timing_span(&workspace, 1000, 0x1p-20, 20 * 0x1p-20), 40);
    assert_int_equal(timing_span(&workspace, 10, 1e-6, 20e-6), 10);
    assert_int_equal(timing_span(&workspace, 1000, 1, 20e-6), 1);
    int64_t most = workspace_max_copies(&workspace, WORKSPACE_COPY_BYTES);
    assert_int_equal(timing_span(&workspace, 1 << 30, 0, 1), most);
    assert_int_equal(timing_span(&workspace, 1 << 30, 1e-9, 1e9), most);
}

static void warming_up_ends_when_two_windows_agree(void **state) {
    (void)state;
    int64_t least = INT64_MAX;
    for (int i = 0; i < 10; i++) {
        prepare(&plain, 1, 20e-6);
        int64_t calls = timing_warm_up(&workspace, 80, 80, 20e-6, 1);
        assert_int_equal(calls, made);
        assert_int_equal(calls % 10, 0);
        least = calls < least ? calls : least;
        workspace_release(&workspace);
    }
    assert_int_equal(least, 20);
}

static void warming_up_goes_on_while_it_gets_faster(void **state) {
    (void)state;
    prepare(&plain, 1, 20e-6);
    slow_calls = 15; /* windows of 10: slow, half, fast, fast */
    assert_true(timing_warm_up(&workspace, 80, 80, 20e-6, 1) >= 40);
}

static void warming_up_keeps_to_its_bound(void **state) {
    (void)state;
    prepare(&plain, 1, 100e-6);
    slow_calls = INT64_MAX;
    int64_t calls = timing_warm_up(&workspace, 8, 8, 1e-3, 2.5e-3);
    assert_true(calls <= 2);
    made = 0;
    assert_int_equal(timing_warm_up(&workspace, 8, 8, 1e-3, 0.5e-3), 0);
    assert_int_equal(made, 0);
}

/* Not asserted to the nanosecond, for any machine may be busy; but ten times the aim is wrong. */
static void the_empty_action_costs_next_to_nothing(void **state) {
    (void)state;
    double best = INFINITY;
    assert_int_equal(workspace_setup(&workspace, actions_find("empty"), 'd', 1, NULL, 0, arena,
                                     CAPACITY, 1, NULL),
                     0);
    for (int i = 0; i < 9; i++)
        best = fmin(best, timing_calls(&workspace, 1 << 20, 1 << 20) / (1 << 20));
    print_message("an empty call: %.3f ns\n", 1e9 * best);
    assert_true(best > 0 && best < 5e-9);
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_arena, free_arena)
    const struct CMUnitTest tests[] = {
        TEST(a_call_of_known_length_is_measured_to_two_percent),
        TEST(all_calls_are_made_and_all_spans_counted),
        TEST(every_call_in_place_finds_fresh_input),
        TEST(renewing_is_not_timed),
        TEST(an_estimate_lasts_as_long_as_asked),
        TEST(an_estimate_in_place_makes_no_more_calls_than_there_are_copies),
        TEST(nothing_renewed_is_timed_in_one_span),
        TEST(spans_in_place_are_no_longer_than_needed),
        TEST(warming_up_ends_when_two_windows_agree),
        TEST(warming_up_goes_on_while_it_gets_faster),
        TEST(warming_up_keeps_to_its_bound),
        TEST(the_empty_action_costs_next_to_nothing),
    };
    return cmocka_run_group_tests_name("collect/timing", tests, NULL, NULL);
}
