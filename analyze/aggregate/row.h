/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row.h: computes the statistics of one library at one point from its samples. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_ROW_H
#define BENCHMAT_ANALYZE_AGGREGATE_ROW_H

#include <stddef.h>

#include "analyze/inference/hypothesis.h"
#include "analyze/statistics/interval.h"
#include "analyze/statistics/outliers.h"
#include "analyze/aggregate/table.h"
#include "analyze/inference/unpaired.h"

/* The samples of one cell: rounds x seeds. A value that is not finite was not measured. */
struct row_samples {
    const double *seconds; /* [rounds][seeds]; amounts of the quantity if that is another */
    size_t rounds, seeds;
    enum quantity quantity;
    int are_costs; /* of a rate: small where that is large (quantity_cost) */
};

/* Returns whether all finite samples are above zero. */
int row_has_logarithms(const struct row_samples *samples);

/* Sets resolution, n, rounds, mean, se and its interval, sd, cv and round_sd, log_mean and log_se.
 * The mean and sd are those of all samples; the interval has
 *
 *     half width = t * sd(means of the rounds) / sqrt(rounds),    rounds - 1 degrees of freedom
 *
 * or, if only one round has samples, t * sd(samples) / sqrt(n). It is at least as wide as the
 * resolution of the samples demands. ROUND_LOGS [rounds] receives ln of the rounds' means, NaN for
 * a round without one. For quantities other than seconds, whose zeros are results, log_mean and
 * log_se are NaN unless row_has_logarithms. */
void row_fold_times(struct row *row, const struct row_samples *samples, struct student *student,
                    double *round_logs);

/* Sets batch_mean and its interval, which is of the same kind, from BATCHES: the means of the
 * batches that SAMPLES are typical of, or SAMPLES themselves. ROUND_LOGS [rounds] receives
 * anything. Returns the factor between the two. */
struct interval row_fold_batches(struct row *row, const struct row_samples *batches,
                                 const struct row_samples *samples, struct student *student,
                                 double *round_logs);

/* Sets min and max. */
void row_fold_extremes(struct row *row, const struct row_samples *samples);

/* Sets skewness and kurtosis. */
void row_fold_shape(struct row *row, const struct row_samples *samples);

/* row_fold_order sets median, its interval, mad, the counts of outliers, and row->quantiles, which
 * then points to QUANTILES, one for each of the COUNT PROBABILITIES. The unit of the median's
 * interval is the round as well: its ends are two of the rounds' medians or, if only one round has
 * samples, two samples. WORKSPACE holds rounds x seeds numbers. */
struct row_quantiles {
    const double *probabilities; /* in any order */
    size_t count;
};
void row_fold_order(struct row *row, const struct row_samples *samples, double confidence,
                    const struct row_quantiles *wanted, double *quantiles, double *workspace);

/* Sets ratio, speedup and difference, each with its interval, log_ratio, log_ratio_se and
 * ratio_rounds from SAMPLES and REFERENCE, which are paired (ratio.h). ROUND_RATIOS [rounds]
 * receives the log ratio of each round. The reference's own row gets 1, 1 and 0. WORKSPACE holds
 * seeds numbers. */
void row_fold_ratio(struct row *row, const struct row_samples *samples, const double *reference,
                    struct student *student, double *round_ratios, double *workspace);

/* Sets mean_ratio with its interval, and mean_side (ratio.h). ROUND_RATIOS [rounds] receives the
 * log ratio of each round. The reference's own row gets 1. */
void row_fold_mean_ratio(struct row *row, const struct row_samples *samples,
                         const double *reference, int is_paired, struct student *student,
                         double *round_ratios);

/* Sets ratio, speedup and difference, each with its interval, and log_ratio. */
void row_set_ratio(struct row *row, struct interval logarithm, struct interval difference);

/* Sets log_resolution, is_coarse, own_ratio, and widens the intervals of ratio, speedup,
 * difference and mean_ratio to what the resolutions of the row's samples and of the REFERENCE's
 * demand, whose chosen statistic is VALUE. */
void row_fold_resolution(struct row *row, const struct resolution *reference, double value);

/* Returns the least half width of ln of the row's statistic; and of the ratio of two, of which each
 * may refine a guess of the other's steps (location.h). */
double row_log_step(const struct row *row);
double row_log_steps(const struct row *a, const struct row *b);
/* The latter for samples with such resolutions, whose STATISTIC is A_VALUE and B_VALUE. */
double row_steps_of_ratio(struct statistic statistic, const struct resolution *a, double a_value,
                          const struct resolution *b, double b_value);

/* Returns what the mean costs (quantity.h). */
double row_cost(const struct row *row);

/* Returns whether the mean of its batches is above that of its samples by SLOW_CALLS_LEAST at
 * least, and beyond the interval of that factor, if it has one. */
int row_leaves_slow_calls_out(const struct row *row);

/* Returns whether the two ratios disagree, each with the interval of the cell's own rounds: what
 * other cells add would hide that one is of the tail and the other not. 0 unless both answers are
 * right, and if the ratio is not of typical samples. */
int row_means_disagree(const struct row *row);
/* The same for the geometric means. */
int summary_means_disagree(const struct summary_row *summary);

/* The location of a library's samples on their own. */
struct row_sides {
    struct unpaired logs, seconds;
};
/* LOCATIONS [rounds] receives the location of each round's logarithms. WORKSPACE holds rounds x
 * seeds numbers. */
struct row_sides row_sides_of(const struct row_samples *samples, double *locations,
                              double *workspace);

/* Sets the same as row_fold_ratio, from the sides of two unpaired libraries. */
void row_fold_unpaired(struct row *row, const struct row_sides *library,
                       const struct row_sides *reference, double confidence);

/* row_fold_trial sets margin, p and side by TEST, from what row_fold_ratio or row_fold_unpaired
 * set. A paired test uses rounds, or samples if only one round has pairs. An unpaired test uses
 * rounds if both libraries have several of them. If only one library does, a rank test has no
 * result, and any other test uses samples. The reference and cells without a ratio are not tested.
 * WORKSPACE holds 5 x rounds x seeds numbers. */
struct row_trial {
    const struct hypothesis_test *test;
    double min_effect;                 /* verdict.h */
    const struct row_samples *samples; /* the library's */
    const double *reference;           /* the samples of the reference */
    const double *round_ratios;        /* [rounds], for a paired test */
    const double *locations,
        *reference_locations; /* [rounds], for an unpaired test (row_sides_of) */
    double trim;              /* of these, by welch-t (unpaired_trim_of_rounds) */
};
void row_fold_trial(struct row *row, const struct row_trial *trial, double *workspace);

/* Puts ERROR, that of all cells (error_model.h), in the place of the row's own: sets the interval
 * of ratio and speedup, at least as wide as log_resolution, is_coarse, ratio_se and ratio_degrees.
 * The interval of the difference becomes wider or, unless samples come in steps, narrower by the
 * same factor. With WITH_TEST also sets margin, p and side: the margin is MIN_EFFECT, and
 * log_resolution if that sets the interval.
 */
void row_fold_error(struct row *row, const struct welch *error, double confidence,
                    double min_effect, int with_test);

/* Sets p_equal by the error behind the interval, if EQUAL is above 0 and the row was tested over
 * several rounds. */
void row_fold_equality(struct row *row, double equal);

/* Sets throughput, of batch_mean, and flop_rate and byte_rate, of mean, with their intervals for a
 * call that does FLOPS operations and touches BYTES bytes; NaN if the number is unknown. */
void row_fold_rates(struct row *row, double flops, double bytes);

#endif
