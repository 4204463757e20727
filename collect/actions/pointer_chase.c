/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"

/* Each load gives the address of the next, so that none can begin before the previous one has
 * ended: a call takes the time of one load from whatever memory n places of `stride` bytes fit in.
 * The places form one cycle in random order, which no prefetcher follows. A batch continues where
 * the last one stopped, because otherwise it would see the same few places again. */
struct place {
    struct place *next;
    int64_t number; /* of the next place */
};

struct chase {
    char *places;
    int32_t *order; /* scratch: the number of the place after each */
    struct place *at;
    int64_t *reached; /* the number of the place where the last batch stopped */
    size_t stride;
};

static int setup(struct bench *bench) {
    struct chase *s = bench->state;
    double stride = bench->parameters[0];
    if (bench->size > INT32_MAX) {
        bench_fail(bench, "places have numbers of 32 bits");
        return 1;
    }
    if (!(stride >= sizeof(struct place)) || stride > 1 << 30 ||
        fmod(stride, sizeof(void *)) != 0) {
        bench_fail(bench, "the stride is a multiple of 8 from 16 to 2^30");
        return 1;
    }
    s->stride = (size_t)stride;
    s->places = bench_memory(bench, (size_t)bench->size, s->stride);
    s->order = bench_memory(bench, (size_t)bench->size, sizeof *s->order);
    s->reached = bench_memory(bench, 1, sizeof *s->reached);
    bench_output_of(bench, "place reached", s->reached, 1, 'l');
    return 0;
}

static struct place *place_at(const struct chase *s, int64_t number) {
    return (struct place *)(void *)(s->places + (size_t)number * s->stride);
}

/* Sattolo's algorithm: like a random shuffle, but an element is never exchanged with itself, so
 * that one cycle results, every cycle equally likely (An Algorithm to Generate a Random Cyclic
 * Permutation, Inf. Process. Lett. 22, 1986). */
static void draw_cycle(struct bench *bench, int32_t *order) {
    for (int32_t i = 0; i < (int32_t)bench->size; i++)
        order[i] = i;
    for (int32_t i = (int32_t)bench->size - 1; i > 0; i--) {
        int32_t other = (int32_t)((bench_uniform(bench) + 1) / 2 * i), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct chase *s = bench->state;
    (void)seed;
    draw_cycle(bench, s->order);
    for (int64_t i = 0; i < bench->size; i++)
        *place_at(s, i) = (struct place){place_at(s, s->order[i]), s->order[i]};
    s->at = place_at(s, 0);
    *s->reached = 0;
}

/* --- implementations --- */

/* Goes STEPS steps from the place FROM and returns the place that it reaches. */
typedef struct place *chase_function(const struct chase *s, struct place *from, int64_t steps);

static struct place *follow_pointers(const struct chase *s, struct place *from, int64_t steps) {
    (void)s;
    for (; steps > 0; steps--)
        from = from->next;
    return from;
}

/* As in an array: finding the next address takes a multiplication and an addition. */
static struct place *follow_numbers(const struct chase *s, struct place *from, int64_t steps) {
    char *places = s->places;
    size_t stride = s->stride;
    for (; steps > 0; steps--)
        from = (struct place *)(void *)(places + (size_t)from->number * stride);
    return from;
}

static chase_function *chosen(const struct bench *bench) {
    return (chase_function *)bench->routines[0];
}

static void calculate(struct bench *bench, int64_t calls) {
    struct chase *s = bench->state;
    s->at = chosen(bench)(s, s->at, calls);
    *s->reached = ((char *)s->at - s->places) / (int64_t)s->stride;
}

/* --- residual --- */

/* A call looks at only one place. So this takes the implementation's step from every place of the
 * cycle. Returns 0 if the last batch and all steps reached the right place, else infinity. */
static double residual(const struct bench *bench) {
    const struct chase *s = bench->state;
    double wrong = *s->reached != s->order[0];
    for (int64_t i = 0; i < bench->size; i++)
        wrong += chosen(bench)(s, place_at(s, i), 1) != place_at(s, s->order[i]);
    return wrong ? INFINITY : 0;
}

/* Topic: ceilings. */
const struct bench_action action_pointer_chase = {
    BENCH_ACTION_HEAD,
    .name = "pointer_chase",
    .about = "p := *p, one dependent load a call",
    .size_means = "places in the cycle",
    .largest = 4000000,
    .implementations =
        (const struct bench_implementation[]){{"pointers", (bench_function)follow_pointers},
                                              {"indices", (bench_function)follow_numbers},
                                              {0}},
    .parameters =
        (const struct bench_parameter[]){{"stride", "bytes from one place to the next", 64}, {0}},
    .state_bytes = sizeof(struct chase),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
};
