/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/aggregate_points.h"

#include <math.h>
#include <string.h>

#include "analyze/aggregate/replication.h"
#include "analyze/aggregate/row.h"
#include "analyze/diagnostics/trend.h"
#include "analyze/statistics/distribution.h"
#include "analyze/statistics/order.h"
#include "analyze/statistics/outliers.h"

/* Returns the means of the batches that samples are typical of; NULL where samples are calls, or
 * where not every sample has one. */
static const double *means_of(const struct aggregate *aggregate, const struct series *series,
                              size_t first, size_t n) {
    const double *means = series->batch_mean ? series->batch_mean + first : NULL;
    if (!means || aggregate->options->quantity != QUANTITY_SECONDS ||
        section_keeps_calls(&aggregate->section))
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(series->seconds[first + i]) != !isfinite(means[i]))
            return NULL;
    return means;
}

static int is_of_means(const struct aggregate *aggregate) {
    return aggregate->section.statistic.kind == STATISTIC_MEAN;
}

/* Returns what quantity_values does, but for the statistic of means those of batches. A call that
 * tells no whole time is timed as a whole: beside libraries on a device, whose seconds are a part
 * of the call, the CPU's have theirs. */
static const double *values_of(const struct aggregate *aggregate, const struct measurement *window,
                               int series, size_t first, size_t n, double *workspace) {
    enum quantity quantity = aggregate->options->quantity;
    const struct series *of = &window->series[series];
    const double *values = quantity_values(quantity, &aggregate->arrays, of, first, n, workspace);
    const double *means = is_of_means(aggregate) ? means_of(aggregate, of, first, n) : NULL;
    size_t told = 0;
    if (means)
        return means;
    if (quantity != QUANTITY_WHOLE || !(aggregate->section.known >> QUANTITY_WHOLE & 1))
        return values;
    while (told < n && !isfinite(values[told]))
        told++;
    return told < n
               ? values
               : quantity_values(QUANTITY_SECONDS, &aggregate->arrays, of, first, n, workspace);
}

/* Returns the samples of the quantity asked for. KEPT receives them if trimming changes them or if
 * the series has none. */
static struct row_samples samples_of(struct aggregate *aggregate, const struct measurement *window,
                                     int series, size_t point, double *kept, size_t *trimmed) {
    size_t n = aggregate->rounds * aggregate->max_seeds;
    struct row_samples samples = {
        values_of(aggregate, window, series, measurement_index(window, point, 0, 0), n, kept),
        aggregate->rounds, aggregate->max_seeds, aggregate->options->quantity, 0};
    if (aggregate->options->trim.rule == TRIM_NONE)
        return samples;
    memmove(kept, samples.seconds, n * sizeof *kept);
    *trimmed = outliers_drop(&aggregate->options->trim, kept, n, aggregate->values);
    samples.seconds = kept;
    return samples;
}

/* Returns the means of the batches behind SAMPLES, in KEPT if trimming left some of these out;
 * SAMPLES themselves where they are means. */
static struct row_samples batches_of(const struct aggregate *aggregate,
                                     const struct measurement *window, int series, size_t point,
                                     const struct row_samples *samples, double *kept) {
    size_t n = aggregate->rounds * aggregate->max_seeds;
    struct row_samples batches = *samples;
    const double *means =
        means_of(aggregate, &window->series[series], measurement_index(window, point, 0, 0), n);
    if (!means || is_of_means(aggregate))
        return batches;
    batches.seconds = means;
    if (aggregate->options->trim.rule == TRIM_NONE)
        return batches;
    for (size_t i = 0; i < n; i++)
        kept[i] = isfinite(samples->seconds[i]) ? means[i] : NAN;
    batches.seconds = kept;
    return batches;
}

