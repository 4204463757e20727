/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: text by pango, laid out in points and scaled by the surface's matrix alone, so that it
 * stands at the same place at every resolution. No markup is ever read. */
#ifndef BENCHMAT_PLOT_FIGURE_TEXT_H
#define BENCHMAT_PLOT_FIGURE_TEXT_H

#include <stddef.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

/* As in cairo.h, which only those who draw have to include. */
typedef struct _cairo cairo_t;

/* A text of more characters is cut with an ellipsis: in a picture, and in a file's metadata. */
enum { TEXT_LONGEST = 600, TEXT_LONGEST_CAPTION = 4000 };

struct text; /* fonts, once opened */

/* Fails where no font at all is installed. Waits for fonts_begin, where somebody called that. The
 * caller gives the result to text_close. */
int text_open(struct text **text, struct err *err);
void text_close(struct text *text);

struct text_style {
    double size; /* pt */
    int bold;
    double wrap; /* lines are broken at this width; 0: never */
    double fit;  /* one line, an ellipsis in its middle beyond this width; 0: never */
};

struct text_extent {
    double width, height; /* of all lines, in points */
    double ascent;        /* from the top to the first line's baseline */
    double cap;           /* height of a capital letter or figure above the baseline */
};

struct text_extent text_measure(struct text *text, const struct text_style *style,
                                const char *string);

enum text_side { TEXT_STARTS, TEXT_IS_CENTRED, TEXT_ENDS };

/* Draws in CR's current source, so that STRING starts at X, has its centre there, or ends there;
 * Y is the first line's baseline. */
void text_draw(struct text *text, cairo_t *cr, const struct text_style *style, const char *string,
               double x, double y, enum text_side side);

/* STRING with what is no UTF-8 replaced by U+FFFD, control characters by spaces, and cut to
 * LONGEST characters: what may go into a layout or a file's metadata. Line feeds stay. NULL
 * when there is no memory; the caller frees the result. */
char *text_clean(const char *string, size_t longest);

/* --- canvas --- */

/* What everything that draws is given, and where. Points, from the top left. */

#define CANVAS_POINTS_PER_MM (72 / 25.4)

struct box {
    double x, y, width, height;
};

struct canvas {
    cairo_t *cr; /* NULL while only measuring */
    struct text *text;
    enum theme_name theme;
    double font_size;
    size_t libraries; /* in the whole figure, which decides the palette */
};

/* Sets the source; OPACITY 1 is opaque. */
void canvas_set_colour(const struct canvas *canvas, struct colour colour, double opacity);

/* --- fonts --- */

/* The system's font configuration, read while something else is done.
 *
 * To read some sixty files of it takes longer than anything else in drawing a chart. Left to
 * itself fontconfig reads as many again: the descriptions of what could be configured, which only
 * fc-conflist shows. */

/* Begins to read it in a thread, once; never needed. */
void fonts_begin(void);

/* Returns when it is read, and reads it where nobody has begun. What fontconfig cannot read without
 * its own ways of going on, it reads itself when it is first asked for a font. */
void fonts_await(void);

#endif
