/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_level4.h: MAT-files of level 4, which MATLAB calls v4: variable after variable, each with 20
 * bytes of header, its name and two-dimensional data ("MAT-File Format", The MathWorks, R2023b,
 * pages 1-29 to 1-34). */
#ifndef BENCHMAT_FORMATS_MAT_MAT_LEVEL4_H
#define BENCHMAT_FORMATS_MAT_MAT_LEVEL4_H

#include "formats/mat/mat_file.h"

/* Whether the N bytes at HEAD can be the beginning of such a file; then IS_SWAPPED says whether its
 * byte order is not this machine's. */
int mat_level4_recognises(const unsigned char *head, size_t n, int *is_swapped);

/* Takes a variable off CURSOR. scan->name is not yet known. */
int mat_level4_next(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header);

/* Reads it. Sparse arrays come as they are stored, in any order. */
int mat_level4_read(const struct mat_scan *scan, const struct mat_header *header,
                    struct mat_array *array);

#endif
