/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h: records written for people: cells of text, in columns whose parts line up. */
#ifndef BENCHMAT_ANALYZE_GRID_H
#define BENCHMAT_ANALYZE_GRID_H

#include <stdio.h>

#include "analyze/columns.h"

/* A grid has a column for each of the set's that has a heading, but none for those in which every
 * cell is empty. */
struct grid {
    const struct column **columns;
    size_t column_count;
    size_t lines; /* one per record */
    char **cells; /* [column_count][lines] */
};

/* ORDER says which record stands in each line; NULL for as they come. Returns 0 when there is no
 * memory; the caller gives GRID to grid_release in either case. */
int grid_init(struct grid *grid, const struct records *records, const size_t *order);
void grid_release(struct grid *grid);

/* Parts are separated by tabs. */
const char *grid_cell(const struct grid *grid, size_t line, size_t column);

/* Writes a line of headings and a line per record. What would be wider than WIDTH columns is made
 * to fit by shortening the texts of the first column that is aligned left (the library), as far as
 * to eight columns, and where that is not enough by leaving out sd, median and n. Returns 0 when
 * there is no memory. */
int grid_print(const struct grid *grid, FILE *file, size_t width);

#endif
