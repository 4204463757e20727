/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/collect/solo.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 1001, 5000};

typedef void visitor(struct solo *solo, const char *implementation);

static void visit(const char *action, char type, double parameter, visitor *look) {
    const struct bench_implementation *each = actions_find(action)->implementations;
    for (; each->name; each++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            struct solo solo;
            solo_begin(&solo, action, type, sizes[s], parameter, &each->function);
            solo_calculate(&solo, 1);
            look(&solo, each->name);
            solo_end(&solo);
        }
}

/* --- the triad --- */

static void set_number(const struct bench *bench, void *array, size_t i, double value) {
    if (bench_is_single(bench))
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

static void assert_right(struct solo *solo, const char *implementation) {
    double residual = solo_residual(solo);
    if (!(residual < 2))
        fail_msg("%s, type %c, size %d: residual %g", implementation, solo->bench->type,
                 (int)solo->bench->size, residual);
}

TEST(every_triad_is_right) {
    visit("stream_triad", 's', NAN, assert_right);
    visit("stream_triad", 'd', NAN, assert_right);
}

static void spoil(struct solo *solo, const char *implementation) {
    size_t count;
    void *a = solo_output(solo, 0, &count);
    double off = 200 * bench_epsilon(solo->bench), wrong[] = {off, -off, NAN, INFINITY};
    size_t places[] = {0, count / 2, count - 1};
    for (size_t p = 0; p < COUNT(places); p++)
        for (size_t w = 0; w < COUNT(wrong); w++) {
            double right = bench_element(solo->bench, a, places[p]);
            set_number(solo->bench, a, places[p], right + wrong[w]);
            if (solo_residual(solo) <= 30)
                fail_msg("%s, type %c, size %d: number %zu is off by %g and not found",
                         implementation, solo->bench->type, (int)count, places[p], wrong[w]);
            set_number(solo->bench, a, places[p], right);
        }
    assert_true(solo_residual(solo) < 2);
}

TEST(one_wrong_number_of_a_triad_is_found_at_every_size) {
    visit("stream_triad", 's', NAN, spoil);
    visit("stream_triad", 'd', NAN, spoil);
}

/* --- the peak --- */

/* Implementation "fma" does nothing where the processor has no such instruction. */
static int can_run(const char *implementation) {
#ifdef __x86_64__
    return strcmp(implementation, "fma") != 0 ||
           (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
    (void)implementation;
    return 1;
#endif
}

static void assert_all_iterated(struct solo *solo, const char *implementation) {
    if (can_run(implementation))
        assert_right(solo, implementation);
}

static void spoil_if_run(struct solo *solo, const char *implementation) {
    if (!can_run(implementation))
        return;
    size_t count;
    void *x = solo_output(solo, 0, &count);
    int64_t n = solo->bench->size < 1024 ? solo->bench->size : 1024;
    double off = 40 * bench_epsilon(solo->bench) * (double)n, wrong[] = {off, -off, NAN};
    for (size_t i = 0; i < count; i++)
        for (size_t w = 0; w < COUNT(wrong); w++) {
            double right = bench_element(solo->bench, x, i);
            set_number(solo->bench, x, i, right + wrong[w]);
            if (solo_residual(solo) <= 30)
                fail_msg("%s, type %c, %d steps: number %zu is off by %g and not found",
                         implementation, solo->bench->type, (int)solo->bench->size, i, wrong[w]);
            set_number(solo->bench, x, i, right);
        }
}

TEST(every_number_of_a_peak_is_iterated_n_times) {
    visit("peak_flops", 's', NAN, assert_all_iterated);
    visit("peak_flops", 'd', NAN, assert_all_iterated);
    visit("peak_flops", 's', NAN, spoil_if_run);
    visit("peak_flops", 'd', NAN, spoil_if_run);
}

/* --- the chase --- */

static int64_t place_reached(const struct solo *solo) {
    size_t count;
    int64_t *reached = solo_output(solo, 0, &count);
    assert_int_equal(count, 1);
    return *reached;
}

static void go_around(struct solo *solo, const char *implementation) {
    static char seen[5000];
    int64_t n = solo->bench->size;
    memset(seen, 0, sizeof seen);
    assert_true(solo_residual(solo) == 0);
    for (int64_t i = 0; i < n; i++, solo_calculate(solo, 1)) {
        int64_t place = place_reached(solo);
        assert_true(place >= 0 && place < n);
        if (seen[place]++)
            fail_msg("%s, size %d: comes to place %d twice within %d steps", implementation, (int)n,
                     (int)place, (int)i);
    }
    int64_t first = place_reached(solo);
    solo_calculate(solo, n);
    assert_int_equal(place_reached(solo), first);
    solo_calculate(solo, 10 * n);
    assert_int_equal(place_reached(solo), first);
}

TEST(every_chase_comes_to_every_place_once_and_around) {
    visit("pointer_chase", 'd', NAN, go_around);
    visit("pointer_chase", 'd', 16, go_around);
    visit("pointer_chase", 'd', 200, go_around);
}

TEST(another_seed_is_another_way_around) {
    enum { STEPS = 50 };
    struct solo solo;
    int64_t ways[3][STEPS];
    solo_begin(&solo, "pointer_chase", 'd', 1000, NAN,
               &actions_find("pointer_chase")->implementations[0].function);
    for (uint64_t seed = 0; seed < 3; seed++) {
        solo_initialize(&solo, seed % 2);
        for (size_t i = 0; i < STEPS; i++) {
            solo_calculate(&solo, 1);
            ways[seed][i] = place_reached(&solo);
        }
    }
    solo_end(&solo);
    assert_memory_equal(ways[0], ways[2], sizeof ways[0]);
    assert_memory_not_equal(ways[0], ways[1], sizeof ways[0]);
}

/* From one place to the next there is no rule: half of the steps go down, and few are short. */
TEST(the_way_is_no_pattern_that_could_be_foreseen) {
    enum { PLACES = 5000 };
    struct solo solo;
    size_t down = 0, near = 0;
    solo_begin(&solo, "pointer_chase", 'd', PLACES, NAN,
               &actions_find("pointer_chase")->implementations[0].function);
    for (int64_t i = 0, before = 0, now; i < PLACES; i++, before = now) {
        solo_calculate(&solo, 1);
        now = place_reached(&solo);
        down += now < before;
        near += llabs(now - before) < PLACES / 100;
    }
    solo_end(&solo);
    assert_uint_in_range(down, PLACES * 45 / 100, PLACES * 55 / 100);
    assert_uint_in_range(near, PLACES / 100, PLACES * 3 / 100);
}

/* The action's own function but for one place, which it does not leave; both opaque here. */
typedef void *follower(const void *chase, void *from, int64_t steps);

static const void *trap;

static void *stay_in_the_trap(const void *chase, void *from, int64_t steps) {
    follower *right = (follower *)actions_find("pointer_chase")->implementations[0].function;
    for (; steps > 0 && from != trap; steps--)
        from = right(chase, from, 1);
    return from;
}

TEST(one_wrong_turn_is_found_at_every_size) {
    bench_function wrong = (bench_function)stay_in_the_trap;
    for (size_t s = 1; s < COUNT(sizes); s++) {
        struct solo solo;
        solo_begin(&solo, "pointer_chase", 'd', sizes[s], NAN, &wrong);
        const char *places = solo.arena + solo.workspace.arrays[0].offset;
        trap = places + 64 * (sizes[s] - 1);
        solo_calculate(&solo, 1);
        assert_true(solo_residual(&solo) > 30);
        trap = NULL;
        assert_true(solo_residual(&solo) == 0);
        solo_end(&solo);
    }
}

TEST(strides_that_hold_no_place_are_refused) {
    static const double strides[] = {0, -64, 8, 60, 64.5, 1e18, NAN, INFINITY};
    struct workspace_needs needs;
    struct err err = {""};
    for (size_t i = 0; i < COUNT(strides); i++) {
        struct design_point design_point = {.size = 10, .parameters = {strides[i]}};
        if (workspace_measure(actions_find("pointer_chase"), 'd', &design_point, &needs, &err) == 0)
            fail_msg("a stride of %g is not refused", strides[i]);
        assert_non_null(strstr(err.message, "the stride is a multiple of 8 from 16"));
    }
    struct design_point large = {.size = INT64_C(1) << 31, .parameters = {64}};
    assert_int_not_equal(
        workspace_measure(actions_find("pointer_chase"), 'd', &large, &needs, &err), 0);
    assert_non_null(strstr(err.message, "places have numbers of 32 bits"));
}
