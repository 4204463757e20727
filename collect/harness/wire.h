/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wire.h: the messages between bench-collect and its workers, sent by formats/processes/message.h.
 *
 * The collector asks and the worker answers, with one message each: its kind as a number, then a
 * plain struct, because both ends are from the same build. If a library ends the worker's process,
 * the worker never answers; that is how the collector tells a finished request from an exit with
 * status 0. */
#ifndef BENCHMAT_COLLECT_HARNESS_WIRE_H
#define BENCHMAT_COLLECT_HARNESS_WIRE_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/libraries/library.h"
#include "collect/harness/workspace.h"

/* The descriptors at which a worker finds its end of the socket pair and the arena's memory, and
 * its guardian the end of its own. */
enum { WIRE_SOCKET = 3, WIRE_ARENA = 4, WIRE_GUARDIAN = 5 };

/* The address at which every worker maps an arena that all share. It is free on Linux with 47 bits
 * of addresses, also beside the shadow memory of sanitizers. */
#define WIRE_ARENA_ADDRESS ((void *)0x200000000000)

/* After the arena's bytes the file has WIRE_SWEEP_MOST bytes that workers sweep the caches with;
 * they cost nothing until they are touched. They begin at a page boundary. */
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
    WIRE_TIMES,    /* wire_from     -> wire_times    the calls of that batch, one by one */
    WIRE_DESCRIBE, /* (nothing)     -> wire_described  what the action says about itself */
    WIRE_TERMS, /* wire_setup    -> wire_terms    what it says about one size; undoes WIRE_SETUP */
    WIRE_RUN,   /* wire_run      -> (nothing)     call its begin_run, or end_run */
    WIRE_LEAVE, /* (nothing)     -> (nothing)     call its end_round at the size that is set up */
    WIRE_TEAM,  /* wire_from     -> wire_team     what the threads of that batch did, one by one */
    WIRE_KINDS,
    WIRE_FAILED = 100 /* in place of any answer: a wire_failed */
};

/* A command to launch in the place of calls (collect/commands/commands.h packs the texts). */
struct wire_command {
    int32_t is_there; /* 0: none, and the other members mean nothing */
    int32_t checks_output, ignores_failure;
    int32_t threads;
    int32_t is_free; /* 1: the command may run on all CPUS, its worker on fewer */
    cpu_set_t cpus;
    int64_t round;  /* from 1; 0 while planning */
    double timeout; /* seconds for one run; 0: the default */
    uint32_t parameter_count, texts_length;
    char texts[32768];
};

/* A function to call without an action of its own (collect/functions/functions.h fills this). */
struct wire_function {
    int32_t is_there;     /* 0: none, and the other members mean nothing */
    char prototype[1024]; /* as the user wrote it */
    char symbol[64];      /* "": one that does nothing */
    uint32_t parameter_count;
    char parameters[BENCH_MAX_PARAMETERS][64]; /* arguments that are parameters of the action */
};

/* What --counters counts (perf_events.h). */
enum perf_event {
#define EVENT(id, unit, about) PERF_##id,
#include "formats/model/detail.def"
    PERF_EVENTS
};

enum { WIRE_MOST_CPUS = 1024, WIRE_MOST_THREADS = 4096 };

/* The trials of a throughput action, in which THREADS operate for SECONDS. A batch is one trial,
 * and an answer is a trial of WIRE_ANSWER_TRIAL seconds or less. */
struct wire_trial {
    double seconds;
    int32_t threads;
    int32_t cpu_count;            /* 0: the threads may run on all CPUs of the process */
    int32_t cpus[WIRE_MOST_CPUS]; /* thread i runs on number i % cpu_count */
};

#define WIRE_ANSWER_TRIAL 0.05

/* Without paths and implementation the worker can measure nothing, but can describe the action. */
struct wire_load {
    char action[64];
    char plugin[4096];      /* the shared object with the action; "": it is built in */
    int32_t implementation; /* the number of the one to measure; -1: a library's routines */
    char type;
    int32_t is_first; /* 1: the library is not asked what it is, so that nothing of it is called
                         before what the action calls; another process has asked */
    int32_t is_idle;  /* 1: what is measured are the action's routines that do nothing */
    uint64_t layout; /* draws the placement of arrays and stack. 0: the system's own, with the arena
                        wherever the kernel maps it, and nothing drawn */
    uint64_t arena_bytes;
    uint64_t alignment; /* of arrays, as in workspace_align; 0: WORKSPACE_LINE */
    uint32_t path_count;
    uint32_t is_chain; /* as in struct library */
    char paths[LIBRARY_MAX_OBJECTS][4096];
    char program[16384]; /* the words that start a program (libraries/program.h); "": the paths are
                            shared objects */
    struct wire_trial trial;
    int32_t counts_events;
    int32_t ranks;       /* of a parallel action, which are to be launched; 0: none */
    char launcher[1024]; /* the words that launch them; "": the library's MPI decides */
    char device[64];     /* on which to calculate, for a library that does; "": its usual one */
    int32_t includes_transfers; /* a call brings its data to the device, and back */
    char preload[8192]; /* paths of what must have been preloaded, separated by ':'; "": nothing */
    struct wire_command command;
    struct wire_function function;
};

