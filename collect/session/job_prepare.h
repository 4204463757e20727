/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_prepare.h: over which libraries and at which design points a job is measured. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_PREPARE_H
#define BENCHMAT_COLLECT_SESSION_JOB_PREPARE_H

#include "collect/job/job.h"
#include "collect/planning/plan.h"

/* Sets the libraries of JOB: the session's; or the implementations that its action has, those that
 * the session names, in that order, or all. */
int job_libraries_choose(const struct session *session, struct job *job, struct err *err);

/* Loads each of them once, in a worker of its own, and sets the candidates of JOB, its trusted
 * library and its reference. What cannot do the action is noted and skipped; that nothing remains
 * is ERR_FAILED, with JOB deserted, and a reference that is not among the candidates ERR_USAGE. */
int job_libraries_load(const struct session *session, struct job *job, struct err *err);

/* --- job sizes --- */

/* Where a job is measured: at the sizes asked for, as far as they fit in memory, each
 * with every combination of parameters and threads. */

/* Sets the design points of JOB and the bytes of the arena that serves all libraries, one after the
 * other. What a design point takes is its inputs and outputs with a copy of those that are renewed,
 * and the outputs that others are held against; it must stay within settings->memory, or within
 * four fifths of what is available. A given size that does not is ERR_USAGE; one that is measured
 * by default is left out with a note, and larger ones of its curve with it. More copies use what is
 * left, up to 2 WORKSPACE_COPY_BYTES. An action without a size has size 1, and giving it --sizes is
 * ERR_USAGE. */
int job_sizes_choose(const struct session *session, struct job *job, struct err *err);

/* The same with the design points of PLAN, which were chosen by an earlier invocation and must all
 * fit. */
int job_sizes_keep(const struct session *session, const struct plan *plan, struct job *job,
                   struct err *err);

/* Whether all of JOB's points were asked for, so that none may be left out for want of time. */
int job_sizes_are_given(const struct settings *settings, const struct job *job);

#endif
