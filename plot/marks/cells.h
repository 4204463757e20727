/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cells.h: a rectangle of character cells, such as a terminal shows, and how wide a text is there.
 */
#ifndef BENCHMAT_PLOT_MARKS_CELLS_H
#define BENCHMAT_PLOT_MARKS_CELLS_H

#include <stddef.h>
#include <stdio.h>

/* What a cell's colour stands for. The colours are the terminal's own sixteen, which its owner
 * chose to be read on that ground. */
enum cell_tone {
    CELL_PLAIN,
    CELL_HEADING, /* bold */
    CELL_FAINT,   /* grey */
    CELL_LIBRARY, /* of library 0, the reference; CELL_LIBRARY + n is that of library n */
};

struct cells; /* blank at first */

/* NULL when there is no memory. The caller gives it to cells_free (NULL is fine). */
struct cells *cells_new(size_t width, size_t height);
void cells_free(struct cells *cells);

/* Writes TEXT, UTF-8, from that cell to the right; what is beyond the rectangle is not there. */
void cells_put(struct cells *cells, long column, long row, const char *text, unsigned tone);

/* Whether nothing but blanks are in COUNT cells from there, and in those beside them. */
int cells_are_free(const struct cells *cells, long column, long row, size_t count);

/* Writes all rows, without blanks at their ends. */
void cells_write(const struct cells *cells, FILE *file, int is_colored);

/* The sequences that begin and end a tone (ECMA-48, 8.3.117); "" for a plain one. */
const char *cells_begin(unsigned tone);
const char *cells_end(unsigned tone);

/* --- texts ---------------------------------------------------------------------------------- */

/* How many cells TEXT takes: two for a wide East Asian character, none for an accent that joins
 * the one before. */
size_t cells_width(const char *text);

/* TEXT as terminals can take it: control characters and what is no UTF-8 replaced, and with
 * IS_ASCII everything else that is none: "10⁴ µs" as "10^4 us", an ellipsis as "~". NULL when there
 * is no memory; the caller frees it. */
char *cells_text(const char *text, int is_ascii);

/* Writes TEXT in lines of at most WIDTH cells, broken at blanks. */
void cells_write_lines(FILE *file, const char *text, size_t width, unsigned tone, int is_colored);

#endif