/* Returns the ratio of the control by a statistic that is not typical, and both VALUES of that. */
static struct geometric_size compare_chosen_control(struct aggregate *aggregate,
                                                    const struct row_samples *control,
                                                    const struct row_samples *controlled,
                                                    double *round_means, double *values) {
    chosen_alone(aggregate->chosen, CHOSEN_OWN, control);
    chosen_alone(aggregate->chosen, CHOSEN_REFERENCE, controlled);
    struct chosen_ratio ratio = chosen_compare(aggregate->chosen, control, controlled, round_means);
    values[0] = ratio.values[0];
    values[1] = ratio.values[1];
    return (struct geometric_size){welch_interval(&ratio.logarithm, aggregate->student.confidence),
                                   aggregate->is_paired ? round_means : NULL, ratio.rounds > 1, 0};
}

/* ROUND_MEANS [rounds] receives the control's D. */
static struct geometric_size compare_control(struct aggregate *aggregate,
                                             const struct row_samples *control,
                                             const struct row_samples *controlled,
                                             double *round_means) {
    if (!aggregate->is_paired) {
        struct unpaired a = row_sides_of(control, aggregate->locations, aggregate->workspace).logs;
        struct unpaired b =
            row_sides_of(controlled, aggregate->locations, aggregate->workspace).logs;
        struct welch welch = unpaired_between(&a, &b);
        return (struct geometric_size){welch_interval(&welch, aggregate->student.confidence), NULL,
                                       unpaired_by_rounds(&a, &b), 0};
    }
    struct ratio_pair pair = {control->seconds, controlled->seconds, aggregate->rounds,
                              aggregate->max_seeds};
    struct interval logarithm =
        ratio_log(&pair, &aggregate->student, round_means, aggregate->workspace);
    return (struct geometric_size){logarithm, round_means, 1, 0};
}

/* Makes SAMPLES those of costs, in COSTS, unless they are already. */
static void take_costs(struct row_samples *samples, double *costs) {
    if (!quantity_words(samples->quantity)->is_rate)
        return;
    for (size_t i = 0; i < samples->rounds * samples->seeds; i++)
        costs[i] = quantity_cost(samples->quantity, samples->seconds[i]);
    samples->seconds = costs;
    samples->are_costs = 1;
}

/* Returns whether a typical ratio of the two is defined. A time of zero is an error of the clock,
 * and the logarithms of the others stand for it; zero page faults is a result, which no logarithm
 * of the others may hide. */
static int have_ratio(const struct aggregate *aggregate, const struct row_samples *one,
                      const struct row_samples *other) {
    return aggregate->chosen || one->quantity == QUANTITY_SECONDS ||
           (row_has_logarithms(one) && row_has_logarithms(other));
}

/* The standard error of the control's paired ratio over rounds, at least that of an error anywhere
 * within its resolution; NaN for fewer than two rounds. */
static double control_error(const struct aggregate *aggregate, const struct geometric_size *size) {
    struct welford rounds = {0};
    for (size_t r = 0; r < aggregate->rounds; r++)
        if (isfinite(size->round_means[r]))
            welford_add(&rounds, size->round_means[r]);
    double se = welford_sd(&rounds) / sqrt((double)rounds.n);
    return rounds.n < 2 ? NAN : fmax(se, size->resolution / sqrt(3));
}

