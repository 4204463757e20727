/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forest.h: a forest plot: rows below each other, each with a name at the left, an estimate with
 * its interval along the x axis, and its numbers at the right.
 *
 * An estimate is a square whose area grows with its weight; the mean is a diamond from end to end
 * of its interval, below a line; what to expect of one more is a thin line without a mark.
 * Intervals that leave the axis end in arrows. S. Lewis, M. Clarke, "Forest plots: trying to see
 * the wood and the trees", BMJ 322 (2001) 1479-1480. */
#ifndef BENCHMAT_PLOT_CHARTS_FOREST_H
#define BENCHMAT_PLOT_CHARTS_FOREST_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* Returns the y of row I of ROWS: the first one is highest. */
double forest_place(const struct forest_row *rows, size_t i);

/* Sets the ends of the y axis to those of ROWS [COUNT]. */
void forest_set_axis(struct axis_terms *y, const struct forest_row *rows, size_t count);

/* The styles' function (chart.h). */
void forest_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes);

/* The words beside the plot. Names wider than WIDEST are drawn with an ellipsis. Letters shrink, to
 * a limit, if a plot of that HEIGHT has many rows. */
double forest_names_width(const struct canvas *canvas, const struct chart *chart, double height,
                          double widest);
double forest_texts_width(const struct canvas *canvas, const struct chart *chart, double height);
/* CELL is the room of the whole chart, in which the line above the mean ends. */
void forest_draw_words(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot, const struct box *cell);

/* Returns the least height of the plot at which its words are apart; 0 for other charts. */
double forest_least_height(const struct canvas *canvas, const struct chart *chart);

#endif
