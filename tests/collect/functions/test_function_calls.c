/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of many prototypes get the arguments that are meant for them, and their answers come
 * back. */
#include <stdlib.h>
#include <string.h>

#include "collect/functions/function_action.h"
#include "collect/functions/function_calls.h"
#include "collect/harness/workspace.h"
#include "tests/test.h"

/* --- the loops alone --- */

static long seen[32];

static void note_ten(int a, double u, const char *b, long c, float v, unsigned char d, short e,
                     double w, int64_t f, double x, float y, uint32_t g, double z, size_t h,
                     signed char i, float p, int j, double q) {
    const long all[] = {a,       (long)u, (long)(uintptr_t)b,
                        c,       (long)v, d,
                        e,       (long)w, f,
                        (long)x, (long)y, g,
                        (long)z, (long)h, i,
                        (long)p, j,       (long)q};
    memcpy(seen, all, sizeof all);
}

TEST(every_argument_arrives_in_its_place) {
    const struct prototype_type nothing = {"void", 'v', 0, 0};
    uint64_t words[FUNCTION_CALLS_WORDS] = {(uint64_t)-1, 2, (uint64_t)-3, 4, (uint64_t)-5, 6,
                                            4000000000u,  8, (uint64_t)-9, 10};
    struct function_calls calls = {.function = (bench_function)note_ten, .words = words};
    for (size_t i = 0; i < PROTOTYPE_REALS; i++)
        words[10 + i] = function_calls_real((double)(100 + i), i == 1 || i == 4 || i == 6 ? 4 : 8);
    function_calls_loop(10, 8, &nothing).make(&calls, 1);
    const long expected[] = {-1,  100, 2,          -3,  101, 4,  -5,  102, 6,
                             103, 104, 4000000000, 105, 8,   -9, 106, 10,  107};
    assert_memory_equal(seen, expected, sizeof expected);
}

static double weigh(double a, const double *x, float b, int n) {
    return a + 10 * x[0] + 100 * (double)b + 1000 * n;
}

static float halve(float a) {
    return a / 2;
}

static int32_t minus(int32_t a) {
    return -a;
}

TEST(what_is_returned_comes_back) {
    const struct prototype_type real = {"double", 'f', 8, 0}, single = {"float", 'f', 4, 0},
                                integer = {"int", 'i', 4, 0};
    double x = 2;
    uint64_t words[4] = {(uintptr_t)&x, 4, function_calls_real(1, 8), function_calls_real(3, 4)};
    struct function_calls calls = {.function = (bench_function)weigh, .words = words};
    function_calls_loop(2, 2, &real).make(&calls, 3);
    assert_float_equal(calls.returned.of_double, 4321, 0);
    calls.function = (bench_function)halve;
    words[2] = function_calls_real(5, 4);
    function_calls_loop(0, 1, &single).make(&calls, 3);
    assert_float_equal(calls.returned.of_float, 2.5, 0);
    calls.function = (bench_function)minus;
    words[0] = 77;
    function_calls_loop(1, 0, &integer).make(&calls, 3);
    assert_int_equal((int32_t)calls.returned.integer, -77);
}

static void add_one(int64_t *x, const int64_t *y) {
    *x += 1 + *y;
}

TEST(arguments_may_differ_from_call_to_call) {
    const struct prototype_type nothing = {"void", 'v', 0, 0};
    int64_t x[6] = {0}, y[] = {10, 20};
    uint64_t words[] = {(uintptr_t)x,       (uintptr_t)y,       (uintptr_t)(x + 2),
                        (uintptr_t)(y + 1), (uintptr_t)(x + 4), (uintptr_t)y};
    struct function_calls calls = {.function = (bench_function)add_one, .words = words, .step = 2};
    function_calls_loop(2, 0, &nothing).make(&calls, 3);
    assert_memory_equal(x, ((int64_t[6]){11, 0, 21, 0, 11, 0}), sizeof x);
}

/* --- the action --- */

static char memory[1 << 20] __attribute__((aligned(4096)));

/* Lays out the action of PROTOTYPE for FUNCTION and fills it. */
static void begin(struct workspace *w, const char *text, bench_function *function, int64_t size,
                  uint64_t seed) {
    static struct wire_function load;
    static struct design_point point;
    const struct bench_action *action;
    struct err err;
    load = (struct wire_function){.is_there = 1};
    point = (struct design_point){.size = size, .threads = 1};
    strcpy(load.prototype, text);
    if (strstr(text, "int k")) {
        strcpy(load.parameters[load.parameter_count++], "k");
        point.parameters[0] = 3;
    }
    if (function_action_load(&action, &load, &err) ||
        workspace_setup(w, action, action->types[0], &point, function, 1, memory, sizeof memory, 1,
                        &err))
        fail_msg("%s", err.message);
    workspace_poison(w);
    workspace_initialize(w, seed);
}

