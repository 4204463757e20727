/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_plan.h: makes a job's plan so that it ends in time. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_PLAN_H
#define BENCHMAT_COLLECT_SESSION_JOB_PLAN_H

#include "collect/job/job.h"
#include "collect/planning/plan.h"

/* Makes the plan of JOB with a pool of its own, and notes which sizes are left out for lack of
 * time.
 *
 * With a time to keep (settings->time, session->until) it chooses SETTINGS, a copy of the
 * session's, and the plan's seeds and calls so that the rounds fill the time that planning has
 * left, and a note says how. If the sizes were given, a forecast comes first and warns if the time
 * will not be enough. */
int job_plan_make(const struct session *session, const struct job *job, struct settings *settings,
                  struct plan *plan, struct err *err);

/* The seconds that job_plan_make and the rounds will take. */
struct job_plan_outlook {
    double planning;
    double rounds; /* all rounds together */
};

/* Forecasts the plan from a few calls of about SECONDS in all, as plan_forecast does. With
 * settings->time it must fit ALLOWED seconds: whatever SETTINGS leave open is chosen. Default sizes
 * that will not be reached are removed; the first of them is plan->left_out. */
int job_plan_forecast(const struct session *session, const struct job *job, double seconds,
                      double allowed, struct settings *settings, struct plan *plan,
                      struct job_plan_outlook *outlook, struct err *err);

/* --- job notes --- */

/* Tells the observer about a job's plan. */

/* What to call the points of JOB: "size" if nothing else varies, else "point". Static. */
const char *job_notes_point(const struct job *job);

/* Notes where numbers will be less reliable, and what to do about it: if calls timed singly with
 * cold caches are too short for the clock, and if the harness takes more than 1 % of a call.
 * HARNESS: its seconds per call; NaN if unknown. */
void job_notes_doubts(const struct session *session, const struct job *job, const struct plan *plan,
                      double harness);

#endif
