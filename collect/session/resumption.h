/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resumption.h: whether an interrupted run can be resumed here and now. */
#ifndef BENCHMAT_COLLECT_SESSION_RESUMPTION_H
#define BENCHMAT_COLLECT_SESSION_RESUMPTION_H

#include <stddef.h>

#include "collect/job/job.h"
#include "formats/model/run.h"

/* Compares the machine, and the libraries and actions of those of the COUNT JOBS that RUN has
 * measurements of, with what RUN recorded (compatibility.h, plan_record.h). If anything differs
 * that measurements depend on, returns ERR_FAILED with the first difference in ERR, and tells the
 * session's observer about each. Changes nothing. */
int resumption_check(const struct session *session, const struct job *jobs, size_t count,
                     const struct run *run, struct err *err);

/* Gives the measurements of RUN room for all the rounds that they may still get. */
int resumption_make_room(const struct session *session, struct run *run, struct err *err);

/* Adds what the actions of the COUNT JOBS say about a call to those measurements of RUN that lack
 * it, because an earlier version began them. Call this before RUN is kept again, which fixes the
 * sizes of its arrays. */
int resumption_add_terms(const struct job *jobs, size_t count, struct run *run, struct err *err);

/* --- record --- */

/* The facts of one invocation and its results. */

/* Sets uuid, started, the command line (quoted for a shell) and the machine's facts. */
void record_begin(struct run *run, char *const *arguments);

/* Adds to the fact "resumed" that the run resumes now, on the CPUs WHERE ("1,2"). */
void record_resume(struct run *run, const char *where);

/* Sets finished and the state: "complete" or "interrupted"; and in each measurement the number of
 * disturbed samples. */
void record_end(struct run *run, int is_complete);

/* The number of samples that were measured. */
size_t record_count_samples(const struct run *run);

/* How often batches were disturbed. */
struct record_attempts {
    size_t batches;   /* measured */
    size_t disturbed; /* disturbed at the first attempt */
    size_t kept;      /* disturbed at every attempt */
};
struct record_attempts record_count_attempts(const struct run *run);

/* The number of cells (library, size) of RUN with that STATUS. The control does not count as a
 * library, and loses what its library loses. */
size_t record_count_cells(const struct run *run, enum cell_status status);

/* The number of cells that a library lost: wrong, crashed, hung, exited, failed; and in a complete
 * run also those that were not measured, because the library was given up. */
size_t record_count_faults(const struct run *run);

#endif
