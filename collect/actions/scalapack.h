/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scalapack.h: what the actions over ScaLAPACK share: a square matrix in blocks on a grid of ranks,
 * its numbers, and products with vectors for residuals.
 *
 * ScaLAPACK deals the blocks of a matrix out to the ranks like cards, in both directions: block
 * (I, J) lies on the rank in row I modulo `rows` and column J modulo `columns` of the grid, and
 * each rank keeps its blocks as one column-major matrix (Blackford et al., ScaLAPACK Users' Guide,
 * SIAM 1997, section 4.3). All matrices of an action are distributed alike.
 *
 * Vectors are whole on each rank. Each product adds up over all ranks, so that all of them must
 * call the functions that say so, and get the same result. Residuals are those of residual.h and
 * probe.h.
 *
 * Integers that are passed by address are int64_t, as in action.h; but descriptors, pivots and
 * the arguments of BLACS's C functions have 32 bits: a ScaLAPACK with 64-bit integers does not fit.
 */
#ifndef BENCHMAT_COLLECT_ACTIONS_SCALAPACK_H
#define BENCHMAT_COLLECT_ACTIONS_SCALAPACK_H

#include <complex.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/actions/residual.h"

/* The first member of each of these actions' state. */
struct scalapack {
    size_t n, block;   /* a block has as many rows as columns */
    int rows, columns; /* of the grid */
    int row, column;   /* where this rank is in it; ranks are numbered along rows */
    size_t local_rows, local_columns, leading;
    int32_t descriptor[9];
    void *run;             /* room for the numbers of one row of a block */
    double complex *spare; /* 3 vectors of length n */
    double *of_ranks;      /* a number of each rank */
    int64_t *failed;       /* nonzero if any call on this rank returned a nonzero `info` */
};

/* block and rows */
extern const struct bench_parameter scalapack_parameters[];

/* The routines behind each action's own one. */
#define SCALAPACK_BLACS                                                                            \
    {"Cblacs_get", NULL}, {"Cblacs_gridinit", NULL}, {"Cblacs_gridinfo", NULL}, {                  \
        "Cblacs_gridexit", NULL                                                                    \
    }

/* --- the grid --- */

/* For setup: chooses the grid, and asks for the memory above. Returns 0; or 1 after bench_fail, if
 * the parameters ask for a grid or a block that there is not. */
int scalapack_setup(struct bench *bench);

/* Asks for the memory of a matrix on this rank, and of a renewed one. */
void *scalapack_matrix(struct bench *bench);
void *scalapack_renewed_matrix(struct bench *bench);

/* begin_round and end_round: make BLACS's context for the grid, and give it back. On all ranks. */
int scalapack_begin_round(struct bench *bench);
void scalapack_end_round(struct bench *bench);

/* How many of N rows, or columns, in blocks of BLOCK lie in row number PLACE of PLACES of the grid.
 */
size_t scalapack_count(size_t n, size_t block, int place, int places);

/* The number in the whole matrix of this rank's row or column number LOCAL. */
size_t scalapack_global_row(const struct scalapack *s, size_t local);
size_t scalapack_global_column(const struct scalapack *s, size_t local);

/* --- numbers --- */

/* Fills this rank's part of a matrix with the numbers that bench_fill would put into the whole one
 * after leaving out FIRST numbers, and with those of bench_fill_symmetric. */
void scalapack_fill(struct bench *bench, void *matrix, uint64_t first);
void scalapack_fill_symmetric(struct bench *bench, void *matrix, double diagonal);

/* --- for residual, on all ranks --- */

/* y := A x and y := A' x, where only that PART of A counts. */
void scalapack_multiply(const struct bench *bench, const void *matrix, enum residual_part part,
                        const double complex *x, double complex *y);
void scalapack_multiply_adjoint(const struct bench *bench, const void *matrix,
                                enum residual_part part, const double complex *x,
                                double complex *y);

/* The worst MINE of all ranks; NaN if any is NaN. */
double scalapack_worst(const struct bench *bench, double mine);

/* residual_scale and residual_above of this matrix. They overwrite the first spare vector. */
double scalapack_scale(const struct bench *bench, const void *matrix);
double scalapack_above(const struct bench *bench, const void *matrix, const void *left);

/* residual_worst, with the failures of all ranks. */
double scalapack_residual(const struct bench *bench,
                          double (*try)(const struct bench *bench, int probe));

/* Writes the vector X to the n numbers of the bench's type at OUTPUT. */
void scalapack_digest(const struct bench *bench, const double complex *x, void *output);

#endif
