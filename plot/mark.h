/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h: thin lines across a plot, each with a word: where a cache ends, a quantile, a peak. */
#ifndef BENCHMAT_PLOT_MARK_H
#define BENCHMAT_PLOT_MARK_H

#include "plot/canvas.h"
#include "plot/axis.h"

/* Draws those of CHART's marks that are within its axes. Vertical ones have their word at the top,
 * right of them where it has room before the next, otherwise none; others at the right end, above
 * the line. */
void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

#endif
