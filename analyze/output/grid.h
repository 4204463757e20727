/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h: records written for people: cells of text, in columns whose parts line up. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_GRID_H
#define BENCHMAT_ANALYZE_OUTPUT_GRID_H

#include <stdio.h>

#include "analyze/columns/records.h"

/* A grid has a column for each of the records', but none for those in which every cell is empty,
 * unless they were asked for. */
struct grid {
    const struct column **columns;
    size_t column_count;
    size_t lines; /* one per record */

    /* Private. */
    size_t width;              /* how many columns the records have, */
    size_t *places;            /* [column_count] and which of them these are */
    size_t *cells;             /* [lines][width] where the text of each begins, */
    enum terminal_tone *tones; /* and its tone */
    char *texts;
    size_t used, workspace; /* bytes of the texts */
};

/* GRID borrows the columns of RECORDS. Returns 0 when there is no memory; the caller gives GRID to
 * grid_release in either case. */
int grid_init(struct grid *grid, const struct records *records);
void grid_release(struct grid *grid);

/* Parts are separated by tabs. */
const char *grid_cell(const struct grid *grid, size_t line, size_t column);
enum terminal_tone grid_tone(const struct grid *grid, size_t line, size_t column);

/* Cuts the next part off *CELL and writes it to PART, of SIZE bytes, GRID_PART of which suffice; 0
 * at the end. */
enum { GRID_PART = 256 };
int grid_next_part(const char **cell, char *part, size_t size);

/* Whether the cell is to be left blank, as it and all such before it repeat the line above. */
int grid_repeats(const struct grid *grid, size_t line, size_t column);

/* Writes a line of headings and a line per record. What would be wider than WIDTH columns is made
 * to fit by shortening the widest texts (the libraries), to no less than eight columns. Where that
 * would leave them less than sixteen, columns are left out first: sd, median, n, then from the
 * right all others but sizes, parameters, library, mean, ratio, errors and status. If WIDTH is less
 * than TERMINAL_USUAL_WIDTH and even names of eight columns are too wide, the errors go and at last
 * the mean. Otherwise, and for columns that were asked for, the table is wider after all.
 * IS_COLORED says whether to write sequences for terminals. Returns 0 when there is no memory. */
int grid_print(const struct grid *grid, FILE *file, size_t width, int is_colored);

#endif