struct wire_loaded {
    int32_t c_interface;
    int32_t integer_bits;     /* of the library's integers: 32, 64, or 0 if unknown */
    int32_t random_addresses; /* 1: the kernel draws them, because layout is 0 or that cannot be
                                 turned off */
    double clock_resolution, clock_cost; /* seconds */
    int32_t has_events;                  /* it was told to count them */
    int32_t event_errors[PERF_EVENTS];   /* 0: it is counted; else errno */
    uint32_t facts_length;
    char facts[32768]; /* name NUL text NUL, repeated */
};

struct wire_setup {
    int64_t size;
    double parameters[BENCH_MAX_PARAMETERS];
    int32_t threads;  /* as in struct design_point */
    int32_t is_fresh; /* every call gets other numbers */
};

struct wire_ready {
    uint32_t output_count;
    int32_t may_be_fresh; /* each call could get other numbers */
    int32_t may_compile;  /* it is a plug-in with a device's driver: its first call may take long */
    struct workspace_output outputs[WORKSPACE_MAX_OUTPUTS];
};

struct wire_answer {
    uint64_t seed;
    int32_t earlier; /* calls on other numbers that come before the one that answers */
};

struct wire_answered {
    double first_call;         /* seconds of this one call, by the clock even if is_manual */
    double residual;           /* NaN if the action has none */
    double output_bytes;       /* that a command printed; NaN: unknown, or it is none */
    struct detail_set details; /* which samples have: reports, but for what is counted */
    char wrong[256];           /* what a throughput action found wrong with the work; "": nothing */
};

struct wire_estimate {
    uint64_t seed;
    double shortest; /* seconds that an interval must last to be reliable */
    int32_t to_null; /* 1: a command prints to /dev/null this once, whatever --stdout says */
};

struct wire_seconds {
    double seconds; /* of one call, to size batches by: by the action's own timing if it has one,
                       but no less than a tenth of the clock's */
    double timed;   /* the same, however little it is */
    double whole;   /* by the clock, to tell how long calls will take */
};

struct wire_batch {
    uint64_t seed;
    int64_t calls;        /* more are made if these end before SHORTEST */
    double call_seconds;  /* the estimate for one call */
    double shortest;      /* as in wire_estimate */
    double warm_up;       /* the most seconds to spend on untimed calls */
    uint64_t evict_bytes; /* bytes to sweep through before each call, which is then timed singly,
                             however short, and exactly CALLS are made; 0: caches stay warm */
    int32_t is_first;     /* 1: nothing is called before the batch */
    int32_t keeps_calls;  /* 1: each call is timed by itself, exactly CALLS are made, at most
                             SETTINGS_MOST_CALLS, and WIRE_TIMES tells of each */
};

enum { WIRE_PROCESS_NAME = 32 };

/* Processes that a participant left running, and which were ended. */
struct wire_left {
    int32_t count;
    char name[WIRE_PROCESS_NAME]; /* of one of them */
};

static inline void wire_left_add(struct wire_left *sum, const struct wire_left *more) {
    int32_t count = sum->count + more->count;
    if (more->count)
        *sum = *more;
    sum->count = count;
}

/* run_delay, steal and preemptions are those of the batch without the warm-up: see watch.h. */
struct wire_sample {
    double seconds;            /* per call: typical of the batch's intervals */
    double batch_mean;         /* per call: over the whole batch */
    double run_delay, steal;   /* seconds; NaN if unknown */
    double spin;               /* seconds of a fixed calculation next to the batch */
    double cpu_seconds;        /* per call: processor time of all threads */
    union reported told;       /* per call, or per run of a command; whole_seconds also where an
                                  action is collective, and waits between calls, and start_skew also
                                  of the threads of a trial */
    double initialize_seconds; /* filling the inputs */
    double warm_up_seconds;    /* warming up, including renewing arrays */
    double renew_seconds;      /* per call: renewing arrays, untimed */
    int64_t calls;             /* timed in total */
    int64_t interval_calls;    /* in one interval of the clock; the last may have fewer */
    int64_t slow_intervals;    /* those that took more than a quarter longer than the median */
    int64_t copies;            /* of renewed arrays in one interval; 0: nothing is renewed */
    int64_t warm_up_calls;     /* before the batch */
    int64_t preemptions;
    int32_t is_steady;     /* see sample.h */
    int32_t keeps_calls;   /* as in wire_batch */
    int32_t threads;       /* of a trial; 0: it was none, and the members below mean nothing */
    double throttled;      /* seconds for which heat slowed the device during the batch */
    char wrong[256];       /* as in wire_answered */
    struct wire_left left; /* by commands of which failures are ignored */
};

