/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse.h: y := A x for the matrix of laplacian.h, in several storage formats for a matrix on a
 * grid. X and Y are of the bench's type, 's' or 'd'. */
#ifndef BENCHMAT_COLLECT_ACTIONS_SPARSE_H
#define BENCHMAT_COLLECT_ACTIONS_SPARSE_H

#include "collect/actions/laplacian.h"

typedef void sparse_product(const struct bench *bench, const struct laplacian *a, const void *x,
                            void *y);

/* Compressed rows: each number with its column (Saad, Iterative Methods for Sparse Linear Systems,
 * 2nd edition, section 3.4; "CSR"). */
sparse_product sparse_rows;

/* The same number of elements in every row, padded, with their columns, stored side by side
 * ("ELLPACK"). */
sparse_product sparse_padded;

/* Five diagonals, whose columns are known. */
sparse_product sparse_diagonals;

/* The diagonal and the two diagonals above it; the two below are the same by symmetry. */
sparse_product sparse_symmetric;

#endif
