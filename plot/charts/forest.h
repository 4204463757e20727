/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forest.h: rows below each other, each with a name at the left, an estimate with its interval
 * along the x axis, and its numbers at the right.
 *
 * In a forest plot an estimate is a square whose area grows with its weight; the mean is a diamond
 * from end to end of its interval, below a line; what to expect of one more is a thin line without
 * a mark. S. Lewis, M. Clarke, "Forest plots: trying to see the wood and the trees", BMJ 322 (2001)
 * 1479-1480.
 *
 * In a dot plot each row is a library with its own marker, or a bar if its axis begins at zero;
 * rows may have headings. W. S. Cleveland, R. McGill, "Graphical perception: theory,
 * experimentation, and application to the development of graphical methods", J. Am. Stat. Assoc. 79
 * (1984) 531-554.
 *
 * Intervals that leave the axis end in arrows. Ratios have a line at 1. */
#ifndef BENCHMAT_PLOT_CHARTS_FOREST_H
#define BENCHMAT_PLOT_CHARTS_FOREST_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* Returns the y of row I of ROWS: the first one is highest. */
double forest_place(const struct forest_row *rows, size_t i);

/* Returns the height of ROWS, with the room above and below them, in rows. */
double forest_extent(const struct forest_row *rows, size_t count);

/* Makes CHART show ROWS [COUNT], which are named and coloured as SERIES [COUNT]: sets its style,
 * its y axis, and the points of SERIES, whose y are stored in PLACES [COUNT]. CHART borrows all. */
void forest_set_rows(struct chart *chart, const struct forest_row *rows, size_t count,
                     struct series_data *series, double *places);

/* Returns the height of a row, pt. */
double forest_pitch(const struct axes *axes);

/* Half the height of the square of an estimate, of the diamond of a mean, and of a bar, pt, where
 * rows are PITCH high. */
double forest_half_square(const struct forest_row *row, double pitch);
double forest_half_diamond(double pitch);
double forest_half_bar(double pitch);

/* The diamond of a mean on the page: from LOW to HIGH, of which is seen what is within FROM and TO.
 * That of a narrow interval still can be seen; what leaves the axis leaves room for an arrow. */
struct forest_diamond {
    double low, high, from, to;
};
struct forest_diamond forest_diamond(const struct forest_row *row, const struct scale *x);

/* Returns whether ROW is a bar on the scale X: one from zero. */
int forest_is_bar(const struct forest_row *row, const struct scale *x);

/* Returns the value at the end of an interval, or at the edge of X if it leaves that. */
double forest_within(const struct scale *x, double value);

/* Shaded rows that have the same noise: from FIRST to before END, as y. */
struct forest_noise {
    size_t end;
    double low, high, top, bottom;
};

/* Sets NOISE to the first rows with noise from row FIRST on. Returns whether there are any. */
int forest_find_noise(const struct chart *chart, size_t first, struct forest_noise *noise);

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

/* Returns where the line above ROW, a mean, stands on the page. */
double forest_line_above(const struct chart *chart, size_t row, const struct axes *axes);

/* The letters of words beside a plot of that HEIGHT. */
struct text_style forest_style(const struct canvas *canvas, const struct chart *chart,
                               double height);

/* Returns the least height of the plot at which its words are apart; 0 for other charts. */
double forest_least_height(const struct canvas *canvas, const struct chart *chart);
/* Returns the height beyond which rows would be too far apart to be read together. */
double forest_most_height(const struct canvas *canvas, const struct chart *chart);

#endif
