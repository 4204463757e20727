/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_complexity.h: bench-analyze --complexity. */
#ifndef BENCHMAT_ANALYZE_CMD_COMPLEXITY_H
#define BENCHMAT_ANALYZE_CMD_COMPLEXITY_H

#include "analyze/cmd_options.h"

/* Prints how the times of every measurement grow with the size. */
int cmd_complexity(const struct request *request, struct printer *printer, struct err *err);

#endif
