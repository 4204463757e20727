/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_svg.h: puts pictures into a page, with the colours of the light theme as classes, so that
 * the page's style sheet can give them other values in the dark.
 *
 * Each colour has classes of the page: fN as fill, sN as stroke, tN as the fill of text; --cN and
 * --tN are its values. The value for text is darkened, or lightened on a dark background, until its
 * contrast to the background is at least COLOURS_TEXT_CONTRAST (WCAG 2.1, success criterion 1.4.3;
 * contrast and relative luminance as defined there). */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_SVG_H
#define BENCHMAT_PLOT_REPORT_REPORT_SVG_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

#define COLOURS_TEXT_CONTRAST 4.6

/* The theme's colours; those of the pens follow. */
enum { COLOUR_GROUND, COLOUR_INK, COLOUR_SOFT_INK, COLOUR_GRID, COLOUR_FINE_GRID, COLOUR_PENS };
enum { COLOURS_MOST = COLOUR_PENS + 8 };

struct colours {
    struct colour light[COLOURS_MOST], dark[COLOURS_MOST];
    size_t count;
};

/* Sets the colours of pictures with LIBRARIES, the reference included. */
void colours_init(struct colours *colours, size_t libraries);

/* Returns the index of the light colour that TEXT means, such as "rgb(0%,44.705882%,69.803922%)",
 * or COUNT if there is none. */
size_t colours_find(const struct colours *colours, const char *text);

/* Returns the contrast of A and B, between 1 and 21. */
double colours_contrast(struct colour a, struct colour b);
/* Returns COLOUR adjusted for text on GROUND. */
struct colour colours_of_text(struct colour colour, struct colour ground);

/* Writes the rules of the style sheet: values for light and for dark screens, and the classes. */
void colours_write(const struct colours *colours, FILE *css);

/* --- pictures --- */

/* Adapts SVG pictures by cairo so that several of them can be in one page.
 *
 * Each of cairo's files numbers its glyphs and clips from 0, and writes colours and pens in style
 * attributes, which a page without inline styles ignores (versions from 1.17 on write attributes
 * instead). Therefore the page keeps the letters of all pictures once, all other ids get the
 * picture's number in front, styles become attributes, and colours become classes. Coordinates are
 * rounded to a hundredth of a point, which saves a quarter of the size. */

/* The page's letters. Empty if zero-initialised. */
struct letters {
    char **outlines; /* each the data of a path; "" for a blank */
    size_t count, space;
};

void letters_release(struct letters *letters);
/* Writes the letters as an invisible SVG, which the pictures refer to. */
void letters_write(const struct letters *letters, FILE *file);

/* Writes the contents of SVG's outermost element as picture NUMBER of the page; modifies SVG.
 * Returns ERR_FAILED if it does not understand cairo's output, or memory runs out. */
int report_svg_write(FILE *file, struct letters *letters, const struct colours *colours,
                     size_t number, char *svg, struct err *err);

#endif
