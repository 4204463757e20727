/* SPDX-License-Identifier: GPL-3.0-or-later */
/* legend.h: the names of all lines of a figure, once, each beside a piece of its line. */
#ifndef BENCHMAT_PLOT_CHARTS_LEGEND_H
#define BENCHMAT_PLOT_CHARTS_LEGEND_H

#include "plot/charts/chart.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

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

/* --- names --- */

/* Each line's name at its right end, moved apart, with a thin leader. */

/* How so many names go into a column of that height: in smaller letters where they must, and where
 * even those do not fit, only FITTING of them. */
struct names_fit {
    double size; /* of the letters, pt */
    double line; /* from one name to the next, pt */
    size_t fitting;
};

struct names_fit names_fit(size_t count, double height, double font_size);

/* How many names CHART has: of its series and its guide. */
size_t names_count(const struct chart *chart);

/* Whether that series has a name to be shown: a point, or a line across the chart. */
int names_has(const struct chart *chart, const struct series_data *series, const struct axes *axes);

/* The width of the column: leader, widest name and nothing else. Names wider than WIDEST are drawn
 * with an ellipsis. */
double names_width(const struct canvas *canvas, const struct chart *chart, double size,
                   double widest);

/* Draws the column right of PLOT, WIDTH as above, in smaller letters where names need them. -1 when
 * there is no memory. */
int names_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
               const struct box *plot, double width);

#endif
