/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h: computes where everything stands on the page, and draws it there.
 *
 * Charts in one column share their left and right margins, charts in one row their top and bottom
 * margins, so that plots line up exactly. */
#ifndef BENCHMAT_PLOT_CHARTS_LAYOUT_H
#define BENCHMAT_PLOT_CHARTS_LAYOUT_H

#include "plot/figure/text.h"
#include "plot/charts/chart.h"
#include "plot/figure/figure.h"
#include "plot/figure/short_names.h"
#include "plot/charts/legend.h"

struct margins {
    double left, right, top, bottom;
};

/* Ever fewer words above a chart (struct chart). */
enum panel_words { WORDS_ALL, WORDS_WITHOUT_SETTING, WORDS_BRIEF, WORDS_GIST, WORDS_NONE };

struct panel {
    const struct chart *chart;
    struct box cell, plot;
    struct margins margins;
    int is_in_grid;
    int has_names;           /* at the ends of lines */
    int has_notes;           /* says what is left out */
    int has_legend;          /* a legend of the figure explains its lines and crosses */
    enum panel_words level;  /* how much of its words there is room for, and */
    const char *subtitle;    /* these */
    const char *about_names; /* in the notes; "" for nothing */
    double names;            /* of the chart's width, what its names take at most */
    const char *x_label;     /* "" if the chart below has the same */
    struct axes axes;        /* placed */
    double title;            /* size of its title, pt; the same for all panels */
    double words;            /* size of the subtitle and notes, pt; the same for all panels */
    char *notes;             /* explanations in the picture, such as points left out; "" for none */
    size_t skipped;
    enum tile_words tiles; /* the same in all panels */
};

struct layout {
    struct panel *panels;
    size_t count, columns, rows;
    double width, height;                 /* of the page, points */
    double lacking_width, lacking_height; /* missing space, mm; 0 if there is enough */
    const char *subtitle; /* below the heading, or what there is room for; NULL for none */
    double heading;       /* height of everything above the charts, points; 0 if nothing */
    double footing;       /* below the charts */
    struct legend legend; /* unless lines are named at their ends, or not at all */
    enum legend_place place;
    struct box inside; /* LEGEND_INSIDE: where the legend is */
    int is_shortened;  /* words above the charts became fewer */
    enum tile_words tiles;
    struct short_names names; /* where they are too long for their place */
    char *captions[2]; /* subtitle and brief of the figure, where they are about such tiles */
};

/* Lays out FIGURE, whose defaults must be filled in; measures text with CANVAS. If the figure is
 * too small for its charts, returns ERR_USAGE with a message that names a sufficient size, and sets
 * the missing width and height in LAYOUT. The caller must pass LAYOUT to layout_release, even after
 * a failure. */
int layout_make(struct layout *layout, const struct figure *figure, const struct canvas *canvas,
                struct err *err);
void layout_release(struct layout *layout);

/* Returns how many mm wider the page must be for WORDS in all tiles; 0 or less if they have room,
 * and HUGE_VAL if tiles are too low for them. */
double layout_lacks_for_tiles(const struct layout *layout, const struct canvas *canvas,
                              enum tile_words words);

/* Sets the upper left corner of the legend, in points, with letters of EM. */
void layout_place_legend(const struct layout *layout, double em, double *x, double *y);

/* Draws the whole page. */
void layout_draw(const struct layout *layout, const struct figure *figure,
                 const struct canvas *canvas);

#endif
