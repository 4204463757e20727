/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h: what is within a plot, in the style of its chart.
 *
 * To add a style: a name in figure.h, its drawing in chart.c, and a line in
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
    STEP_LINE_FALL   /* the last x ends the one before; the way goes down to the axis there */
};

/* Adds the steps to the path, from the axis on, without what is too fine to be
 * seen (curve.h). It breaks where a point cannot be shown. */
void step_line_trace(const struct canvas *canvas, const struct series_data *series,
                     const struct axes *axes, enum step_line_end end);

/* --- chart --- */

/* Draws everything within PLOT; grid and texts are there already, AXES are placed. */
void chart_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* How many points of CHART its axes cannot show: not above zero, or infinite. NaN is a gap and does
 * not count. */
size_t chart_count_skipped(const struct chart *chart, const struct axes *axes);

#endif
