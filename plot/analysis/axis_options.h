/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis_options.h: the options by which a command line says what goes along the axes of a chart, and
 * how they are divided.
 *
 * An argp child: its input is a struct axes_asked. */
#ifndef BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H

#include <argp.h>

#include "analyze/cli/input.h"
#include "analyze/cli/selection.h"
#include "formats/text/terminal.h"
#include "formats/text/err.h"
#include "plot/analysis/kinds.h"
#include "plot/figure/figure.h"

/* Zero-initialised asks for nothing. */
struct axes_asked {
    const char *x, *y;            /* NULL: as the kind of chart has it */
    struct axis_terms across, up; /* without unit */
    int is_speedup;               /* ratios turned over */
};

extern const struct argp axis_options_argp;

/* Reads "1..100", "1e3..", or "..50" into the ends of TERMS; open ends are infinite. ERR_USAGE for
 * anything else, an empty range, and two open ends. NAME is the option's. */
int axes_parse_range(const char *name, const char *text, struct axis_terms *terms, struct err *err);

/* Puts what was ASKED of the axis NAMEd "x" or "y" into its TERMS. ERR_USAGE for an end of a
 * logarithmic axis that is not above 0. */
int axes_apply(const struct axis_terms *asked, const char *name, struct axis_terms *terms,
               struct err *err);

/* --- request --- */

/* What a command line asks bench-plot for. */

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
    struct selection_options selection; /* where in here what is selected goes */
    struct axes_asked axes;
    size_t grid_columns, grid_rows; /* 0: no grid; as many rows as it takes */
    struct figure figure;           /* size, resolution and theme */
    char **arguments;               /* the command line itself, up to NULL */
};

#endif
