/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.h: one worker process, as bench-collect sees it.
 *
 * Batch systems send the signals that end a run to all processes of a job at once, in no particular
 * order. So only the collector obeys them: it ends its workers, keeps what was measured and reports
 * that the run was interrupted. A worker that died of such a signal would look like a library that
 * crashed. */
#ifndef BENCHMAT_COLLECT_PROCESSES_PROCESS_H
#define BENCHMAT_COLLECT_PROCESSES_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

#include "collect/harness/wire.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

struct process {
    pid_t pid;      /* 0: not running */
    pid_t guardian; /* our child, which is the worker's parent (worker/guardian.h); 0: none */
    unsigned long long begin; /* when that was begun, as in struct relative (harness/family.h) */
    int socket;               /* the collector's end; -1: none */
    int orders;               /* the same of the guardian's */
    int log;                  /* receives its standard output and error */
    int is_busy;              /* it has not answered yet */
    int is_stopped;           /* or what it began is: it has to be told to go on */
    int launches;             /* it runs commands or ranks, which it ends before it ends itself */
    struct wire_left left;    /* what it left running, until the caller takes it from here */
};

struct action_info;

/* Who is told that processes were left running, and ended. */
struct left_watch {
    /* In ACTION by LIBRARY, a pool's number MEMBER, at DESIGN_POINT; NULL: while its worker lived,
     * at any of the points that this was asked about. */
    void (*tell)(struct left_watch *watch, const struct action_info *action,
                 const struct library *library, size_t member,
                 const struct design_point *design_point, const struct wire_left *left);
};

/* What all workers of a run share. */
struct process_conditions {
    const char *worker_path; /* the bench-worker to execute */
    const int *cpus;         /* CPUs that the worker may run on, the best first */
    size_t cpu_count;
    double load_limit;    /* seconds that loading and setting up may take */
    int threads;          /* for every library's own thread control */
    int is_team;          /* a team of that many threads, or ranks, calls libraries, which have one
                             each */
    int leaves_threads;   /* the threads of a team may run on all CPUS */
    int counts_events;    /* workers count what --counters asks for */
    int preloads;         /* the library comes before all others into the process */
    int launches;         /* workers run commands, in our own environment */
    int launches_ranks;   /* workers launch THREADS ranks, which call libraries */
    const char *launcher; /* the words for that; NULL: the library's MPI decides */
    int has_programs;     /* some workers start programs (libraries/program.h) */
    int has_devices;      /* some may calculate on a device */
    int compiles_kernels; /* for libraries on it, in their first calls, which take long */
    const char *device;   /* on which; NULL: the library's usual one */
    const char *kernels;  /* the directory where compiled kernels are kept; NULL: nowhere */
    size_t alignment;     /* of arrays, as in wire_load */
    int includes_transfers; /* calls bring their data to the device, and back */
    const int *free_cpus;   /* with LAUNCHES: where commands, but not their workers, may */
    size_t free_cpu_count;  /* run, with as many threads as they like; 0: where these may */
    const volatile sig_atomic_t *stop; /* nonzero: the user wants to stop; may be NULL */
    char *const *variables;            /* VARIABLE_COUNT of "NAME=VALUE" that workers get besides */
    size_t variable_count;
    struct left_watch *left_watch; /* NULL: nobody is told */
    const char *preload; /* paths of what comes before all others into their processes, separated by
                            ':'; NULL: nothing */
};

/* Where the kernel puts a worker's stack, heap and shared objects. */
enum process_addresses {
    ADDRESSES_FIXED,  /* at the same place every time; at random if that is not permitted */
    ADDRESSES_RANDOM, /* anywhere, anew every time */
};

/* Starts a worker on the arena with descriptor ARENA. It uses fork and exec, so that no thread
 * pool, allocator state or floating-point mode crosses over; it pins the worker and sets thread
 * variables before any library is loaded. Nothing in the worker's arguments or environment differs
 * between libraries, because their lengths move the stack. DIRECTORY, unless NULL, is where the
 * worker's loader looks for shared objects first (LD_LIBRARY_PATH, ld.so(8)), and for the one to
 * preload (LD_PRELOAD); its name must be equally long for all libraries. A container may forbid
 * turning address randomisation off (personality(2)): that is no error, and the worker reports it
 * when it is loaded. */
int process_start(struct process *process, const struct process_conditions *conditions,
                  enum process_addresses addresses, const char *directory, int arena,
                  struct err *err);

/* One request of wire.h, the place for its answer, and how many seconds that may take. */
struct question {
    uint32_t kind;
    const void *request;
    size_t request_bytes;
    void *reply;
    size_t reply_bytes;
    double limit;
};

/* Asks, and waits for the answer. Between requests a worker with several threads, and in a run that
 * has programs any worker, is stopped (SIGSTOP), because idle threads of some libraries keep their
 * CPUs busy for a while, and compilers and garbage collectors go on. So is all that a worker has
 * started, save commands and ranks, and what an action's own work before all rounds (WIRE_RUN) has;
 * daemons that calls have left are ended, and LEFT tells of them.
 * Returns 0, or a negative code; then FATE says what became of the worker. The worker is then dead,
 * except with CELL_FAILED if it answered that it cannot do what was asked. With ERR_INTERRUPTED the
 * user asked to stop: the worker was killed, and FATE says nothing about it. */
int process_ask(struct process *process, const struct process_conditions *conditions,
                const struct question *question, enum cell_status *fate, struct err *err);

/* Ends the worker and all that it has started; LEFT tells what had to be ended though the worker
 * had ended, and stays as it is when nothing runs. A worker that is not busy is told first, and has
 * a second to let its action end what it began; one that runs commands or ranks, busy or not, has
 * three seconds to end them. Safe if no worker runs. */
void process_end(struct process *process);

#endif
