/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_svg.h: pictures that cairo wrote as SVG, made fit to stand within one page.
 *
 * Each of cairo's files numbers its glyphs and clips from 0, and says colours and pens in style
 * attributes, which a page without inline styles ignores (versions from 1.17 on write attributes
 * instead). So, of every picture: letters are kept once for the whole page; other ids have the
 * picture's number in front; styles become attributes, and colours classes (report_colours.h).
 * Coordinates are rounded to a hundredth of a point, which is a quarter of the size. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_SVG_H
#define BENCHMAT_PLOT_REPORT_REPORT_SVG_H

#include <stdio.h>

#include "formats/text/err.h"
#include "plot/output/bytes.h"
#include "plot/report/report_colours.h"

/* The page's letters. Zero-initialised is none. */
struct letters {
    char **outlines; /* each a path */
    size_t count, space;
};

void letters_release(struct letters *letters);
/* Writes them as an SVG that is not seen, to which the pictures refer. */
void letters_write(const struct letters *letters, FILE *file);

/* Writes what is within SVG's outermost element, as the page's picture NUMBER. ERR_FAILED where
 * cairo wrote what this does not understand. */
int report_svg_write(FILE *file, struct letters *letters, const struct colours *colours,
                     size_t number, const struct bytes *svg, struct err *err);

#endif
