/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_plan.h: a job's plan, and how it is made to end in time. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_PLAN_H
#define BENCHMAT_COLLECT_SESSION_JOB_PLAN_H

#include "collect/job/job.h"
#include "collect/planning/plan.h"

/* Makes the plan of JOB with a pool of its own, and notes which sizes are left out for want of
 * time.
 *
 * With a time to keep (settings->time, session->until) a forecast comes first, which says what to
 * expect where the time will not do; then SETTINGS, a copy of the session's, and the plan's seeds
 * and calls are chosen so that the rounds fill what planning has left, and a note says how. */
int job_plan_make(const struct session *session, const struct job *job, struct settings *settings,
                  struct plan *plan, struct err *err);

/* What job_plan_make and the rounds will take, in seconds. */
struct job_plan_outlook {
    double planning;
    double rounds; /* all of them */
};

/* Foretells the plan from a few calls of about SECONDS in all, as plan_forecast does. With
 * settings->time it is to fit ALLOWED seconds: what SETTINGS leave to be chosen is chosen. Default
 * sizes that will not be reached are taken out; the first of them is plan->left_out. */
int job_plan_forecast(const struct session *session, const struct job *job, double seconds,
                      double allowed, struct settings *settings, struct plan *plan,
                      struct job_plan_outlook *outlook, struct err *err);

/* --- job notes --- */

/* What the observer is told about a job's plan. */

/* What the points of JOB are called: "size" where nothing else varies, else "point". Static. */
const char *job_notes_point(const struct job *job);

/* Notes where numbers will be worth less, and what to do about it: where calls that are timed
 * singly with cold caches are too short for the clock, and where the harness takes more than 1 % of
 * a call: HARNESS seconds; NaN when not known. */
void job_notes_doubts(const struct session *session, const struct job *job, const struct plan *plan,
                      double harness);

#endif
