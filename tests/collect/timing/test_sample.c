/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/timing/sample.h"
#include "tests/collect/clocks.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

/* --- an action that takes a known time, on arrays that are renewed or not --- */

static double call_takes;
static int grows; /* each call takes longer than the one before */
static int64_t made, most_at_once;
static uint64_t filled_from;

struct numbers {
    double *array;
};

static int set_up_plain(struct bench *bench) {
    struct numbers *s = bench->state;
    s->array = bench_array(bench, (size_t)bench->size);
    return 0;
}

static int set_up_renewed(struct bench *bench) {
    struct numbers *s = bench->state;
    s->array = bench_renewed_array(bench, (size_t)bench->size);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct numbers *s = bench->state;
    bench_fill(bench, s->array, (size_t)bench->size);
    filled_from = seed;
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench;
    most_at_once = calls > most_at_once ? calls : most_at_once;
    for (int64_t c = 0; c < calls; c++, made++)
        clocks_pass(grows ? call_takes * (double)(1 + made) : call_takes);
}

static const struct bench_action plain = {.name = "plain",
                                          .routines = (const struct bench_routine[]){{0}},
                                          .state_bytes = sizeof(struct numbers),
                                          .setup = set_up_plain,
                                          .initialize = initialize,
                                          .calculate = calculate};

static const struct bench_action in_place = {.name = "in place",
                                             .routines = (const struct bench_routine[]){{0}},
                                             .state_bytes = sizeof(struct numbers),
                                             .setup = set_up_renewed,
                                             .initialize = initialize,
                                             .calculate = calculate};

/* --- samples of it --- */

enum { CAPACITY = 1 << 20 };

static char *arena;
static int64_t size = 16;
static struct workspace workspace;
static struct sweep eviction;

static int make_arena(void **state) {
    (void)state;
    arena = aligned_alloc(4096, CAPACITY);
    memset(arena, 0, CAPACITY);
    workspace = (struct workspace){0};
    grows = 0;
    clocks_stop();
    eviction = (struct sweep){.file = memfd_create("sweep", MFD_CLOEXEC)};
    return ftruncate(eviction.file, 1 << 20);
}

static int free_arena(void **state) {
    (void)state;
    clocks_go();
    workspace_release(&workspace);
    free(arena);
    if (eviction.memory)
        munmap(eviction.memory, eviction.bytes);
    close(eviction.file);
    return 0;
}

static struct wire_sample taken(const struct bench_action *action, double seconds,
                                struct wire_batch wanted) {
    struct wire_sample sample;
    struct err err = {""};
    workspace_release(&workspace);
    if (workspace_setup(&workspace, action, 'd', at(size), NULL, 0, arena, CAPACITY, 1, &err))
        fail_msg("%s", err.message);
    call_takes = seconds;
    made = most_at_once = 0;
    if (sample_take(&workspace, &eviction, &wanted, &sample, &err))
        fail_msg("%s", err.message);
    return sample;
}

EACH_TEST(make_arena, free_arena);

TEST(a_batch_has_intervals_of_about_the_same_length) {
    struct wire_sample s = taken(
        &plain, 10e-6,
        (struct wire_batch){
            .seed = 7, .calls = 40, .call_seconds = 10e-6, .shortest = 20e-6, .warm_up = 10e-3});
    assert_int_equal(filled_from, 7);
    assert_int_equal(s.calls, 40);
    assert_int_equal(s.interval_calls, 10); /* four of 10 us */
    assert_float_equal(s.batch_mean, 10e-6, 1e-12);
    assert_float_equal(s.seconds, 10e-6, 1e-12);
    assert_int_equal(s.slow_intervals, 0);
    assert_int_equal(s.copies, 0);
    assert_int_equal(s.warm_up_calls, 10); /* two windows of an eighth of the batch */
    assert_int_equal(made, s.calls + s.warm_up_calls);
    assert_float_equal(s.warm_up_seconds, 100e-6, 1e-12);
    assert_true(s.spin == 0 && s.initialize_seconds == 0);
    assert_true(s.preemptions >= 0);
    assert_true(s.cpu_seconds > 0 && isnan(s.told.whole_seconds) && isnan(s.told.operations));
}

TEST(a_batch_in_place_has_intervals_of_its_copies) {
    struct wire_sample s =
        taken(&in_place, 10e-6,
              (struct wire_batch){
                  .calls = 40, .call_seconds = 10e-6, .shortest = 20e-6, .warm_up = 1e-3});
    assert_int_equal(s.calls, 40);
    assert_int_equal(s.interval_calls, 4);
    assert_int_equal(s.copies, 4);
    assert_int_equal(most_at_once, 4);
}

TEST(a_batch_that_is_over_too_soon_gets_twice_the_calls) {
    const struct bench_action *both[] = {&plain, &in_place};
    for (size_t a = 0; a < 2; a++) {
        struct wire_sample s =
            taken(both[a], 1e-6,
                  (struct wire_batch){.calls = 3, .call_seconds = 1e-3, .shortest = 35e-6});
        assert_int_equal(s.calls, 3 * 16); /* 24 last 24 us */
        assert_int_equal(s.interval_calls, s.calls);
        assert_int_equal(s.copies, a ? s.interval_calls : 0);
    }
}

