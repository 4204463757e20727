/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis.h: a scale with its ticks and their texts. */
#ifndef BENCHMAT_PLOT_AXES_AXIS_H
#define BENCHMAT_PLOT_AXES_AXIS_H

#include "plot/figure/text.h"
#include "plot/figure/figure.h"
#include "plot/axes/label.h"
#include "plot/axes/ticks.h"

struct axis {
    struct scale scale;
    struct ticks ticks;
    label_format *format;
};

struct axes {
    struct axis x, y;
};

/* How much room there is for the plot, in points, and the size of the tick texts. */
struct space {
    double width, height, font_size;
};

/* The axes of CHART, with their scales, ticks and labels.
 *
 * Across: ticks at the values themselves when somebody chose these and they are few, at powers of
 * two when all are. Sizes are logarithmic. So are numbers with more than two values, none below or
 * at zero, of which the largest is at least eight times the smallest, or four times where all are
 * powers of two; other numbers are linear.
 *
 * Up: all values that can be shown at points whose x is within the other axis, those of the guide,
 * the level, and marks that are not vertical. Intervals widen that, but by no more than half its
 * length on either side, or a factor of 2: one hopeless interval must not flatten everything else.
 * Where there is nothing of all this and nobody asked for a range, there are no ticks. */
void axes_choose(const struct chart *chart, const struct space *space, struct axes *axes);

/* Lets the scales end at the sides of PLOT. */
void axes_place(struct axes *axes, const struct box *plot);

/* The width of the widest label of AXIS. */
double axis_label_width(const struct axis *axis, const struct canvas *canvas);

/* Grid lines and texts of both axes around PLOT, and the line at its bottom. */
void axes_draw(const struct axes *axes, const struct canvas *canvas, const struct box *plot);

#endif
