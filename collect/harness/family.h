/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family.h: the processes that a process has begun, and those that these have begun.
 *
 * Who calls this is a child subreaper (prctl(2)): whatever its children leave behind when they end
 * becomes its own child, so that nobody leaves the family, however it forks. No process of anybody
 * else is ever touched: a child's number is not given to another process before it has been waited
 * for, and all others of the family are signalled by pidfd, after it is known whom that names.
 *
 * Processes are found in /proc. */
#ifndef BENCHMAT_COLLECT_HARNESS_FAMILY_H
#define BENCHMAT_COLLECT_HARNESS_FAMILY_H

#include <sys/types.h>

#include "collect/harness/wire.h"

struct relative {
    pid_t pid, parent, group, session;
    char state;               /* as in proc_pid_stat(5): 'Z' is dead, 'T' stopped */
    unsigned long long begin; /* clock ticks after the machine's */
    char name[WIRE_PROCESS_NAME];
};

/* Reads what process PID is. Returns 0 if there is none. */
int family_read(pid_t pid, struct relative *relative);

/* Calls VISIT with each process of the family that is not dead. Returns whether there is any. */
int family_visit(void (*visit)(const struct relative *relative, void *context), void *context);

/* Sends a signal to a process of the family; nothing happens if it is not that any more. */
void family_signal(const struct relative *relative, int number);

/* The process that the kernel began last, on the whole machine; -1: unknown. Where it is the same
 * as before, nobody has begun any. */
long family_latest(void);

/* Kills the children of this process for which ENDS returns nonzero, and what these leave, until
 * none is left, and waits for them; NULL: all. Adds them to LEFT. It gives up some seconds later
 * on a child that has become another user's, or waits for a disk. */
void family_end(int (*ends)(const struct relative *child, void *context), void *context,
                struct wire_left *left);

/* The same with what came to this process, a child subreaper, since BEGIN, as in struct relative:
 * what it has begun itself (child_is_own) stays. */
void family_end_lost(unsigned long long begin, struct wire_left *left);

/* Waits until no child is left, at most some MILLISECONDS. Returns whether none is. */
int family_is_over(int milliseconds);

#endif