/* 256 lines of 64 bytes a copy: there is room for some sixty. */
TEST(no_more_copies_are_made_than_there_is_room_for) {
    struct wire_batch wanted = {.calls = 7, .call_seconds = 1, .shortest = 1};
    size = 2000;
    struct wire_sample s = taken(&in_place, 0, wanted);
    size = 16;
    assert_true(s.calls >= s.interval_calls);
    int64_t most = workspace_warm_copies(&workspace);
    assert_uint_in_range(s.interval_calls, most / 2, most);
}

TEST(a_batch_that_agrees_with_the_last_window_is_steady) {
    struct wire_batch wanted = {
        .calls = 8, .call_seconds = 100e-6, .shortest = 1e-6, .warm_up = 150e-6};
    struct wire_sample s = taken(&plain, 100e-6, wanted);
    assert_int_equal(s.warm_up_calls, 1);
    assert_true(s.is_steady);
    grows = 1;
    s = taken(&plain, 100e-6, wanted);
    assert_int_equal(s.warm_up_calls, 1);
    assert_false(s.is_steady);
    grows = 0;
    wanted.warm_up = 50e-6;
    s = taken(&plain, 100e-6, wanted);
    assert_int_equal(s.warm_up_calls, 0);
    assert_true(s.is_steady);
}

TEST(cold_calls_are_timed_one_by_one_and_as_many_as_asked) {
    const struct bench_action *both[] = {&plain, &in_place};
    for (size_t a = 0; a < 2; a++) {
        struct wire_sample s = taken(both[a], 0,
                                     (struct wire_batch){.calls = 9,
                                                         .call_seconds = 1e-9,
                                                         .shortest = 1e-3,
                                                         .warm_up = 1e-3,
                                                         .evict_bytes = 1 << 20});
        assert_int_equal(s.calls, 9);
        assert_int_equal(s.interval_calls, 1);
        assert_int_equal(s.copies, a);
        assert_int_equal(s.warm_up_calls, 1);
        assert_int_equal(made, 10);
        assert_int_equal(most_at_once, 1);
        assert_true(s.is_steady && s.seconds == 0);
        assert_true(s.cpu_seconds > 0 && isnan(s.told.whole_seconds));
        assert_true(eviction.bytes >= 1 << 20);
    }
}

TEST(first_calls_have_nothing_before_them) {
    for (int is_cold = 0; is_cold < 2; is_cold++) {
        struct wire_batch wanted = {.calls = 1, .call_seconds = 1e-9, .is_first = 1};
        wanted.evict_bytes = is_cold ? 1 << 20 : 0;
        struct wire_sample s = taken(&plain, 10e-6, wanted);
        assert_int_equal(made, 1);
        assert_int_equal(s.calls, 1);
        assert_int_equal(s.warm_up_calls, 0);
        assert_float_equal(s.seconds, 10e-6, 1e-12);
        assert_true(s.is_steady);
    }
}

/* More than one message has. */
TEST(every_call_is_told_in_its_order) {
    enum { CALLS = WIRE_MOST_TIMES + 100 };
    static struct wire_times times;
    grows = 1;
    const struct bench_action *both[] = {&plain, &in_place};
    for (size_t a = 0; a < 2; a++) {
        struct wire_sample s = taken(both[a], 1e-6,
                                     (struct wire_batch){.calls = CALLS,
                                                         .call_seconds = 1e-6,
                                                         .shortest = 1e-3,
                                                         .warm_up = 1e-3,
                                                         .keeps_calls = 1});
        assert_int_equal(s.calls, CALLS);
        assert_int_equal(s.interval_calls, 1);
        assert_true(s.keeps_calls && s.warm_up_calls > 0);
        assert_int_equal(made, CALLS + s.warm_up_calls);
        assert_int_equal(isnan(s.cpu_seconds), a);
        double sum = 0;
        size_t told = 0;
        do {
            sample_calls(told, &times);
            for (size_t i = 0; i < times.count; i++) {
                sum += times.calls[i].seconds;
                assert_float_equal(times.calls[i].seconds,
                                   1e-6 * (double)((size_t)s.warm_up_calls + told + i + 1), 1e-9);
            }
            told += times.count;
        } while (times.count);
        assert_int_equal(told, CALLS);
        assert_true(isnan(s.told.whole_seconds) && isnan(times.calls[0].told[CALL_whole_seconds]));
        assert_true(isnan(times.calls[0].told[CALL_operations]));
        assert_true(fabs(sum / CALLS - s.batch_mean) < 1e-9);
    }
    taken(&plain, 0, (struct wire_batch){.calls = 2, .call_seconds = 1e-6});
    sample_calls(0, &times);
    assert_int_equal(times.count, 0);
}

TEST(too_many_calls_to_keep_are_refused) {
    struct wire_batch wanted = {.calls = INTERVALS_MOST + 1, .keeps_calls = 1};
    struct wire_sample sample;
    struct err err = {""};
    assert_int_equal(sample_take(&workspace, &eviction, &wanted, &sample, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "65536"));
}

TEST(too_little_memory_to_sweep_is_an_error) {
    struct wire_batch wanted = {.calls = 1, .evict_bytes = UINT64_C(1) << 60};
    struct wire_sample sample;
    struct err err = {""};
    assert_int_equal(sample_take(&workspace, &eviction, &wanted, &sample, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "sweep"));
}
