/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h: bench-analyze on two files or more, or with --against. */
#ifndef BENCHMAT_ANALYZE_CLI_COMPARE_H
#define BENCHMAT_ANALYZE_CLI_COMPARE_H

#include "analyze/cli/options.h"

enum { CMD_COMPARE_REGRESSED = 3 };

/* Compares the first file with each that follows, or two runs of one file. Returns
 * CMD_COMPARE_REGRESSED where --fail-on-regression was given and something regressed. */
int command_compare(const struct request *request, struct printer *printer, struct err *err);

#endif
