/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-plot. */
#ifndef BENCHMAT_PLOT_CLI_OPTIONS_H
#define BENCHMAT_PLOT_CLI_OPTIONS_H

#include "formats/text/err.h"
#include "plot/analysis/axis_options.h"

/* --- effects --- */

/* Which options change which kinds of chart. An option that would change nothing is
 * a mistake that is better told than passed over. */

struct options;

/* --- options --- */

/* Reads the command line; on a mistake says so and ends the program with status 64. Returns 0, or
 * ERR_FAILED without memory, or ERR_USAGE for outputs that cannot be written (outputs_check). The
 * caller gives OPTIONS to options_release. */
int options_parse(struct options *options, int argc, char **argv, struct err *err);
void options_release(struct options *options);

#endif
