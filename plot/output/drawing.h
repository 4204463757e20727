/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing.h: draws figures (figure.h) to files and to memory. */
#ifndef BENCHMAT_PLOT_OUTPUT_DRAWING_H
#define BENCHMAT_PLOT_OUTPUT_DRAWING_H

#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

/* What a picture does not show. */
struct drawn {
    size_t skipped;   /* points that a logarithmic axis cannot show: zero, negative, infinite */
    int is_shortened; /* words above the charts had no room */
    double oversized_width_mm, oversized_height_mm; /* of a page larger than A4 that was not asked
                                                       to be; 0 for none */
};

/* Draws FIGURE in FORMAT and stores it in FILES, which the caller must release even after a failure
 * (output.h): one file, or one for each page if the format has no pages. Charts that would make a
 * page of an open height higher than A4 go on pages of the same heading, with their numbers, and a
 * legend each. The same figure gives the same bytes. What is left out is in DRAWN (may be
 * NULL), and the picture mentions it too unless FIGURE has no heading. Returns ERR_USAGE if a
 * number is outside the limits in figure.h, or if the charts do not fit into the size. */
struct output_format;
struct bytes;
struct files;
int figure_encode(const struct figure *figure, const struct output_format *format,
                  struct files *files, struct drawn *drawn, struct err *err);

/* Does the same for the file PATH, in the format of its extension; returns ERR_USAGE if that is
 * unknown. Several files are numbered (target_number). Each is written under another name and
 * renamed, so that a failure leaves no partial file. */
int figure_write(const struct figure *figure, const char *path, struct drawn *drawn,
                 struct err *err);

/* A point's place in a picture: X and Y in points, from the top left. */
struct figure_point {
    const struct chart *chart;
    size_t series, index;
    double x, y;
};
typedef void figure_visit(void *context, const struct figure_point *point);

/* The size of a picture, in points. */
struct figure_extent {
    double width, height;
};

/* Writes FIGURE to FILE as picture NUMBER of an HTML page (output_svg.h), sets EXTENT, and calls
 * VISIT for every point that is shown, series by series. Everything else is as in figure_encode. */
int figure_write_picture(const struct figure *figure, FILE *file, size_t number,
                         struct figure_extent *extent, figure_visit *visit, void *context,
                         struct err *err);

#endif