static void call(struct workspace *w, int64_t calls) {
    w->action->begin_batch(&w->bench);
    workspace_renew(w, calls);
    w->action->calculate(&w->bench, calls);
    w->action->end_batch(&w->bench);
}

static const void *output(const struct workspace *w, const char *name, size_t count, char type) {
    for (size_t i = 0; i < w->output_count; i++)
        if (strcmp(w->outputs[i].name, name) == 0) {
            assert_int_equal(w->outputs[i].count, count);
            assert_int_equal(w->outputs[i].type, type);
            return w->arena + w->outputs[i].offset;
        }
    fail_msg("no output %s", name);
    return NULL;
}

static double mix(int n, const float *x, const double *y, double a, double *z, uint32_t *u,
                  signed char *c, int k) {
    double sum = a * k;
    for (int i = 0; i < n; i++) {
        sum += (double)x[i] + y[i];
        z[i] += 1;
        u[i] += 4000000000u;
        c[i] = (signed char)(-1 - c[i]);
    }
    return sum;
}

TEST(outputs_are_what_the_function_writes) {
    enum { N = 50 };
    bench_function function = (bench_function)mix;
    struct workspace w;
    begin(&w,
          "double mix(int n, const float *x, const double *y, double a, double *z, uint32_t *u, "
          "signed char *c, int k)",
          &function, N, 5);
    assert_int_equal(w.array_count, 8); /* five, two that are widened, and what is returned */
    assert_int_equal(w.output_count, 4);
    call(&w, 1);
    const double *z = output(&w, "z", N, 'd'), *returned = output(&w, "what it returns", 1, 'd');
    const int64_t *u = output(&w, "u", N, 'l');
    const int32_t *c = output(&w, "c", N, 'i');
    for (size_t i = 0; i < N; i++) {
        assert_true(z[i] >= 0 && z[i] < 2); /* once, from -1 to 1 */
        assert_true(u[i] >= 4000000000 && u[i] < 4000000000 + N);
        assert_true(c[i] < 0 && c[i] > -1 - N);
    }
    double first = *returned;
    assert_true(first > -150 && first < 150 && first != 0);
    call(&w, 7); /* each has a fresh copy, so that the answer stays */
    assert_float_equal(*returned, first, 0);
    assert_true(z[0] >= 0 && z[0] < 2);
    workspace_release(&w);

    begin(&w,
          "double mix(int n, const float *x, const double *y, double a, double *z, uint32_t *u, "
          "signed char *c, int k)",
          &function, N, 6);
    call(&w, 1);
    assert_true(*(const double *)output(&w, "what it returns", 1, 'd') != first);
    workspace_release(&w);
}

