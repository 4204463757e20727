/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_svg.h: the colours of a light picture by name, so that a page's style document can
 * give them another value in the dark.
 *
 * A colour is a class of the page: fN as fill, sN as stroke, tN as the fill of text, and --cN and
 * --tN are its values. That of text is the same, but darkened, or on a dark ground lightened, until
 * its contrast to the ground is at least COLOURS_TEXT_CONTRAST (WCAG 2.1, success criterion 1.4.3;
 * contrast and relative luminance as defined there). */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_SVG_H
#define BENCHMAT_PLOT_REPORT_REPORT_SVG_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

#define COLOURS_TEXT_CONTRAST 4.6

/* The first are those of the theme. */
enum { COLOUR_GROUND, COLOUR_INK, COLOUR_SOFT_INK, COLOUR_GRID, COLOUR_FINE_GRID, COLOUR_PENS };
enum { COLOURS_MOST = COLOUR_PENS + 8 };

struct colours {
    struct colour light[COLOURS_MOST], dark[COLOURS_MOST];
    size_t count;
};

/* Those of pictures with so many LIBRARIES, the reference included. */
void colours_init(struct colours *colours, size_t libraries);

/* Which of the light ones TEXT means, such as "rgb(0%,44.705882%,69.803922%)"; COUNT for none. */
size_t colours_find(const struct colours *colours, const char *text);

/* Between 1 and 21. */
double colours_contrast(struct colour a, struct colour b);
/* COLOUR as text on GROUND. */
struct colour colours_of_text(struct colour colour, struct colour ground);

/* The rules of the style document: values for the light, for a dark screen, and the classes. */
void colours_write(const struct colours *colours, FILE *css);

/* --- report svg --- */

/* Pictures that cairo wrote as SVG, made fit to stand within one page.
 *
 * Each of cairo's files numbers its glyphs and clips from 0, and says colours and pens in style
 * attributes, which a page without inline styles ignores (versions from 1.17 on write attributes
 * instead). So, of every picture: letters are kept once for the whole page; other ids have the
 * picture's number in front; styles become attributes, and colours classes (report_svg.h).
 * Coordinates are rounded to a hundredth of a point, which is a quarter of the size. */

/* The page's letters. Zero-initialised is none. */
struct letters {
    char **outlines; /* each a path */
    size_t count, space;
};

void letters_release(struct letters *letters);
/* Writes them as an SVG that is not seen, to which the pictures refer. */
void letters_write(const struct letters *letters, FILE *file);

/* Writes what is within SVG's outermost element, as the page's picture NUMBER, and takes SVG apart
 * for that. ERR_FAILED where cairo wrote what this does not understand. */
int report_svg_write(FILE *file, struct letters *letters, const struct colours *colours,
                     size_t number, char *svg, struct err *err);

#endif
