/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles.h: tiles that fill a plot, each in a library's colour with words in it; hatched where
 * nothing is decided. */
#ifndef BENCHMAT_PLOT_CHARTS_TILES_H
#define BENCHMAT_PLOT_CHARTS_TILES_H

#include "plot/axes/axis.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* How opaque a tile of that depth (0 to 1) is: words in it can be read in any colour. */
double tiles_opacity(double depth);

/* Returns the most words that all tiles of CHART have room for. Tiles of less than half the
 * width of the widest, as a range may leave at its ends, have no say. */
enum tile_words tiles_fitting(const struct canvas *canvas, const struct chart *chart,
                              const struct axes *axes);

/* Returns how many times as wide the plot must be for WORDS; 1 or less where they have room, and
 * HUGE_VAL where tiles are too low for them. */
double tiles_stretch(const struct canvas *canvas, const struct chart *chart,
                     const struct axes *axes, enum tile_words words);

/* What is written in a tile of a map with WORDS; NULL for nothing, both where it has no room. */
struct tile_lines {
    const char *name, *text;
};
struct tile_lines tiles_lines(const struct canvas *canvas, const struct tile *tile,
                              const struct axes *axes, enum tile_words words);

/* Returns CAPTION with what tiles with WORDS say in place of FIGURE_TILES_KEY, which the caller
 * must free. */
char *tiles_caption(const char *caption, enum tile_words words);

/* Returns whether a tile of CHART that has words is within BOX in part. */
int tiles_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, enum tile_words words, const struct box *box);

/* The style's function (chart.h), with the words that CANVAS says. */
void tiles_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes);

#endif
