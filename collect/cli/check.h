/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h: what is wrong with this system, told to those who measure on it. */
#ifndef BENCHMAT_COLLECT_CLI_CHECK_H
#define BENCHMAT_COLLECT_CLI_CHECK_H

#include "collect/machine/cpus.h"
#include "formats/model/run.h"

enum { CHECK_STATUS_FINDINGS = 4 };

/* Prints the table of all checks unless QUIET. Returns CHECK_STATUS_FINDINGS, or 0 without any. */
int check_report(const struct cpus *cpus, int quiet);

/* Before a run: findings go to the standard error, a line each, unless QUIET, and to FACTS, as do
 * the CPUs that are measured on. */
void check_before_run(const struct cpus *cpus, int quiet, struct facts *facts);

#endif
