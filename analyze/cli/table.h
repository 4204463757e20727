/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: the tables of bench-analyze. */
#ifndef BENCHMAT_ANALYZE_CLI_TABLE_H
#define BENCHMAT_ANALYZE_CLI_TABLE_H

#include "analyze/cli/options.h"

/* Prints the statistics of every measurement of every file. */
int text_table(const struct request *request, struct printer *printer, struct err *err);

#endif
