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

/* Returns the width of the narrowest text of CHART that its tile has no room for: texts from that
 * width on are brief in all tiles, so that the same words are not whole in one and cut in another.
 * HUGE_VAL if all have room. */
double tiles_shortened_from(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes);

/* The words in a tile, as far as there is room; NULL for none. */
struct tile_words {
    const char *name, *text;
};
struct tile_words tiles_words(const struct canvas *canvas, const struct tile *tile,
                              const struct axes *axes, double shortened_from);

/* Returns whether a tile of CHART that has words is within BOX in part. */
int tiles_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, const struct box *box);

/* The style's function (chart.h). */
void tiles_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes);

#endif
