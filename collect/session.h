/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: one invocation of bench-collect: actions over libraries, into a run. */
#ifndef BENCHMAT_COLLECT_SESSION_H
#define BENCHMAT_COLLECT_SESSION_H

#include <stddef.h>

#include "collect/eviction.h"
#include "collect/cpus.h"
#include "collect/library.h"
#include "collect/keeper.h"
#include "collect/observer.h"
#include "collect/precision.h"
#include "collect/process.h"
#include "collect/settings.h"
#include "collect/spending.h"
#include "collect/spots.h"
#include "collect/subject.h"
#include "formats/run.h"

/* What all jobs of an invocation share. */
struct session {
    const struct settings *settings;
    struct process_conditions conditions;
    const struct cpus *cpus;           /* the machine's, of which conditions name the workers' */
    const struct libraries *libraries; /* as the command line means them */
    char *const *names;       /* the command line's words for libraries, among them names */
    size_t name_count;        /* of implementations */
    const char *builtin_path; /* the built-in library, which judges answers */
    struct observer *observer;
    struct keeper *keeper;       /* NULL: nobody keeps anything before the end */
    struct precision *precision; /* needed where the settings want a precision */
    struct spending *spending;   /* NULL: nobody asks what the time is spent on */
    double begin;                /* when the invocation began, by wall_now */
    double until;                /* with settings->time: when the next job must end, by the same */
    double put_seconds;          /* what a transaction of the keeper takes, about */
};

/* A library that can do the action, and what it said when it was loaded. */
struct candidate {
    const struct library *library;
    struct facts facts;
};

/* One action, ready to be measured. */
struct job {
    const struct subject *action;
    const struct libraries *libraries; /* the session's; or the action's own implementations, */
    struct libraries implementations;  /* as far as they are wanted */
    struct candidate *candidates;
    size_t candidate_count;
    int is_deserted;      /* all were tried, and none of them can do the action */
    struct library judge; /* whose answers others are held against; without a name: nobody's */
    size_t reference; /* the candidate that ratios are taken to: settings->reference or the first */
    struct spots spots;
    size_t arena_bytes;
    struct eviction eviction;
};

/* Finds out which libraries can do ACTION, by loading each in a worker of its own, and at which
 * points. A library that lacks a routine is noted and skipped; that nothing remains is ERR_FAILED,
 * of which JOB is deserted; errors are also a reference that is not among them and a given size
 * that does not fit in memory. Where ACTION has implementations these take the place of the
 * libraries: those whose names are among the session's, or all. A size that a plug-in spoils, or
 * for which it wants too much memory, stays and is lost to all. BEGUN: an earlier invocation's
 * measurement of ACTION, to be gone on with at its points, in an arena of its length; NULL: there
 * is none. */
int session_prepare(const struct session *session, const struct subject *action,
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
 * shares the reference's plan; it judges no answers. settings->without_control: none. */
int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err);

/* Whether MEASUREMENT is as precise as was wanted, or has taken as long as it may. */
int session_has_ended(const struct measurement *measurement);

#endif
