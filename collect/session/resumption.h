/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resumption.h: whether a run that was interrupted can be gone on with here and now. */
#ifndef BENCHMAT_COLLECT_SESSION_RESUMPTION_H
#define BENCHMAT_COLLECT_SESSION_RESUMPTION_H

#include <stddef.h>

#include "collect/job/job.h"
#include "formats/model/run.h"

/* Holds the machine, and the libraries and actions of the COUNT JOBS that RUN has measurements of,
 * against what RUN says they were (compatibility.h, plan_record.h). Where anything differs that
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

/* --- record --- */

/* The facts of one invocation, and what came of it. */

/* Sets uuid, started, the command line (quoted for a shell) and the machine's facts. */
void record_begin(struct run *run, char *const *arguments);

/* Adds to the fact "resumed" that the run is gone on with now, on the CPUs WHERE ("1,2"). */
void record_resume(struct run *run, const char *where);

/* Sets finished and the state: "complete" or "interrupted"; and of each measurement how many
 * samples were disturbed. */
void record_end(struct run *run, int is_complete);

/* Samples that were measured. */
size_t record_count_samples(const struct run *run);

/* How measuring went under watch. */
struct record_attempts {
    size_t batches;   /* measured */
    size_t disturbed; /* of these, at the first attempt */
    size_t kept;      /* of those, at every attempt */
};
struct record_attempts record_count_attempts(const struct run *run);

/* How many cells of RUN have a status; cells are (library, size). The control is no library of its
 * own, and loses what its library loses. */
size_t record_count_cells(const struct run *run, enum cell_status status);

/* Cells that a library lost: wrong, crashed, hung, exited, failed; and in a complete run those that
 * were not measured, because it was given up. */
size_t record_count_faults(const struct run *run);

#endif
