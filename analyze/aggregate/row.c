/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/row.h"

#include <math.h>

#include "analyze/statistics/distribution.h"
#include "analyze/inference/ratio.h"
#include "analyze/statistics/welford.h"
#include "analyze/statistics/order.h"
#include "analyze/aggregate/rates.h"
#include "analyze/inference/verdict.h"

static size_t sample_count(const struct row_samples *samples) {
    return samples->rounds * samples->seeds;
}

/* --- times --- */

int row_has_logarithms(const struct row_samples *samples) {
    for (size_t i = 0; i < sample_count(samples); i++)
        if (isfinite(samples->seconds[i]) && !has_logarithm(samples->seconds[i]))
            return 0;
    return 1;
}

static double standard_error(const struct welford *units) {
    return welford_sd(units) / sqrt((double)units->n);
}

void row_fold_times(struct row *row, const struct row_samples *samples, struct student *student,
                    double *round_logs) {
    struct welford all = {0}, means = {0};
    for (size_t r = 0; r < samples->rounds; r++) {
        struct welford round = {0};
        welford_add_block(&round, samples->seconds + r * samples->seeds, samples->seeds);
        welford_merge(&all, &round);
        double mean = welford_mean(&round);
        round_logs[r] = logarithm_of(mean);
        if (round.n)
            welford_add(&means, mean);
    }
    const struct welford *units = means.n == 1 ? &all : &means;
    row->resolution =
        quantity_resolution(samples->quantity, samples->seconds, sample_count(samples));

    /* The logarithms are of the rounds' means or, with a single round, of its samples. */
    size_t rounds = means.n;
    struct welford logs = {0};
    for (size_t r = 0; rounds > 1 && r < samples->rounds; r++)
        if (!isnan(round_logs[r]))
            welford_add(&logs, round_logs[r]);
    for (size_t i = 0; rounds == 1 && i < sample_count(samples); i++)
        if (has_logarithm(samples->seconds[i]))
            welford_add(&logs, log(samples->seconds[i]));

    for (size_t r = 0; quantity_words(samples->quantity)->is_rate && r < samples->rounds; r++)
        round_logs[r] = -round_logs[r];

    row->n = all.n;
    row->rounds = means.n;
    row->round_sd = welford_sd(&means);
    row->mean = interval_at_least(interval_of_mean(welford_mean(&all), units, student),
                                  resolution_of_mean(&row->resolution));
    row->se = standard_error(units);
    row->sd = welford_sd(&all);
    row->cv = row->sd / row->mean.estimate;
    int is_known = samples->quantity == QUANTITY_SECONDS || row_has_logarithms(samples);
    double log_mean =
        quantity_words(samples->quantity)->is_rate ? -welford_mean(&logs) : welford_mean(&logs);
    row->log_mean = is_known ? log_mean : NAN;
    row->log_se = is_known ? standard_error(&logs) : NAN;
}

struct interval row_fold_batches(struct row *row, const struct row_samples *batches,
                                 const struct row_samples *samples, struct student *student,
                                 double *round_logs) {
    const struct ratio_pair pair = {batches->seconds, samples->seconds, samples->rounds,
                                    samples->seeds};
    struct row of_batches = {.mean = row->mean};
    struct interval factor = interval_exactly(1);
    if (batches->seconds != samples->seconds) {
        factor = interval_exp(mean_ratio_of(&pair, 1, student, round_logs).log_ratio);
        row_fold_times(&of_batches, batches, student, round_logs);
    }
    row->batch_mean = of_batches.mean;
    return factor;
}

void row_fold_extremes(struct row *row, const struct row_samples *samples) {
    const double *seconds = samples->seconds;
    row->min = row->max = NAN;
    for (size_t i = 0; i < sample_count(samples); i++)
        if (isfinite(seconds[i])) {
            row->min = fmin(row->min, seconds[i]);
            row->max = fmax(row->max, seconds[i]);
        }
}

void row_fold_shape(struct row *row, const struct row_samples *samples) {
    struct moments moments = {0};
    moments_add_block(&moments, samples->seconds, sample_count(samples));
    row->skewness = moments_skewness(&moments);
    row->kurtosis = moments_kurtosis(&moments);
}

/* --- order --- */

