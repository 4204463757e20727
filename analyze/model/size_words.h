/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size_words.h: sizes in sentences. */
#ifndef BENCHMAT_ANALYZE_MODEL_SIZE_WORDS_H
#define BENCHMAT_ANALYZE_MODEL_SIZE_WORDS_H

#include "analyze/model/parameter_grid.h"

/* "512", "30,000": whole numbers as they are, from 10,000 on with commas. */
void size_words_exact(double size, FILE *file);

/* The same of a size that may lie between others: what is not whole in two digits, as "180",
 * "46,000" and "0.25". */
void size_words_about(double size, FILE *file);

/* What stands for the main axis of SPACE: "n" for the size, else the parameter's name. */
const char *size_words_axis(const struct parameter_grid *space);

#endif
