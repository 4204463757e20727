/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_options.h: the command line of bench-plot. */
#ifndef BENCHMAT_PLOT_CMD_OPTIONS_H
#define BENCHMAT_PLOT_CMD_OPTIONS_H

#include "analyze/cmd_input.h"
#include "analyze/cmd_selection.h"
#include "plot/cmd_axes.h"
#include "plot/cmd_kinds.h"
#include "plot/cmd_outputs.h"
#include "plot/figure.h"

struct options {
    const char *runs, *title, *report;
    struct output_terms output; /* room for as many names as there are arguments */
    const struct kind *kind;
    int is_kind_given;
    struct input_terms terms;
    struct table_options table;
    struct pick pick;
    struct selection selection; /* where in here what is selected goes */
    struct axes_asked axes;
    size_t grid_columns, grid_rows; /* 0: no grid; as many rows as it takes */
    struct figure figure;           /* size, resolution and theme */
    char **arguments;               /* the command line itself, up to NULL */
};

/* Reads the command line; on a mistake says so and ends the program with status 64. Returns 0, or
 * ERR_FAILED without memory, or ERR_USAGE for outputs that cannot be written (outputs_check). The
 * caller gives OPTIONS to options_release. */
int options_parse(struct options *options, int argc, char **argv, struct err *err);
void options_release(struct options *options);

#endif
