/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h: charts in rows and columns, as series of numbers.
 *
 * Nothing here knows what an archive or a statistic is. */
#ifndef BENCHMAT_PLOT_FIGURE_FIGURE_H
#define BENCHMAT_PLOT_FIGURE_FIGURE_H

#include <stddef.h>

#include "formats/text/err.h"

/* One line of a chart. Arrays of COUNT, ascending in x. NaN in y is a gap; NaN in low or high is a
 * point without an interval; NULL for none at all. Borrowed. */
struct series_data {
    const char *name;
    size_t count;
    const double *x, *y, *low, *high;
    const double *levels;       /* of STYLE_LEVELS, NaN where the line breaks; NULL for none */
    const unsigned char *wrong; /* 1: the answer was wrong, drawn as a cross; NULL for none */
    int is_reference;
    size_t
        colour; /* keeps one colour per library over all charts of a figure: 0 is the reference */
    size_t variant; /* tells curves of one colour apart by their dash, from 1; 0: it has no other */
};

/* What the numbers along an axis are. It decides their ticks and labels and, where nobody says
 * otherwise, the scale (label.h). */
enum axis_unit {
    UNIT_NUMBER,
    UNIT_SIZE,    /* whole, above zero */
    UNIT_SECONDS, /* a time */
    UNIT_RATIO,   /* of two times, say */
    UNIT_PART,    /* of a whole, in per cent */
    UNIT_RATE,    /* of something per second */
    UNIT_ERROR,   /* a deviation, whose magnitude counts */
    UNIT_COUNT,   /* how many */
    UNIT_DATE,    /* seconds since 1970 */
    UNITS
};

enum axis_scale { AXIS_USUAL, AXIS_LINEAR, AXIS_LOG, AXIS_LOG2, AXIS_SCALES };

/* Zero-initialised is an axis of numbers that shows all there is. */
struct axis_terms {
    enum axis_unit unit;
    enum axis_scale scale; /* AXIS_LOG2: logarithmic, with ticks at powers of two */
    double low, high;      /* asked for, where low < high; an infinite end is as the data need */
};

/* How series are drawn. */
enum chart_style {
    STYLE_CURVES, /* lines with markers and intervals */
    STYLE_STEPS,  /* steps: y holds from its x to the next, the last to the end of the axis; with a
                     marker where they first reach a mark */
    STYLE_BARS,   /* outlined bars: y holds from its x to the next; the last x only ends them */
    STYLE_LEVELS, /* points with intervals, and the levels they are on as lines */
    STYLES
};

/* A thin line across the plot with a word beside it: the capacity of a cache, a quantile, a peak.
 */
struct mark {
    int is_vertical; /* at an x, otherwise at a y */
    int is_at_left;  /* its word, of one at a y: where lines end in the upper right corner */
    int is_below;    /* and under the line */
    double at;
    const char *label; /* "" for none */
};

/* Texts are UTF-8; what is not, and control characters, are replaced; what is longer than
 * TEXT_LONGEST (text.h) is cut with an ellipsis. None of them is read as markup. */
struct chart {
    const char *title;    /* "axpy — time per call" */
    const char *subtitle; /* quantity, statistic, interval level, machine */
    const char *x_label;  /* "length of x and y" */
    enum chart_style style;
    struct axis_terms x, y;
    const struct series_data *series;
    size_t series_count;
    const struct series_data *noise; /* its band is shaded grey, no line is drawn; NULL for none */
    const struct series_data *guide; /* a thin dashed line to hold the others against, named at its
                                        end; NULL for none */
    int is_relative;                 /* to the reference, whose own line says nothing of another */
    int has_level; /* a heavy line across at level: it stands for the series of the reference, */
    double level;  /* which is not drawn but named there */
    const struct mark *marks;
    size_t mark_count;
};

enum theme_name { THEME_LIGHT, THEME_DARK };

