/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: one invocation of bench-collect: actions over libraries, into a run. */
#ifndef BENCHMAT_COLLECT_SESSION_SESSION_H
#define BENCHMAT_COLLECT_SESSION_SESSION_H

#include <stddef.h>

#include "collect/job/job.h"
#include "formats/model/run.h"

/* --- cpu use --- */

/* Whether libraries worked on as many CPUs as they were told to. */

/* Processor time over time by the clock. A library may be off from its number of threads by this
 * part of it before the deviation is recorded. */
#define CPU_USE_SLACK 0.2

/* Sets the fact "threads_obeyed" of each series of MEASUREMENT that used more or fewer CPUs than
 * its fact "threads" says: the median, over those of its samples that did not wait for a CPU, of
 * processor time over time by the clock, to two digits behind the point. */
void cpu_use_record(struct measurement *measurement);

/* --- session --- */

/* Finds out which libraries can do ACTION, by loading each in a worker of its own, and at which
 * points. A library that lacks a routine is noted and skipped; that nothing remains is ERR_FAILED,
 * of which JOB is deserted; errors are also a reference that is not among them and a given size
 * that does not fit in memory. Where ACTION has implementations these take the place of the
 * libraries: those whose names are among the session's, or all. A size that a plug-in spoils, or
 * for which it wants too much memory, stays and is lost to all. BEGUN: an earlier invocation's
 * measurement of ACTION, to be gone on with at its points, in an arena of its length; NULL: there
 * is none. */
int session_prepare(const struct session *session, const struct action_info *action,
                    const struct measurement *begun, struct job *job, struct err *err);
void session_release(struct job *job);

/* Measures JOB and adds it to RUN as a measurement. On ERR_INTERRUPTED RUN has what was measured:
 * no measurement when planning was not over yet.
 *
 * Where RUN has a measurement of that action already, that one is gone on with as it was planned
 * (resumption.h says when that may be): rounds, seeds, calls and stage time stay as they were
 * chosen, also where --time chose them. One that has reached its precision, or its time, is
 * finished.
 *
 * Outputs are held against those of the action's first implementation; or else of the built-in
 * library; or against the reference's, when settings->reference names one, where that one's own
 * answer is right. Where the built-in library lacks a routine they are held against the
 * reference's, unless the action has a residual, which then decides.
 *
 * An action with begin_run has a process of its own for that while it is measured. Where that fails
 * all its cells are lost.
 *
 * With another library beside it the reference is measured a second time, by a worker of its own,
 * as a series of its own with the fact control_of: the control. It takes turns like a library and
 * shares the reference's plan; no answers are compared with its own. settings->without_control:
 * none. */
int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err);

/* --- calibrate --- */

/* What measuring itself costs, found with the action that does nothing. */

/* Adds what a worker finds out about clock and harness to RUN's facts: clock_resolution,
 * clock_cost and harness_overhead, the seconds per call of the empty action. */
int calibrate_harness(const struct session *session, struct run *run, struct err *err);

/* How many bytes evict everything from the caches, twice the largest cache (or twice
 * CALIBRATE_LARGE_CACHE where that is not known), and about how many seconds a worker needs to
 * sweep through them. */
#define CALIBRATE_LARGE_CACHE ((size_t)64 << 20)
int calibrate_eviction(const struct session *session, struct eviction *eviction, struct err *err);

#endif