/* The control's ratio at one point. */
static struct noise aggregate_noise(struct aggregate *aggregate, const struct measurement *window,
                                    size_t point, size_t shown) {
    if (aggregate->control == NONE ||
        (is_spared(aggregate, NEED_NOISE) && !is_moderated(aggregate)))
        return noise_unknown;
    double *round_means = aggregate->section.round_controls + shown * aggregate->rounds;
    for (size_t r = 0; r < aggregate->rounds; r++)
        round_means[r] = NAN;
    size_t trimmed;
    struct row_samples control =
        samples_of(aggregate, window, aggregate->control, point, aggregate->kept[0], &trimmed);
    struct row_samples controlled =
        samples_of(aggregate, window, aggregate->controlled, point, aggregate->kept[1], &trimmed);
    if (!have_ratio(aggregate, &control, &controlled))
        return noise_unknown;
    double values[2] = {NAN, NAN};
    size_t n = control.rounds * control.seeds;
    enum quantity quantity = control.quantity;
    struct resolution first = quantity_resolution(quantity, control.seconds, n);
    struct resolution second = quantity_resolution(quantity, controlled.seconds, n);
    take_costs(&control, aggregate->costs[0]);
    take_costs(&controlled, aggregate->costs[1]);
    struct geometric_size size =
        aggregate->chosen
            ? compare_chosen_control(aggregate, &control, &controlled, round_means, values)
            : compare_control(aggregate, &control, &controlled, round_means);

    /* Widen it to what the resolution of the samples demands. */
    size.resolution =
        row_steps_of_ratio(aggregate->section.statistic, &first, values[0], &second, values[1]);
    double se = aggregate->is_paired ? control_error(aggregate, &size) : NAN;
    size.log_ratio = interval_at_least(size.log_ratio, size.resolution);

    if (!isnan(size.log_ratio.estimate))
        geometric_mean_add(mean_of_control(aggregate), &size);
    if (is_spared(aggregate, NEED_NOISE))
        return noise_unknown;
    struct noise noise = noise_of(interval_exp(size.log_ratio));
    noise.se = se;
    if (noise.floor > aggregate->section.noise.floor || isnan(aggregate->section.noise.floor)) {
        aggregate->section.noise = noise;
        aggregate->section.noise_point = shown;
    }
    return noise;
}

/* One library at one point, with its samples and the reference's. */
struct cell {
    struct row *row;
    struct row_samples samples, reference;
    struct row_samples batches, reference_batches; /* batches_of */
    struct row_sides reference_sides;
    struct resolution reference_resolution;
    double *round_ratios, *round_mean_ratios; /* [rounds] */
    size_t library;
    double flops, bytes; /* work of a call */
    int group;           /* by cache; EVERYWHERE if unknown */
    int counts;          /* both answers are right */
};

static void forget_rounds(const struct aggregate *aggregate, const struct cell *cell) {
    for (size_t r = 0; r < aggregate->rounds; r++)
        cell->round_ratios[r] = cell->round_mean_ratios[r] = NAN;
}

/* Whether to locate a library's samples on their own: if samples are unpaired, or the test is. */
static int needs_sides(const struct aggregate *aggregate) {
    return !aggregate->chosen && (!aggregate->is_paired || (!is_spared(aggregate, NEED_TEST) &&
                                                            !aggregate->section.test->is_paired));
}

static const struct unpaired nowhere = {{NAN, NAN, 0, NAN}, {NAN, NAN, 0, NAN}};

static void add_ratio(struct aggregate *aggregate, const struct cell *cell) {
    const struct row *row = cell->row;
    const struct geometric_size size = {
        {row->log_ratio, log(row->ratio.low), log(row->ratio.high)},
        aggregate->is_paired ? cell->round_ratios : NULL,
        row->ratio_rounds > 1,
        row->log_resolution,
    };
    geometric_mean_add(mean_of(aggregate, EVERYWHERE, cell->library), &size);
    if (cell->group != EVERYWHERE)
        geometric_mean_add(mean_of(aggregate, (enum group)cell->group, cell->library), &size);
}

static void aggregate_chosen_ratio(struct aggregate *aggregate, const struct cell *cell) {
    struct chosen_ratio ratio =
        chosen_compare(aggregate->chosen, &cell->samples, &cell->reference, cell->round_ratios);
    row_fold_chosen_ratio(cell->row, &ratio, aggregate->student.confidence);
    if (aggregate->section.sides)
        aggregate->section.sides[cell->row - aggregate->rows] =
            cell->counts ? chosen_at(aggregate->chosen, CHOSEN_OWN)->sides.logs : nowhere;
}

static void aggregate_typical_ratio(struct aggregate *aggregate, const struct cell *cell) {
    struct row_sides sides;
    if (needs_sides(aggregate))
        sides = row_sides_of(&cell->samples, aggregate->locations, aggregate->workspace);
    if (aggregate->is_paired) {
        row_fold_ratio(cell->row, &cell->samples, cell->reference.seconds, &aggregate->student,
                       cell->round_ratios, aggregate->workspace);
        return;
    }
    size_t place = (size_t)(cell->row - aggregate->rows);
    row_fold_unpaired(cell->row, &sides, &cell->reference_sides, aggregate->student.confidence);
    aggregate->section.sides[place] = cell->counts ? sides.logs : nowhere;
}

