/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h: charts in rows and columns, as series of numbers, and where they are drawn.
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
    size_t
        colour; /* keeps one colour per library over all charts of a figure: 0 is the reference */
    size_t variant; /* tells curves of one colour apart by their dash, from 1; 0: it has no other */
};

enum chart_kind {
    CHART_TIME,  /* log-log, y in seconds */
    CHART_RATIO, /* semilog-x with y logarithmic in steps of 2 around a heavy line at 1 */
    CHART_KINDS
};

/* Texts are UTF-8; what is not, and control characters, are replaced; what is longer than
 * TEXT_LONGEST (text.h) is cut with an ellipsis. None of them is read as markup. */
struct chart {
    enum chart_kind kind;
    const char *title;    /* "axpy — time per call" */
    const char *subtitle; /* quantity, statistic, interval level, machine */
    const char *x_label;  /* "length of x and y" */
    const struct series_data *series;
    size_t series_count;
    const struct series_data *noise; /* its band is shaded grey, no line is drawn; NULL for none */
    int x_is_parameter; /* its values decide whether the x axis is linear; that of sizes is not */
};

enum theme_name { THEME_LIGHT, THEME_DARK };

struct figure {
    const struct chart *charts; /* laid out row by row, from left to right */
    size_t chart_count;
    size_t columns;             /* charts in one row; 0: all of them in one */
    double width_mm, height_mm; /* 0: double column for two columns or more, single column for one;
                                   FIGURE_ROW_MM for each row */
    double dpi;                 /* of a PNG; 0: 300 */
    double font_size;           /* pt; 0: 7.5 */
    enum theme_name theme;
    const char *heading;                  /* bold, over all charts; NULL for none */
    const char *title, *author, *subject; /* metadata of the file; NULL for none */
};

#define FIGURE_SINGLE_MM 88.9
#define FIGURE_DOUBLE_MM 182.0
#define FIGURE_ROW_MM    70.0

/* Draws FIGURE to PATH, as PNG, PDF or SVG by its extension (output.h lists them). Written aside
 * and renamed, so that a failure leaves no half file. The same figure gives the same bytes. Points
 * that a logarithmic axis cannot show (zero, negative, infinite) are left out and counted in
 * SKIPPED (may be NULL); the picture says so too. ERR_USAGE for an unknown extension, for numbers
 * outside limits.h, and for a size in which the charts have no room. */
int figure_write(const struct figure *figure, const char *path, size_t *skipped, struct err *err);

#endif
