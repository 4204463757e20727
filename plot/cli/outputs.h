/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.h: where charts go: files, standard output, the terminal. */
#ifndef BENCHMAT_PLOT_CLI_OUTPUTS_H
#define BENCHMAT_PLOT_CLI_OUTPUTS_H

#include "plot/analysis/axis_options.h"
#include "plot/figure/figure.h"

/* ERR_USAGE for what is no format. */
int outputs_check_format(const char *name, struct err *err);

/* Says beforehand what could only be said after the work was done: ERR_USAGE for a name that does
 * not say what to draw, a directory, SOURCE itself, a binary format for a terminal, a second chart
 * for standard output, and a format that no output asks for. */
int outputs_check(const struct output_terms *terms, struct err *err);

/* Draws FIGURE to all of them, in turn; what could be written stays where a later one fails. The
 * names of files are printed, unless standard output has a chart, and on standard error how many
 * points were left out. */
int outputs_write(const struct output_terms *terms, const struct figure *figure, struct err *err);

#endif
