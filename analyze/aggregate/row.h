/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row.h: one library at one point, folded from its samples. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_ROW_H
#define BENCHMAT_ANALYZE_AGGREGATE_ROW_H

#include <stddef.h>

#include "analyze/inference/hypothesis.h"
#include "analyze/statistics/interval.h"
#include "analyze/statistics/outliers.h"
#include "analyze/aggregate/table.h"
#include "analyze/inference/unpaired.h"

/* The samples of one cell: rounds x seeds. What is not a finite number was not measured. */
struct row_samples {
    const double *seconds; /* [rounds][seeds] */
    size_t rounds, seeds;
};

/* Sets resolution, n, rounds, mean, se and its interval, sd, cv and round_sd, log_mean and log_se.
 * The mean and sd are those of all samples; the interval has
 *
 *     half width = t * sd(means of the rounds) / sqrt(rounds),    rounds - 1 degrees of freedom
 *
 * or, with samples in one round only, t * sd(samples) / sqrt(n), and no less than the resolution of
 * the samples allows. ROUND_LOGS [rounds] receives ln of
 * the rounds' means, NaN where there is none. */
void row_fold_times(struct row *row, const struct row_samples *samples, struct student *student,
                    double *round_logs);

/* Sets min and max. */
void row_fold_extremes(struct row *row, const struct row_samples *samples);

/* Sets skewness and kurtosis. */
void row_fold_shape(struct row *row, const struct row_samples *samples);

/* Sets median, its interval, mad, the counts of outliers, and QUANTILES, one for each of the COUNT
 * PROBABILITIES, which row->quantiles is to point to. The unit of the median's interval is the
 * round as well: it lies between two of the rounds' medians, or with samples in one round only
 * between two samples. ROOM is for rounds x seeds numbers. */
struct row_quantiles {
    const double *probabilities; /* in any order */
    size_t count;
};
void row_fold_order(struct row *row, const struct row_samples *samples, double confidence,
                    const struct row_quantiles *wanted, double *quantiles, double *workspace);

/* Sets ratio, speedup and difference, each with its interval, log_ratio and its log_ratio_se, and
 * ratio_rounds, to those of SAMPLES against REFERENCE, which are paired (ratio.h). ROUND_RATIOS
 * [rounds] receives the rounds' own logarithms. The reference's row gets 1, 1 and 0. ROOM is for
 * seeds numbers. */
void row_fold_ratio(struct row *row, const struct row_samples *samples, const double *reference,
                    struct student *student, double *round_ratios, double *workspace);

/* Sets mean_ratio with its interval, and mean_side (ratio.h). ROUND_RATIOS [rounds] receives
 * the rounds' own logarithms. The reference's row gets 1. */
void row_fold_mean_ratio(struct row *row, const struct row_samples *samples,
                         const double *reference, int is_paired, struct student *student,
                         double *round_ratios);

/* Sets log_resolution and is_coarse, and widens the intervals of ratio, speedup, difference and
 * mean_ratio to what the resolution of the row's samples and of the REFERENCE's allows. */
void row_fold_resolution(struct row *row, const struct resolution *reference);

/* Whether the two ratios disagree; not where the two answers are not both right. */
int row_means_disagree(const struct row *row);
/* The same of a geometric mean. */
int summary_means_disagree(const struct summary_row *summary);

/* Where a library's samples lie by themselves. */
struct row_sides {
    struct unpaired logs, seconds;
};
/* LOCATIONS [rounds] receives those of the rounds' logarithms. ROOM is for rounds x seeds numbers.
 */
struct row_sides row_sides_of(const struct row_samples *samples, double *locations,
                              double *workspace);

/* Sets the same as row_fold_ratio from the sides of two libraries that are not paired. */
void row_fold_unpaired(struct row *row, const struct row_sides *library,
                       const struct row_sides *reference, double confidence);

/* Sets margin, p and side by TEST, from what row_fold_ratio or row_fold_unpaired gave: over the
 * rounds, or where only one has pairs over its samples. An unpaired test is over rounds where both
 * have several of them; where one has, a test of ranks says nothing, and any other is over samples.
 * Neither the reference nor a cell that has no ratio is tested. ROOM is for 5 rounds x seeds
 * numbers. */
struct row_trial {
    const struct hypothesis_test *test;
    double min_effect;                             /* verdict.h */
    const struct row_samples *samples;             /* the library's */
    const double *reference;                       /* the samples of the reference */
    const double *round_ratios;                    /* [rounds], for a test of pairs */
    const double *locations, *reference_locations; /* [rounds], for any other (row_sides_of) */
};
void row_fold_trial(struct row *row, const struct row_trial *trial, double *workspace);

/* Sets flop_rate and byte_rate with their intervals, where a call has so many operations and
 * touches so many bytes; NaN where that is not known. */
void row_fold_rates(struct row *row, double flops, double bytes);

#endif