/* Sets the typical ratio to undefined; the difference stays. */
static void forget_typical_ratio(const struct aggregate *aggregate, const struct cell *cell) {
    struct row *row = cell->row;
    row->ratio = row->own_ratio = row->speedup = interval_unknown;
    row->log_ratio = row->log_ratio_se = NAN;
    row->ratio_se = row->ratio_degrees = NAN;
    for (size_t r = 0; r < aggregate->rounds; r++)
        cell->round_ratios[r] = NAN;
    if (aggregate->section.sides)
        aggregate->section.sides[row - aggregate->rows] = nowhere;
}

/* Tests the difference, unless the error of all cells will. */
static void aggregate_test(struct aggregate *aggregate, const struct cell *cell) {
    struct row *row = cell->row;
    const struct section *section = &aggregate->section;
    double least = row->ratio_rounds > 1 ? section->min_effect : section->min_effect_alone;
    const struct chosen_room *chosen = aggregate->chosen;
    const struct row_trial trial = {
        section->test,
        least,
        &cell->samples,
        cell->reference.seconds,
        cell->round_ratios,
        chosen ? chosen_at(chosen, CHOSEN_OWN)->logs : aggregate->locations,
        chosen ? chosen_at(chosen, CHOSEN_REFERENCE)->logs : aggregate->reference_locations,
        chosen ? 0 : unpaired_trim_of_rounds(cell->samples.seeds)};
    if (is_moderated(aggregate) && row->ratio_rounds > 1)
        return;
    if (!chosen || row->ratio_rounds > 1) {
        row_fold_trial(row, &trial, aggregate->workspace);
        return;
    }
    /* One process says nothing of the tails and means of others. */
    row->margin = verdict_margin(least, NAN);
    row->p = row->is_reference || isnan(row->log_ratio) ? NAN : 1;
}

static void aggregate_ratio(struct aggregate *aggregate, const struct cell *cell) {
    struct row *row = cell->row;
    row->both_right = cell->counts;
    forget_rounds(aggregate, cell);
    if (aggregate->section.sides)
        aggregate->section.sides[row - aggregate->rows] = nowhere;
    if (aggregate->reference == NONE || is_spared(aggregate, NEED_RATIO))
        return;

    if (aggregate->chosen)
        aggregate_chosen_ratio(aggregate, cell);
    else
        aggregate_typical_ratio(aggregate, cell);
    if (!row->is_reference && !have_ratio(aggregate, &cell->samples, &cell->reference))
        forget_typical_ratio(aggregate, cell);
    row_fold_mean_ratio(cell->row, &cell->batches, cell->reference_batches.seconds,
                        aggregate->pairs_samples, &aggregate->student, cell->round_mean_ratios);
    row_fold_resolution(cell->row, &cell->reference_resolution,
                        aggregate->chosen ? chosen_at(aggregate->chosen, CHOSEN_REFERENCE)->value
                                          : NAN);
    if (!is_spared(aggregate, NEED_TEST) && cell->counts)
        aggregate_test(aggregate, cell);
    if (cell->counts && !isnan(row->log_ratio))
        add_ratio(aggregate, cell);
    if (cell->counts && !isnan(row->mean_side.mean)) {
        const struct row *ratio_row = cell->row;
        const struct geometric_size size = {
            {ratio_row->mean_side.mean, log(ratio_row->mean_ratio.low),
             log(ratio_row->mean_ratio.high)},
            aggregate->pairs_samples ? cell->round_mean_ratios : NULL,
            ratio_row->ratio_rounds > 1,
            ratio_row->log_resolution,
        };
        geometric_mean_add(mean_of(aggregate, OF_MEANS, cell->library), &size);
    }
    if (!cell->counts)
        forget_rounds(aggregate, cell);
}

