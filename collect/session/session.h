/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: measures the actions of one invocation of bench-collect over libraries, into a run. */
#ifndef BENCHMAT_COLLECT_SESSION_SESSION_H
#define BENCHMAT_COLLECT_SESSION_SESSION_H

#include <stddef.h>

#include "collect/job/job.h"
#include "formats/model/run.h"

/* --- cpu use --- */

/* Whether libraries used as many CPUs as they were told to. */

/* The CPUs used are processor time divided by time by the clock. A library may deviate from its
 * number of threads by this part of it before the deviation is recorded. */
#define CPU_USE_SLACK 0.2

/* Sets the fact "threads_obeyed" of each series of MEASUREMENT that used more or fewer CPUs than
 * its fact "threads" says: the median of processor time divided by time by the clock, over the
 * samples that did not wait for a CPU, rounded to two decimals. */
void cpu_use_record(struct measurement *measurement);

/* --- session --- */

/* Finds out which libraries can do ACTION, by loading each in a worker of its own, and at which
 * points. A library that cannot is noted and skipped, as a fault if it was named and nothing else
 * that its word means can do ACTION; but not if it is of another kind, for which there is another
 * action. If ACTION has implementations they
 * take the place of the libraries: those that the session names, or all. A size that crashes a
 * plug-in, or for which it wants too much memory, stays in the job, and all libraries lose it.
 *
 * ERR_UNMEASURED, with JOB deserted: no library remains. Other errors: the reference is not among
 * the libraries, or a given size does not fit in memory.
 *
 * BEGUN: an earlier invocation's measurement of ACTION, to be resumed at its points, in an arena of
 * its length; NULL: none. */
int session_prepare(const struct session *session, const struct action_info *action,
                    const struct measurement *begun, struct job *job, struct err *err);
void session_release(struct job *job);

/* Measures JOB and adds it to RUN as a measurement. On ERR_INTERRUPTED RUN has what was measured,
 * which is no measurement if planning had not ended.
 *
 * If RUN already has a measurement of that action, it is resumed as it was planned (resumption.h
 * says when that is allowed): rounds, seeds, calls and stage time stay as they were chosen, even if
 * --time chose them. A measurement that has reached its precision, or used its time, is finished.
 *
 * Outputs are compared with those of the action's first implementation; or else of the built-in
 * library; or, if settings->reference names a library whose own answer is right, with that
 * library's. If the built-in library lacks a routine they are compared with the reference's, unless
 * the action has a residual, which then decides.
 *
 * An action with begin_run or end_run has a process of its own for them while it is measured. If
 * begin_run fails all its cells are lost.
 *
 * If there is another library the reference is measured a second time, by a worker of its own, as a
 * series of its own with the fact control_of: the control. It takes turns like a library and shares
 * the reference's plan; no answers are compared with its own. settings->without_control: no
 * control. */
int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err);

/* --- calibrate --- */

/* The cost of measuring itself, found with the action that does nothing. */

/* Adds what a worker finds out about clock and harness to RUN's facts, among them clock_resolution,
 * clock_cost and harness_overhead, the seconds per call of the empty action (a measurement of a
 * team has its own, calibrate_team). If commands are measured, harness_overhead is the seconds that
 * an empty program (bench-empty) takes, and shell_overhead those that their shell takes to start;
 * the observer is told the latter. If plain functions are, harness_overhead is of a function of
 * their prototype that does nothing. */
int calibrate_harness(const struct session *session, struct run *run, struct err *err);

/* Tells the SECONDS of a cold call after a sweep through BYTES bytes. */
typedef int eviction_trial(void *context, size_t bytes, double *seconds, struct err *err);

/* Doubles BYTES, up to MOST, as long as that makes a cold call longer by more than EVICTION_GROWTH:
 * what a sweep leaves in the caches is found there by the next call. */
#define EVICTION_GROWTH 0.05
int eviction_grow(eviction_trial *trial, void *context, size_t most, size_t *bytes,
                  struct err *err);

/* Finds how many bytes evict everything from the caches: by trial (eviction_grow), from twice the
 * largest cache, or twice CALIBRATE_LARGE_CACHE if that is unknown, to EVICTION_MOST or a quarter
 * of the memory available; and about how many seconds a worker takes to sweep through them, and
 * for a call that does nothing after that. */
#define CALIBRATE_LARGE_CACHE ((size_t)64 << 20)
#define EVICTION_MOST         ((size_t)1 << 30)
int calibrate_eviction(const struct session *session, struct eviction *eviction, struct err *err);

#endif
