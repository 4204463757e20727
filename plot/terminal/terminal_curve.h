/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_curve.h: series as dots, with their markers in the cells above these. */
#ifndef BENCHMAT_PLOT_TERMINAL_TERMINAL_CURVE_H
#define BENCHMAT_PLOT_TERMINAL_TERMINAL_CURVE_H

#include "plot/axes/axis.h"
#include "plot/marks/cells.h"
#include "plot/marks/dots.h"
#include "plot/figure/figure.h"

/* A plot whose AXES are placed on dots, the first of which is in that cell. */
struct terminal_plot {
    const struct axes *axes;
    enum chart_style style;
    struct cells *cells;
    long column, row;
    size_t width, height; /* cells */
    int is_ascii;
};

/* Draws NOISE (NULL for none), a line across at LEVEL (NaN for none) in place of the reference, and
 * the series in the plot's style. An interval that goes on beyond the plot ends in an arrow, or "|"
 * in ASCII, whose arrows are markers. -1 when there is no memory. */
int terminal_curve_draw_all(const struct terminal_plot *plot, const struct series_data *series,
                            size_t count, const struct series_data *noise, double level);

/* How the line of SERIES shows which it is: "○"; "━" for a reference of the colour without a
 * marker, "•" for any other library of that. */
const char *terminal_curve_marker(const struct series_data *series, int is_ascii);

/* The tone of SERIES. */
unsigned terminal_curve_tone(const struct series_data *series);

#endif
