/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest.h: bench-analyze --fastest. */
#ifndef BENCHMAT_ANALYZE_CLI_FASTEST_H
#define BENCHMAT_ANALYZE_CLI_FASTEST_H

#include "analyze/cli/options.h"

/* Prints which library is the fastest at each point of every measurement, and who
 * overtakes whom where. */
int command_fastest(const struct request *request, struct printer *printer, struct err *err);

#endif
