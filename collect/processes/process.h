/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.h: one worker process, as bench-collect sees it.
 *
 * Batch systems send the signals that end a run to all processes of a job at once, and to each in
 * no particular order. So the collector alone follows them: it ends its workers, keeps what was
 * measured and says that the run was interrupted. A worker that died of one would look like a
 * library that crashed. */
#ifndef BENCHMAT_COLLECT_PROCESSES_PROCESS_H
#define BENCHMAT_COLLECT_PROCESSES_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

#include "collect/harness/wire.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

struct process {
    pid_t pid;   /* 0: not running */
    int socket;  /* our end; -1: none */
    int log;     /* what it prints to its standard output and error */
    int is_busy; /* it has not answered yet */
};

/* What all workers of a run have in common. */
struct process_conditions {
    const char *worker_path; /* the bench-worker to execute */
    const int *cpus;         /* what the worker may run on, the best first */
    size_t cpu_count;
    double load_limit;                 /* seconds that loading and setting up may take */
    int threads;                       /* for every library's own thread control */
    const volatile sig_atomic_t *stop; /* non-zero: the user wants to stop; may be NULL */
};

/* Where the kernel puts a worker's stack, heap and shared objects. */
enum process_addresses {
    ADDRESSES_FIXED,  /* at the same place every time; at random where that is not permitted */
    ADDRESSES_RANDOM, /* wherever it likes, anew every time */
};

/* Starts a worker on the arena of descriptor ARENA: with fork and exec, so that no thread pool,
 * allocator state or floating-point mode crosses over; pinned and with thread variables set before
 * any library is loaded. Nothing that differs between libraries is in its arguments or environment,
 * for their lengths move the stack. DIRECTORY, where it is not NULL, is where the worker's loader
 * looks for shared objects before all else (LD_LIBRARY_PATH, ld.so(8)); its name must be as long
 * for each library. A container may refuse to switch address randomisation off (personality(2)):
 * that is no error, and the worker tells of it when it is loaded. */
int process_start(struct process *process, const struct process_conditions *conditions,
                  enum process_addresses addresses, const char *directory, int arena,
                  struct err *err);

/* One request of wire.h, where its answer goes, and how many seconds that may take. */
struct question {
    uint32_t kind;
    const void *request;
    size_t request_bytes;
    void *reply;
    size_t reply_bytes;
    double limit;
};

/* Asks, and waits for the answer. Between requests a worker of several threads is stopped
 * (SIGSTOP), for idle threads of some libraries keep their CPUs busy for a while. Returns 0, or a
 * negative code; then FATE says what became of the worker, which is dead, except with CELL_FAILED,
 * when it could not do what was asked and lives. With ERR_INTERRUPTED, the user asked to stop, it
 * was killed and has no fate of its own. */
int process_ask(struct process *process, const struct process_conditions *conditions,
                const struct question *question, enum cell_status *fate, struct err *err);

/* Ends the worker. One that is not busy is told before, and has a second to let its action end what
 * that began. Safe on one that does not run. */
void process_end(struct process *process);

#endif