static size_t gather_finite(const double *values, size_t n, double *workspace) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            workspace[count++] = values[i];
    return count;
}

/* WORKSPACE collects the rounds' medians, followed by the current round: there are never more
 * medians than samples before it. */
static struct order_interval median_interval(const struct row *row,
                                             const struct row_samples *samples, double confidence,
                                             double *workspace) {
    size_t medians = 0;
    if (row->rounds == 1)
        return order_median_interval(
            workspace, gather_finite(samples->seconds, sample_count(samples), workspace),
            confidence);
    for (size_t r = 0; r < samples->rounds; r++) {
        double *round = workspace + medians;
        size_t n = gather_finite(samples->seconds + r * samples->seeds, samples->seeds, round);
        if (n)
            workspace[medians++] = order_median(round, n);
    }
    return order_median_interval(workspace, medians, confidence);
}

static size_t count_outside(const double *values, size_t n, struct fences fences) {
    struct outliers outliers = outliers_count(values, n, fences);
    return outliers.below + outliers.above;
}

void row_fold_order(struct row *row, const struct row_samples *samples, double confidence,
                    const struct row_quantiles *wanted, double *quantiles, double *workspace) {
    struct order_interval interval = median_interval(row, samples, confidence, workspace);
    size_t n = gather_finite(samples->seconds, sample_count(samples), workspace);
    row->outliers = count_outside(workspace, n, outliers_tukey(workspace, n));
    row->sigma_outliers = count_outside(workspace, n, outliers_sigma(workspace, n));
    for (size_t i = 0; i < wanted->count; i++)
        quantiles[i] = order_has_quantile(n, wanted->probabilities[i])
                           ? order_quantile(workspace, n, wanted->probabilities[i])
                           : NAN;
    row->quantiles = quantiles;
    double median = order_median(workspace, n), step = resolution_of_median(&row->resolution);
    row->median = interval_alone(median);
    if (interval.rank)
        row->median = (struct interval){median, fmin(interval.low, median - step),
                                        fmax(interval.high, median + step)};
    row->mad = order_mad(workspace, n);
}

/* --- ratio --- */

static size_t count_known(const double *values, size_t n) {
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += !isnan(values[i]);
    return known;
}

static void set_quotient(struct row *row, struct interval ratio, struct interval difference) {
    row->ratio = ratio;
    row->speedup = interval_reciprocal(ratio);
    row->difference = difference;
}

void row_set_ratio(struct row *row, struct interval logarithm, struct interval difference) {
    struct interval ratio = interval_exp(logarithm);
    if (row->is_reference && !isnan(ratio.estimate)) {
        ratio = interval_exactly(1);
        difference = interval_exactly(0);
        row->ratio_se = row->ratio_degrees = NAN;
    }
    row->log_ratio = logarithm.estimate;
    set_quotient(row, ratio, difference);
}

void row_fold_ratio(struct row *row, const struct row_samples *samples, const double *reference,
                    struct student *student, double *round_ratios, double *workspace) {
    struct ratio_pair pair = {samples->seconds, reference, samples->rounds, samples->seeds};
    struct interval difference = ratio_difference(&pair, student, workspace);
    struct interval logarithm = ratio_log(&pair, student, round_ratios, workspace);
    row->ratio_rounds = count_known(round_ratios, pair.rounds);
    double t = student_quantile(student, row->ratio_rounds > 1 ? row->ratio_rounds - 1 : 0);
    row->log_ratio_se = interval_half(logarithm) / t;
    row->log_ratio_degrees = (double)row->ratio_rounds - 1;
    row->ratio_se = row->ratio_rounds > 1 ? row->log_ratio_se : NAN;
    row->ratio_degrees = row->ratio_rounds > 1 ? row->log_ratio_degrees : NAN;
    row_set_ratio(row, logarithm, difference);
}

struct row_sides row_sides_of(const struct row_samples *samples, double *locations,
                              double *workspace) {
    return (struct row_sides){unpaired_of(samples->seconds, samples->rounds, samples->seeds,
                                          unpaired_logarithm, locations, workspace),
                              unpaired_of(samples->seconds, samples->rounds, samples->seeds,
                                          unpaired_seconds, NULL, workspace)};
}

