/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h: the data of one invocation of bench-collect: the session, which all of its jobs share, and
 * a job for each action; and the callbacks and counters that go with them. */
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
#include "collect/machine/interruptions.h"
#include "collect/processes/process.h"
#include "formats/model/run.h"

/* How caches are emptied before a call. */
struct eviction {
    size_t bytes;   /* to sweep through before each call; 0: caches stay warm */
    double seconds; /* about the time of one sweep */
    double empty;   /* seconds of a call that does nothing after a sweep: the harness's own; 0:
                       unknown */
};

/* --- precision --- */

/* The callbacks that say how precise the ratios are so far. The command line implements them, with
 * the statistics. */

enum {
    PRECISION_MOST_ROUNDS = 100, /* unless --rounds asks for more */
    RECALLED_MOST_ROUNDS = 1000  /* planned by an earlier run, likewise */
};

/* The widest of all ratios' 95 % intervals. */
struct precision_widest {
    double half_width; /* as a part of the ratio: 0.01 is +-1 %; INFINITY while a ratio has no
                          interval */
    size_t point;
    const char *library; /* borrowed; NULL: there are no ratios */
};

struct precision {
    /* Looks at the first ROUNDS rounds of M: every library over the reference, at every size at
     * which both are measured. The control does not count as a library. */
    struct precision_widest (*widest)(struct precision *precision, const struct measurement *m,
                                      size_t rounds);
    /* The difference, as a part, that would be shown in the median cell by what M has: the one that
     * bench-analyze prints. NaN: no ratio could show any. */
    double (*detectable)(struct precision *precision, const struct measurement *m);
};

/* --- planning rounds --- */

/* The callback that plans, by what was measured, how many rounds all ratios need to be as precise
 * as settings->plan_for. The command line implements it, with the statistics. */

struct job;

/* Zero-initialised: nothing is planned. */
struct rounds_plan {
    size_t rounds;
    size_t max_seeds;  /* and the stage time with which there are so many; 0: as they are */
    double stage_time; /* 0: as it is */
    char from[32];     /* what it is planned by: "run_000001", "5 rounds" */
    char words[400];   /* for people: "12 rounds × 3 seeds, about 40 s, for ±1 %: ..." */
};

struct round_planner {
    /* By the latest earlier run of JOB's action in the archive, if it is of the same machine,
     * libraries and points, measured in the same way. Otherwise PLAN has no rounds, and its words
     * say why the latest was not used; no words: there is none. */
    int (*recall)(struct round_planner *planner, const struct job *job,
                  const struct settings *settings, struct rounds_plan *plan, struct err *err);
    /* By the first ROUNDS rounds of M, which are a part of those planned; seeds stay as they are.
     */
    int (*plan)(struct round_planner *planner, const struct measurement *m,
                const struct settings *settings, size_t rounds, struct rounds_plan *plan,
                struct err *err);
};

/* Sets the facts planned_rounds and planned_by. */
void rounds_plan_record(const struct rounds_plan *plan, struct facts *facts);
/* Writes "axpy: planned by 5 rounds: 12 rounds × ...", or why an earlier run was not used. */
void rounds_plan_tell(const struct rounds_plan *plan, const char *action, char *line, size_t size);

/* --- keeper --- */

/* The callback that keeps what a session measures while it measures. */

/* The largest part of the time that keeping may take: whatever finishes sooner after a transaction
 * waits for the next one. */
#define KEEPER_SHARE 0.1

/* A keeper reports its failures itself, and the session continues: everything is in memory too. */
struct keeper {
    /* RUN's measurement number MEASUREMENT is about to be measured. It is new, with known sizes,
     * seeds and series but no seconds yet; or RUN was kept before and is being resumed. */
    void (*begin)(struct keeper *keeper, struct run *run, size_t measurement);
    /* All libraries have been measured at POINT in ROUND of that measurement. */
    void (*put)(struct keeper *keeper, size_t point, size_t round);
    /* A round of that measurement has ended and no worker runs: what would disturb measuring may be
     * done now. NULL: nothing is. */
    void (*rest)(struct keeper *keeper);
};

/* --- observer --- */

/* The callback that hears how a session proceeds. The library code itself never prints. */

enum note_kind {
    NOTE_DETAIL,  /* shown only if details were asked for */
    NOTE_PLAN,    /* what will be done */
    NOTE_SKIPPED, /* something is not measured or done that was not named */
    NOTE_FAULT    /* a library misbehaved, or what was named is not measured */
};

/* The progress of a session. */
struct progress {
    const char *action;
    const char *stage;   /* "planning", "round 2 of 5" */
    const char *library; /* the one that runs now */
    const struct design_point *design_point;
    const char *where;  /* the design point for people: "n = 100, stride 8" */
    double done, total; /* estimated seconds of measuring; total 0: unknown */
    const struct precision_widest
        *widest; /* the least precise ratio; NULL: not wanted or unknown */
    const char *widest_where;
    double detectable; /* the difference that would be shown so far; 0: not wanted or unknown */
};

struct observer {
    void (*note)(struct observer *observer, enum note_kind kind, const char *line);
    void (*progress)(struct observer *observer, const struct progress *progress);
};

