/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h: what whoever forks a process needs besides: what it is not to have, and its end. */
#ifndef BENCHMAT_FORMATS_PROCESSES_CHILD_H
#define BENCHMAT_FORMATS_PROCESSES_CHILD_H

#include <signal.h>
#include <sys/types.h>

/* Closes all descriptors from FIRST to LAST. */
void close_descriptors(int first, int last);

/* Waits some PATIENCE milliseconds for child PID to end by itself, then kills it. Returns its
 * status, for WIFSIGNALED and the like. */
int child_end(pid_t pid, int patience);

/* --- ending signals --- */

/* The signals by which users, terminals and batch systems ask a program to end.
 */

/* The first ENDING_SIGNALS_OF_USERS come from users and terminals, the others from batch systems.
 */
enum { ENDING_SIGNALS_OF_USERS = 3, ENDING_SIGNALS = 6 };
extern const int ending_signals[ENDING_SIGNALS];

/* The first COUNT of them. */
sigset_t ending_signals_set(int count);

/* ACTION for the first COUNT of them; but those that are ignored, as under nohup, or have another
 * action already, stay so. */
void ending_signals_catch(int count, const struct sigaction *action);

#endif
