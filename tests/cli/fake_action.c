/* SPDX-License-Identifier: GPL-3.0-or-later */
/* y := a x + y, in three ways, until a macro spoils it: what is done besides IN_SETUP,
 * IN_CALCULATE, AFTER_A_ROUND, AT_THE_BEGINNING and AT_THE_END of a run, with `bench` and the
 * arrays in sight; HEAD, OUTPUTS, and MEMBERS, which come last and so override. */
#include "collect/action.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef HEAD
#    define HEAD BENCH_ACTION_HEAD
#endif
#ifndef IN_SETUP
#    define IN_SETUP
#endif
#ifndef IN_CALCULATE
#    define IN_CALCULATE
#endif
#ifndef OUTPUTS
#    define OUTPUTS bench_output_of(bench, "y", s->y, n, bench->type)
#endif
#ifndef MEMBERS
#    define MEMBERS
#endif
#ifndef NAME
#    define NAME "saxpy"
#endif

struct arrays {
    float *x, *y;
    int *count;
};

typedef void saxpy(size_t n, float a, const float *x, float *y);

static void plain(size_t n, float a, const float *x, float *y) {
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void backward(size_t n, float a, const float *x, float *y) {
    for (size_t i = n; i-- > 0;)
        y[i] += a * x[i];
}

static void hasty(size_t n, float a, const float *x, float *y) {
    plain(n - 1, a, x, y);
}

static int setup(struct bench *bench) {
    struct arrays *s = bench->state;
    size_t n = (size_t)bench->size;
    IN_SETUP;
    s->x = bench_array(bench, n);
    s->y = bench_renewed_array(bench, n);
    s->count = bench_memory(bench, 1, sizeof *s->count);
    OUTPUTS;
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct arrays *s = bench->state;
    (void)seed;
    bench_fill(bench, s->x, (size_t)bench->size);
    bench_fill(bench, s->y, (size_t)bench->size);
    *s->count = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    struct arrays *s = bench->state;
    saxpy *function = (saxpy *)bench->routines[0];
    size_t n = (size_t)bench->size;
    for (int64_t c = 0; c < calls; c++) {
        float *y = (float *)((char *)s->y + (size_t)c * bench->copy_stride);
        function(n, (float)bench->parameters[0], s->x, y);
        IN_CALCULATE;
    }
}

#ifdef AFTER_A_ROUND
static void end_round(struct bench *bench) {
    size_t n = (size_t)bench->size;
    AFTER_A_ROUND;
}
#endif

#ifdef AT_THE_BEGINNING
static int begin_run(struct bench *bench) {
    (void)bench;
    AT_THE_BEGINNING;
    return 0;
}

static void end_run(struct bench *bench) {
    (void)bench;
    AT_THE_END;
}
#    define RUN .begin_run = begin_run, .end_run = end_run,
#else
#    define RUN
#endif

static const struct bench_implementation implementations[] = {
    {"plain", (bench_function)plain},
    {"backward", (bench_function)backward},
    {"hasty", (bench_function)hasty},
    {0}};

static const struct bench_parameter parameters[] = {{"factor", "what x is multiplied by", 0.5},
                                                    {0}};

#ifndef WITHOUT_TABLE
const struct bench_action bench_plugin = {HEAD,
                                          .name = NAME,
                                          .about = "y := a x + y",
                                          .size_means = "length of x and y",
                                          .largest = 1000,
                                          .types = "s",
                                          .implementations = implementations,
                                          .parameters = parameters,
                                          .state_bytes = sizeof(struct arrays),
                                          .setup = setup,
                                          .initialize = initialize,
                                          .calculate = calculate,
                                          .flops_formula = "2 n",
                                          RUN MEMBERS};
#endif