static size_t wanted_quantiles(const struct aggregate *aggregate) {
    const struct table_options *options = aggregate->options;
    return section_keeps_calls(&aggregate->section)
               ? options->quantile_count
               : options->quantile_count - options->mode_quantiles;
}

/* Over COUNT samples from AT; see struct diagnostics. What is timed is a call of a collective
 * action, and an interval of calls of any other. */
static double rank_error(const struct series *series, size_t point, size_t at, size_t count) {
    double sum = 0;
    size_t known = 0;
    for (size_t k = at; series->start_skew && k < at + count; k++) {
        double clock_error = series->clock_error ? series->clock_error[k] : NAN;
        double calls = isnan(clock_error) ? (double)series->interval_calls[point] : 1;
        double part = fmax(series->start_skew[k], clock_error) / (calls * series->seconds[k]);
        if (isfinite(part)) {
            sum += part;
            known++;
        }
    }
    return known ? sum / (double)known : NAN;
}

/* The time of a turn is known as far as its calls are. */
static void aggregate_basis(struct aggregate *aggregate, const struct cell *cell, int64_t calls) {
    struct replication_basis *basis = &aggregate->section.bases[cell->row - aggregate->rows];
    const struct replication_samples samples = {
        cell->samples.seconds,        cell->reference.seconds,       aggregate->rounds,
        aggregate->max_seeds,         aggregate->section.most_seeds, aggregate->is_paired,
        aggregate->student.confidence};
    replication_basis_of(basis, cell->row, &samples, aggregate->workspace);
    int is_known = calls > 0 && cell->row->quantity == QUANTITY_SECONDS;
    basis->weight =
        (double)basis->seeds * (is_known ? cell->row->mean.estimate * (double)calls : 1);
}

/* Of rounds that have one sample each. SCRATCH holds as many numbers. */
static struct far_runs far_runs_of(const struct row_samples *samples, double *scratch) {
    struct far_runs far = {0, 0, 1};
    size_t n = 0;
    for (size_t r = 0; r < samples->rounds; r++)
        if (has_logarithm(samples->seconds[r]))
            scratch[n++] = samples->seconds[r];
    if (n < FAR_RUNS_LEAST)
        return far;
    struct fences fences = outliers_far(scratch, n);
    double median = order_median(scratch, n);
    for (size_t r = 0; r < samples->rounds; r++) {
        double seconds = samples->seconds[r], off = fabs(log(seconds / median));
        if (!(seconds < fences.low || seconds > fences.high) || !(off > log1p(FAR_RUNS_PART)))
            continue;
        far.count++;
        if (off > fabs(log(far.factor))) {
            far.worst = r;
            far.factor = seconds / median;
        }
    }
    return far;
}

/* LOGS [rounds] are ln of the rounds' means; SCRATCH holds as many. */
static struct welch_side typical_of(const struct aggregate *aggregate, const struct row *row,
                                    const double *logs, double *scratch) {
    double cut = aggregate->is_paired ? 0 : unpaired_trim_of_rounds(aggregate->max_seeds);
    size_t n = 0;
    if (cut == 0 || row->rounds < 2 || isnan(row->log_mean))
        return welch_side_of(row->log_mean, row->log_se, row->rounds == 1 ? row->n : row->rounds);
    for (size_t r = 0; r < aggregate->rounds; r++)
        if (isfinite(logs[r]))
            scratch[n++] = logs[r];
    return unpaired_side_of_runs(scratch, n, cut);
}

