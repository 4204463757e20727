/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_structs.h: cells of structs as arrays of structs, which they stand for in files that programs
 * other than MATLAB write: a list of dictionaries is one to scipy.io.savemat. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_STRUCTS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_STRUCTS_H

#include "formats/mat/mat_array.h"

/* Zero-initialised: nothing. ARRAY borrows from the cell, and from this, which must stay in its
 * place. */
struct mat_structs {
    struct mat_array array;
    size_t dims[2];
    const char **fields;
    struct mat_array *items;
};

/* Makes an array of CELL, whose elements are all structs of one element: its fields are those of
 * all of them, and what a struct lacks is empty. Returns 1; 0 if CELL is no such cell, or one with
 * too many different fields; -1 if memory runs out. The caller must call mat_structs_release in any
 * case. */
int mat_structs_of_cell(struct mat_structs *structs, const struct mat_array *cell);

void mat_structs_release(struct mat_structs *structs);

#endif
