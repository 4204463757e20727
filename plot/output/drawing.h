/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing.h: figures (figure.h) drawn, to files and to memory. */
#ifndef BENCHMAT_PLOT_OUTPUT_DRAWING_H
#define BENCHMAT_PLOT_OUTPUT_DRAWING_H

#include <stddef.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

/* Draws FIGURE in FORMAT; the file is in BYTES then, also after a failure (output.h). The same
 * figure gives the same bytes. Points that a logarithmic axis cannot show (zero, negative,
 * infinite) are left out and counted in SKIPPED (may be NULL); the picture says so too. ERR_USAGE
 * for numbers outside figure.h, and for a size in which the charts have no room. */
struct output_format;
struct bytes;
int figure_encode(const struct figure *figure, const struct output_format *format,
                  struct bytes *bytes, size_t *skipped, struct err *err);

/* The same to the file PATH, in the format of its extension; ERR_USAGE for an unknown one. Written
 * aside and renamed, so that a failure leaves no half file. */
int figure_write(const struct figure *figure, const char *path, size_t *skipped, struct err *err);

/* A point as it stands in a picture: X and Y in points, from the top left. */
struct figure_point {
    const struct chart *chart;
    size_t series, index;
    double x, y;
};
typedef void figure_visit(void *context, const struct figure_point *point);

/* How large a picture is, in points. */
struct figure_extent {
    double width, height;
};

/* Draws FIGURE as SVG into SVG, and hands all points that are shown to VISIT, series by series. The
 * rest as figure_write. */
int figure_svg(const struct figure *figure, struct bytes *svg, struct figure_extent *extent,
               figure_visit *visit, void *context, struct err *err);

#endif
