/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/timing/timing.h"
#include "tests/collect/clocks.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

/* --- actions that take a known time: so long a call, after so many slow ones --- */

static double call_takes;
static int64_t slow_calls, made, hiccup_at = -1;

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

static void calculate_passing(struct bench *bench, int64_t calls) {
    (void)bench;
    for (int64_t c = 0; c < calls; c++, made++)
        clocks_pass(made < slow_calls || made == hiccup_at ? 10 * call_takes : call_takes);
}

/* Each call finds a fresh 1 and leaves a 2. */
static void calculate_in_place(struct bench *bench, int64_t calls) {
    struct renewed *s = bench->state;
    for (int64_t c = 0; c < calls; c++) {
        double *array = (double *)(void *)((char *)s->array + (size_t)c * bench->copy_stride);
        assert_true(array[0] == 1 && array[bench->size - 1] == 1);
        array[0] = array[bench->size - 1] = 2;
        made++;
        clocks_pass(call_takes);
    }
}

static const struct bench_action plain = {
    .name = "plain",
    .routines = (const struct bench_routine[]){{0}},
    .setup = set_up_plain,
    .initialize = initialize_nothing,
    .calculate = calculate_passing,
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
    hiccup_at = -1;
    clocks_stop();
    return 0;
}

static int free_arena(void **state) {
    (void)state;
    clocks_go();
    workspace_release(&workspace);
    free(arena);
    return 0;
}

static void prepare(const struct bench_action *action, int64_t size, double seconds) {
    assert_int_equal(
        workspace_setup(&workspace, action, 'd', at(size), NULL, 0, arena, CAPACITY, 1, NULL), 0);
    workspace_initialize(&workspace, 1);
    call_takes = seconds;
    slow_calls = made = 0;
}

/* --- tests --- */

EACH_TEST(make_arena, free_arena);

TEST(a_call_takes_what_passes_in_it) {
    static const double lengths[] = {20e-9, 200e-6, 2};
    prepare(&plain, 1, 0);
    for (size_t l = 0; l < 3; l++) {
        call_takes = lengths[l];
        struct interval interval = timing_calls(&workspace, 10, 10, NULL);
        assert_float_equal(interval.seconds, 10 * call_takes, 1e-12);
        assert_float_equal(interval.whole_seconds, 10 * call_takes, 1e-12);
    }
}

static void pass_a_nanosecond(void) {
    clocks_pass(1e-9);
}

/* However long a reading of the clock takes, there is one in each interval, and none in a call. */
TEST(an_interval_has_one_reading_of_the_clock) {
    prepare(&plain, 1, 0);
    clocks_call(pass_a_nanosecond, NULL);
    assert_float_equal(timing_calls(&workspace, 100, 100, NULL).seconds, 1e-9, 1e-15);
    assert_float_equal(timing_calls(&workspace, 100, 10, NULL).seconds, 10e-9, 1e-15);
}

TEST(all_calls_are_made_and_all_spans_counted) {
    prepare(&plain, 1, 50e-6);
    assert_float_equal(timing_calls(&workspace, 23, 5, NULL).seconds, 23 * 50e-6, 1e-12);
    assert_int_equal(made, 23);
}

TEST(every_call_in_place_finds_fresh_input) {
    prepare(&in_place, 16, 0);
    timing_calls(&workspace, 1000, 7, NULL);
    assert_int_equal(made, 1000);
    int64_t most = workspace_warm_copies(&workspace);
    timing_calls(&workspace, 3 * most, most, NULL);
    timing_estimate(&workspace, 1e-3);
    assert_true(timing_warm_up(&workspace, 100, 10, 1e-7, 1e-4).calls > 0);
}

TEST(an_estimate_lasts_as_long_as_asked) {
    prepare(&plain, 1, 10e-6);
    assert_float_equal(timing_estimate(&workspace, 300e-6).seconds, 10e-6, 1e-12);
    assert_int_equal(made, 1 + 2 + 4 + 8 + 16 + 32);
    made = 0;
    timing_estimate(&workspace, 1e-6);
    assert_int_equal(made, 1);
}

TEST(an_estimate_in_place_ends_after_some_spans) {
    int64_t calls = 1, all = 1;
    prepare(&in_place, 20000, 0);
    while (calls <= 32 * workspace_warm_copies(&workspace))
        all += calls *= 2;
    timing_estimate(&workspace, 1);
    assert_int_equal(made, all);
}