void row_fold_unpaired(struct row *row, const struct row_sides *library,
                       const struct row_sides *reference, double confidence) {
    struct welch logarithm = unpaired_between(&library->logs, &reference->logs);
    struct welch difference = unpaired_between(&library->seconds, &reference->seconds);
    size_t a = library->logs.rounds.units;
    size_t b = reference->logs.rounds.units;

    row->ratio_rounds = a < b ? a : b;
    row->log_ratio_se = row->ratio_rounds > 1 ? logarithm.se : NAN;
    row->log_ratio_degrees = logarithm.degrees;
    row->ratio_se = row->log_ratio_se;
    row->ratio_degrees = row->ratio_rounds > 1 ? logarithm.degrees : NAN;
    row_set_ratio(row, welch_interval(&logarithm, confidence),
                  welch_interval(&difference, confidence));
}

void row_fold_mean_ratio(struct row *row, const struct row_samples *samples,
                         const double *reference, int is_paired, struct student *student,
                         double *round_ratios) {
    const struct ratio_pair pair = {samples->seconds, reference, samples->rounds, samples->seeds};
    struct mean_ratio means = mean_ratio_of(&pair, is_paired, student, round_ratios);
    row->mean_ratio = interval_exp(means.log_ratio);
    if (row->is_reference && !isnan(row->mean_ratio.estimate))
        row->mean_ratio = interval_exactly(1);
    row->mean_side = means.side;
}

static struct interval log_at_least(struct interval ratio, double half) {
    const struct interval logs = interval_log(ratio);
    return interval_half(logs) < half ? interval_exp(interval_at_least(logs, half)) : ratio;
}

/* --- steps of samples --- */

/* By kind of statistic: of the statistic itself; and of its logarithm, at VALUE. */
typedef double half_width(const struct resolution *resolution);
static half_width *const half_widths[] = {[STATISTIC_TYPICAL] = resolution_of_trimmed,
                                          [STATISTIC_MEAN] = resolution_of_mean,
                                          [STATISTIC_QUANTILE] = resolution_of_median};

static double log_step(struct statistic statistic, const struct resolution *resolution,
                       double value) {
    if (statistic.kind == STATISTIC_TYPICAL)
        return resolution_of_log_trimmed(resolution);
    return resolution->step > 0 ? half_widths[statistic.kind](resolution) / value : 0;
}

double row_log_step(const struct row *row) {
    return log_step(row->statistic, &row->resolution, row->chosen.estimate);
}

double row_steps_of_ratio(struct statistic statistic, const struct resolution *a, double a_value,
                          const struct resolution *b, double b_value) {
    struct resolution one = resolution_beside(a, b), other = resolution_beside(b, a);
    return log_step(statistic, &one, a_value) + log_step(statistic, &other, b_value);
}

double row_log_steps(const struct row *a, const struct row *b) {
    return row_steps_of_ratio(a->statistic, &a->resolution, a->chosen.estimate, &b->resolution,
                              b->chosen.estimate);
}

void row_fold_resolution(struct row *row, const struct resolution *reference, double value) {
    if (row->is_reference)
        return;
    struct resolution own = resolution_beside(&row->resolution, reference);
    struct resolution other = resolution_beside(reference, &row->resolution);
    double half = row_steps_of_ratio(row->statistic, &row->resolution, row->chosen.estimate,
                                     reference, value);
    half_width *half_of = half_widths[row->statistic.kind];
    row->log_resolution = half;
    row->is_coarse = log(row->ratio.high) - row->log_ratio < half;
    row->own_ratio = log_at_least(row->ratio, half);
    set_quotient(row, row->own_ratio,
                 interval_at_least(row->difference, half_of(&own) + half_of(&other)));
    row->mean_ratio =
        log_at_least(row->mean_ratio, resolution_of_ratio(&row->resolution, reference));
}

double row_cost(const struct row *row) {
    return quantity_cost(row->quantity, row->mean.estimate);
}

int row_leaves_slow_calls_out(const struct row *row) {
    const struct interval *factor = &row->diagnostics.batch_factor;
    return row->diagnostics.slow_calls != SLOW_CALLS_FEW &&
           factor->estimate >= 1 + SLOW_CALLS_LEAST && !(factor->low <= 1);
}

