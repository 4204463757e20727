/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contrast.h: whether colours can be told from the ground that they are on.
 *
 * Contrast and relative luminance as WCAG 2.1 defines them. Success criterion 1.4.11 asks for 3:1
 * of lines and markers, 1.4.3 for 4.5:1 of text. */
#ifndef BENCHMAT_PLOT_FIGURE_CONTRAST_H
#define BENCHMAT_PLOT_FIGURE_CONTRAST_H

#include "plot/figure/figure.h"

/* The least contrast of text, with a margin for rounding to 256 levels. */
#define CONTRAST_TEXT 4.6

/* Returns the contrast of A and B, between 1 and 21. */
double contrast_of(struct colour a, struct colour b);

/* Returns COLOUR for text on GROUND: darkened, or lightened on a dark ground, as little as gives it
 * a contrast of CONTRAST_TEXT, in steps of a fiftieth of the way to black or white. */
struct colour contrast_text_colour(struct colour colour, struct colour ground);

/* Returns the colour of ROLE for text on the theme's ground (theme_colour). */
struct colour theme_text_colour(enum theme_name name, enum role role, size_t libraries);

#endif