struct figure {
    const struct chart *charts; /* laid out row by row, from left to right */
    size_t chart_count;
    size_t columns;             /* charts in one row; 0: all of them in one */
    double width_mm, height_mm; /* 0: double column for two columns or more, single column for one;
                                   FIGURE_ROW_MM for each row, of a grid less; both up to three
                                   times that where words need it */
    double dpi;                 /* of a PNG; 0: 300 */
    double font_size;           /* pt; 0: 7.5 */
    enum theme_name theme;
    size_t libraries;     /* which share the palette; 0: those of these charts */
    const char *heading;  /* bold, over all charts; NULL for none */
    const char *subtitle; /* under it; NULL for none */
    int is_grid; /* small charts, with one legend above all in place of names at the lines' ends */
    const char *title, *author, *subject; /* metadata of the file; NULL for none */
};

#define FIGURE_SINGLE_MM 88.9
#define FIGURE_DOUBLE_MM 182.0
#define FIGURE_ROW_MM    70.0

/* --- limits --- */

/* The numbers a figure may have, so that nothing absurd is ever allocated. */

/* A number with what it may be; for messages its name, as a user knows it, and its unit. */
struct limit {
    const char *name, *unit;
    double low, high;
};

extern const struct limit limit_width, limit_height; /* mm */
extern const struct limit limit_dpi;
extern const struct limit limit_font_size; /* pt */

/* In one figure. */
#define LIMIT_CHARTS 500

/* Of one picture, so that it takes at most about 400 MB; and of one side, which is cairo's. */
#define LIMIT_PIXELS 100e6
#define LIMIT_SIDE   32767

/* 0, or ERR_USAGE with the allowed range; NaN is outside of every range. */
int limit_check(const struct limit *limit, double value, struct err *err);

/* Reads TEXT as a number, with the limit's unit or without, and checks it. */
int limit_parse(const struct limit *limit, const char *text, double *value, struct err *err);

/* Reads "182x88mm" or "182x88" as width and height in mm. */
int limit_parse_size(const char *text, double *width, double *height, struct err *err);

/* How many pixels a length has; ERR_USAGE where a picture of that size and resolution would have
 * too many. */
int limit_pixels(double width_mm, double height_mm, double dpi, int *width, int *height,
                 struct err *err);

/* --- theme --- */

/* Colours, markers and dashes.
 *
 * The palettes were chosen for the largest least distance between any two colours over normal and
 * colour-blind vision (CIEDE2000 12.2 for five, 14.0 for eight on white, 15.7 on dark), with a
 * contrast of at least 3:1 to the ground. Dash and marker tell the libraries apart in grey print,
 * and beyond the palette's end. */

struct colour {
    double red, green, blue; /* 0 to 1 */
};

struct theme {
    struct colour ground, ink, soft_ink; /* paper, text and axes, secondary text */
    struct colour grid, fine_grid;
};

enum marker_shape {
    MARKER_NONE,
    MARKER_CIRCLE,
    MARKER_SQUARE,
    MARKER_TRIANGLE,
    MARKER_DIAMOND,
    MARKER_TRIANGLE_DOWN,
    MARKER_TRIANGLE_RIGHT,
    MARKER_TRIANGLE_LEFT,
    MARKER_SHAPES
};

enum { DASH_LENGTHS = 6 };

/* Lengths of ink and gap in turn, in points; COUNT of 0 is a solid line. */
struct dash {
    int count;
    double lengths[DASH_LENGTHS];
};

/* How one library is drawn. */
struct pen {
    struct colour colour;
    enum marker_shape marker;
    int filled; /* the marker is full, not hollow */
    const struct dash *dash;
};

/* "light" or "dark"; otherwise ERR_USAGE. */
int theme_parse(const char *text, enum theme_name *name, struct err *err);

const struct theme *theme_find(enum theme_name name);

/* The pen of library NUMBER (0 is the reference) in a figure of LIBRARIES, the reference included.
 * Any number is fine; from the ninth on, colours return with other dashes and markers. */
struct pen theme_pen(enum theme_name name, size_t number, size_t libraries);

/* PEN with the dash of VARIANT; as it is for 0. */
struct pen theme_variant(struct pen pen, size_t variant);

#endif
