/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thin.h: dense series without what no eye can tell apart.
 *
 * A line through a million points goes up and down many times within one column of pixels, and
 * covers it from its lowest to its highest point. So of the points in a column the first, the
 * lowest, the highest and the last are enough: the picture is the same, and a file holds no more
 * than four points a column, whatever was measured. U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl,
 * "M4: a visualization-oriented time series data aggregation", Proc. VLDB Endowment 7 (2014)
 * 797-808. What stands alone, such as a cross, is drawn once for each small square of the plot. */
#ifndef BENCHMAT_PLOT_MARKS_THIN_H
#define BENCHMAT_PLOT_MARKS_THIN_H

#include <cairo.h>

#include "plot/figure/canvas.h"

/* The width of a column in points: a pixel at 600 dpi, a tenth of a line. */
#define THIN_PITCH 0.12

struct thin_point {
    double x, y;
    size_t number; /* of this point in its column */
};

/* A line on its way into the path of CR; zero-initialised but for that. Points come in order of x,
 * ascending or descending. */
struct thin_line {
    cairo_t *cr;
    double column; /* private, as are the following */
    struct thin_point first, low, high, last;
    size_t count; /* points of the column */
};

void thin_line_to(struct thin_line *line, double x, double y);
/* Ends the line; what follows begins another. To be called at the end, too. */
void thin_line_break(struct thin_line *line);
/* The same, but what follows goes on with the line. */
void thin_line_flush(struct thin_line *line);

/* The squares of PLOT, with sides of half a point or little more, that something stands in. */
struct thin_squares {
    struct box plot;
    double side;
    size_t across, down;
    unsigned char *taken; /* [down][across] */
};

/* Returns -1 when there is no memory; then every place is free. To be given to
 * thin_squares_release. */
int thin_squares_open(struct thin_squares *squares, const struct box *plot);
void thin_squares_release(struct thin_squares *squares);

/* Whether nothing stood in the square of that place yet; now something does. */
int thin_squares_take(struct thin_squares *squares, double x, double y);

#endif
