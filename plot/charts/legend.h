/* SPDX-License-Identifier: GPL-3.0-or-later */
/* legend.h: the names of all lines of a figure, once, each beside a piece of its line. */
#ifndef BENCHMAT_PLOT_CHARTS_LEGEND_H
#define BENCHMAT_PLOT_CHARTS_LEGEND_H

#include "plot/figure/canvas.h"
#include "plot/figure/figure.h"

struct legend_entry {
    const struct series_data *series; /* NULL: the cross of a wrong answer */
    double x, y;                      /* of its left end and its middle, from the legend's corner */
};

/* Zero-initialised is none. */
struct legend {
    struct legend_entry *entries;
    size_t count;
    double height, width; /* widest an entry may be */
};

/* What differs in name, colour or dash in the charts of FIGURE, by colour and dash, then wrong
 * answers where there are any; in lines of at most WIDTH. The series are FIGURE's. -1 when there is
 * no memory; to be given to legend_release either way. */
int legend_make(struct legend *legend, const struct figure *figure, const struct canvas *canvas,
                double width);
void legend_release(struct legend *legend);

void legend_draw(const struct legend *legend, const struct canvas *canvas, double x, double y);

#endif
