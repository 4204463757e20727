/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/payload.h"

/* A call is one message; they go back and forth. So a call takes half a round trip, as the latency
 * of other benchmarks of MPI does. */
struct ping_pong {
    struct payload payload;
    char *sent, *received, *wanted;
};

typedef int mpi_send(const void *message, int count, intptr_t type, int to, int tag, intptr_t comm);
typedef int mpi_recv(void *message, int count, intptr_t type, int from, int tag, intptr_t comm,
                     intptr_t status);

static int setup(struct bench *bench) {
    struct ping_pong *s = bench->state;
    if (bench->ranks != 2) {
        bench_fail(bench, "it takes two: --ranks 2");
        return 1;
    }
    payload_setup(bench);
    s->sent = payload_memory(bench, 1);
    s->received = payload_memory(bench, 1);
    s->wanted = payload_memory(bench, 1);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct ping_pong *s = bench->state;
    (void)seed;
    payload_make(bench, bench->rank, 0, s->sent);
    payload_make(bench, !bench->rank, 0, s->wanted);
}

static void send_message(const struct bench *bench, const char *message) {
    ((mpi_send *)bench->routines[0])(message, (int)bench->size, bench->mpi->byte, !bench->rank, 0,
                                     bench->mpi->world);
}

static void receive_message(const struct bench *bench, char *message) {
    ((mpi_recv *)bench->routines[1])(message, (int)bench->size, bench->mpi->byte, !bench->rank, 0,
                                     bench->mpi->world, bench->mpi->ignored_status);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct ping_pong *s = bench->state;
    for (int64_t c = 0; c < calls; c++)
        if (c % 2 == bench->rank)
            send_message(bench, s->sent);
        else
            receive_message(bench, s->received);
}

/* One call tells nothing to rank 0. So rank 1 sends its own message now, and then back what it has
 * received. */
static double residual(const struct bench *bench) {
    const struct ping_pong *s = bench->state;
    int64_t wrong;
    if (bench->rank == 1) {
        wrong = payload_differ(bench, s->received, s->wanted);
        send_message(bench, s->sent);
        send_message(bench, s->received);
    } else {
        receive_message(bench, s->received);
        wrong = payload_differ(bench, s->received, s->wanted);
        receive_message(bench, s->received);
        wrong += payload_differ(bench, s->received, s->sent);
    }
    return payload_residual(bench, wrong);
}

/* Topic: messages. */
const struct bench_action action_ping_pong = {
    BENCH_ACTION_HEAD,
    .name = "ping_pong",
    .about = "a message of n bytes between two ranks, back and forth",
    .size_means = "bytes of the message",
    .largest = 1 << 22,
    .smallest_power = 1,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "MPI_Send"}, {NULL, "MPI_Recv"}, {0}},
    .state_bytes = sizeof(struct ping_pong),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .bytes = payload_bytes,
    .bytes_formula = "n",
    .is_parallel = 1,
};
