/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resumption.h: whether a run that was interrupted can be gone on with here and now. */
#ifndef BENCHMAT_COLLECT_SESSION_RESUMPTION_H
#define BENCHMAT_COLLECT_SESSION_RESUMPTION_H

#include "collect/job/job.h"

/* Holds the machine, and the libraries and actions of the COUNT JOBS that RUN has measurements of,
 * against what RUN says they were (compatibility.h, terms_record.h). Where anything differs that
 * measurements depend on, the result is ERR_FAILED, with the first of the differences in ERR; the
 * session's observer is told each. Changes nothing. */
int resumption_check(const struct session *session, const struct job *jobs, size_t count,
                     const struct run *run, struct err *err);

/* Gives the measurements of RUN room for all the rounds that they may still get. */
int resumption_make_room(const struct session *session, struct run *run, struct err *err);

/* Puts what the actions of the COUNT JOBS say of a call into those measurements of RUN that lack
 * it, as those begun by an earlier version do. To be done before RUN is kept again, with which its
 * arrays are fixed. */
int resumption_add_terms(const struct job *jobs, size_t count, struct run *run, struct err *err);

#endif
