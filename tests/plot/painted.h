/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painted.h: a scene as pixels. */
#ifndef BENCHMAT_TESTS_PLOT_PAINTED_H
#define BENCHMAT_TESTS_PLOT_PAINTED_H

#include <cairo.h>

#include "plot/figure/scene.h"
#include "plot/output/output.h"

struct painted {
    cairo_surface_t *surface;
    const unsigned char *data; /* of four bytes each: blue, green, red, nothing */
    size_t stride;
};

/* Paints SCENE on a picture of WIDTH x HEIGHT, of SCALE pixels a point. */
static inline struct painted painted_new(const struct scene *scene, struct text *text, int width,
                                         int height, double scale) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    output_scene_paint(scene, text, cr);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    return (struct painted){surface, cairo_image_surface_get_data(surface),
                            (size_t)cairo_image_surface_get_stride(surface)};
}

/* How much darker than white the pixel at X, Y is, in its brightest part: 0 to 255. */
static inline int painted_ink(const struct painted *painted, int x, int y) {
    const unsigned char *pixel = painted->data + (size_t)y * painted->stride + 4 * (size_t)x;
    int brightest = pixel[0] > pixel[1] ? pixel[0] : pixel[1];
    return 255 - (brightest > pixel[2] ? brightest : pixel[2]);
}

static inline void painted_free(struct painted *painted) {
    cairo_surface_destroy(painted->surface);
}

#endif
