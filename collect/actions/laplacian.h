/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laplacian.h: the matrix of the sparse-matrix actions.
 *
 * It is the five-point Laplacian of a conductance that differs from place to place. Rows are the
 * points of a grid, numbered line by line, w = ceil(sqrt(n)) points to a line; the last line has
 * the points that remain. A conductance c between neighbours i and j gives a[i][j] = a[j][i] = -c;
 * the diagonal is the sum of the conductances to all four sides, which is 1 for a side at the edge
 * of the grid. The c are drawn from the seed, uniform in [0.5, 2). So the matrix is symmetric and
 * diagonally dominant with a positive diagonal, strictly so at the edge, and therefore positive
 * definite (Varga, Matrix Iterative Analysis, 2nd edition, corollary 1.22); its condition number
 * grows like n.
 *
 * It is stored in two forms, in numbers of the bench's type: compressed rows, and, on request, five
 * diagonals of n numbers each with 0 for a missing neighbour. Columns are 32-bit integers. */
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
    void *edges;      /* row i has numbers 2 i and 2 i + 1: conductances to the right and above */
    int32_t *begins;  /* rows + 1 elements: where the numbers of each row begin */
    int32_t *columns; /* of each number; ascending in each row */
    void *values;
    void *diagonals;  /* side s of row i is number s * rows + i */
    int32_t *targets; /* columns, likewise; the row's own column for a missing neighbour */
};

/* Asks for the memory, including the diagonals if WITH_DIAGONALS. Returns 0, or 1 if the columns do
 * not fit 32 bits. */
int laplacian_setup(struct bench *bench, struct laplacian *a, int with_diagonals);

/* Draws the conductances and makes all forms of the matrix. */
void laplacian_initialize(struct bench *bench, const struct laplacian *a);

/* The count of non-zero numbers: 5 n - 2 (w + lines), because each of the w columns and ceil(n / w)
 * lines of the grid has two ends. */
double laplacian_numbers(int64_t rows);

/* Returns row I of A x, and sets MAGNITUDE to row I of |A| |x|, for X of the bench's type. It
 * calculates in double precision and from the conductances themselves, so that it reveals a mistake
 * in either form. */
double laplacian_row(const struct bench *bench, const struct laplacian *a, const void *x, int64_t i,
                     double *magnitude);

#endif
