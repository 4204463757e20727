/* SPDX-License-Identifier: GPL-3.0-or-later */
/* legend.h: the names of lines, each beside a sample of its line: once for a whole figure in a
 * legend, or at the right ends of the lines of one chart. */
#ifndef BENCHMAT_PLOT_CHARTS_LEGEND_H
#define BENCHMAT_PLOT_CHARTS_LEGEND_H

#include "plot/charts/chart.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

#define LEGEND_LINE        18.0 /* length of a sample, pt */
#define LEGEND_PATCH       5.0  /* height of a patch, pt */
#define LEGEND_BEFORE_NAME 0.5  /* between a sample and its name, font sizes */

struct legend_entry {
    const struct series_data *series; /* NULL for the cross */
    const char *name;
    int is_guide, is_patch; /* a patch stands for tiles */
    double x, y; /* its left end and vertical middle, from the legend's top left corner */
};

/* Empty if zero-initialised. */
struct legend {
    struct legend_entry *entries;
    size_t count;
    double height, width; /* WIDTH: the most a row of entries may take; 0: one entry in a row */
    double extent;        /* width of the widest row */
};

/* Returns what a cross in CHART means. */
const char *chart_cross(const struct chart *chart);

/* Makes one entry for each distinct combination of name, colour and dash in the charts of FIGURE,
 * sorted by colour, then dash, then one for a guide unless FIGURE leaves its legend where it
 * usually is, and a last one for crosses if there are any. Rows are at most WIDTH wide.
 * Entries borrow the series of FIGURE. The caller must pass LEGEND to legend_release. */
void legend_make(struct legend *legend, const struct figure *figure, const struct canvas *canvas,
                 double width);
void legend_release(struct legend *legend);

void legend_draw(const struct legend *legend, const struct canvas *canvas, double x, double y);

/* --- names --- */

/* Each line's name at the right end of the line, with a thin leader; names are moved apart so that
 * they do not overlap. */

/* How COUNT names fit into a column of HEIGHT points: in smaller letters if necessary; if even the
 * smallest are too large, only FITTING of the names. */
struct names_fit {
    double size; /* font size, pt */
    double line; /* from one name to the next, pt */
    size_t fitting;
};

struct names_fit names_fit(size_t count, double height, double font_size);

#define NAMES_SMALLEST (5.1 / 7.5) /* letters, in font sizes */

/* Returns how many names CHART has: those of its series but faint ones, and its guide. */
size_t names_count(const struct chart *chart);

/* Returns whether SERIES has a name to show: it has a visible point, or is the level line. */
int names_has(const struct chart *chart, const struct series_data *series, const struct axes *axes);

/* Returns the width of the column of names: the leader plus the widest name, which counts as at
 * most WIDEST. Wider names are drawn with an ellipsis. */
double names_width(const struct canvas *canvas, const struct chart *chart, double size,
                   double widest);

/* A name and where it stands. */
struct placed_name {
    const struct series_data *series;
    int is_guide;
    int is_of_point; /* its line is a point away from the plot's right end: its marker stands beside
                        the name, in the middle of the leader, which would look like a line */
    double end_x, end_y; /* the end of its line, within the plot */
    double y;            /* the middle of the name */
};

/* Empty if zero-initialised. The caller must free ITEMS. */
struct placed_names {
    struct placed_name *items;
    size_t count;
    double size; /* of letters, pt */
};

#define NAMES_BEFORE_SAMPLE 1.5 /* from the plot to a sample beside it, LEGEND_LINE long, pt */

#define NAMES_LED 6.0 /* a line that ends farther from the plot's right end is led there, pt */

/* Returns whether all lines end in one place, so that a sample of each stands beside its name. */
int names_end_together(const struct chart *chart);

/* Returns the distance from the plot to the names, pt. */
double names_leader(const struct chart *chart);

/* Places the names to the right of PLOT, in a column of WIDTH (names_width). */
struct placed_names names_place(const struct canvas *canvas, const struct chart *chart,
                                const struct axes *axes, const struct box *plot, double width);

/* Draws the names to the right of PLOT, in a column of WIDTH (names_width), in smaller letters if
 * they need it. */
void names_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot, double width);

#endif
