/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: text, and the canvas and fonts for it. Pango lays text out in points and only the
 * surface's matrix scales it, so that its place does not depend on the resolution. Markup is not
 * interpreted. */
#ifndef BENCHMAT_PLOT_FIGURE_TEXT_H
#define BENCHMAT_PLOT_FIGURE_TEXT_H

#include <stddef.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

/* As in cairo.h, which only code that draws must include. */
typedef struct _cairo cairo_t;

/* Longer texts are cut with an ellipsis. Both limits are in characters, for text in a picture and
 * for the metadata of a file. */
enum { TEXT_LONGEST = 600, TEXT_LONGEST_CAPTION = 4000 };

struct text; /* the opened fonts */

/* FAMILY is one that font_check has found, or NULL for the usual font. Fails if no font is
 * installed. Waits for fonts_begin if that was called. The caller must pass the result to
 * text_close. */
int text_open(struct text **text, const char *family, struct err *err);
void text_close(struct text *text);

struct text_style {
    double size; /* pt */
    int bold;
    double wrap;   /* lines break at this width; 0: never */
    double fit;    /* one line, cut with an ellipsis at this width; 0: never */
    int keeps_end; /* the ellipsis takes the place of the beginning, not of the middle */
};

struct text_extent {
    double width, height; /* of all lines, in points */
    double ascent;        /* from the top to the first line's baseline */
    double cap;           /* height of a capital letter or digit above the baseline */
};

struct text_extent text_measure(struct text *text, const struct text_style *style,
                                const char *string);

enum text_side { TEXT_STARTS, TEXT_IS_CENTRED, TEXT_ENDS };

/* A text in its place: it starts at X, is centred there, or ends there; Y is the baseline of its
 * first line. */
struct placed_text {
    struct text_style style;
    const char *string;
    double x, y;
    enum text_side side;
};

/* Draws WORDS with CR's current source, or adds the outlines of their letters to CR's path. */
void text_draw(struct text *text, cairo_t *cr, const struct placed_text *words);
void text_trace(struct text *text, cairo_t *cr, const struct placed_text *words);

/* Returns the family of the letters, as long as it has them. */
const char *text_family(const struct text *text);

/* A part of a line that has one font and one direction, without the blanks around it. */
struct text_run {
    const char *string; /* LENGTH bytes in the order of reading; 0: it was blank */
    size_t length;
    int is_rtl;      /* read from right to left */
    int is_separate; /* blanks were beside it */
    const char *family;
    int weight;   /* 400: regular; 700: bold */
    double x, y;  /* left end of its baseline, in points */
    double width; /* of the letters */
    double size;  /* pt */
};

/* A line as text_draw draws it: from left to right, its runs start at X, are centred there or end
 * there. */
struct text_line {
    struct text_run *runs;
    size_t count;
    enum text_side side;
    double x;
};

typedef void text_receive(void *context, const struct text_line *line);

/* Calls RECEIVE for each line of WORDS as text_draw draws it, which lasts for this call. */
void text_read(struct text *text, const struct placed_text *words, text_receive *receive,
               void *context);

/* Returns a copy of STRING that is fit for a layout or a file's metadata: invalid UTF-8 and code
 * points that are no characters, such as U+FFFE, become U+FFFD, control characters except line
 * feeds become spaces, and text beyond LONGEST characters becomes an ellipsis. The caller must free
 * the result. */
char *text_clean(const char *string, size_t longest);

/* --- canvas --- */

/* What all drawing code needs. Coordinates are in points from the top left. */

#define CANVAS_POINTS_PER_MM (72 / 25.4)

struct box {
    double x, y, width, height;
};

/* Returns whether the boxes have a part in common. */
int box_meets(const struct box *a, const struct box *b);

struct canvas {
    struct scene *scene; /* what is drawn (scene.h); NULL if only measuring */
    struct text *text;
    enum theme_name theme;
    double font_size;
    size_t libraries; /* libraries in the whole figure; decides the palette */
    enum tile_words tiles;
};

/* --- fonts --- */

/* Returns ERR_USAGE, naming similar families, if no font of FAMILY is installed and fontconfig does
 * not name another that stands for it, as Liberation Sans does for Arial. Else writes to TAKEN what
 * is drawn with. "sans", "serif" and "monospace" are families. */
int font_check(const char *family, char *taken, size_t size, struct err *err);

/* Reads the system's font configuration while other work goes on.
 *
 * Reading its sixty or so files takes longer than any other part of drawing a chart. By default
 * fontconfig reads as many files again: descriptions of possible configurations, which only
 * fc-conflist shows. */

/* Starts to read the configuration in a thread, at most once. Calling this is optional. */
void fonts_begin(void);

/* Returns when the configuration is read; reads it if fonts_begin was not called. If that fails,
 * fontconfig reads the configuration itself, with its own fallbacks, when it is first asked for a
 * font. */
void fonts_await(void);

#endif
