/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_chart.h: a chart as text, for a terminal or wherever else there are only letters.
 *
 * Lines are drawn in braille, two by four dots a cell. Scales, ticks and labels are those of the
 * pictures (axis.h), and so is which line has which marker; every line is named at its right end,
 * or where there are more lines than rows, in a legend below. Up to CURVE_FEW_POINTS sizes have
 * their intervals, as vertical dashes; the noise floor is dotted. */
#ifndef BENCHMAT_PLOT_TERMINAL_TERMINAL_CHART_H
#define BENCHMAT_PLOT_TERMINAL_TERMINAL_CHART_H

#include <stdio.h>

#include "plot/figure/figure.h"

enum { TERMINAL_CHART_LEAST_WIDTH = 40 };

/* What the terminal can do. */
struct terminal_look {
    size_t width; /* in cells; at least TERMINAL_CHART_LEAST_WIDTH is taken */
    int is_colored;
    int is_ascii; /* nothing but ASCII */
};

/* Writes CHART with its title to FILE. Points that its axes cannot show are added to SKIPPED, which
 * may be NULL, and the text says so too. -1 when there is no memory. */
int terminal_chart_write(FILE *file, const struct chart *chart, const struct terminal_look *look,
                         size_t *skipped);

#endif
