/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis_options.h: what the command line of bench-plot asks for, and how ranges and scales of axes
 * are read. */
#ifndef BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_AXIS_OPTIONS_H

#include "analyze/input/input.h"
#include "analyze/input/selection.h"
#include "formats/text/terminal.h"
#include "formats/text/err.h"
#include "plot/analysis/kind.h"
#include "plot/figure/figure.h"
#include "store/command_line/option_table.h"

/* Zero-initialised means that the user asked for nothing. */
struct axes_asked {
    const char *x, *y;            /* NULL: what the kind of chart uses */
    struct axis_terms across, up; /* the unit is not set */
    int is_speedup;               /* draw speed-ups instead of ratios */
};

/* Reads "1..100", "1e3.." or "..50" into the ends of TERMS; open ends become infinite. Returns
 * ERR_USAGE for anything else, for an empty or too narrow range, and if both ends are open. NAME is
 * the option's, without dashes, for messages. */
int axes_parse_range(const char *name, const char *text, struct axis_terms *terms, struct err *err);

/* Reads "linear", "log" or "log2" into the scale of TERMS; ERR_USAGE for anything else. */
int axes_parse_scale(const char *name, const char *text, struct axis_terms *terms, struct err *err);

/* Copies the scale and range that the user ASKED for into the TERMS of the axis NAME, "x" or "y".
 * Returns ERR_USAGE if the axis is logarithmic and an end of the range is not above 0. */
int axes_apply(const struct axis_terms *asked, const char *name, struct axis_terms *terms,
               struct err *err);

/* --- the whole command line --- */

/* The outputs that the command line asks for. A file's extension chooses what to draw; FORMAT
 * chooses it for names without one, including "-" for standard output. If there are no names,
 * charts go to the terminal if standard output is one, otherwise to a file beside SOURCE. */
struct output_terms {
    const char *source; /* the archive to draw */
    const char **names;
    size_t count;
    const char *format; /* a format of output.h, or "terminal"; NULL if not given */
    enum terminal_color color;
};

/* How much stands above charts: all; titles and what is shown; or nothing. The file's description
 * always has all of it. */
enum header { HEADER_FULL, HEADER_SHORT, HEADER_NONE };

/* How a figure is worded. The lists have room for every argument. */
struct wording {
    enum header header;
    int has_letters;           /* (a), (b), ... before the titles of charts */
    const char **labels;       /* NAME=TEXT */
    const char **across, **up; /* x and y labels: one, or one for each column, row or chart */
    size_t label_count, across_count, up_count;
    const char **highlights; /* lists of the libraries that stand out */
    size_t highlight_count;
};

struct options {
    const char *runs, *report;
    const char *title; /* "": nothing above the charts; NULL: not given */
    struct wording wording;
    const char **sources; /* the files to draw; the first is that of the output */
    size_t source_count;
    struct output_terms output; /* NAMES has room for every argument */
    const struct kind *kind;
    int is_kind_given;
    struct kind joined;  /* two kinds side by side; KIND points to it then */
    const char *scaling; /* strong or weak: another way to choose a kind; NULL: not given */
    struct input_terms terms;
    struct table_options table;
    struct filter filter;
    struct selection_options selection; /* points to members of this struct */
    struct axes_asked axes;
    const char *facet; /* a parameter, or FACETS_NONE; NULL: as there are lines (facets.h) */
    size_t grid_columns, grid_rows; /* columns 0: no grid; rows 0: as many as needed */
    struct figure figure;           /* size, resolution and theme */
    char **arguments;               /* argv, up to its NULL */
    struct options_given given;     /* private: of the table in plot/cli/options.c */
};

#endif
