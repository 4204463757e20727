/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h: what whoever forks a process needs besides: what it is not to have, and its end. */
#ifndef BENCHMAT_FORMATS_PROCESSES_CHILD_H
#define BENCHMAT_FORMATS_PROCESSES_CHILD_H

#include <sys/types.h>

/* Closes all descriptors from FIRST to LAST. */
void close_descriptors(int first, int last);

/* Waits some PATIENCE milliseconds for child PID to end by itself, then kills it. Returns its
 * status, for WIFSIGNALED and the like. */
int child_end(pid_t pid, int patience);

#endif
