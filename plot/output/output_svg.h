/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output_svg.h: a scene as a part of an HTML page.
 *
 * Several pictures can be in one page, whose style sheet gives them their colours, in the dark
 * others: each role has a class, fN as fill, sN as stroke and tN as the fill of text, where N is
 * the number of the role. Nothing has a style of its own. The lines of a page are thinned out where
 * they are too dense to be told apart on a screen, which saves most of a large page. */
#ifndef BENCHMAT_PLOT_OUTPUT_OUTPUT_SVG_H
#define BENCHMAT_PLOT_OUTPUT_OUTPUT_SVG_H

#include <stddef.h>
#include <stdio.h>

struct scene;
struct text;

/* Writes SCENE, whose words TEXT lays out, as picture NUMBER of the page: one <g>. */
void svg_write_picture(FILE *file, const struct scene *scene, struct text *text, size_t number);

#endif
