/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.h: what bench-analyze prints, one function for each module of its name. */
#ifndef BENCHMAT_ANALYZE_CLI_COMMANDS_H
#define BENCHMAT_ANALYZE_CLI_COMMANDS_H

#include "analyze/cli/options.h"

/* The statistics of every measurement of every file. */
int command_table(const struct request *request, struct printer *printer, struct err *err);

/* --fastest: which library is the fastest at each point of every measurement, and which one
 * overtakes which, and where. */
int command_fastest(const struct request *request, struct printer *printer, struct err *err);

/* --complexity: how the times of every measurement grow with the size. */
int command_complexity(const struct request *request, struct printer *printer, struct err *err);

/* --explain: how the numbers of the cell that the command line chooses came about, in each file
 * that has it. ERR_USAGE where it chooses several cells of one file or none at all, and for formats
 * that are not for people. */
int command_explain(const struct request *request, struct printer *printer, struct err *err);

/* --history: what has changed in every cell over all runs of all files. */
int command_history(const struct request *request, struct printer *printer, struct err *err);

enum { COMMAND_REGRESSED = 3 };

/* Compares the first file with each that follows, or two runs of one file. Returns
 * COMMAND_REGRESSED where --fail-on-regression was given and something regressed. */
int command_compare(const struct request *request, struct printer *printer, struct err *err);

#endif
