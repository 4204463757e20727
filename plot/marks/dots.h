/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dots.h: draws lines as dots, with two columns and four rows of dots in a terminal's cell.
 *
 * Each cell has one colour: that of whatever was drawn last. Cells are written as braille (The
 * Unicode Standard, 15.0, 2022, "Braille Patterns", U+2800 to U+28FF), or as ASCII characters that
 * depend on where the dots are. */
#ifndef BENCHMAT_PLOT_MARKS_DOTS_H
#define BENCHMAT_PLOT_MARKS_DOTS_H

#include "plot/marks/cells.h"

enum { DOTS_ACROSS = 2, DOTS_DOWN = 4 };

struct dots;

/* WIDTH and HEIGHT are in cells. The caller must pass the result to dots_free (NULL is fine). */
struct dots *dots_new(size_t width, size_t height);
void dots_free(struct dots *dots);

/* Coordinates count dots from the top left; dots outside the cells are not drawn. */

/* A line of INK dots and GAP empty dots in turn; if INK is 0, the line has no gaps. */
struct dots_pen {
    unsigned tone;
    int ink, gap;
};
void dots_line(struct dots *dots, const struct dots_pen *pen, double x0, double y0, double x1,
               double y1);

/* Shades every other dot of column X from row Y0 to Y1. The shade shows only in cells without a
 * line, and not in ASCII. */
void dots_shade(struct dots *dots, unsigned tone, double x, double y0, double y1);

/* Writes the dots to CELLS, with the first one in cell COLUMN, ROW. Cells without dots stay as they
 * are. */
void dots_put(const struct dots *dots, struct cells *cells, long column, long row, int is_ascii);

#endif
