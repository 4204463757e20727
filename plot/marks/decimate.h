/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimate.h: dense series without what no eye can tell apart.
 *
 * A line through a million points goes up and down many times within one column of pixels, and
 * covers it from its lowest to its highest point. So of the points in a column the first, the
 * lowest, the highest and the last are enough: the picture is the same, and a file holds no more
 * than four points a column, whatever was measured. U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl,
 * "M4: a visualization-oriented time series data aggregation", Proc. VLDB Endowment 7 (2014)
 * 797-808. What stands alone, such as a cross, is drawn once for each small square of the plot. */
#ifndef BENCHMAT_PLOT_MARKS_DECIMATE_H
#define BENCHMAT_PLOT_MARKS_DECIMATE_H

#include <cairo.h>

#include "plot/figure/canvas.h"

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