static uint16_t largest(size_t n, const uint16_t *x) {
    uint16_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

TEST(integers_may_be_indices) {
    bench_function function = (bench_function)largest;
    static const struct {
        int64_t size, least, most;
    } cases[] = {{1, 0, 0}, {2, 0, 1}, {1000, 900, 999}, {200000, 60000, 65535}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct workspace w;
        begin(&w, "uint16_t f(size_t n, const uint16_t *x)", &function, cases[i].size, 1);
        call(&w, 2);
        int32_t most = *(const int32_t *)output(&w, "what it returns", 1, 'i');
        assert_uint_in_range(most, cases[i].least, cases[i].most);
        workspace_release(&w);
    }
}

TEST(a_size_that_does_not_fit_is_refused) {
    static struct wire_function load = {.is_there = 1};
    const struct bench_action *action;
    struct workspace_needs needs;
    struct err err;
    strcpy(load.prototype, "double f(short n, const double *x)");
    assert_int_equal(function_action_load(&action, &load, &err), 0);
    assert_int_equal(action->largest, 1000);
    assert_int_equal(
        workspace_measure(action, 'd', &(struct design_point){.size = 32767}, &needs, &err), 0);
    assert_int_equal(
        workspace_measure(action, 'd', &(struct design_point){.size = 32768}, &needs, &err),
        ERR_FAILED);
    assert_non_null(strstr(err.message, "n is of type short, which has no 32768"));
}

/* --- fresh inputs --- */

enum { CALLS = 5, N = 30 };

/* What CALLS calls got. */
static struct got {
    double x[N], y[N], a;
    int64_t k;
    const double *place;
} got[CALLS];
static size_t calls_made;

static double note_inputs(size_t n, const double *x, double *y, double a, int64_t k) {
    struct got *one = &got[calls_made++ % CALLS];
    memcpy(one->x, x, n * sizeof *x);
    memcpy(one->y, y, n * sizeof *y);
    one->a = a;
    one->k = k;
    one->place = x;
    y[0] = 0;
    return x[0];
}

static const char noting[] = "double f(size_t n, const double *x in [2, 3), double *y, "
                             "double a in [0.1, 10), int64_t k in 1..2*n)";

static void call_noting(int is_fresh, uint64_t seed, struct got result[CALLS]) {
    bench_function function = (bench_function)note_inputs;
    struct workspace w;
    workspace_be_fresh(is_fresh);
    begin(&w, noting, &function, N, seed);
    calls_made = 0;
    call(&w, CALLS);
    memcpy(result, got, sizeof got);
    workspace_release(&w);
    workspace_be_fresh(0);
}

TEST(fresh_calls_get_other_numbers) {
    struct got first[CALLS], again[CALLS], other[CALLS];
    call_noting(1, 7, first);
    for (int c = 0; c < CALLS; c++) {
        for (int i = 0; i < N; i++) {
            assert_true(first[c].x[i] >= 2 && first[c].x[i] < 3);
            assert_true(first[c].y[i] >= -1 && first[c].y[i] < 1 && first[c].y[i] != 0);
        }
        assert_true(first[c].a >= 0.1 && first[c].a < 10);
        assert_true(first[c].k >= 1 && first[c].k <= 2 * N);
        for (int b = 0; b < c; b++) {
            assert_memory_not_equal(first[c].x, first[b].x, sizeof first->x);
            assert_memory_not_equal(first[c].y, first[b].y, sizeof first->y);
            assert_true(first[c].a != first[b].a && first[c].place != first[b].place);
        }
    }
    call_noting(1, 7, again);
    call_noting(1, 8, other);
    for (int c = 0; c < CALLS; c++) {
        assert_memory_equal(again[c].x, first[c].x, sizeof first->x);
        assert_true(again[c].a == first[c].a && again[c].k == first[c].k);
        assert_memory_not_equal(other[c].x, first[c].x, sizeof first->x);
    }
}

TEST(the_same_inputs_are_the_same) {
    struct got same[CALLS];
    call_noting(0, 7, same);
    for (int c = 1; c < CALLS; c++) {
        assert_memory_equal(same[c].x, same[0].x, sizeof same->x);
        assert_memory_equal(same[c].y, same[0].y, sizeof same->y); /* although y was overwritten */
        assert_true(same[c].a == same[0].a && same[c].k == same[0].k);
        assert_ptr_equal(same[c].place, same[0].place);
    }
}

static const double *place_of_last;
static double note_place(size_t n, const double *x) {
    place_of_last = x;
    return (double)n;
}

/* No predictor learns so many numbers. */
TEST(large_arrays_are_not_drawn_for_each_call) {
    bench_function function = (bench_function)note_place;
    struct workspace w;
    workspace_be_fresh(1);
    begin(&w, "double f(size_t n, const double *x)", &function, WORKSPACE_FRESH_BYTES / 8 + 1, 1);
    assert_true(workspace_warm_copies(&w) == INT64_MAX);
    call(&w, 3);
    assert_ptr_equal(place_of_last, w.arena + w.arrays[0].offset);
    workspace_release(&w);
    begin(&w, "double f(size_t n, const double *x)", &function, WORKSPACE_FRESH_BYTES / 8, 1);
    assert_true(workspace_warm_copies(&w) < 1000);
    workspace_release(&w);
    workspace_be_fresh(0);
}

static int are_sorted;
static int64_t look_at_order(size_t n, const double *x, short *y) {
    for (size_t i = 1; i < n; i++)
        are_sorted &= x[i] > x[i - 1] && y[i] >= y[i - 1];
    place_of_last = x;
    y[0] = -1;
    y[n - 1] = 0;
    return are_sorted;
}

/* To sort anew for each call would take much longer than most calls. */
TEST(sorted_arrays_ascend_and_stay) {
    bench_function function = (bench_function)look_at_order;
    struct workspace w;
    are_sorted = 1;
    workspace_be_fresh(1);
    begin(&w, "int64_t f(size_t n, const double *x sorted, short *y sorted in 1..9)", &function, N,
          1);
    call(&w, 4);
    assert_true(are_sorted);
    assert_ptr_equal(place_of_last, w.arena + w.arrays[0].offset);
    workspace_release(&w);
    workspace_be_fresh(0);
}

static double spoil(size_t n, const double *x, double *y) {
    ((double *)(uintptr_t)x)[n - 1] += y[0];
    return y[0] = 1;
}

TEST(writing_into_a_constant_is_wrong) {
    bench_function functions[] = {(bench_function)spoil, (bench_function)note_place};
    for (int is_right = 0; is_right < 2; is_right++) {
        struct workspace w;
        begin(&w, "double f(size_t n, const double *x, double *y)", &functions[is_right], N, 1);
        function_action_watch(1);
        call(&w, 1);
        function_action_watch(0);
        assert_string_equal(w.report.wrong, is_right ? "" : "it wrote into x, which is const");
        workspace_release(&w);
    }
}
