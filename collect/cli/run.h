/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: the main job of bench-collect: prepare, measure, keep. */
#ifndef BENCHMAT_COLLECT_CLI_RUN_H
#define BENCHMAT_COLLECT_CLI_RUN_H

#include "collect/cli/options.h"
#include "collect/cli/resume.h"
#include "collect/cli/subjects.h"
#include "collect/job/job.h"

/* Collects SUBJECTS as OPTIONS say and appends it to their archive; ARGUMENTS, as typed, are
 * recorded. What was measured is kept, also when the measuring ended early. Returns 0, a negative
 * code, or 3 when some cells are not ok, or an action was lost. The session's observer is a
 * console.
 *
 * RESUMED: go on with that run; nothing is changed where that cannot be. NULL: a new one. */
int run_collect(const struct session *session, const struct options *options,
                struct subjects *subjects, char **arguments, struct resumed *resumed,
                struct err *err);

#endif
