/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/payload.h"

struct broadcast {
    struct payload payload;
    char *buffer, *wanted;
};

typedef int mpi_bcast(void *buffer, int count, intptr_t type, int root, intptr_t comm);

static int setup(struct bench *bench) {
    struct broadcast *s = bench->state;
    payload_setup(bench);
    s->buffer = payload_memory(bench, 1);
    s->wanted = payload_memory(bench, 1);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct broadcast *s = bench->state;
    (void)seed;
    payload_make(bench, 0, 0, s->wanted);
    payload_make(bench, bench->rank, 0, s->buffer);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct broadcast *s = bench->state;
    mpi_bcast *bcast = (mpi_bcast *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++)
        bcast(s->buffer, (int)bench->size, bench->mpi->byte, 0, bench->mpi->world);
}

static double residual(const struct bench *bench) {
    const struct broadcast *s = bench->state;
    return payload_residual(bench, payload_differ(bench, s->buffer, s->wanted));
}

/* Topic: messages. */
const struct bench_action action_broadcast = {
    BENCH_ACTION_HEAD,
    .name = "broadcast",
    .about = "rank 0 sends n bytes to all ranks",
    .size_means = "bytes of the message",
    .largest = 1 << 22,
    .smallest_power = 1,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "MPI_Bcast"}, {0}},
    .state_bytes = sizeof(struct broadcast),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .bytes = payload_bytes,
    .bytes_formula = "n",
    .is_parallel = 1,
    .is_collective = 1,
};
