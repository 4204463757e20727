/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-plot. */
#ifndef BENCHMAT_PLOT_CLI_OPTIONS_H
#define BENCHMAT_PLOT_CLI_OPTIONS_H

#include "formats/text/err.h"
#include "plot/analysis/axis_options.h"

struct options;

/* Reads the command line into OPTIONS; the caller must release them with options_release. After a
 * mistake in the command line it prints a message and ends the program with status 64. Returns 0,
 * or ERR_USAGE for an option without effect (such a mistake is better reported than ignored), an
 * unsuitable name of the report, and outputs that cannot be written (outputs_check). */
int options_parse(struct options *options, int argc, char **argv, struct err *err);
void options_release(struct options *options);

#endif
