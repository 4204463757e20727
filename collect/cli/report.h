/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what bench-collect prints to the standard output: lists, results, checks and plans. */
#ifndef BENCHMAT_COLLECT_CLI_REPORT_H
#define BENCHMAT_COLLECT_CLI_REPORT_H

#include <stddef.h>

#include "collect/design/action_info.h"
#include "collect/job/job.h"
#include "collect/machine/cpus.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Prints the actions and the installed libraries. VERBOSE: also each action's size, types,
 * formulas, parameters and aliases. */
int report_list(const char *builtin_path, int verbose, struct err *err);

/* Prints in one line what was appended to PATH; and to the standard error how many runs of commands
 * failed, how many cells are not ok, and how many samples were disturbed if these are more than 5
 * %. */
void report_run(const struct run *run, const char *path);
/* Prints to the standard error how many cells are not ok, if any. */
void report_faults(const struct run *run);

/* Prints everything that an action says about itself. */
void report_action(const struct action_info *action);

/* --- check --- */

/* Reports the problems of this system to those who measure on it. */

enum { CHECK_STATUS_FINDINGS = 4 };

/* Prints the table of all checks unless QUIET. Returns CHECK_STATUS_FINDINGS, or 0 without
 * findings. */
int check_report(const struct cpus *cpus, int quiet);

/* Checks the system before a run. Writes each finding in a short line to the standard error, and
 * where advice is, unless QUIET; adds the findings and the measuring CPUs to FACTS. */
void check_before_run(const struct cpus *cpus, int quiet, struct facts *facts);

/* --- plan --- */

/* For --dry-run: prints what the prepared jobs would measure and how long that would take,
 * estimated from a few calls of each library. */
int report_plan(struct session *session, const struct job *jobs, size_t count, struct err *err);

#endif