/* The calls of the latest batch that keeps them, from that number on. */
struct wire_from {
    uint32_t number;
};

/* One of them. */
struct wire_call {
    double seconds;
    double told[CALL_REPORTS]; /* the first reports of a sample */
};

enum { WIRE_MOST_TIMES = 1024 };

struct wire_times {
    uint32_t count;                          /* 0: there are no more */
    struct wire_call calls[WIRE_MOST_TIMES]; /* in the order in which they were made */
};

/* What one thread of a trial did. Seconds count from the first thread's begin. */
struct team_member {
    double begin, end;                    /* of operate */
    double operations;                    /* in the time that counts */
    double cpu_seconds;                   /* in operate */
    int64_t counters[BENCH_MAX_COUNTERS]; /* in operate */
};

enum { WIRE_MOST_MEMBERS = 128 };

/* The threads of the latest batch, from that number on. */
struct wire_team {
    uint32_t count; /* 0: there are no more */
    struct team_member members[WIRE_MOST_MEMBERS];
};

/* Seconds per call, by the clock. */
static inline double wire_whole_seconds(const struct wire_sample *sample) {
    return sample->told.whole_seconds > 0 ? sample->told.whole_seconds : sample->batch_mean;
}

/* TEXTS are NUL-terminated, one after the other, in this order: name, about, size_means ("": none),
 * types, flops_formula, bytes_formula; the name of each implementation; the name and the
 * description of each parameter; the name of each counter. */
struct wire_described {
    int64_t largest, smallest_power;
    int32_t has_residual, has_run, has_end; /* has_run: begin_run or end_run; has_end: end_round */
    int32_t makes_trials;                   /* it is a throughput action */
    int32_t is_preloaded, is_parallel;
    uint32_t implementation_count, parameter_count, counter_count;
    double defaults[BENCH_MAX_PARAMETERS];
    uint32_t texts_length;
    char texts[16384];
};

struct wire_terms {
    double flops, bytes;                /* of one call; 0 if the action does not say */
    double tolerance;                   /* in units of epsilon; NaN if the action does not say */
    uint64_t arena_bytes, output_bytes; /* as in struct workspace_needs */
};

/* Only the hooks of commands depend on a design point; an action's own have the defaults. */
struct wire_run {
    int32_t is_end;
    struct wire_setup point;
};

struct wire_failed {
    int32_t fate;  /* enum cell_status */
    int32_t lacks; /* 1: what was asked for is not there, such as a device: ERR_ABSENT */
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
    struct wire_from from;
    struct wire_times times;
    struct wire_team team;
    struct wire_described described;
    struct wire_terms terms;
    struct wire_run run;
    struct wire_failed failed;
};

/* --- the guardian --- */

/* A worker has a guardian (worker/guardian.h), which the collector tells by a wire_order on a
 * socket of packets when the worker's turn begins and when it ends. It says which process the
 * worker is when it has begun, and answers the end of a turn, and the end of the worker, when
 * nothing is left of that. */

enum wire_wish {
    WIRE_GO_ON, /* a turn begins, or the worker shall end: all that was stopped goes on. No answer
                 */
    WIRE_REST,  /* a turn ends */
    WIRE_KILL,  /* the worker shall end at once */
};

enum wire_stops { WIRE_STOPS_NOBODY, WIRE_STOPS_ALL_BUT_WORKER, WIRE_STOPS_ALL };

struct wire_order {
    int32_t wish;
    int32_t stops;        /* with WIRE_REST, enum wire_stops */
    int32_t ends_daemons; /* with WIRE_REST: what has left the worker during its turn is ended */
    int32_t patience;     /* if the collector ends, milliseconds in which the worker may end by
                             itself */
};

struct wire_family {
    int32_t worker;  /* its process */
    int32_t stopped; /* 1: something was stopped */
    struct wire_left left;
};

/* Bytes of the longest message. */
enum { WIRE_MOST = sizeof(uint64_t) + sizeof(union wire_payload) };

#endif
