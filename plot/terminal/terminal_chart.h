/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_chart.h: writes a chart as text, for a terminal or anything else that shows only
 * letters.
 *
 * Lines are drawn in braille, two by four dots per cell. Scales, ticks, labels and the markers of
 * lines are those of the pictures (axis.h). Every line is named at its right end or, if there are
 * more lines than rows or too few columns, in a legend below. Rows (forest.h) have their names at
 * the left and their numbers at the right. Series of up to CURVE_FEW_POINTS points show their
 * intervals as vertical dashes; the noise floor is dotted. */
#ifndef BENCHMAT_PLOT_TERMINAL_TERMINAL_CHART_H
#define BENCHMAT_PLOT_TERMINAL_TERMINAL_CHART_H

#include <stdio.h>

#include "plot/figure/figure.h"

enum { TERMINAL_CHART_LEAST_WIDTH = 40 };

/* What the terminal can do. */
struct terminal_look {
    size_t width; /* in cells; TERMINAL_CHART_LEAST_WIDTH if it is less */
    int is_colored;
    int is_ascii; /* use only ASCII */
};

/* Writes CHART with its title to FILE. Adds the number of points that its axes cannot show to
 * SKIPPED, which may be NULL; the text mentions them too. */
void terminal_chart_write(FILE *file, const struct chart *chart, const struct terminal_look *look,
                          size_t *skipped);

#endif
