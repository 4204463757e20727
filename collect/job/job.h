/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h: what one invocation of bench-collect is about: what all of its jobs share, and a job for
 * each action; and the callbacks and counters that go with them. */
#ifndef BENCHMAT_COLLECT_JOB_JOB_H
#define BENCHMAT_COLLECT_JOB_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "collect/design/action_info.h"
#include "collect/design/design_points.h"
#include "collect/design/settings.h"
#include "collect/harness/design_point.h"
#include "collect/libraries/library.h"
#include "collect/machine/cpus.h"
#include "collect/processes/process.h"
#include "formats/model/run.h"

/* How caches are emptied before a call. */
struct eviction {
    size_t bytes;   /* to sweep through before each call; 0: caches stay warm */
    double seconds; /* that one sweep takes, about */
};

/* --- precision --- */

/* The callback that says how precise the ratios are so far; the command line has the statistics
 * for it. */

enum { PRECISION_MOST_ROUNDS = 100 }; /* unless more are asked for by name */

/* The widest of all ratios' 95 % intervals. */
struct precision_widest {
    double
        half_width; /* in parts of the ratio: 0.01 is +-1 %; INFINITY while one has no interval */
    size_t point;
    const char *library; /* borrowed; NULL: there are no ratios at all */
};

struct precision {
    /* Of the first ROUNDS rounds of M: every library over the reference, at every size at which
     * both are measured. The control is no library of its own. */
    struct precision_widest (*widest)(struct precision *precision, const struct measurement *m,
                                      size_t rounds);
};

/* --- keeper --- */

/* The callback that keeps what a session measures, while it goes on. */

/* Keeping takes at most this part of the time: what is finished sooner after a transaction is left
 * to the next one. */
#define KEEPER_SHARE 0.1

/* A keeper that fails says so by itself, and the session goes on: everything is in memory too. */
struct keeper {
    /* RUN's measurement of that number is going to be measured: it is new, its sizes, seeds and
     * series are known, no seconds yet; or RUN is one that was kept before and is gone on with. */
    void (*begin)(struct keeper *keeper, struct run *run, size_t measurement);
    /* All libraries have been measured at POINT in ROUND of that measurement. */
    void (*put)(struct keeper *keeper, size_t point, size_t round);
};

/* --- observer --- */

/* The callback that is told how a session goes. The library code itself never prints. */

enum note_kind {
    NOTE_DETAIL,  /* for those who ask for details */
    NOTE_PLAN,    /* what will be done */
    NOTE_SKIPPED, /* something asked for is not measured */
    NOTE_FAULT    /* a library did wrong */
};

/* Where a session stands. */
struct progress {
    const char *action;
    const char *stage;   /* "planning", "round 2 of 5" */
    const char *library; /* what runs now */
    const struct design_point *design_point;
    const char *where;  /* the same for people: "n = 100, stride 8" */
    double done, total; /* seconds of measuring, as estimated; total 0: not known */
    const struct precision_widest
        *widest; /* the least precise ratio; NULL: not asked for or known */
    const char *widest_where;
};

struct observer {
    void (*note)(struct observer *observer, enum note_kind kind, const char *line);
    void (*progress)(struct observer *observer, const struct progress *progress);
};

/* --- spending --- */

/* What a session spends its time on, as seen from the clock on the wall. */

enum spending_kind {
    SPENDING_TIMED,    /* inside timed batches */
    SPENDING_WARM_UP,  /* warming up for them */
    SPENDING_INPUTS,   /* filling inputs before them */
    SPENDING_PLANNING, /* the first stage, and calibrating */
    SPENDING_STARTING, /* starting and ending workers, loading libraries */
    SPENDING_ARCHIVE,  /* putting what is finished into the archive */
    SPENDING_KINDS
};

struct spending {
    double begin;
    double seconds[SPENDING_KINDS];
};

void spending_begin(struct spending *spending);

/* Goes on where the run with these FACTS, as set by spending_describe, was interrupted. */
void spending_resume(struct spending *spending, const struct facts *facts);

/* Adds so many seconds; does nothing where SPENDING is NULL. */
void spending_add(struct spending *spending, enum spending_kind kind, double seconds);
/* The same with the seconds since FROM, of wall_clock_now. */
void spending_since(struct spending *spending, enum spending_kind kind, double from);

/* Sets the facts "seconds_timed", "seconds_warm_up", ... and "seconds_total": all until now. */
void spending_describe(const struct spending *spending, struct facts *facts);

/* Writes "12.3 s: 61 % timed batches, 20 % warming up, ..., 2 % the rest", all until now. */
void spending_tell(const struct spending *spending, char *text, size_t size);

/* --- participants --- */

/* The participants of a round: every library, and the control. */

struct job;

/* Each has a worker and a series of its own. Every library of the plan is one; the control is one
 * more, which has the reference's library and its share in the plan. */
struct participant {
    const struct library *library;
    size_t planned; /* its number in the plan and among the job's candidates */
};

/* Whether the reference is measured a second time: where SETTINGS want it, and there is a library
 * that is not the same as the reference, for else the candidates are each other's controls. */
int participants_want_control(const struct settings *settings, const struct job *job);

/* Writes JOB's candidates to PARTICIPANTS, which has room for one more than these: the control,
 * behind them, where one is wanted. Returns how many. */
size_t participants_choose(const struct settings *settings, const struct job *job,
                           struct participant *participants);

/* Adds a series for each to MEASUREMENT, with its candidate's facts. The control's is called
 * "NAME.control", or "NAME.control2" and so on where that is taken, and has the fact control_of. */
int participants_add_series(struct measurement *measurement, const struct job *job,
                            const struct participant *participants, size_t count, struct err *err);

/* --- job --- */

/* What all jobs of an invocation share. */
struct session {
    const struct settings *settings;
    struct process_conditions conditions;
    const struct cpus *cpus;           /* the machine's, of which conditions name the workers' */
    const struct libraries *libraries; /* as the command line means them */
    char *const *names;       /* the command line's words for libraries, among them names */
    size_t name_count;        /* of implementations */
    const char *builtin_path; /* the built-in library, against which answers are verified */
    struct observer *observer;
    struct keeper *keeper;       /* NULL: nothing is kept before the end */
    struct precision *precision; /* needed where the settings want a precision */
    struct spending *spending;   /* NULL: time spent is not recorded */
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
    struct library trusted; /* with whose answers others are compared; no name: there is none */
    size_t reference; /* the candidate that ratios are taken to: settings->reference or the first */
    struct design_points design_points;
    size_t arena_bytes;
    struct eviction eviction;
};

#endif
