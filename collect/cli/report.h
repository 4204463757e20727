/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what bench-collect prints when it has something to show. */
#ifndef BENCHMAT_COLLECT_CLI_REPORT_H
#define BENCHMAT_COLLECT_CLI_REPORT_H

#include <stddef.h>

#include "collect/design/action_info.h"
#include "collect/job/job.h"
#include "collect/machine/cpus.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Prints the actions and the installed libraries; VERBOSE also each action's size, types, formulas,
 * parameters and aliases. */
int report_list(int verbose, struct err *err);

/* Prints what was appended to PATH, and how many cells a library lost. */
void report_run(const struct run *run, const char *path);

/* Prints all that an action says of itself. */
void report_action(const struct action_info *action);

/* --- check --- */

/* What is wrong with this system, told to those who measure on it. */

enum { CHECK_STATUS_FINDINGS = 4 };

/* Prints the table of all checks unless QUIET. Returns CHECK_STATUS_FINDINGS, or 0 without any. */
int check_report(const struct cpus *cpus, int quiet);

/* Before a run: findings go to the standard error, a line each, unless QUIET, and to FACTS, as do
 * the CPUs that are measured on. */
void check_before_run(const struct cpus *cpus, int quiet, struct facts *facts);

/* --- plan --- */

/* What bench-collect --dry-run prints. */

/* Prints what the prepared jobs would measure and how long that would take, from a few calls of
 * each library. */
int report_plan(struct session *session, const struct job *jobs, size_t count, struct err *err);

#endif
