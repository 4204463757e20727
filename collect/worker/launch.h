/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch.h: runs a program from launch to exit, and times it.
 *
 * The worker is small and launches by vfork(2), which copies no page tables, so that a launch costs
 * no more than an empty program does. The program gets a session of its own, without a terminal;
 * what it leaves running is ended with it, unless it may go on. If the collector ends, so does the
 * program. */
#ifndef BENCHMAT_COLLECT_WORKER_LAUNCH_H
#define BENCHMAT_COLLECT_WORKER_LAUNCH_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* A reader of what the program prints, as it comes. */
struct launch_reader {
    int fd; /* the reading end of a pipe; -1: none */
    /* NULL: nobody looks at the bytes, which are thrown away without being copied, so that the
     * program has the time to itself */
    void (*take)(void *context, const char *bytes, size_t count);
    void *context;
};

enum { LAUNCH_READERS = 2 };

struct launch {
    const char *path;
    char *const *arguments; /* end with NULL */
    int descriptors[3];     /* its standard input, output and error */
    const cpu_set_t *cpus;  /* where it may run; NULL: where the worker may */
    double limit;           /* seconds after which it is ended; 0: none */
    int socket;             /* ends the program if the other side closes it; -1: none */
    int keeps;              /* what it leaves running goes on until launch_end_kept */
    struct launch_reader readers[LAUNCH_READERS];
};

enum launch_end {
    LAUNCH_EXITED,    /* by itself: STATUS says how */
    LAUNCH_TIMED_OUT, /* ended, because it passed its limit */
    LAUNCH_ABANDONED, /* ended, because the collector has ended */
    LAUNCH_LEFT_OVER, /* by itself, but processes that it had started had to be ended, because they
                         went on for 20 ms */
};

struct launched {
    double seconds;      /* from before the launch until it is reaped, by the monotonic clock */
    int status;          /* for WIFEXITED and the like */
    struct rusage usage; /* of the program and its children that it waited for */
    enum launch_end end;
    uint64_t printed[LAUNCH_READERS]; /* bytes that each reader got */
    double read_delay; /* seconds for which we waited for a CPU in order to read, while the program
                          ran on; NaN: unknown */
    struct wire_left left; /* what was left running */
};

/* Becomes the parent of what programs leave running, and keeps its own descriptors from them. Call
 * this once. */
void launch_prepare(void);

/* Makes a pipe for a reader: of 1 MiB, where the system allows that. Returns 0, or -1 with errno.
 */
int launch_pipe(int ends[2]);

/* Undoes, in a child, what bench-worker has set for itself: signals and the limit on files. */
void launch_restore_defaults(void);

/* Runs LAUNCH. ERR_FAILED: it cannot be started; the message says why. */
int launch_run(const struct launch *launch, struct launched *launched, struct err *err);

/* Ends what launches with KEEPS left running, in good order if it obeys SIGTERM. */
void launch_end_kept(void);

#endif
