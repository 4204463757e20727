/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_level5.h: reads the arrays of MAT-files of level 5, which MATLAB calls v6, or v7 if they are
 * compressed. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_LEVEL5_H
#define BENCHMAT_FORMATS_MAT_MAT_LEVEL5_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

/* Reads the array whose BODY, the data after the tag, is given. Everything the array points to is
 * in scan->memory or in BODY. Objects, function handles and opaque arrays, at any depth, get only
 * their class and dimensions. ERR_DAMAGED if the data are invalid, nested more than MAT_MOST_DEPTH
 * deep, or larger than the memory allows. */
int mat_level5_read(const struct mat_scan *scan, const struct mat_element *body,
                    struct mat_array *array);

#endif
