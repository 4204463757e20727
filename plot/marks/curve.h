/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve.h: series as lines with intervals, markers and crosses. */
#ifndef BENCHMAT_PLOT_MARKS_CURVE_H
#define BENCHMAT_PLOT_MARKS_CURVE_H

#include <cairo.h>

#include "plot/axes/axis.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* Up to so many sizes are single measurements, each with its marker and error bar; more are
 * a sweep, with a band and markers here and there. */
enum { CURVE_FEW_POINTS = 8 };

/* Whether SERIES is what the level stands for, so that it is no line of its own. */
int curve_is_level(const struct chart *chart, const struct series_data *series);

/* Whether the axes can show point I, right or wrong. */
int curve_shows(const struct series_data *series, const struct axes *axes, size_t i);

/* The pen that SERIES is drawn with. */
struct pen curve_pen(const struct canvas *canvas, const struct series_data *series);

/* The last point that can be shown, or COUNT. */
size_t curve_last(const struct series_data *series, const struct axes *axes);

/* Draws the series of CHART, the reference last; where a level stands for it, not at all. Lines
 * break at gaps and at wrong answers, of which each is a cross. An interval that goes on beyond the
 * plot ends in an arrow at its edge. */
void curve_draw_all(const struct canvas *canvas, const struct chart *chart,
                    const struct axes *axes);

/* Draws the guide of CHART, if it has one: thin, dashed and without markers. */
void curve_draw_guide(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes);

/* A piece of SERIES' line, LENGTH long, from X, Y to the right, with a marker in its middle. */
void curve_draw_sample(const struct canvas *canvas, const struct series_data *series, double x,
                       double y, double length);

/* Draws of SERIES what curve_draw_all would but for the line between the points: each has
 * its error bar (beyond 500 points they make a band) and its marker, where they are
 * crowded a dot, or its cross; of markers in
 * one place only one is drawn. */
void curve_draw_points(const struct canvas *canvas, const struct chart *chart,
                       const struct series_data *series, const struct axes *axes);

/* Shades the intervals of SERIES; beside a gap on either side a point has a narrow band of its own.
 * Where the band goes on beyond the plot there are arrows. */
void curve_draw_band(const struct canvas *canvas, struct colour colour,
                     const struct series_data *series, const struct axes *axes);

/* --- decimate --- */

/* Dense series without what no eye can tell apart.
 *
 * A line through a million points goes up and down many times within one column of pixels, and
 * covers it from its lowest to its highest point. So of the points in a column the first, the
 * lowest, the highest and the last are enough: the picture is the same, and a file holds no more
 * than four points a column, whatever was measured. U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl,
 * "M4: a visualization-oriented time series data aggregation", Proc. VLDB Endowment 7 (2014)
 * 797-808. What stands alone, such as a cross, is drawn once for each small square of the plot. */

/* The width of a column in points: a pixel at 600 dpi, a tenth of a line. */
#define DECIMATE_PITCH 0.12

struct decimate_point {
    double x, y;
    size_t number; /* of this point in its column */
};

/* A line on its way into the path of CR; zero-initialised but for that. Points come in order of x,
 * ascending or descending. */
struct decimate_line {
    cairo_t *cr;
    double column; /* private, as are the following */
    struct decimate_point first, low, high, last;
    size_t count; /* points of the column */
};

void decimate_line_to(struct decimate_line *line, double x, double y);
/* Ends the line; what follows begins another. To be called at the end, too. */
void decimate_line_break(struct decimate_line *line);
/* The same, but what follows goes on with the line. */
void decimate_line_flush(struct decimate_line *line);

/* The squares of PLOT, with sides of half a point or little more, that something stands in. */
struct decimate_squares {
    struct box plot;
    double side;
    size_t across, down;
    unsigned char *taken; /* [down][across] */
};

/* Returns -1 when there is no memory; then every place is free. To be given to
 * decimate_squares_release. */
int decimate_squares_open(struct decimate_squares *squares, const struct box *plot);
void decimate_squares_release(struct decimate_squares *squares);

/* Whether nothing stood in the square of that place yet; now something does. */
int decimate_squares_take(struct decimate_squares *squares, double x, double y);

#endif
