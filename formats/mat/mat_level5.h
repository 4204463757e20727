/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_level5.h: the arrays of MAT-files of level 5, which MATLAB calls v6, and compressed v7. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_LEVEL5_H
#define BENCHMAT_FORMATS_MAT_MAT_LEVEL5_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

/* Reads the array of which BODY is what follows the tag: all that it points to stays in
 * scan->memory, or in the body itself. Objects, functions and opaque ones, wherever they are, get
 * their class and dimensions only. ERR_DAMAGED: it is not what it should be, nested more than
 * MAT_MOST_DEPTH deep, or larger than the memory allows. */
int mat_level5_read(const struct mat_scan *scan, const struct mat_element *body,
                    struct mat_array *array);

#endif
