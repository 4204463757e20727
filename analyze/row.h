/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row.h: one library at one size, folded from its samples. */
#ifndef BENCHMAT_ANALYZE_ROW_H
#define BENCHMAT_ANALYZE_ROW_H

#include <stddef.h>

#include "analyze/interval.h"
#include "analyze/table.h"

/* The samples of one cell: rounds x seeds. */
struct row_samples {
    const double *seconds; /* [rounds][seeds] */
    size_t rounds, seeds;
};

/* Sets n, rounds, mean and its interval, sd, round_sd, median, min and max. What is not a finite
 * number was not measured. The mean and sd are those of all samples; the interval has
 *
 *     half width = t * sd(means of the rounds) / sqrt(rounds),    rounds - 1 degrees of freedom
 *
 * or, with samples in one round only, t * sd(samples) / sqrt(n). ROOM is for rounds x seeds
 * numbers. */
void row_fold_times(struct row *row, const struct row_samples *samples, struct student *student,
                    double *room);

/* Sets ratio, ratio_low and ratio_high to those of SAMPLES against REFERENCE, and returns the
 * logarithm of the ratio (ratio.h). ROUND_MEANS [rounds] receives the rounds' own. The reference's
 * row gets 1, 1, 1. ROOM is for seeds numbers. */
double row_fold_ratio(struct row *row, const struct row_samples *samples, const double *reference,
                      struct student *student, double *round_means, double *room);

#endif
