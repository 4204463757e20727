/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_words.h: arrays of MATLAB as a line of text. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_WORDS_H
#define BENCHMAT_FORMATS_MAT_MAT_WORDS_H

#include "formats/mat/mat_array.h"

/* More numbers are no line. */
enum { MAT_WORDS_MOST = 1000 };

/* A matrix of at most that many real numbers, or logical ones, as MATLAB reads it: "[1 2.5; 3
 * NaN]", with digits that read back as the same doubles. To be freed; NULL where ARRAY is another,
 * or there is no memory. */
char *mat_words(const struct mat_array *array);

/* Adds "NAME (WHY)" to LIST, which is NULL or to be freed; one of more than MAT_WORDS_LIST bytes
 * ends in "..." and stays as it is. Returns 0 without memory; then LIST is as it was. */
enum { MAT_WORDS_LIST = 4000 };
int mat_words_list(char **list, const char *name, const char *why);

/* What kind of array it is: "complex double, 2x2". To be freed; NULL without memory. */
char *mat_words_kind(const struct mat_array *array);

#endif
