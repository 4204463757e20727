/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.h: helpers for programs that fork: close descriptors, end a child process, and handle the
 * signals that end a program. */
#ifndef BENCHMAT_FORMATS_PROCESSES_CHILD_H
#define BENCHMAT_FORMATS_PROCESSES_CHILD_H

#include <signal.h>
#include <sys/types.h>

/* Closes all descriptors from FIRST to LAST. */
void close_descriptors(int first, int last);

/* Waits about PATIENCE milliseconds for child process PID to end by itself, then kills it. Returns
 * its status, for WIFSIGNALED and the like. */
int child_end(pid_t pid, int patience);

/* As fork(2) and waitpid(2), of children that child_is_own knows. */
pid_t child_fork(void);
pid_t child_wait(pid_t pid, int *status, int options);

/* Whether this process has begun its child PID itself, by a function of this header. Others come to
 * a child subreaper (prctl(2)). */
int child_is_own(pid_t pid);

/* Starts the program WORDS[0], which is looked for in PATH unless it has a slash, with the
 * arguments WORDS and the ENVIRONMENT, both of which end with NULL. It reads the descriptor INPUT,
 * or nothing if that is -1, and writes its standard output and error to OUTPUT and ERROR. Signals
 * that this process blocks or ignores are not so for the program. Returns 0 and sets PID, or
 * returns an errno value. */
int child_start(pid_t *pid, char *const *words, char *const *environment, int input, int output,
                int error);
/* The same in a process group of its own, that of PID, which no key of the terminal ends. */
int child_start_group(pid_t *pid, char *const *words, char *const *environment, int input,
                      int output, int error);

/* --- signals that end a program --- */

/* The signals with which users, terminals and batch systems ask a program to end. The first
 * ENDING_SIGNALS_OF_USERS come from users and terminals, the others from batch systems. */

enum { ENDING_SIGNALS_OF_USERS = 4, ENDING_SIGNALS = 7 };
extern const int ending_signals[ENDING_SIGNALS];

/* Returns the set of the first COUNT ending signals. */
sigset_t ending_signals_set(int count);

/* Sets ACTION for the first COUNT ending signals, except those that are ignored, as under nohup, or
 * already have another action. */
void ending_signals_catch(int count, const struct sigaction *action);

#endif
