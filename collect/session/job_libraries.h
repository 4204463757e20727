/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_libraries.h: over what a job is measured: libraries, or the action's own implementations. */
#ifndef BENCHMAT_COLLECT_SESSION_JOB_LIBRARIES_H
#define BENCHMAT_COLLECT_SESSION_JOB_LIBRARIES_H

#include "collect/job/job.h"

/* Sets the libraries of JOB: the session's; or the implementations that its action has, those that
 * the session names, in that order, or all. */
int job_libraries_choose(const struct session *session, struct job *job, struct err *err);

/* Loads each of them once, in a worker of its own, and sets the candidates of JOB, its judge and
 * its reference. What cannot do the action is noted and skipped; that nothing remains is
 * ERR_FAILED, with JOB deserted, and a reference that is not among the candidates ERR_USAGE. */
int job_libraries_load(const struct session *session, struct job *job, struct err *err);

#endif
