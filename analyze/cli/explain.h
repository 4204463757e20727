/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h: how the numbers of one cell came about. */
#ifndef BENCHMAT_ANALYZE_CLI_EXPLAIN_H
#define BENCHMAT_ANALYZE_CLI_EXPLAIN_H

#include "analyze/cli/options.h"

/* Prints the explanation (explanation.h) of the cell that the command line chooses, of each file
 * that has it. ERR_USAGE where it chooses several of one file, or none at all, and for formats that
 * are not for people. */
int command_explain(const struct request *request, struct printer *printer, struct err *err);

#endif
