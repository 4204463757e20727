/* SPDX-License-Identifier: GPL-3.0-or-later */
/* winner.h: a map of which library is the fastest at each point of two parameters, and by how much.
 *
 * A tile has the colour of the fastest library (fastest.h), the deeper the longer the next one
 * takes, up to twice as long; its text is how much longer that is. Where another library is not
 * shown to be slower, or means dispute the order, the tile is hatched and names the other. */
#ifndef BENCHMAT_PLOT_KINDS_WINNER_H
#define BENCHMAT_PLOT_KINDS_WINNER_H

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* Adds the map of SECTION without its words. It has the parameter ACROSS on the x axis and UP on
 * the y axis; NULL chooses them: the usual x axis (sections.h), and the first other that varies or,
 * if none does, none. Returns ERR_USAGE if SECTION lacks one of them, or if more than these two
 * vary; ERR_ABSENT if no point that is shown has a fastest library. */
int winner_chart(struct chart_set *set, const struct table *table, const struct section *section,
                 const struct axes_asked *asked, struct err *err);

/* Adds a map for each action that OPTIONS choose; SET's left_out names those without a fastest
 * library. Returns ERR_ABSENT if that leaves none. */
int winner_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);

#endif
