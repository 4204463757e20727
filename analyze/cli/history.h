/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h: what has changed over the runs of archives. */
#ifndef BENCHMAT_ANALYZE_CLI_HISTORY_H
#define BENCHMAT_ANALYZE_CLI_HISTORY_H

#include "analyze/cli/options.h"

/* Prints the history of every cell over all runs of all files. */
int command_history(const struct request *request, struct printer *printer, struct err *err);

#endif
