/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dots.h: lines of dots, of which a cell of a terminal has two columns and four rows.
 *
 * Each cell has one colour: that of what was drawn last. Cells are written as braille (The Unicode
 * Standard, 15.0, 2022, "Braille Patterns", U+2800 to U+28FF), or in ASCII by where their dots are.
 */
#ifndef BENCHMAT_PLOT_MARKS_DOTS_H
#define BENCHMAT_PLOT_MARKS_DOTS_H

#include "plot/marks/cells.h"

enum { DOTS_ACROSS = 2, DOTS_DOWN = 4 };

struct dots;

/* For so many cells. NULL when there is no memory. The caller gives it to dots_free (NULL is
 * fine). */
struct dots *dots_new(size_t width, size_t height);
void dots_free(struct dots *dots);

/* All of these count dots from the top left; what is beyond the cells is not drawn. */

/* A line with gaps: so many dots of ink and gap in turn; INK of 0 has no gaps. */
struct dots_pen {
    unsigned tone;
    int ink, gap;
};
void dots_line(struct dots *dots, const struct dots_pen *pen, double x0, double y0, double x1,
               double y1);

/* Every other dot from row Y0 to Y1 of column X; only seen where nothing else was drawn. */
void dots_shade(struct dots *dots, unsigned tone, double x, double y0, double y1);

/* Writes all of it to CELLS, from there on. Cells without a dot stay as they were. */
void dots_put(const struct dots *dots, struct cells *cells, long column, long row, int is_ascii);

#endif
