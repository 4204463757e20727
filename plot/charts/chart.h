/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h: draws the contents of a plot in the style of its chart.
 *
 * To add a style, add its name in figure.h, and its drawing function and a row of `styles` in
 * chart.c. */
#ifndef BENCHMAT_PLOT_CHARTS_CHART_H
#define BENCHMAT_PLOT_CHARTS_CHART_H

#include "plot/axes/axis.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* --- step line --- */

/* Series that hold their value from each x to the next. */

enum step_line_end {
    STEP_LINE_GO_ON, /* the last value holds to the end of the axis */
    STEP_LINE_FALL   /* the last x only ends the value before it; it drops to the axis there */
};

/* Traces the steps of SERIES, starting at the x axis, without detail too fine to see (decimate in
 * curve.h). They break at points that the axes cannot show. */
void step_line_trace(const struct canvas *canvas, const struct series_data *series,
                     const struct axes *axes, enum step_line_end end);

/* --- chart --- */

/* Draws everything inside PLOT; grid and labels must be there already, and AXES placed. */
void chart_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* Returns how many points of CHART its axes cannot show: infinite ones and, on a logarithmic axis,
 * those not above zero. A NaN in y is a gap and does not count. */
size_t chart_count_skipped(const struct chart *chart, const struct axes *axes);

#endif
