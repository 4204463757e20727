/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output_surface.h: a page on a cairo surface, for the formats' own use. */
#ifndef BENCHMAT_PLOT_OUTPUT_OUTPUT_SURFACE_H
#define BENCHMAT_PLOT_OUTPUT_OUTPUT_SURFACE_H

#include <cairo.h>

#include "plot/output/output.h"

/* Paints PAGE on SURFACE with SCALE pixels per point, and gives back
 * cairo's verdict in words. */
int output_surface_paint(const struct page *page, cairo_surface_t *surface, double scale,
                         struct err *err);
/* A cairo_write_func_t on a struct bytes. */
cairo_status_t output_surface_write(void *bytes, const unsigned char *data, unsigned int size);

#endif
