/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c: the linker puts these functions in front of those that the collector calls (--wrap).
 * What wraps a function NAME is called __wrap_NAME, and __real_NAME is the function. */
#include "tests/collect/limits.h"

#include <math.h>
#include <poll.h>
#include <sys/wait.h>

#include "collect/processes/process.h"
#include "formats/processes/child.h"

enum { WORKERS_MOST = 64, MINUTE = 60000 };

__typeof__(process_ask) __real_process_ask, __wrap_process_ask;
__typeof__(process_end) __real_process_end, __wrap_process_end;
__typeof__(child_end) __real_child_end, __wrap_child_end;
__typeof__(poll) __real_poll, __wrap_poll;

static limits_hangs *hangs_at;

/* The workers asked latest. */
static struct asked {
    pid_t pid;
    struct wire_load load;
    int64_t size;
} workers[WORKERS_MOST];
static size_t started;

void limits_leave(limits_hangs *hangs) {
    hangs_at = hangs;
}

static struct asked *find(pid_t pid) {
    for (size_t i = 0; i < WORKERS_MOST; i++)
        if (workers[i].pid == pid)
            return &workers[i];
    struct asked *worker = &workers[started++ % WORKERS_MOST];
    *worker = (struct asked){.pid = pid};
    return worker;
}

int __wrap_process_ask(struct process *process, const struct process_conditions *conditions,
                       const struct question *question, enum cell_status *fate, struct err *err) {
    struct question own = *question;
    if (!hangs_at)
        return __real_process_ask(process, conditions, question, fate, err);
    struct asked *worker = find(process->pid);
    if (own.kind == WIRE_LOAD) {
        worker->load = *(const struct wire_load *)own.request;
        worker->size = 0;
    }
    if (own.kind == WIRE_SETUP)
        worker->size = ((const struct wire_setup *)own.request)->size;
    if (!hangs_at(&worker->load, worker->size, own.kind))
        own.limit = fmax(own.limit, 60);
    return __real_process_ask(process, conditions, &own, fate, err);
}

/* --- ends --- */

static int is_ending;
static pid_t late;

void limits_end_late(pid_t guardian) {
    late = guardian;
}

void __wrap_process_end(struct process *process) {
    is_ending = 1;
    __real_process_end(process);
    is_ending = 0;
}

int __wrap_poll(struct pollfd *files, nfds_t count, int milliseconds) {
    siginfo_t ended;
    if (is_ending && late)
        waitid(P_PID, (id_t)late, &ended, WEXITED | WNOWAIT);
    int has_a_minute = is_ending && hangs_at && milliseconds > 0;
    return __real_poll(files, count, has_a_minute ? MINUTE : milliseconds);
}

int __wrap_child_end(pid_t pid, int patience) {
    return __real_child_end(pid, hangs_at && patience ? MINUTE : patience);
}
