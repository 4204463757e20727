/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h: where on the page everything stands.
 *
 * Charts of one column share their left and right margins and charts of one row their top and
 * bottom ones, so that plots stand exactly above and beside each other. */
#ifndef BENCHMAT_PLOT_CHARTS_LAYOUT_H
#define BENCHMAT_PLOT_CHARTS_LAYOUT_H

#include "plot/figure/text.h"
#include "plot/charts/chart.h"
#include "plot/figure/figure.h"
#include "plot/charts/legend.h"

struct margins {
    double left, right, top, bottom;
};

struct panel {
    const struct chart *chart;
    struct box cell, plot;
    struct margins margins;
    int is_in_grid;
    struct axes axes; /* placed */
    double title;     /* size of its title, pt; the same for all panels */
    double words;     /* of what stands under it, pt; likewise */
    char *notes;      /* what the picture itself has to explain; "" for nothing */
    size_t skipped;
};

struct layout {
    struct panel *panels;
    size_t count, columns, rows;
    double width, height;                 /* of the page, points */
    double lacking_width, lacking_height; /* millimetres; 0 where there is room */
    double heading;       /* height of what stands above all charts, 0 for nothing */
    struct legend legend; /* of a grid */
};

/* Lays FIGURE out, whose defaults are filled in, measuring text with CANVAS. ERR_USAGE when it is
 * too small for its charts, with the size that would do, which LAYOUT has too. The caller gives
 * LAYOUT to layout_release, after a failure too. */
int layout_make(struct layout *layout, const struct figure *figure, const struct canvas *canvas,
                struct err *err);
void layout_release(struct layout *layout);

/* Draws it all. -1 when there is no memory. */
int layout_draw(const struct layout *layout, const struct figure *figure,
                const struct canvas *canvas);

#endif
