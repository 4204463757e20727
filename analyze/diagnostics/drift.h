/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.h: whether times rise or fall while they are measured.
 *
 * All of it is done on logarithms; a sample that is not a positive, finite number has none and is
 * passed over. The test is that of Mann and Kendall (trend.h). */
#ifndef BENCHMAT_ANALYZE_DIAGNOSTICS_DRIFT_H
#define BENCHMAT_ANALYZE_DIAGNOSTICS_DRIFT_H

#include <stddef.h>

struct drift {
    double rise;    /* the second half's mean over the first half's, minus 1; NaN for none */
    double p_value; /* how probable an order that is as steady is where there is no drift */
};

/* The samples of one cell, [rounds][seeds] in the order they were taken. */
struct drift_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Within the rounds, taken together. VALUES and ROOM are for seeds numbers. */
struct drift drift_within_rounds(const struct drift_samples *samples, double *values,
                                 double *workspace);

/* Adds each round's mean logarithm to SUMS [rounds]; NaN where a round has no sample. */
void drift_add_rounds(const struct drift_samples *samples, double *sums);

/* Over the rounds, from the SUMS [rounds] of so many CELLS, which every round must have. SUMS is
 * sorted; ROOM is for ROUNDS numbers. One test for all cells, whose layouts change together. */
struct drift drift_over_rounds(double *sums, size_t rounds, size_t cells, double *workspace);

#endif
