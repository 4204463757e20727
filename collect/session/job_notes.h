/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_notes.h: what the observer is told about a job's plan. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_NOTES_H
#define BENCHMAT_COLLECT_SESSION_JOB_NOTES_H

#include "collect/planning/plan.h"
#include "collect/job/job.h"

/* What the points of JOB are called: "size" where nothing else varies, else "point". Static. */
const char *job_notes_point(const struct job *job);

/* From which size on there was no time; nothing where all are planned. */
void job_notes_left_out(const struct session *session, const struct job *job,
                        const struct plan *plan);

/* The sizes given take SECONDS and more, where ALLOWED seconds are left. */
void job_notes_too_long(const struct session *session, const struct job *job, double seconds,
                        double allowed);

/* What --time chose, and how many SECONDS it will take. */
void job_notes_choice(const struct session *session, const struct job *job, const struct plan *plan,
                      const struct settings *settings, double seconds);

/* Notes where numbers will be worth less, and what to do about it: where calls that are timed
 * singly with cold caches are too short for the clock, and where the harness takes more than 1 % of
 * a call: HARNESS seconds; NaN when not known. */
void job_notes_doubts(const struct session *session, const struct job *job, const struct plan *plan,
                      double harness);

#endif
