/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h: one or more charts side by side, as series of numbers, and where they are drawn.
 *
 * Nothing here knows what an archive or a statistic is. */
#ifndef BENCHMAT_PLOT_FIGURE_H
#define BENCHMAT_PLOT_FIGURE_H

#include <stddef.h>

#include "formats/err.h"

/* One line of a chart. Arrays of COUNT, ascending in x. NaN in y is a gap; NaN in low or high is a
 * point without an interval. Borrowed. */
struct series_data {
    const char *name;
    size_t count;
    const double *x, *y, *low, *high;
    const unsigned char *wrong; /* 1: the answer was wrong, drawn as a cross; NULL for none */
    int is_reference;
    size_t colour; /* keeps one colour per library over all charts of a figure: 0 is the reference */
};

enum chart_kind {
    CHART_TIME, /* log-log, y in seconds */
    CHART_RATIO /* semilog-x with y logarithmic in steps of 2 around a heavy line at 1 */
};

struct chart {
    enum chart_kind kind;
    const char *title;    /* "axpy — time per call" */
    const char *subtitle; /* quantity, statistic, interval level, machine */
    const char *x_label;  /* "length of x and y" */
    const struct series_data *series;
    size_t series_count;
};

enum theme_name { THEME_LIGHT, THEME_DARK };

struct figure {
    const struct chart *charts; /* laid out from left to right */
    size_t chart_count;
    double width_mm, height_mm; /* 0: double column for two charts, single column for one */
    double dpi;                 /* of a PNG; 0: 300 */
    double font_size;           /* pt; 0: 7.5 */
    enum theme_name theme;
    const char *title, *author, *subject; /* metadata of the file; NULL for none */
};

/* Draws FIGURE to PATH, as PNG, PDF or SVG by its extension. Written aside and renamed, so that a
 * failure leaves no half file. The same figure gives the same bytes. Points that a logarithmic
 * axis cannot show (zero, negative, infinite) are left out and counted in SKIPPED (may be NULL). */
int figure_write(const struct figure *figure, const char *path, size_t *skipped, struct err *err);

#endif