int row_means_disagree(const struct row *row) {
    return row->both_right && !row->is_reference && row->statistic.kind == STATISTIC_TYPICAL &&
           mean_ratio_disagrees(row->own_ratio, row->mean_ratio);
}

int summary_means_disagree(const struct summary_row *summary) {
    return !summary->is_reference && summary->statistic.kind == STATISTIC_TYPICAL &&
           mean_ratio_disagrees(summary->own_ratio, summary->means.ratio);
}

/* --- test --- */

/* Writes NaN for a time without a logarithm. */
static void take_logarithms(const double *seconds, size_t n, double *logs) {
    for (size_t i = 0; i < n; i++)
        logs[i] = logarithm_of(seconds[i]);
}

/* Ranks that mix samples with rounds would weigh a process by how often it was timed. */
static int is_by_rounds(const struct row_trial *trial) {
    size_t rounds = trial->samples->rounds;
    if (trial->test->is_paired)
        return count_known(trial->round_ratios, rounds) > 1;
    int library = count_known(trial->locations, rounds) > 1;
    int reference = count_known(trial->reference_locations, rounds) > 1;
    return trial->test->is_of_ranks ? library || reference : library && reference;
}

void row_fold_trial(struct row *row, const struct row_trial *trial, double *workspace) {
    size_t taken = 0;
    row->margin = verdict_margin(trial->min_effect, row->noise.floor) +
                  (row->is_coarse ? row->log_resolution : 0);
    row->p = NAN;
    row->side = 0;
    if (row->is_reference || isnan(row->log_ratio))
        return;
    struct hypothesis_units units = {.differences = trial->round_ratios,
                                     .library = trial->locations,
                                     .reference = trial->reference_locations,
                                     .n = trial->samples->rounds,
                                     .trim = trial->trim};
    if (!is_by_rounds(trial)) {
        /* Uses the first 3 n numbers of WORKSPACE. */
        size_t n = sample_count(trial->samples);
        double *library = workspace + n, *reference = workspace + 2 * n;
        take_logarithms(trial->samples->seconds, n, library);
        take_logarithms(trial->reference, n, reference);
        for (size_t i = 0; i < n; i++)
            workspace[i] = library[i] - reference[i];
        units = (struct hypothesis_units){.differences = workspace,
                                          .library = library,
                                          .reference = reference,
                                          .n = n,
                                          .trim = RATIO_TRIM_ALONE};
        taken = 3 * units.n;
    }
    units.margin = row->margin;
    struct hypothesis_answer answer = hypothesis_answer(trial->test, &units, workspace + taken);
    row->p = answer.p;
    row->side = answer.side;
}

void row_fold_error(struct row *row, const struct welch *error, double confidence,
                    double min_effect, int with_test) {
    double before = row->is_coarse ? NAN : log(row->ratio.high) - row->log_ratio;
    struct interval logs = welch_interval(error, confidence);
    double half = interval_half(logs), times = before > 0 ? half / before : 1;
    if (row->log_resolution > 0)
        times = fmax(times, 1);
    row->is_coarse = half < row->log_resolution;
    row->ratio_se = error->se;
    row->ratio_degrees = error->degrees;
    set_quotient(row, interval_exp(interval_at_least(logs, row->log_resolution)),
                 interval_spread(row->difference, times));
    if (!with_test)
        return;
    row->margin = verdict_margin(min_effect, NAN) + (row->is_coarse ? row->log_resolution : 0);
    row->p = welch_probability_outside(error, row->margin);
    row->side = (error->difference > 0) - (error->difference < 0);
}

void row_fold_equality(struct row *row, double equal) {
    const struct welch error = {row->log_ratio, row->ratio_se, row->ratio_degrees};
    double limit = log1p(equal) - (row->is_coarse ? row->log_resolution : 0);
    if (equal > 0 && !isnan(row->p) && row->ratio_rounds > 1)
        row->p_equal = welch_probability_within(&error, limit);
}

/* --- rates --- */

void row_fold_rates(struct row *row, double flops, double bytes) {
    row->throughput = rates_of(row->batch_mean, 1);
    row->flops = flops;
    row->bytes = bytes;
    row->flop_rate = rates_of(row->mean, flops);
    row->byte_rate = rates_of(row->mean, bytes);
}
