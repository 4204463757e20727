/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis_options.h: the options by which a command line says what goes along the axes of a chart, and
 * how they are divided.
 *
 * An argp child: its input is a struct axes_asked. */
#ifndef BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H

#include <argp.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

#define AXES_DATE "date" /* across: when a run began */

/* Zero-initialised asks for nothing. */
struct axes_asked {
    const char *x, *y;            /* NULL: as the kind of chart has it */
    struct axis_terms across, up; /* without unit */
    int is_speedup;               /* ratios turned over */
};

extern const struct argp cmd_axes_argp;

/* Reads "1..100", "1e3..", or "..50" into the ends of TERMS; open ends are infinite. ERR_USAGE for
 * anything else, an empty range, and two open ends. NAME is the option's. */
int axes_parse_range(const char *name, const char *text, struct axis_terms *terms, struct err *err);

/* Puts what was ASKED of the axis NAMEd "x" or "y" into its TERMS. ERR_USAGE for an end of a
 * logarithmic axis that is not above 0. */
int axes_apply(const struct axis_terms *asked, const char *name, struct axis_terms *terms,
               struct err *err);

#endif
