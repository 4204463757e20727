/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h: what everything that draws is given, and where. Points, from the top left. */
#ifndef BENCHMAT_PLOT_FIGURE_CANVAS_H
#define BENCHMAT_PLOT_FIGURE_CANVAS_H

#include "plot/figure/text.h"
#include "plot/figure/theme.h"

#define CANVAS_POINTS_PER_MM (72 / 25.4)

struct box {
    double x, y, width, height;
};

struct canvas {
    cairo_t *cr; /* NULL while only measuring */
    struct text *text;
    enum theme_name theme;
    double font_size;
    size_t libraries; /* in the whole figure, which decides the palette */
};

/* Sets the source; OPACITY 1 is opaque. */
void canvas_set_colour(const struct canvas *canvas, struct colour colour, double opacity);

#endif
