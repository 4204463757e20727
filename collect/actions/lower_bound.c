/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "collect/action.h"

struct search {
    void *x;   /* ascending */
    char *key; /* renewed, so that each call can look for another */
    int64_t *place;
};

static int setup(struct bench *bench) {
    struct search *s = bench->state;
    s->x = bench_array(bench, (size_t)bench->size);
    s->key = bench_renewed_array(bench, 1);
    s->place = bench_memory(bench, 1, sizeof *s->place);
    bench_output_of(bench, "place", s->place, 1, 'l');
    return 0;
}

/* --- filling --- */

static int compare_floats(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void renew(struct bench *bench) {
    const struct search *s = bench->state;
    bench_fill(bench, s->key, 1);
}

static void initialize(struct bench *bench, uint64_t seed) {
    const struct search *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    qsort(s->x, n, bench->element, bench_is_single(bench) ? compare_floats : compare_doubles);
    renew(bench);
}

/* --- searching --- */

/* One function per type. Calls do not wait for one another, as in a loop over many keys. */
#define CALLS(name, type)                                                                          \
    static void name(struct bench *bench, int64_t calls) {                                         \
        const struct search *s = bench->state;                                                     \
        const size_t n = (size_t)bench->size, stride = bench->copy_stride;                         \
        size_t (*search)(const type *x, size_t n, type key) =                                      \
            (size_t(*)(const type *x, size_t n, type key))bench->routines[0];                      \
        const type *x = s->x;                                                                      \
        const char *key = s->key;                                                                  \
        size_t place = 0;                                                                          \
        for (int64_t c = 0; c < calls; c++, key += stride)                                         \
            place = search(x, n, *(const type *)(const void *)key);                                \
        *s->place = (int64_t)place;                                                                \
    }
CALLS(find_floats, float)
CALLS(find_doubles, double)

static void calculate(struct bench *bench, int64_t calls) {
    (bench_is_single(bench) ? find_floats : find_doubles)(bench, calls);
}

/* Topic: sorting. */
const struct bench_action action_lower_bound = {
    BENCH_ACTION_HEAD,
    .name = "lower_bound",
    .about = "the first i with x_i not below a key, x ascending",
    .size_means = "length of x",
    .largest = 1000000,
    .types = "sd",
    .routines = (const struct bench_routine[]){{NULL, "lower_bound{f}"}, {0}},
    .state_bytes = sizeof(struct search),
    .setup = setup,
    .initialize = initialize,
    .renew = renew,
    .calculate = calculate,
};
