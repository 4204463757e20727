/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h: the kinds of chart, behind one table.
 *
 * To add one: a kind in figure.h, a file chart_<name>.c with its struct chart_type, and a row in
 * chart.c. */
#ifndef BENCHMAT_PLOT_CHART_H
#define BENCHMAT_PLOT_CHART_H

#include "plot/axis.h"
#include "plot/canvas.h"
#include "plot/figure.h"

struct chart_type {
    const char *name; /* as on a command line: "time" */
    /* Where the reference's label stands when the reference is a line across the whole chart; NaN
     * when it is a curve like the others. */
    double reference_level;
    /* Chooses scales and ticks of both axes for a plot of that ROOM. */
    void (*choose_axes)(const struct chart *chart, const struct room *room, struct axes *axes);
    /* Draws everything within the plot; grid and texts are there already, AXES are placed. */
    void (*draw)(const struct canvas *canvas, const struct chart *chart, const struct axes *axes);
};

const struct chart_type *chart_type(enum chart_kind kind);

/* The kinds that NAME means, in the order they stand side by side: a kind's own name, or "overview"
 * for time and ratio. ERR_USAGE lists the names. */
int chart_find_kinds(const char *name, enum chart_kind kinds[CHART_KINDS], size_t *count,
                     struct err *err);

/* How many points of CHART its axes cannot show: not above zero, or infinite. NaN is a gap and does
 * not count. */
size_t chart_count_skipped(const struct chart *chart, const struct axes *axes);

extern const struct chart_type chart_time, chart_ratio;

#endif
