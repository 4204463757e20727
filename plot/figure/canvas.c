/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/canvas.h"

#include <cairo.h>

void canvas_set_colour(const struct canvas *canvas, struct colour colour, double opacity) {
    cairo_set_source_rgba(canvas->cr, colour.red, colour.green, colour.blue, opacity);
}
