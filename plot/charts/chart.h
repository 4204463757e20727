/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h: what is within a plot, in the style of its chart.
 *
 * To add a style: a name in figure.h, its drawing in chart_styles.c, and a line in
 * chart.c. */
#ifndef BENCHMAT_PLOT_CHARTS_CHART_H
#define BENCHMAT_PLOT_CHARTS_CHART_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"
#include "plot/figure/figure.h"

/* Draws everything within PLOT; grid and texts are there already, AXES are placed. */
void chart_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* How many points of CHART its axes cannot show: not above zero, or infinite. NaN is a gap and does
 * not count. */
size_t chart_count_skipped(const struct chart *chart, const struct axes *axes);

#endif
