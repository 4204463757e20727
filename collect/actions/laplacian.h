/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laplacian.h: the matrix of the actions on sparse matrices.
 *
 * The five-point Laplacian of a conductance that differs from place to place: rows are the points
 * of a grid, numbered line by line, w = ceil(sqrt(n)) to a line, the last line as long as the rest
 * is. Between neighbours i and j stands c in a[i][j] = a[j][i] = -c, and the diagonal is the sum of
 * the conductances to all four sides, 1 where a side is the edge of the grid. The c are drawn from
 * the seed, uniform in [0.5, 2). So the matrix is symmetric and diagonally dominant with a positive
 * diagonal, strictly so at the edge, which is positive definite (Varga, Matrix Iterative Analysis,
 * 2nd edition, corollary 1.22); its condition grows like n.
 *
 * It is kept in two forms, in numbers of the bench's type: compressed rows, and, if wanted, five
 * diagonals of n numbers each with 0 where there is no neighbour. Columns are 32-bit integers. */
#ifndef BENCHMAT_COLLECT_ACTIONS_LAPLACIAN_H
#define BENCHMAT_COLLECT_ACTIONS_LAPLACIAN_H

#include "collect/action.h"

enum laplacian_side {
    LAPLACIAN_BELOW, /* the line before */
    LAPLACIAN_LEFT,
    LAPLACIAN_CENTRE,
    LAPLACIAN_RIGHT,
    LAPLACIAN_ABOVE,
    LAPLACIAN_SIDES
};

struct laplacian {
    int64_t rows, width;
    void *edges;      /* of row i, numbers 2 i and 2 i + 1: conductances to the right and above */
    int32_t *begins;  /* rows + 1: where the numbers of each row begin */
    int32_t *columns; /* of each number, ascending in each row */
    void *values;
    void *diagonals;  /* side s of row i is number s * rows + i */
    int32_t *targets; /* the same for columns; the row's own where there is no neighbour */
};

/* Asks for the memory, for the diagonals too if WITH_DIAGONALS. Returns 1 where columns would not
 * fit 32 bits, else 0. */
int laplacian_setup(struct bench *bench, struct laplacian *a, int with_diagonals);

/* Draws the conductances and makes the matrix in its forms. */
void laplacian_initialize(struct bench *bench, const struct laplacian *a);

/* The numbers that are not 0: 5 n - 2 (w + lines), where each of w columns and ceil(n / w) lines of
 * the grid has two ends. */
double laplacian_numbers(int64_t rows);

/* Row I of A x, and of |A| |x| in MAGNITUDE, for X of the bench's type: in double precision and
 * from the conductances themselves, so that it tells of a mistake in either form. */
double laplacian_row(const struct bench *bench, const struct laplacian *a, const void *x, int64_t i,
                     double *magnitude);

#endif
