/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis.h: the axes of a chart: their scales, ticks and labels. */
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
    struct axis_terms terms;
};

struct axes {
    struct axis x, y;
};

/* The room for the plot and the size of the tick labels, in points. */
struct space {
    double width, height, font_size;
};

/* Chooses the scales, ticks and labels of CHART's axes.
 *
 * The x axis of rows (forest.h) contains their estimates, the marks, and what values are compared
 * with: 1 if they are ratios, 0 on other linear scales. Intervals extend it on either side by at
 * most its length or, if that is more, by three times the length of a usual interval. Other charts:
 *
 * X axis: if the user chose the values and they are few, ticks are at the values themselves; if all
 * values are powers of two, ticks are at powers of two. Sizes are logarithmic. So are numbers with
 * more than two values, all above zero, if the largest is at least eight times the smallest, or
 * four times if all are powers of two. Other numbers are linear.
 *
 * Y axis: it contains all values that the scale can show at points within the x axis, those of the
 * guide, the level, and horizontal marks. Intervals extend it on either side by at most half its
 * length or, if that is more, by half its largest magnitude (linear) or a factor of 2
 * (logarithmic), so that one very wide interval does not flatten everything else. The axis has no
 * ticks if it has none of these values and the user asked for no range. */
void axes_choose(const struct chart *chart, const struct space *space, struct axes *axes);

/* Makes the scales end at the sides of PLOT. */
void axes_place(struct axes *axes, const struct box *plot);

/* Writes the label of TICK, of AXIS, to LABEL [LABEL_BYTES]. */
void axis_label(char *label, const struct axis *axis, const struct tick *tick);

/* Returns the width of AXIS' widest label. */
double axis_label_width(const struct axis *axis, const struct canvas *canvas);

/* Sets SHOWN [TICKS_MAX] for the ticks of the x axis whose labels have room: those that would
 * overlap a more important one have none. */
void axis_choose_labels(const struct axis *axis, const struct canvas *canvas, int *shown);

/* Sets LEFT and RIGHT to how far the labels of the x axis that have room extend beyond its ends, in
 * points; 0 if none does. */
void axis_overhang(const struct axis *axis, const struct canvas *canvas, double *left,
                   double *right);

/* Draws the grid lines and labels of both axes around PLOT, and the line at its bottom. */
void axes_draw(const struct axes *axes, const struct canvas *canvas, const struct box *plot);

#endif
