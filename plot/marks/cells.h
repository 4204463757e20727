/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cells.h: a rectangle of character cells, as a terminal shows them, and texts that fit into cells.
 */
#ifndef BENCHMAT_PLOT_MARKS_CELLS_H
#define BENCHMAT_PLOT_MARKS_CELLS_H

#include <stddef.h>
#include <stdio.h>

/* What a cell's colour stands for. The colours are the terminal's own sixteen, which its user chose
 * to be legible on its background. */
enum cell_tone {
    CELL_PLAIN,
    CELL_HEADING, /* bold */
    CELL_FAINT,   /* grey */
    CELL_LIBRARY, /* of library 0, the reference; CELL_LIBRARY + n is that of library n */
};

struct cells; /* blank at first */

/* The caller must pass the result to cells_free (NULL is fine). */
struct cells *cells_new(size_t width, size_t height);
void cells_free(struct cells *cells);

/* Writes UTF-8 TEXT from the given cell to the right; drops whatever is outside the rectangle. */
void cells_put(struct cells *cells, long column, long row, const char *text, unsigned tone);

/* Returns whether COUNT cells from COLUMN on, and one more on either side, are blank. */
int cells_are_free(const struct cells *cells, long column, long row, size_t count);

/* Writes all rows without trailing blanks. */
void cells_write(const struct cells *cells, FILE *file, int is_colored);

/* The escape sequences that begin and end a tone (ECMA-48, 8.3.117); "" for CELL_PLAIN. */
const char *cells_begin(unsigned tone);
const char *cells_end(unsigned tone);

/* --- texts ---------------------------------------------------------------------------------- */

/* Returns how many cells TEXT takes: two for a wide East Asian character, none for a combining
 * accent. */
size_t cells_width(const char *text);

/* Returns TEXT in a form that terminals can show: control characters and invalid UTF-8 are
 * replaced, with IS_ASCII also everything outside ASCII: "10⁴ µs" becomes "10^4 us", an ellipsis
 * "~". The caller must free the result. */
char *cells_text(const char *text, int is_ascii);

/* Writes TEXT in lines of at most WIDTH cells, broken at blanks. */
void cells_write_lines(FILE *file, const char *text, size_t width, unsigned tone, int is_colored);

#endif
