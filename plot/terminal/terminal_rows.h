/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_rows.h: draws the rows of a forest plot or a dot plot (forest.h) in cells: a line of
 * cells for each, with its name, its marker or bar, its interval, and its numbers. */
#ifndef BENCHMAT_PLOT_TERMINAL_TERMINAL_ROWS_H
#define BENCHMAT_PLOT_TERMINAL_TERMINAL_ROWS_H

#include "plot/terminal/terminal_curve.h"

/* What rows need: lines, and columns for names and numbers. */
struct terminal_rows_room {
    size_t rows, names, numbers;
};

struct terminal_rows_room terminal_rows_room(const struct chart *chart, int is_ascii);

/* Draws the rows of CHART into PLOT, their names to its left, up to the axis, and their numbers
 * into NUMBERS columns to its right. Ratios have a line at 1; noise is shaded, but not in ASCII. An
 * interval that extends beyond the plot ends in an arrow. */
void terminal_rows_draw(const struct terminal_plot *plot, const struct chart *chart,
                        size_t numbers);

#endif
