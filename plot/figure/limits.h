/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h: the numbers a figure may have, so that nothing absurd is ever allocated. */
#ifndef BENCHMAT_PLOT_FIGURE_LIMITS_H
#define BENCHMAT_PLOT_FIGURE_LIMITS_H

#include "formats/text/err.h"
#include "plot/figure/figure.h"

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

#endif