/* --- spending --- */

/* What a session spends its wall-clock time on. */

enum spending_kind {
    SPENDING_TIMED,    /* in timed batches */
    SPENDING_WARM_UP,  /* warming up for them */
    SPENDING_INPUTS,   /* filling inputs before them */
    SPENDING_PLANNING, /* the first stage, and calibrating */
    SPENDING_STARTING, /* starting and ending workers, loading libraries */
    SPENDING_ARCHIVE,  /* writing finished points into the archive */
    SPENDING_KINDS
};

struct spending {
    double begin;
    double seconds[SPENDING_KINDS];
};

void spending_begin(struct spending *spending);

/* Continues from the run with these FACTS, as spending_describe set them before it was interrupted.
 */
void spending_resume(struct spending *spending, const struct facts *facts);

/* Adds SECONDS. Does nothing if SPENDING is NULL. */
void spending_add(struct spending *spending, enum spending_kind kind, double seconds);
/* Adds the seconds since FROM, a time from wall_clock_now. */
void spending_since(struct spending *spending, enum spending_kind kind, double from);

/* Sets the facts "seconds_timed", "seconds_warm_up", ... and "seconds_total", all up to now. */
void spending_describe(const struct spending *spending, struct facts *facts);

/* Writes "12.3 s: 61 % timed batches, 20 % warming up, ..., 2 % the rest", all up to now. */
void spending_tell(const struct spending *spending, char *text, size_t size);

/* --- participants --- */

struct job;

/* A participant of a round, with a worker and a series of its own: every library of the plan, and
 * the control, which has the reference's library and shares its place in the plan. */
struct participant {
    const struct library *library;
    size_t planned;             /* its number in the plan and among the job's candidates */
    const struct build *builds; /* its own of the library's, of which each round loads one */
    size_t build_count;
};

/* Whether the reference is measured a second time: SETTINGS must want it, and some library must
 * differ from the reference, because otherwise the candidates are each other's controls. */
int participants_want_control(const struct settings *settings, const struct job *job);

/* Writes JOB's candidates to PARTICIPANTS, and after them the control, if one is wanted.
 * PARTICIPANTS has room for one more than the candidates. Returns how many there are. If the
 * reference has several builds, the control gets the second half of them. */
size_t participants_choose(const struct settings *settings, const struct job *job,
                           struct participant *participants);

/* What JOB compares, if it is COUNT of them: "library", "libraries", "commands" ... */
const char *participants_word(const struct job *job, size_t count);

/* Adds a series for each participant to MEASUREMENT, with its candidate's facts. The control's
 * series is called "NAME.control", or "NAME.control2" and so on if that is taken, and has the fact
 * control_of. The fact "builds" has the digest and the path of each build, a line each. */
int participants_add_series(struct measurement *measurement, const struct job *job,
                            const struct participant *participants, size_t count, struct err *err);

/* --- job --- */

/* What all jobs of an invocation share. */
struct session {
    const struct settings *settings;
    struct process_conditions conditions;
    const struct cpus *cpus;           /* the machine's; conditions.cpus are the workers' */
    const struct libraries *libraries; /* those that the command line means */
    const struct commands *commands;   /* measured in the place of libraries; NULL: none */
    const struct functions *functions; /* the same; NULL: none */
    char *const *names;                /* the command line's words for libraries, which */
    size_t name_count;                 /* include names of implementations */
    enum library_kind kinds;           /* those that any of its actions is measured over */
    const char *builtin_path;          /* the built-in library, which verifies answers */
    const char *empty_path;            /* a program that does nothing */
    struct observer *observer;
    struct keeper *keeper;         /* NULL: nothing is kept before the end */
    struct precision *precision;   /* needed if the settings want a precision, a plan for one, or a
                                      detectable difference */
    struct round_planner *planner; /* needed if the settings want such a plan */
    struct spending *spending;     /* NULL: the time spent is not recorded */
    double begin;                  /* when the invocation began, by wall_clock_now */
    double until; /* when the next job must end, by wall_clock_now, if there is a whole time */
    double put_seconds;                 /* about what a transaction of the keeper takes */
    struct interruptions interruptions; /* of the workers' first CPU */
};

/* A library that can do the action, and the facts found when it was loaded. */
struct candidate {
    const struct library *library;
    struct facts facts;
};

/* A library that was tried and cannot do the action. */
struct left_library {
    const struct library *library; /* borrowed */
    char *why;
    int is_missed; /* it was named, and nothing else of its word is measured */
};

/* One action, ready to be measured. */
struct job {
    const struct action_info *action;
    const struct libraries *libraries; /* the session's; or &implementations, which are the */
    struct libraries implementations;  /* action's own, as far as they are wanted */
    struct candidate *candidates;
    size_t candidate_count;
    struct left_library *left;
    size_t left_count;
    int is_deserted;        /* all were tried, and none can do the action */
    struct library trusted; /* the library that others' answers are compared with; no name: none */
    size_t reference; /* the candidate that ratios refer to: settings->reference or the first */
    struct design_points design_points;
    size_t arena_bytes;
    struct eviction eviction;
};

#endif