static void aggregate_row(struct aggregate *aggregate, struct cell *cell,
                          const struct measurement *window, size_t point) {
    const struct series *series = &window->series[aggregate->libraries[cell->library]];
    struct row *row = cell->row;
    size_t place = (size_t)(row - aggregate->rows);

    double *quantiles = aggregate->section.quantiles + place * aggregate->options->quantile_count;
    row_fold_times(row, &cell->samples, &aggregate->student,
                   aggregate->section.round_logs + place * aggregate->rounds);
    row->typical =
        typical_of(aggregate, row, aggregate->section.round_logs + place * aggregate->rounds,
                   aggregate->locations);
    struct interval factor = row_fold_batches(row, &cell->batches, &cell->samples,
                                              &aggregate->student, aggregate->locations);
    aggregate->section.are_typical |= row->n && row->batch_mean.estimate != row->mean.estimate;
    if (is_spared(aggregate, NEED_BATCHES) || row->quantity != QUANTITY_SECONDS)
        row->batch_mean = interval_unknown;
    if (!is_spared(aggregate, NEED_EXTREMES))
        row_fold_extremes(row, &cell->samples);
    if (!is_spared(aggregate, NEED_SHAPE))
        row_fold_shape(row, &cell->samples);
    if (!is_spared(aggregate, NEED_ORDER))
        row_fold_order(
            row, &cell->samples, aggregate->student.confidence,
            &(struct row_quantiles){aggregate->options->probabilities, wanted_quantiles(aggregate)},
            quantiles, aggregate->workspace);

    double counted = reports_operations(window, series, point);
    if (row->quantity == QUANTITY_SECONDS)
        row_fold_rates(row, isfinite(counted) ? counted : cell->flops, cell->bytes);
    if (aggregate->chosen)
        row_fold_chosen(row, chosen_alone(aggregate->chosen, CHOSEN_OWN, &cell->samples),
                        aggregate->student.confidence);
    const struct row_samples amounts = cell->samples;
    take_costs(&cell->samples, aggregate->costs[0]);
    if (aggregate->chosen && cell->samples.are_costs)
        row->chosen_side =
            chosen_alone(aggregate->chosen, CHOSEN_OWN, &cell->samples)->sides.logs.rounds;
    if (cell->batches.seconds == amounts.seconds)
        cell->batches = cell->samples;
    aggregate_ratio(aggregate, cell);
    if (aggregate->section.bases)
        aggregate_basis(aggregate, cell, series->calls ? series->calls[point] : -1);
    cell->samples = amounts;
    /* What remains between two costs is no rate. */
    if (quantity_words(row->quantity)->is_rate)
        row->difference = interval_unknown;
    if (!is_spared(aggregate, NEED_REPORTS))
        row->reports = reports_of(window, series, point, aggregate->has_threads);
    if (!is_spared(aggregate, NEED_WARNINGS)) {
        size_t at = measurement_index(window, point, 0, 0);
        struct drift_samples samples = {cell->samples.seconds, cell->samples.rounds,
                                        cell->samples.seeds};
        struct drift drift = drift_within_rounds(&samples, aggregate->locations, aggregate->values,
                                                 aggregate->workspace);
        const struct modes_samples of_modes = {cell->samples.seconds, cell->samples.rounds,
                                               cell->samples.seeds};
        row->diagnostics = (struct diagnostics){
            .rise = drift.rise,
            .p_value = drift.p_value,
            .one_mode = modes_of_cell(&of_modes, aggregate->modes_workspace).p_value,
            .one_group = modes_of_rounds(&of_modes, aggregate->modes_workspace).p_value,
            .unsteady = (double)series->unsteady[point] / (double)row->n,
            .interval_calls = series->interval_calls[point],
            .rank_error = rank_error(series, point, at, aggregate->rounds * aggregate->max_seeds),
            .batch_factor = factor,
            .slow_calls = slow_calls_of(window, series, point)};
        if (!aggregate->is_paired && cell->samples.seeds == 1)
            row->diagnostics.far = far_runs_of(&cell->samples, aggregate->workspace);
        for (size_t i = 0; i < cell->samples.rounds * cell->samples.seeds; i++)
            row->diagnostics.not_positive +=
                cell->samples.seconds[i] <= 0 && isfinite(cell->samples.seconds[i]);

        const int64_t *disturbed = series->disturbed ? series->disturbed + at : NULL;
        size_t count = aggregate->rounds * aggregate->max_seeds;
        for (size_t k = 0; disturbed && k < count; k++) {
            row->diagnostics.disturbance_told += disturbed[k] >= 0;
            row->diagnostics.disturbed += disturbed[k] == 1;
        }

        if (row->rounds == aggregate->rounds) {
            for (size_t r = 0; r < aggregate->rounds; r++)
                aggregate->diagnostics.drift_sums[r] += aggregate->locations[r];
            aggregate->diagnostics.drift_cells++;
        }
    }
    aggregate->section.samples += row->n;
    if (row->rounds > aggregate->section.rounds)
        aggregate->section.rounds = row->rounds;
}

