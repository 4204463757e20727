/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme.h: colours, markers and dashes.
 *
 * The palettes were chosen for the largest least distance between any two colours over normal and
 * colour-blind vision (CIEDE2000 12.2 for five, 14.0 for eight on white, 15.7 on dark), with a
 * contrast of at least 3:1 to the ground. Dash and marker tell the libraries apart in grey print,
 * and beyond the palette's end. */
#ifndef BENCHMAT_PLOT_FIGURE_THEME_H
#define BENCHMAT_PLOT_FIGURE_THEME_H

#include <stddef.h>

#include "plot/figure/figure.h"
#include "formats/text/err.h"

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
