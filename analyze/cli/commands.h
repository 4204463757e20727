/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.h: the commands of bench-analyze. Each is implemented in the .c file of its name. */
#ifndef BENCHMAT_ANALYZE_CLI_COMMANDS_H
#define BENCHMAT_ANALYZE_CLI_COMMANDS_H

#include "analyze/cli/options.h"

/* Prints the statistics of every measurement in every file. With --fail-on-regression, ratios to
 * the reference must pass a gate, and it returns their gate_status. */
int command_table(const struct request *request, struct printer *printer, struct err *err);

/* --fastest: prints the fastest library at each point of every measurement, and which library
 * overtakes which, and where. */
int command_fastest(const struct request *request, struct printer *printer, struct err *err);

/* --complexity: prints how the times of every measurement grow with the size. */
int command_complexity(const struct request *request, struct printer *printer, struct err *err);

/* --scaling: prints which laws of scaling by threads every measurement follows. */
int command_scaling(const struct request *request, struct printer *printer, struct err *err);

/* --plan-for: prints how many rounds and seeds would make the ratios as precise as wanted. */
int command_plan(const struct request *request, struct printer *printer, struct err *err);

/* --explain: prints how the numbers of the cell selected on the command line came about, for each
 * file that has it. ERR_USAGE if the selection matches several cells of one file or none at all,
 * and for formats that are not for people. */
int command_explain(const struct request *request, struct printer *printer, struct err *err);

/* --history: prints what has changed in every cell over all runs of all files. */
int command_history(const struct request *request, struct printer *printer, struct err *err);

/* --by host, --across hosts: prints the ratios of several machines side by side, or combined. Reads
 * all runs of all files unless some are chosen; each machine counts with its latest. */
int command_hosts(const struct request *request, struct printer *printer, struct err *err);

/* --profile: prints performance profiles of the libraries over the measurements of all files
 * together. */
int command_profile(const struct request *request, struct printer *printer, struct err *err);

/* Compares the first file with each of the others, or two runs of one file. Returns the
 * gate_status of --fail-on-regression. */
int command_compare(const struct request *request, struct printer *printer, struct err *err);

#endif
