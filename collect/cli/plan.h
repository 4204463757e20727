/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h: what bench-collect --dry-run prints. */
#ifndef BENCHMAT_COLLECT_CLI_PLAN_H
#define BENCHMAT_COLLECT_CLI_PLAN_H

#include <stddef.h>

#include "collect/job/job.h"
#include "formats/text/err.h"

/* Prints what the prepared jobs would measure and how long that would take, from a few calls of
 * each library. */
int cmd_plan_print(struct session *session, const struct job *jobs, size_t count, struct err *err);

#endif
