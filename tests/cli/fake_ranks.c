/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of all ranks' numbers by MPI_Allreduce, until a macro spoils it: what the last of several
 * ranks does IN_CALCULATE, and what it does AFTERWARDS. */
#include "collect/action.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifndef IN_CALCULATE
#    define IN_CALCULATE
#endif
#ifndef AFTERWARDS
#    define AFTERWARDS
#endif
#ifndef MEMBERS
#    define MEMBERS
#endif

struct arrays {
    double *x, *sums, *other;
};

typedef int allreduce(const void *from, void *to, int count, intptr_t type, intptr_t operation,
                      intptr_t comm);

static int setup(struct bench *bench) {
    struct arrays *s = bench->state;
    size_t n = (size_t)bench->size;
    if (bench->size == 13) {
        bench_fail(bench, "13 is not done");
        return 1;
    }
    s->x = bench_array(bench, n);
    s->sums = bench_array(bench, n);
    s->other = bench_memory(bench, n, sizeof *s->other);
    bench_output_of(bench, "sums", s->sums, n, 'd');
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct arrays *s = bench->state;
    (void)seed;
    bench_fill_part(bench, s->x, (uint64_t)(bench->rank * bench->size), (size_t)bench->size);
}

/* Each rank waits as many milliseconds as its number says, by its own clock if it has one
 * (bad_mpi.c). */
static void wait_a_while(const struct bench *bench) {
    void (*pass)(int64_t) = (void (*)(int64_t))dlsym(RTLD_DEFAULT, "own_clock_pass");
    if (pass)
        pass(1000000 * bench->rank);
    else
        nanosleep(&(struct timespec){0, 1000000 * bench->rank}, NULL);
}

static void calculate(struct bench *bench, int64_t calls) {
    struct arrays *s = bench->state;
    if (bench->ranks > 1 && bench->rank == bench->ranks - 1) {
        IN_CALCULATE;
    }
    for (int64_t c = 0; c < calls; c++) {
        ((allreduce *)bench->routines[0])(s->x, s->sums, (int)bench->size, bench->mpi->double_,
                                          bench->mpi->sum, bench->mpi->world);
        if (bench->parameters[0] > 0)
            wait_a_while(bench);
    }
    if (bench->ranks > 1 && bench->rank == bench->ranks - 1) {
        AFTERWARDS;
    }
}

/* What is wrong on any rank counts. The first number of the ranks' inputs is also added up. */
static double residual(const struct bench *bench) {
    const struct arrays *s = bench->state;
    size_t n = (size_t)bench->size;
    double off = 0;
    for (size_t i = 0; i < n; i++)
        s->other[i] = s->x[i];
    bench_sum(bench, s->other, n);
    for (size_t i = 0; i < n; i++)
        off = fmax(off, fabs(s->other[i] - s->sums[i]));
    bench_sum(bench, &off, 1);
    return off / (bench->ranks * bench_epsilon(bench));
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "sums",
    .about = "sums over ranks",
    .size_means = "numbers",
    .largest = 1000000,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "MPI_Allreduce"}, {0}},
    .parameters =
        (const struct bench_parameter[]){{"waits", "1: ranks wait after each call", 0}, {0}},
    .state_bytes = sizeof(struct arrays),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .is_parallel = 1,
    MEMBERS};
