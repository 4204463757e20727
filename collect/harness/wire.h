/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wire.h: what bench-collect and its workers say to each other, by formats/processes/message.h.
 *
 * The collector asks, the worker answers; one message each way: its kind as a number, then a plain
 * struct, as both ends are of the same build. A worker whose library ends the process never
 * answers, which is how the collector tells a finished request from an exit with status 0. */
#ifndef BENCHMAT_COLLECT_HARNESS_WIRE_H
#define BENCHMAT_COLLECT_HARNESS_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "collect/libraries/library.h"
#include "collect/harness/workspace.h"

/* A worker finds its end of the socket pair and the arena's memory at these descriptors. */
enum { WIRE_SOCKET = 3, WIRE_ARENA = 4 };

/* Where an arena that is common to all workers is mapped in each. Free on Linux with 47 bits of
 * addresses, also where sanitizers keep their shadow memory. */
#define WIRE_ARENA_ADDRESS ((void *)0x200000000000)

/* Behind the arena's bytes the file has as many again as WIRE_SWEEP_MOST, which cost nothing until
 * they are touched: what caches are swept with. They begin at a page boundary. */
#define WIRE_SWEEP_MOST ((size_t)8 << 30)

static inline size_t wire_sweep_offset(size_t arena_bytes) {
    return (arena_bytes + 65535) / 65536 * 65536;
}

enum wire_kind {
    WIRE_LOAD = 1, /* wire_load     -> wire_loaded   load the library, bind the action */
    WIRE_SETUP,    /* wire_setup    -> wire_ready    lay out one size */
    WIRE_ANSWER, /* wire_answer   -> wire_answered calculate once, leave the outputs in the arena */
    WIRE_ESTIMATE, /* wire_estimate -> wire_seconds  about how long one call takes */
    WIRE_BATCH,    /* wire_batch    -> wire_sample   warm up and time a batch */
    WIRE_DESCRIBE, /* (nothing)     -> wire_described  what the action says of itself */
    WIRE_TERMS,    /* wire_setup    -> wire_terms    what it says of one size; undoes WIRE_SETUP */
    WIRE_RUN,      /* wire_run      -> (nothing)     its begin_run, or end_run */
    WIRE_LEAVE,    /* (nothing)     -> (nothing)     its end_round at the size that is set up */
    WIRE_KINDS,
    WIRE_FAILED = 100 /* instead of any answer: a wire_failed */
};

/* Without paths and implementation nothing can be measured, but the action can be asked about
 * itself. */
struct wire_load {
    char action[64];
    char plugin[4096];      /* the shared object that has the action; "": it is built in */
    int32_t implementation; /* the number of the one to measure; -1: a library's routines */
    char type;
    uint64_t layout; /* draws the placement of arrays and of the stack. 0: the system's own, with
                        the arena wherever the kernel maps it and nothing drawn */
    uint64_t arena_bytes;
    uint32_t path_count;
    uint32_t is_chain; /* as in struct library */
    char paths[LIBRARY_MAX_OBJECTS][4096];
};

struct wire_loaded {
    int32_t c_interface;
    int32_t integer_bits;                /* of the library's integers: 32, 64, or 0 when unknown */
    int32_t random_addresses;            /* 1: the kernel draws them: layout 0, or it cannot be
                                            turned off */
    double clock_resolution, clock_cost; /* seconds */
    uint32_t facts_length;
    char facts[32768]; /* name NUL text NUL, again and again */
};

struct wire_setup {
    int64_t size;
    double parameters[BENCH_MAX_PARAMETERS];
};

struct wire_ready {
    uint32_t output_count;
    struct workspace_output outputs[WORKSPACE_MAX_OUTPUTS];
};

struct wire_answer {
    uint64_t seed;
};

struct wire_answered {
    double first_call; /* seconds of this one call, by the clock even where is_manual */
    double residual;   /* NaN when the action has none */
    int32_t is_manual; /* 1: it timed a part of the call by itself */
    int32_t has_counted[BENCH_COUNTS];
};

struct wire_estimate {
    uint64_t seed;
    double shortest; /* seconds that an interval must last to be believed */
};

struct wire_seconds {
    double seconds; /* of one call, to plan by: by the action's own timing where it has one, but no
                       less than a tenth of the clock's */
};

struct wire_batch {
    uint64_t seed;
    int64_t calls;        /* more are made where these are over before SHORTEST */
    double call_seconds;  /* the estimate for one call */
    double shortest;      /* as in wire_estimate */
    double warm_up;       /* the most seconds to spend on untimed calls */
    uint64_t evict_bytes; /* what to sweep through before each call, which is then timed singly,
                             however short, and exactly CALLS are made; 0: caches stay warm */
};

/* run_delay, steal and preemptions are those of the batch, without warming up: see watch.h. */
struct wire_sample {
    double seconds;          /* per call: what is typical of the batch's intervals */
    double batch_mean;       /* per call: all of the batch */
    double run_delay, steal; /* seconds; NaN where not known */
    double spin;             /* seconds of a fixed calculation beside the batch */
    double cpu_seconds;      /* per call: processor time of all threads */
    double whole_seconds;    /* per call: by the clock, where the action times a part by itself,
                                which is then `seconds`; else NaN */
    double counted[BENCH_COUNTS]; /* per call; NaN where the action does not count */
    double initialize_seconds;    /* what filling the inputs took */
    double warm_up_seconds;       /* what warming up took, with its renewing */
    int64_t calls;                /* timed in all */
    int64_t interval_calls; /* timed by one interval of the clock; of the last perhaps fewer */
    int64_t slow_intervals; /* that took more than a quarter longer than their median */
    int64_t copies;         /* of renewed arrays in one interval; 0: nothing is renewed */
    int64_t warm_up_calls;  /* before the batch */
    int64_t preemptions;
    int32_t is_steady; /* see sample.h */
};

/* By the clock, per call. */
static inline double wire_whole_seconds(const struct wire_sample *sample) {
    return sample->whole_seconds > 0 ? sample->whole_seconds : sample->batch_mean;
}

/* Texts are NUL-terminated, one after the other, in this order: name, about, size_means ("" for
 * none), types, flops_formula, bytes_formula; for each implementation its name; for each parameter
 * its name and what it is about. */
struct wire_described {
    int64_t largest;
    int32_t has_residual, has_run, has_end; /* has_run: begin_run or end_run; has_end: end_round */
    uint32_t implementation_count, parameter_count;
    double defaults[BENCH_MAX_PARAMETERS];
    uint32_t texts_length;
    char texts[16384];
};

struct wire_terms {
    double flops, bytes;                /* of one call; 0 where it does not say */
    double tolerance;                   /* in units of epsilon; NaN where it does not say */
    uint64_t arena_bytes, output_bytes; /* as struct workspace_needs */
};

struct wire_run {
    int32_t is_end;
};

struct wire_failed {
    char message[512];
};

union wire_payload {
    struct wire_load load;
    struct wire_loaded loaded;
    struct wire_setup setup;
    struct wire_ready ready;
    struct wire_answer answer;
    struct wire_answered answered;
    struct wire_estimate estimate;
    struct wire_seconds seconds;
    struct wire_batch batch;
    struct wire_sample sample;
    struct wire_described described;
    struct wire_terms terms;
    struct wire_run run;
    struct wire_failed failed;
};

/* Bytes of the longest message. */
enum { WIRE_MOST = sizeof(uint64_t) + sizeof(union wire_payload) };

#endif
