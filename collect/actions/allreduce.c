/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>

#include "collect/action.h"

struct allreduce {
    size_t count; /* numbers */
    void *x, *sums;
    double *wanted, *magnitudes; /* scratch */
};

typedef int mpi_allreduce(const void *from, void *to, int count, intptr_t type, intptr_t operation,
                          intptr_t comm);

static int setup(struct bench *bench) {
    struct allreduce *s = bench->state;
    if (bench->size % (int64_t)bench->element != 0) {
        bench_fail(bench, bench_is_single(bench)
                              ? "the bytes must be a multiple of 4, for floats"
                              : "the bytes must be a multiple of 8, for doubles");
        return 1;
    }
    s->count = (size_t)bench->size / bench->element;
    s->x = bench_array(bench, s->count);
    s->sums = bench_output(bench, bench_array(bench, s->count), s->count);
    s->wanted = bench_memory(bench, s->count, sizeof *s->wanted);
    s->magnitudes = bench_memory(bench, s->count, sizeof *s->magnitudes);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct allreduce *s = bench->state;
    (void)seed;
    bench_fill_part(bench, s->x, (uint64_t)bench->rank * s->count, s->count);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct allreduce *s = bench->state;
    const struct bench_mpi *mpi = bench->mpi;
    mpi_allreduce *allreduce = (mpi_allreduce *)bench->routines[0];
    intptr_t type = bench_is_single(bench) ? mpi->single_ : mpi->double_;
    for (int64_t c = 0; c < calls; c++)
        allreduce(s->x, s->sums, (int)s->count, type, mpi->sum, mpi->world);
}

/* The largest |sum - wanted| / (p epsilon (|x_1| + ... + |x_p|)), on any rank: at most 1 in any
 * order of p additions (N. J. Higham: Accuracy and stability of numerical algorithms, SIAM 2002,
 * section 4.2), of which there are two, the library's and ours. */
static double residual(const struct bench *bench) {
    const struct allreduce *s = bench->state;
    double worst = 0;
    for (size_t i = 0; i < s->count; i++) {
        s->wanted[i] = bench_element(bench, s->x, i);
        s->magnitudes[i] = fabs(s->wanted[i]);
    }
    bench_sum(bench, s->wanted, s->count);
    bench_sum(bench, s->magnitudes, s->count);
    for (size_t i = 0; i < s->count; i++) {
        double off = fabs(bench_element(bench, s->sums, i) - s->wanted[i]);
        off = off > 0 ? off / s->magnitudes[i] : off;
        worst = off > worst || off != off ? off : worst;
        if (worst != worst)
            break;
    }
    return worst / (bench->ranks * bench_epsilon(bench));
}

/* Two libraries may add p numbers below 1 in different orders. */
static double tolerance(const struct bench *bench) {
    return (double)bench->ranks * (double)bench->ranks;
}

static double bytes(const struct bench *bench) {
    return (double)bench->size;
}

/* Topic: messages. */
const struct bench_action action_allreduce = {
    BENCH_ACTION_HEAD,
    .name = "allreduce",
    .about = "all ranks get the sums of n bytes of numbers",
    .size_means = "bytes of each rank's numbers",
    .largest = 1 << 22,
    .smallest_power = 8,
    .types = "sd",
    .routines = (const struct bench_routine[]){{NULL, "MPI_Allreduce"}, {0}},
    .state_bytes = sizeof(struct allreduce),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .bytes = bytes,
    .bytes_formula = "n",
    .is_parallel = 1,
    .is_collective = 1,
};