/* A row before its samples are known. */
static struct row named_row(const struct aggregate *aggregate, size_t library,
                            const struct measurement *window, size_t point, size_t shown) {
    const struct summary_row *summary = &aggregate->summaries[library];
    struct row row = row_unknown;
    row.archive = summary->archive;
    row.action = summary->action;
    row.run = summary->run;
    row.type = summary->type;
    row.samples_are = aggregate->section.samples_are;
    row.pairing = aggregate->section.pairing;
    row.library = summary->library;
    row.reference = summary->reference;
    row.is_reference = summary->is_reference;
    row.quantity = summary->quantity;
    row.statistic = summary->statistic;
    row.size = window->sizes[point];
    row.space = aggregate->section.space;
    row.point = shown;
    row.status = (enum cell_status)window->series[aggregate->libraries[library]].status[point];
    return row;
}

static int group_of(const struct cache_levels *caches, double bytes) {
    const char *group = cache_group(caches, cache_place(caches, bytes));
    return !group ? EVERYWHERE : strcmp(group, "in cache") == 0 ? IN_CACHE : OUT_OF_CACHE;
}

/* Returns whether there is a reference and its answer is right. */
static int aggregate_reference(struct aggregate *aggregate, struct cell *cell,
                               const struct measurement *window, size_t point) {
    size_t trimmed;
    if (aggregate->reference == NONE || is_spared(aggregate, NEED_RATIO))
        return 0;
    cell->reference =
        samples_of(aggregate, window, aggregate->reference, point, aggregate->kept[1], &trimmed);
    cell->reference_resolution =
        quantity_resolution(cell->reference.quantity, cell->reference.seconds,
                            aggregate->rounds * aggregate->max_seeds);
    take_costs(&cell->reference, aggregate->costs[1]);
    cell->reference_batches = batches_of(aggregate, window, aggregate->reference, point,
                                         &cell->reference, aggregate->batches[1]);
    if (needs_sides(aggregate))
        cell->reference_sides =
            row_sides_of(&cell->reference, aggregate->reference_locations, aggregate->workspace);
    if (aggregate->chosen)
        chosen_alone(aggregate->chosen, CHOSEN_REFERENCE, &cell->reference);
    return window->series[aggregate->reference].status[point] == CELL_OK;
}

/* ROW is one of the rows to explain; only the first keeps its samples. */
static void keep_samples(struct aggregate *aggregate, const struct measurement *window,
                         size_t point, size_t row) {
    struct selected_cell *chosen = aggregate->section.chosen;
    const int series[SELECTED_CELL_WHOSE] = {aggregate->libraries[row % aggregate->library_count],
                                             aggregate->reference, aggregate->control,
                                             aggregate->controlled};
    if (chosen->cells++)
        return;
    chosen->row = row;
    for (int whose = 0; whose < SELECTED_CELL_WHOSE; whose++) {
        size_t trimmed;
        if (series[whose] == NONE)
            continue;
        struct row_samples samples =
            samples_of(aggregate, window, series[whose], point, aggregate->kept[0], &trimmed);
        struct row_samples batches =
            batches_of(aggregate, window, series[whose], point, &samples, aggregate->batches[0]);
        selected_cell_keep(chosen, (enum selected_cell_whose)whose, samples.seconds,
                           batches.seconds);
    }
}

/* What all libraries share at a point. WHOLE is its index in the measurement. */
static struct cell cell_at(const struct aggregate *aggregate, size_t whole) {
    return (struct cell){.flops = aggregate->flops[whole],
                         .bytes = aggregate->bytes[whole],
                         .group = group_of(&aggregate->caches, aggregate->bytes[whole])};
}

