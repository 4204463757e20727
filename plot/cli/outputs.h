/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.h: writes charts to files, standard output or the terminal. */
#ifndef BENCHMAT_PLOT_CLI_OUTPUTS_H
#define BENCHMAT_PLOT_CLI_OUTPUTS_H

#include "plot/analysis/axis_options.h"
#include "plot/figure/figure.h"

/* Returns ERR_USAGE if NAME is not a format. */
int outputs_check_format(const char *name, struct err *err);

/* Reports before the work what would otherwise fail after it. Returns ERR_USAGE for a name that
 * does not say what to draw, a directory, SOURCE itself, a binary format for a terminal, a second
 * chart for standard output, and a format that no output uses. */
int outputs_check(const struct output_terms *terms, struct err *err);

/* Draws FIGURE to every output in turn. If one fails, those already written stay. Prints the names
 * of the files, unless standard output has a chart. For a picture it prints on standard error how
 * many points were left out. */
int outputs_write(const struct output_terms *terms, const struct figure *figure, struct err *err);

#endif
