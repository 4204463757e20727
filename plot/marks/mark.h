/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h: thin lines across a plot, each with a word: where a cache ends, a quantile, a peak. */
#ifndef BENCHMAT_PLOT_MARKS_MARK_H
#define BENCHMAT_PLOT_MARKS_MARK_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* Draws those of CHART's marks that are within its axes. */
void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* Their words: of vertical ones above the plot, unless another one is in the way; of others within
 * it at its right end, above the line or below it, where there is room and less runs. */
void marks_draw_labels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot);

/* Whether any of them has a word above the plot. */
int marks_has_vertical(const struct chart *chart);

/* --- marker --- */

/* The small shapes on a line. */

#define MARKER_RADIUS 1.9

/* PEN's marker at X, Y: hollow, so that the ground shows within, or filled. */
void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* A small dot, for a lone point of a line that has no marker. */
void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* The cross of a wrong answer. */
void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y);

#endif
