/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request.h: what a command line asks bench-plot for. */
#ifndef BENCHMAT_PLOT_ANALYSIS_REQUEST_H
#define BENCHMAT_PLOT_ANALYSIS_REQUEST_H

#include "analyze/text/terminal.h"
#include "analyze/cli/input.h"
#include "analyze/cli/selection.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/kinds.h"
#include "plot/figure/figure.h"

/* As asked for on the command line. A file's extension says what to draw; FORMAT says it of names
 * that do not, "-" for standard output among them. Without any name charts go to the terminal if
 * standard output is one, otherwise to a file beside SOURCE. */
struct output_terms {
    const char *source; /* what is drawn */
    const char **names;
    size_t count;
    const char *format; /* the name of one of output.h, or "terminal"; NULL for none */
    enum terminal_color color;
};

struct options {
    const char *runs, *title, *report;
    struct output_terms output; /* room for as many names as there are arguments */
    const struct kind *kind;
    int is_kind_given;
    struct input_terms terms;
    struct table_options table;
    struct filter filter;
    struct selection selection; /* where in here what is selected goes */
    struct axes_asked axes;
    size_t grid_columns, grid_rows; /* 0: no grid; as many rows as it takes */
    struct figure figure;           /* size, resolution and theme */
    char **arguments;               /* the command line itself, up to NULL */
};

#endif
