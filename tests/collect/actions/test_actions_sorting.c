/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in sort and search, which judge others: numbers in every order that is known to be bad
 * for some sort, at sizes around those where it changes its way. */
#include <math.h>

#include "collect/harness/random.h"
#include "tests/collect/rig.h"
#include "tests/collect/solo.h"
#include "tests/test.h"

enum { MOST = 5000 };

static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 15, 16, 17, 18, 31, 33, 64, 100, 1000, MOST};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- orders of numbers --- */

typedef double order(size_t i, size_t n);

static struct random numbers = {1};

static double drawn(size_t i, size_t n) {
    (void)i, (void)n;
    double number;
    random_fill_double(&numbers, &number, 1);
    return number;
}

static double ascending(size_t i, size_t n) {
    (void)n;
    return (double)i;
}

static double descending(size_t i, size_t n) {
    return (double)(n - i);
}

static double all_equal(size_t i, size_t n) {
    (void)i, (void)n;
    return -1.5;
}

static double of_two(size_t i, size_t n) {
    return drawn(i, n) < 0 ? -1 : 1;
}

static double up_and_down(size_t i, size_t n) {
    return i < n / 2 ? (double)i : (double)(n - i);
}

static double infinite_at_the_ends(size_t i, size_t n) {
    return i == 0 ? INFINITY : i + 1 == n ? -INFINITY : drawn(i, n);
}

static order *const orders[] = {drawn,  ascending,   descending,          all_equal,
                                of_two, up_and_down, infinite_at_the_ends};

/* Numbers that medians of three split badly, after D. R. Musser: from some 40 on the heapsort takes
 * part. */
static double killer(size_t i, size_t n) {
    size_t k = n / 2;
    return i < k ? (double)(i % 2 ? k + i : i + 1) : (double)(2 * (i - k + 1));
}

/* --- the sort --- */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bench_function routine(const char *name) {
    struct rig rig;
    rig_find(rig.builtin, "builtin.so");
    return solo_routine(rig.builtin, name);
}

static void check_order(order *number, size_t n) {
    static double expected[MOST + 1], x[MOST + 1];
    static float singles[MOST + 1];
    void (*sort)(double *, size_t) = (void (*)(double *, size_t))routine("sort");
    void (*sortf)(float *, size_t) = (void (*)(float *, size_t))routine("sortf");
    for (size_t i = 0; i < n; i++) /* the same for float and double */
        singles[i] = (float)(expected[i] = x[i] = (double)(float)number(i, n));
    expected[n] = x[n] = -7;
    singles[n] = -7;
    qsort(expected, n, sizeof *expected, compare);
    sort(x, n);
    sortf(singles, n);
    for (size_t i = 0; i <= n; i++)
        if (x[i] != expected[i] || (double)singles[i] != expected[i])
            fail_msg("n = %zu: number %zu is %g and %g, not %g", n, i, x[i], (double)singles[i],
                     expected[i]);
}

TEST(every_order_is_sorted) {
    for (size_t s = 0; s < COUNT(sizes); s++) {
        for (size_t o = 0; o < COUNT(orders); o++)
            check_order(orders[o], sizes[s]);
        check_order(killer, sizes[s]);
    }
}

TEST(the_first_number_that_is_not_below_a_key_is_found) {
    size_t (*search)(const double *, size_t, double) =
        (size_t(*)(const double *, size_t, double))routine("lower_bound");
    size_t (*searchf)(const float *, size_t, float) =
        (size_t(*)(const float *, size_t, float))routine("lower_boundf");
    double x[100];
    float singles[100];
    for (size_t i = 0; i < COUNT(x); i++) /* each number twice */
        singles[i] = (float)(x[i] = (double)(i / 2));
    for (size_t n = 0; n <= COUNT(x); n++)
        for (double key = -1; key <= 50; key += 0.5) {
            size_t place = 0;
            while (place < n && x[place] < key)
                place++;
            assert_int_equal(search(x, n, key), place);
            assert_int_equal(searchf(singles, n, (float)key), place);
        }
}

TEST(each_call_of_a_search_has_another_key_in_the_same_array) {
    enum { N = 1000, CALLS = 50 };
    static double x[N];
    bench_function search = routine("lower_bound");
    struct solo solo;
    size_t count, places[CALLS], same = 0;
    workspace_be_fresh(1);
    solo_begin(&solo, "lower_bound", 'd', N, NAN, &search);
    struct workspace *w = &solo.workspace;
    const double *array = (const double *)(const void *)(w->arena + w->arrays[0].offset);
    const int64_t *place = solo_output(&solo, 0, &count);
    memcpy(x, array, sizeof x);
    for (size_t i = 1; i < N; i++)
        assert_true(x[i - 1] <= x[i]);
    assert_true(workspace_may_be_fresh(w));
    workspace_renew(w, CALLS);
    for (size_t c = 0; c < CALLS; c++) {
        solo_calculate(&solo, (int64_t)c + 1);
        places[c] = (size_t)*place;
        same += c > 0 && places[c] == places[c - 1];
    }
    assert_true(same < CALLS / 10);
    assert_memory_equal(x, array, sizeof x);
    solo_initialize(&solo, 2);
    assert_memory_not_equal(x, array, sizeof x);
    solo_end(&solo);
    workspace_be_fresh(0);
}

TEST(each_call_of_the_action_sorts_its_own_copy) {
    bench_function sort = routine("sort");
    struct solo solo;
    size_t count;
    workspace_be_fresh(1);
    solo_begin(&solo, "sort", 'd', 100, NAN, &sort);
    const double *x = solo_output(&solo, 0, &count);
    assert_int_equal(count, 100);
    assert_true(workspace_may_be_fresh(&solo.workspace));
    double before[100];
    memcpy(before, x, sizeof before);
    qsort(before, count, sizeof *before, compare);
    solo_calculate(&solo, 1);
    assert_memory_equal(x, before, sizeof before);
    workspace_renew(&solo.workspace, 1);
    solo_calculate(&solo, 1);
    assert_memory_not_equal(x, before, sizeof before);
    for (size_t i = 1; i < count; i++)
        assert_true(x[i - 1] <= x[i]);
    solo_end(&solo);
    workspace_be_fresh(0);
}
