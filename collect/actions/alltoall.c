/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/payload.h"

struct alltoall {
    struct payload payload;
    char *sent, *received, *wanted;
};

typedef int mpi_alltoall(const void *sent, int count, intptr_t type, void *received,
                         int received_count, intptr_t received_type, intptr_t comm);

static int setup(struct bench *bench) {
    struct alltoall *s = bench->state;
    size_t ranks = (size_t)bench->ranks;
    payload_setup(bench);
    s->sent = payload_memory(bench, ranks);
    s->received = payload_memory(bench, ranks);
    s->wanted = payload_memory(bench, ranks);
    return 0;
}

/* Message number r of each rank is for rank r. */
static void initialize(struct bench *bench, uint64_t seed) {
    struct alltoall *s = bench->state;
    (void)seed;
    for (int r = 0; r < bench->ranks; r++) {
        payload_make(bench, bench->rank, r, s->sent + r * bench->size);
        payload_make(bench, r, bench->rank, s->wanted + r * bench->size);
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct alltoall *s = bench->state;
    mpi_alltoall *alltoall = (mpi_alltoall *)bench->routines[0];
    int n = (int)bench->size;
    for (int64_t c = 0; c < calls; c++)
        alltoall(s->sent, n, bench->mpi->byte, s->received, n, bench->mpi->byte, bench->mpi->world);
}

static double residual(const struct bench *bench) {
    const struct alltoall *s = bench->state;
    int64_t wrong = 0;
    for (int r = 0; r < bench->ranks; r++)
        wrong += payload_differ(bench, s->received + r * bench->size, s->wanted + r * bench->size);
    return payload_residual(bench, wrong);
}

static double bytes(const struct bench *bench) {
    return (double)bench->ranks * (double)bench->size;
}

/* Topic: messages. */
const struct bench_action action_alltoall = {
    BENCH_ACTION_HEAD,
    .name = "alltoall",
    .about = "each rank sends n bytes to each",
    .size_means = "bytes from one rank to another",
    .largest = 1 << 20,
    .smallest_power = 1,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "MPI_Alltoall"}, {0}},
    .state_bytes = sizeof(struct alltoall),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .bytes = bytes,
    .bytes_formula = "p n, on p ranks",
    .is_parallel = 1,
    .is_collective = 1,
};