/* COMMON holds everything of the cell but its library; its `counts` so far covers the reference
 * only. */
static void aggregate_library(struct aggregate *aggregate, const struct cell *common,
                              size_t library, const struct measurement *window, size_t point,
                              size_t shown, struct noise noise) {
    struct cell cell = *common;
    size_t place = shown * aggregate->library_count + library;
    cell.row = &aggregate->rows[place];
    *cell.row = named_row(aggregate, library, window, point, shown);
    cell.row->noise = noise;
    cell.library = library;
    cell.round_ratios = aggregate->section.round_ratios + place * aggregate->rounds;
    cell.round_mean_ratios = aggregate->section.round_mean_ratios + place * aggregate->rounds;
    cell.counts &= cell.row->status == CELL_OK;
    cell.samples = samples_of(aggregate, window, aggregate->libraries[library], point,
                              aggregate->kept[0], &cell.row->trimmed);
    cell.batches = batches_of(aggregate, window, aggregate->libraries[library], point,
                              &cell.samples, aggregate->batches[0]);
    aggregate_row(aggregate, &cell, window, point);

    const struct samples_taker *taker = aggregate->options->taker;
    const struct series *series = &window->series[aggregate->libraries[library]];
    const struct taken_samples taken = {
        cell.samples.seconds,
        series->disturbed ? series->disturbed + measurement_index(window, point, 0, 0) : NULL,
        cell.samples.rounds, cell.samples.seeds};
    if (taker)
        taker->take(taker->context, cell.row, &taken);
}

static void aggregate_point(struct aggregate *aggregate, const struct measurement *window,
                            size_t point, size_t whole) {
    size_t shown = (size_t)aggregate->shown[whole];
    struct noise noise = aggregate_noise(aggregate, window, point, shown);
    struct cell common = cell_at(aggregate, whole);
    common.counts = aggregate_reference(aggregate, &common, window, point);
    for (size_t l = 0; l < aggregate->library_count; l++)
        aggregate_library(aggregate, &common, l, window, point, shown, noise);

    for (size_t l = 0; aggregate->options->chosen && l < aggregate->library_count; l++) {
        size_t row = shown * aggregate->library_count + l;
        if (selected_cell_means(aggregate->options->chosen, &aggregate->rows[row],
                                aggregate->summaries, aggregate->library_count))
            keep_samples(aggregate, window, point, row);
    }
}

/* Collects what the samples have, for values_of, and for the message if nothing has the quantity
 * asked for. */
static void note_known(struct aggregate *aggregate, const struct measurement *window) {
    struct section *section = &aggregate->section;
    for (size_t s = 0; section->quantity != QUANTITY_SECONDS && s < window->series_count; s++)
        section->known =
            quantity_known(section->known, &aggregate->arrays, window, &window->series[s]);
}

void aggregate_points(struct aggregate *aggregate, const struct measurement *window, size_t first) {
    note_known(aggregate, window);
    for (size_t p = 0; p < window->points; p++)
        if (aggregate->shown[first + p] != NONE)
            aggregate_point(aggregate, window, p, first + p);
}

/* --- one series --- */

int aggregate_is_by_series(const struct table_options *options) {
    const unsigned several = NEED_RATIO | NEED_NOISE | NEED_TEST | NEED_WARNINGS;
    int looks_at_others = options->quantity == QUANTITY_WHOLE; /* values_of */
    return (options->spared & several) == several && !options->taker && !options->chosen &&
           !looks_at_others;
}

void aggregate_series(struct aggregate *aggregate, const struct measurement *window, size_t first,
                      size_t series) {
    size_t library = 0;
    note_known(aggregate, window);
    while (library < aggregate->library_count && aggregate->libraries[library] != (int)series)
        library++;
    for (size_t p = 0; library < aggregate->library_count && p < window->points; p++) {
        int shown = aggregate->shown[first + p];
        struct cell common = cell_at(aggregate, first + p);
        if (shown != NONE)
            aggregate_library(aggregate, &common, library, window, p, (size_t)shown, noise_unknown);
    }
}
