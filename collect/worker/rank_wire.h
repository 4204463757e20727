/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank_wire.h: the messages between a worker and the ranks of a parallel action, sent by
 * formats/processes/message.h over TCP, because ranks may be on other machines of the same kind.
 *
 * A rank connects and says who it is by the token in its environment. Then the worker asks all
 * ranks the same, at the same time, and each answers with one message: its kind as a number, then a
 * plain struct, because both ends are from the same build. Between requests ranks sleep. A rank
 * that is about to end by itself says so in a farewell, as far as it can. */
#ifndef BENCHMAT_COLLECT_WORKER_RANK_WIRE_H
#define BENCHMAT_COLLECT_WORKER_RANK_WIRE_H

#include "collect/harness/wire.h"
#include "collect/mpi/interval.h"

/* "HOST:PORT:TOKEN": tells a bench-worker that it is a rank, and whose. */
#define RANK_VARIABLE "BENCHMAT_RANK"

/* So begins what a rank prints that cannot come to the worker. */
#define RANK_WORDS "a rank "

enum { RANK_TOKEN = 33, RANK_CHUNK = 1 << 20 };

enum rank_kind {
    RANK_LOAD = 1,   /* wire_load       -> rank_loaded     load the library, begin MPI */
    RANK_SETUP,      /* rank_setup      -> rank_ready      lay out one size */
    RANK_INITIALIZE, /* rank_initialize -> (nothing)       fill the inputs */
    RANK_CALCULATE,  /* rank_calculate  -> rank_calculated time calls */
    RANK_RESIDUAL,   /* (nothing)       -> rank_residual   check the last calculation */
    RANK_OUTPUT,     /* rank_output     -> bytes           a part of an output */
    RANK_LEAVE,      /* (nothing)       -> (nothing)       undo RANK_SETUP */
    RANK_END,        /* (nothing)       -> (nothing)       end MPI and the process */
    RANK_KINDS,
    RANK_HELLO = 99, /* rank_hello: the first message of a rank */
    RANK_FAREWELL,   /* rank_farewell, in place of any answer: the process ends */
    RANK_FAILED      /* wire_failed, in place of any answer */
};

struct rank_hello {
    char token[RANK_TOKEN];
};

struct rank_farewell {
    int32_t signal; /* 0: none */
    int32_t status; /* of exit(3), without a signal */
};

struct rank_loaded {
    int32_t number, world; /* of how many, as MPI says */
    char mpi[200];         /* its name and version */
    struct wire_loaded loaded;
};

struct rank_setup {
    struct wire_setup point;
    uint64_t layout;
};

struct rank_ready {
    int64_t most_calls; /* in one interval; INT64_MAX: any number */
};

struct rank_initialize {
    uint64_t seed;
};

struct rank_calculate {
    int64_t calls;
};

struct rank_calculated {
    struct interval_times times;
    double run_delay; /* of this rank, as in struct watch */
    int64_t preemptions;
    int32_t has_counted[BENCH_COUNTS];
    double counted[BENCH_COUNTS];
};

struct rank_residual {
    double residual; /* NaN: none */
};

struct rank_output {
    uint32_t number; /* of the output */
    uint64_t from;   /* byte */
    uint32_t bytes;  /* at most RANK_CHUNK */
};

#endif
