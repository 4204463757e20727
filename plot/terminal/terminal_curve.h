/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_curve.h: draws series as dots, and their markers in the cells over the dots. */
#ifndef BENCHMAT_PLOT_TERMINAL_TERMINAL_CURVE_H
#define BENCHMAT_PLOT_TERMINAL_TERMINAL_CURVE_H

#include "plot/axes/axis.h"
#include "plot/marks/cells.h"
#include "plot/marks/dots.h"
#include "plot/figure/figure.h"

/* A plot whose AXES are placed in dots, the first of which is in cell COLUMN, ROW of CELLS. */
struct terminal_plot {
    const struct axes *axes;
    enum chart_style style;
    struct cells *cells;
    long column, row;
    size_t width, height; /* cells */
    int is_ascii;
};

/* Draws the noise, the guide and the level of CHART, and its series. An interval that extends
 * beyond the plot ends in an arrow, or in "|" in ASCII, where arrows are markers. */
void terminal_curve_draw_all(const struct terminal_plot *plot, const struct chart *chart);

/* Returns the marker of SERIES, such as "○". If its colour has none, returns "━" for a reference
 * and "•" for any other library ("-" and "+" in ASCII). */
const char *terminal_curve_marker(const struct series_data *series, int is_ascii);

/* The tone of SERIES. */
unsigned terminal_curve_tone(const struct series_data *series);

#endif
