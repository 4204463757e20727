/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_styles.h: the styles of charts but for curves (curve.h), a file each. Private to chart*.c.
 */
#ifndef BENCHMAT_PLOT_CHARTS_CHART_STYLES_H
#define BENCHMAT_PLOT_CHARTS_CHART_STYLES_H

#include "plot/axes/axis.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

void chart_draw_steps(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes);
void chart_draw_bars(const struct canvas *canvas, const struct chart *chart,
                     const struct axes *axes);
void chart_draw_levels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes);

#endif
