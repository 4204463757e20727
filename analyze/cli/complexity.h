/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complexity.h: bench-analyze --complexity. */
#ifndef BENCHMAT_ANALYZE_CLI_COMPLEXITY_H
#define BENCHMAT_ANALYZE_CLI_COMPLEXITY_H

#include "analyze/cli/options.h"

/* Prints how the times of every measurement grow with the size. */
int command_complexity(const struct request *request, struct printer *printer, struct err *err);

#endif
