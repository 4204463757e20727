/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h: records for people: cells of text in aligned columns. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_GRID_H
#define BENCHMAT_ANALYZE_OUTPUT_GRID_H

#include <stdio.h>

#include "analyze/columns/records.h"

/* A grid has a column for each column of its records, except columns in which every cell is empty,
 * unless they were requested by name. */
struct grid {
    const struct column **columns;
    size_t column_count;
    size_t lines; /* one per record */

    /* Private. */
    size_t width;              /* number of columns of the records */
    size_t *places;            /* [column_count] index of each column in the records */
    size_t *cells;             /* [lines][width] offset of each cell's text in TEXTS */
    enum terminal_tone *tones; /* [lines][width] tone of each cell */
    char *texts;
    size_t used, workspace; /* bytes of TEXTS: used, allocated */
};

/* GRID borrows the columns of RECORDS. The caller must call grid_release. */
void grid_init(struct grid *grid, const struct records *records);
void grid_release(struct grid *grid);

/* Returns a cell's text, whose parts are separated by tabs. */
const char *grid_cell(const struct grid *grid, size_t line, size_t column);
enum terminal_tone grid_tone(const struct grid *grid, size_t line, size_t column);

/* Cuts the next part off *CELL and copies it to PART, which has SIZE bytes; GRID_PART bytes always
 * suffice. Returns 0 if there are no more parts. */
enum { GRID_PART = 256 };
int grid_next_part(const char **cell, char *part, size_t size);

/* Returns whether to leave the cell blank, because it and all such cells before it repeat the line
 * above. */
int grid_repeats(const struct grid *grid, size_t line, size_t column);

/* Writes a line of headings and a line per record. If the grid is wider than WIDTH columns, the
 * widest text column (usually the libraries) is shortened (elide.h), to at least eight columns, and
 * no more than what keeps its texts apart. If that would
 * leave it less than sixteen, other columns are left out first: byte_rate, flop_rate, sd, median,
 * n, then from the right all others except sizes, points, parameters, library, mean, ratio,
 * mean_ratio, verdict, status, regressed and the errors. If WIDTH is less than TERMINAL_USUAL_WIDTH
 * and even a text of eight columns is too wide, the errors go too, then mean_ratio, verdict and at
 * last the mean. If nothing helps, or columns were requested by name, the table is wider than
 * WIDTH. IS_COLORED turns on color sequences for terminals. */
void grid_print(const struct grid *grid, FILE *file, size_t width, int is_colored);

#endif
