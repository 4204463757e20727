/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_colours.h: the colours of a page's pictures (output_svg.h) as rules of its style sheet. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_COLOURS_H
#define BENCHMAT_PLOT_REPORT_REPORT_COLOURS_H

#include <stddef.h>
#include <stdio.h>

/* Writes what the classes of pictures with LIBRARIES, the reference included, mean on light and on
 * dark screens: --cN is the colour of role N, --tN that of text, which can be read on the ground
 * (contrast.h). The role of faint lines is left out unless HAS_FAINT. */
void report_colours_write(FILE *css, size_t libraries, int has_faint);

#endif
