/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latex.h: writes texts of any origin into a LaTeX file, in UTF-8. */
#ifndef BENCHMAT_FORMATS_TEXT_LATEX_H
#define BENCHMAT_FORMATS_TEXT_LATEX_H

#include <stdio.h>

/* Writes TEXT so that LaTeX typesets its characters: those that are special to LaTeX, or that its
 * older fonts lack or join to others, are spelt out, and accents that follow their letters become
 * commands. Letters of other scripts stay as they are. */
void latex_write(FILE *file, const char *text);

/* Writes each line of TEXT as a comment. No character of TEXT can end a comment. */
void latex_write_comment(FILE *file, const char *text);

#endif
