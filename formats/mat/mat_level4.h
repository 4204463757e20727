/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_level4.h: reads MAT-files of level 4, which MATLAB calls v4: a sequence of variables, each
 * with a header of 20 bytes, its name and two-dimensional data ("MAT-File Format", The MathWorks,
 * R2023b, pages 1-29 to 1-34). */
#ifndef BENCHMAT_FORMATS_MAT_MAT_LEVEL4_H
#define BENCHMAT_FORMATS_MAT_MAT_LEVEL4_H

#include "formats/mat/mat_file.h"

/* Returns whether the N bytes at HEAD can begin such a file. If so, sets IS_SWAPPED to whether its
 * byte order is not this machine's. */
int mat_level4_recognises(const unsigned char *head, size_t n, int *is_swapped);

/* Takes the next variable off CURSOR and describes it in HEADER. SCAN does not have its name yet.
 */
int mat_level4_next(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header);

/* Reads the variable of HEADER. The numbers of a sparse array keep the file's order, which may be
 * any. */
int mat_level4_read(const struct mat_scan *scan, const struct mat_header *header,
                    struct mat_array *array);

#endif
