/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h: what one invocation of bench-collect is about: what all of its jobs share, and a job for
 * each action. */
#ifndef BENCHMAT_COLLECT_JOB_JOB_H
#define BENCHMAT_COLLECT_JOB_JOB_H

#include <stddef.h>

#include "collect/harness/eviction.h"
#include "collect/machine/cpus.h"
#include "collect/libraries/library.h"
#include "collect/job/keeper.h"
#include "collect/job/observer.h"
#include "collect/job/precision.h"
#include "collect/processes/process.h"
#include "collect/design/settings.h"
#include "collect/job/spending.h"
#include "collect/design/design_points.h"
#include "collect/design/action_info.h"
#include "formats/model/run.h"

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
    double begin;                /* when the invocation began, by wall_clock_now */
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
    const struct action_info *action;
    const struct libraries *libraries; /* the session's; or the action's own implementations, */
    struct libraries implementations;  /* as far as they are wanted */
    struct candidate *candidates;
    size_t candidate_count;
    int is_deserted;        /* all were tried, and none of them can do the action */
    struct library trusted; /* whose answers others are held against; without a name: nobody's */
    size_t reference; /* the candidate that ratios are taken to: settings->reference or the first */
    struct design_points design_points;
    size_t arena_bytes;
    struct eviction eviction;
};

#endif
