/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what bench-collect prints when it has something to show. */
#ifndef BENCHMAT_COLLECT_CLI_REPORT_H
#define BENCHMAT_COLLECT_CLI_REPORT_H

#include <stddef.h>

#include "collect/design/action_info.h"
#include "collect/job/job.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

/* Prints the actions and the installed libraries; VERBOSE also each action's size, types, formulas,
 * parameters and aliases. */
int report_list(int verbose, struct err *err);

/* Prints what was appended to PATH, and how many cells a library lost. */
void report_run(const struct run *run, const char *path);

/* Prints all that an action says of itself. */
void report_action(const struct action_info *action);

#endif
