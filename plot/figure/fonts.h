/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fonts.h: the system's font configuration, read while something else is done.
 *
 * To read some sixty files of it takes longer than anything else in drawing a chart. Left to
 * itself fontconfig reads as many again: the descriptions of what could be configured, which only
 * fc-conflist shows. */
#ifndef BENCHMAT_PLOT_FIGURE_FONTS_H
#define BENCHMAT_PLOT_FIGURE_FONTS_H

/* Begins to read it in a thread, once; never needed. */
void fonts_begin(void);

/* Returns when it is read, and reads it where nobody has begun. What fontconfig cannot read without
 * its own ways of going on, it reads itself when it is first asked for a font. */
void fonts_await(void);

#endif
