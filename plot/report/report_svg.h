/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_svg.h: puts pictures into a page, with the colours of the light theme as classes, so that
 * the page's style sheet can give them other values in the dark.
 *
 * Each colour has classes of the page: fN as fill, sN as stroke, tN as the fill of text; --cN and
 * --tN are its values. The value for text can be read on the background (contrast.h). */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_SVG_H
#define BENCHMAT_PLOT_REPORT_REPORT_SVG_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/figure/figure.h"

struct colours {
    struct colour light[ROLES], dark[ROLES];
    struct colour light_text[ROLES]; /* the light ones as text */
    size_t count;
};

/* Sets the colours of pictures with LIBRARIES, the reference included. */
void colours_init(struct colours *colours, size_t libraries);
/* Adds that of faint lines; call it once, for pictures that have some. */
void colours_add_faint(struct colours *colours);

/* Returns the index of the light colour that TEXT means, itself or as text, such as
 * "rgb(0%,44.705882%,69.803922%)" or "#0072b2", or COUNT if there is none. */
size_t colours_find(const struct colours *colours, const char *text);

/* Writes the rules of the style sheet: values for light and for dark screens, and the classes. */
void colours_write(const struct colours *colours, FILE *css);

/* --- pictures --- */

/* Adapts SVG pictures (output_svg.c) so that several of them can be in one page.
 *
 * Each of cairo's files numbers its clips from 0, and writes colours and pens in style attributes,
 * which a page without inline styles ignores (versions from 1.17 on write attributes instead).
 * Therefore ids get the picture's number in front, styles become attributes, and colours become
 * classes; text stays text. Coordinates are rounded to a hundredth of a point, which saves a
 * quarter of the size. */

/* Writes the contents of SVG's outermost element as picture NUMBER of the page; modifies SVG.
 * Returns ERR_FAILED if it does not understand the picture. */
int report_svg_write(FILE *file, const struct colours *colours, size_t number, char *svg,
                     struct err *err);

#endif
