/* SPDX-License-Identifier: GPL-3.0-or-later */
/* earlier_run.h: whether what an earlier run measured says how a job's samples will scatter. */
#ifndef BENCHMAT_COLLECT_CLI_EARLIER_RUN_H
#define BENCHMAT_COLLECT_CLI_EARLIER_RUN_H

#include "collect/job/job.h"

/* Writes to WHY why THEN, which has a measurement of JOB's action, does not; "" if it does.
 * Machine, libraries, plug-in and what CONDITIONS pass on must be the same, as for bench-collect
 * --resume, and type, mode,
 * caches, schedule, threads and points, too; and seeds and stage time where SETTINGS fix them. Of
 * default sizes THEN may have any. */
void earlier_run_compare(const struct run *then, const struct job *job,
                         const struct settings *settings,
                         const struct process_conditions *conditions, char *why, size_t size);

#endif
