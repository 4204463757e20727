/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_prepare.h: finds the libraries and the design points over which a job is measured. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_PREPARE_H
#define BENCHMAT_COLLECT_SESSION_JOB_PREPARE_H

#include "collect/job/job.h"
#include "collect/planning/plan.h"

/* Sets the libraries of JOB: the session's; or, if its action has implementations, those that the
 * session names, in that order, or all. */
int job_libraries_choose(const struct session *session, struct job *job, struct err *err);

/* Loads each library once, in a worker of its own, and sets JOB's candidates, its trusted library
 * and its reference. A library that cannot do the action is noted and skipped. ERR_FAILED, with JOB
 * deserted: none remains. ERR_USAGE: the reference is not among the candidates. */
int job_libraries_load(const struct session *session, struct job *job, struct err *err);

/* --- job sizes --- */

/* The design points of a job: the sizes asked for, as far as they fit in memory, each with every
 * combination of parameters and threads. */

/* Sets the design points of JOB and the bytes of the arena that serves all libraries, one after the
 * other. A design point takes its inputs and outputs, with one copy of those that are renewed, and
 * the outputs to compare with; together they must stay within settings->memory, or within four
 * fifths of what is available. A given size that does not fit is an ERR_USAGE; a default size is
 * left out with a note, and so are the larger ones of its curve. More copies use the memory that is
 * left, up to 2 WORKSPACE_COPY_BYTES. An action without a size has size 1; --sizes for it is an
 * ERR_USAGE. */
int job_sizes_choose(const struct session *session, struct job *job, struct err *err);

/* The same with the design points of PLAN, which an earlier invocation chose and which must all
 * fit. */
int job_sizes_keep(const struct session *session, const struct plan *plan, struct job *job,
                   struct err *err);

/* Whether all of JOB's points were asked for, so that none may be left out for lack of time. */
int job_sizes_are_given(const struct settings *settings, const struct job *job);

#endif