TEST(spans_last_long_against_the_clock_and_short_against_interruptions) {
    prepare(&plain, 1, 0);
    assert_int_equal(timing_span(&workspace, 12345, 1e-9, 1e-3), 12345);
    assert_int_equal(timing_span(&workspace, 1 << 30, 1e-9, 20e-6), 100000);
    assert_int_equal(timing_span(&workspace, 1 << 30, 1e-6, 1e-3), 1500);
    assert_int_equal(timing_span(&workspace, 12345, 1, 1e-3), 1);
}

TEST(spans_in_place_are_no_longer_than_needed) {
    prepare(&in_place, 16, 0);
    assert_int_equal(timing_span(&workspace, 1000, 0x1p-20, 20 * 0x1p-20), 40);
    assert_int_equal(timing_span(&workspace, 10, 1e-6, 20e-6), 10);
    assert_int_equal(timing_span(&workspace, 1000, 1, 20e-6), 1);
    int64_t most = workspace_warm_copies(&workspace);
    assert_int_equal(timing_span(&workspace, 1 << 30, 0, 1), most);
    assert_int_equal(timing_span(&workspace, 1 << 30, 1e-9, 1e9), most);
}

TEST(warming_up_ends_when_two_windows_agree) {
    prepare(&plain, 1, 20e-6);
    struct warm_up warm_up = timing_warm_up(&workspace, 80, 80, 20e-6, 1);
    assert_int_equal(warm_up.calls, 20);
    assert_int_equal(made, 20);
    assert_true(warm_up.is_steady);
    assert_float_equal(warm_up.call_seconds, 20e-6, 1e-12);
}

TEST(warming_up_goes_on_while_it_gets_faster) {
    prepare(&plain, 1, 20e-6);
    slow_calls = 15; /* windows of 10: slow, half, fast, fast */
    assert_int_equal(timing_warm_up(&workspace, 80, 80, 20e-6, 1).calls, 40);
}

/* The second of three is slow: no two in a row agree, and yet two do. */
TEST(a_disturbed_window_does_not_prolong_warming_up) {
    prepare(&plain, 1, 20e-6);
    hiccup_at = 1;
    assert_int_equal(timing_warm_up(&workspace, 8, 8, 20e-6, 1).calls, 3);
}

TEST(warming_up_keeps_to_its_bound) {
    prepare(&plain, 1, 100e-6);
    slow_calls = 1; /* the next would agree only with the third */
    assert_int_equal(timing_warm_up(&workspace, 8, 8, 1e-3, 2.05e-3).calls, 2);
    made = 0;
    struct warm_up one = timing_warm_up(&workspace, 8, 8, 1e-3, 1.5e-3);
    assert_int_equal(one.calls, 1);
    assert_false(one.is_steady);
}

TEST(a_call_longer_than_the_bound_needs_no_warming_up) {
    prepare(&plain, 1, 100e-6);
    struct warm_up none = timing_warm_up(&workspace, 8, 8, 1e-3, 0.5e-3);
    assert_int_equal(none.calls, 0);
    assert_int_equal(made, 0);
    assert_true(none.is_steady && isnan(none.call_seconds));
}

TEST(agreement_is_within_two_percent) {
    assert_true(timing_agree(1, 1) && timing_agree(1.015, 1) && timing_agree(0.985, 1));
    assert_false(timing_agree(1.03, 1) || timing_agree(0.97, 1));
    assert_false(timing_agree(1, NAN) || timing_agree(NAN, 1));
}

static struct intervals intervals;

/* Each finds fresh input. */
TEST(before_each_cold_call_there_is_a_sweep) {
    struct sweep eviction = {.file = memfd_create("sweep", MFD_CLOEXEC)};
    assert_int_equal(ftruncate(eviction.file, 1 << 20), 0);
    struct watch watch = {0};
    assert_int_equal(evict_prepare(&eviction, 1 << 20, NULL), 0);
    prepare(&in_place, 8192, 20e-6);
    intervals_clear(&intervals);
    timing_cold_calls(&workspace, 9, &eviction, &intervals, &watch);
    assert_float_equal(intervals_mean(&intervals), 20e-6, 1e-12);
    assert_int_equal(intervals.count, 9);
    assert_int_equal(made, 9);
    assert_int_equal(eviction.memory[0], 2 * 9); /* before the system is asked, and after */
    munmap(eviction.memory, eviction.bytes);
    close(eviction.file);
}
