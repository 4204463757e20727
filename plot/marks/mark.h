/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h: thin lines across a plot, each with a label, such as the capacity of a cache, a quantile
 * or a peak; and the markers on curves. */
#ifndef BENCHMAT_PLOT_MARKS_MARK_H
#define BENCHMAT_PLOT_MARKS_MARK_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* Draws the marks of CHART that are within its axes. */
void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* Draws the labels of marks. That of a vertical mark is above the plot, unless another label is in
 * the way. Those of other marks are inside the plot at its right end (or left, as the mark says),
 * above or below the line, wherever there is room and fewer points are in the way. */
void marks_draw_labels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot);

/* Returns whether any vertical mark of CHART has a label, which then is above the plot. */
int marks_has_vertical(const struct chart *chart);

/* --- marker --- */

/* The small shapes on a line. */

#define MARKER_RADIUS 1.9

/* Draws PEN's marker at X, Y: filled, or hollow with the background colour inside. */
void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* Draws a small dot for a lone point of a line without markers. */
void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* Draws the cross of a wrong answer. */
void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y);

#endif
