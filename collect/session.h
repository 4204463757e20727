/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: one invocation of bench-collect: actions over libraries, into a run. */
#ifndef BENCHMAT_COLLECT_SESSION_H
#define BENCHMAT_COLLECT_SESSION_H

#include <stddef.h>

#include "collect/action.h"
#include "collect/library.h"
#include "collect/observer.h"
#include "collect/process.h"
#include "collect/settings.h"
#include "formats/run.h"

/* What all jobs of an invocation share. */
struct session {
    const struct settings *settings;
    struct process_conditions conditions;
    const struct libraries *libraries; /* as the command line means them */
    const char *builtin_path;          /* the built-in library, which judges answers */
    struct observer *observer;
};

/* A library that can do the action, and what it said when it was loaded. */
struct candidate {
    const struct library *library;
    struct facts facts;
};

/* One action, ready to be measured. */
struct job {
    const struct bench_action *action;
    struct candidate *candidates;
    size_t candidate_count;
    size_t reference; /* the candidate that ratios are taken to: settings->reference or the first */
    struct sizes sizes;
    size_t arena_bytes;
};

/* Finds out which libraries can do ACTION, by loading each in a worker of its own, and at which
 * sizes. A library that lacks a routine is noted and skipped; that nothing remains is an error, as
 * are a reference that is not among them and a given size that does not fit in memory. */
int session_prepare(const struct session *session, const struct bench_action *action,
                    struct job *job, struct err *err);
void session_release(struct job *job);

/* Adds what the workers find out about clock and harness to RUN's facts: clock_resolution,
 * clock_cost and harness_overhead, the seconds per call of the empty action. */
int session_calibrate(const struct session *session, struct run *run, struct err *err);

/* Measures JOB and adds it to RUN as a measurement. On ERR_INTERRUPTED RUN has what was measured:
 * no measurement when planning was not over yet.
 *
 * Outputs are held against those of the built-in library; or against the reference's, when
 * settings->reference names one, where that one's own answer is right. */
int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err);

#endif
