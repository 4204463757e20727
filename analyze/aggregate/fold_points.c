/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/diagnostics/drift.h"
#include "analyze/aggregate/fold_state.h"
#include "analyze/aggregate/row.h"

/* What trimming leaves of them is copied to KEPT. */
static struct row_samples samples_of(struct fold *fold, const struct measurement *window,
                                     int series, size_t point, double *kept, size_t *trimmed) {
    struct row_samples samples = {window->series[series].seconds +
                                      measurement_index(window, point, 0, 0),
                                  fold->rounds, fold->max_seeds};
    size_t n = samples.rounds * samples.seeds;
    if (fold->options->trim.rule == TRIM_NONE)
        return samples;
    memcpy(kept, samples.seconds, n * sizeof *kept);
    *trimmed = outliers_drop(&fold->options->trim, kept, n, fold->values);
    samples.seconds = kept;
    return samples;
}

static struct geometric_size compare_control(struct fold *fold, const struct row_samples *control,
                                             const struct row_samples *controlled) {
    if (!fold->is_paired) {
        struct unpaired a = row_sides_of(control, fold->locations, fold->room).logs;
        struct unpaired b = row_sides_of(controlled, fold->locations, fold->room).logs;
        struct welch welch = unpaired_between(&a, &b);
        return (struct geometric_size){welch_interval(&welch, fold->student.confidence), NULL,
                                       unpaired_by_rounds(&a, &b), 0};
    }
    struct ratio_pair pair = {control->seconds, controlled->seconds, fold->rounds, fold->max_seeds};
    struct interval logarithm = ratio_log(&pair, &fold->student, fold->round_means, fold->room);
    return (struct geometric_size){logarithm, fold->round_means, 1, 0};
}

/* To what the resolution of the samples allows. */
static void limit(struct geometric_size *size, const struct row_samples *a,
                  const struct row_samples *b) {
    struct resolution first = resolution_of(a->seconds, a->rounds * a->seeds);
    struct resolution second = resolution_of(b->seconds, b->rounds * b->seeds);
    size->resolution = resolution_of_ratio(&first, &second);
    size->log_ratio = interval_at_least(size->log_ratio, size->resolution);
}

/* The control's ratio at one point. */
static struct noise fold_noise(struct fold *fold, const struct measurement *window, size_t point,
                               size_t shown) {
    if (fold->control == NONE || is_spared(fold, NEED_NOISE))
        return noise_unknown;
    size_t trimmed;
    struct row_samples control =
        samples_of(fold, window, fold->control, point, fold->kept[0], &trimmed);
    struct row_samples controlled =
        samples_of(fold, window, fold->controlled, point, fold->kept[1], &trimmed);
    struct geometric_size size = compare_control(fold, &control, &controlled);
    limit(&size, &control, &controlled);
    if (!isnan(size.log_ratio.centre))
        geometric_mean_add(mean_of_control(fold), &size);
    struct noise noise = noise_of(ratio_exp(size.log_ratio));
    if (noise.floor > fold->section.noise.floor || isnan(fold->section.noise.floor)) {
        fold->section.noise = noise;
        fold->section.noise_point = shown;
    }
    return noise;
}

static void count_disturbed(struct signs *signs, const int64_t *disturbed, size_t count) {
    for (size_t k = 0; disturbed && k < count; k++) {
        signs->disturbance_told += disturbed[k] >= 0;
        signs->disturbed += disturbed[k] == 1;
    }
}

static void fold_signs(struct fold *fold, struct row *row, const struct row_samples *cell,
                       const struct series *series, size_t point, size_t at) {
    struct drift_samples samples = {cell->seconds, cell->rounds, cell->seeds};
    struct drift drift = drift_within_rounds(&samples, fold->values, fold->room);
    struct modes modes = modes_of_cell(
        &(struct modes_samples){cell->seconds, cell->rounds, cell->seeds}, fold->modes_room);
    row->signs = (struct signs){.rise = drift.rise,
                                .chance = drift.chance,
                                .one_mode = modes.chance,
                                .unsteady = (double)series->unsteady[point] / (double)row->n,
                                .interval_calls = series->interval_calls[point]};
    for (size_t i = 0; i < cell->rounds * cell->seeds; i++)
        row->signs.not_positive += cell->seconds[i] <= 0 && isfinite(cell->seconds[i]);
    count_disturbed(&row->signs, series->disturbed ? series->disturbed + at : NULL,
                    fold->rounds * fold->max_seeds);
    if (row->rounds == fold->rounds) {
        drift_add_rounds(&samples, fold->signs.drift_sums);
        fold->signs.drift_cells++;
    }
}

/* The library as it is told from others at one point: its samples and those of the reference. */
struct cell {
    struct row *row;
    struct row_samples samples, reference;
    struct row_sides reference_sides;
    struct resolution reference_resolution;
    double *round_ratios, *round_mean_ratios; /* [rounds] */
    size_t library;
    double flops, bytes; /* of a call */
    int group;           /* of the caches; EVERYWHERE where not known */
    int counts;          /* both are right */
};

static void forget_rounds(const struct fold *fold, const struct cell *cell) {
    for (size_t r = 0; r < fold->rounds; r++)
        cell->round_ratios[r] = cell->round_mean_ratios[r] = NAN;
}

/* Where a library's samples lie by themselves: where nothing pairs them, or a test does not. */
static int needs_sides(const struct fold *fold) {
    return !fold->is_paired || (!is_spared(fold, NEED_TEST) && !fold->section.test->is_paired);
}

static const struct unpaired nowhere = {{NAN, NAN, 0, NAN}, {NAN, NAN, 0, NAN}};

static void compare_unpaired(struct fold *fold, const struct cell *cell,
                             const struct row_sides *sides) {
    size_t place = (size_t)(cell->row - fold->rows);
    row_fold_unpaired(cell->row, sides, &cell->reference_sides, fold->student.confidence);
    fold->section.sides[place] = cell->counts ? sides->logs : nowhere;
}

static void compare(struct fold *fold, const struct cell *cell) {
    struct row_sides sides;
    if (needs_sides(fold))
        sides = row_sides_of(&cell->samples, fold->locations, fold->room);
    if (fold->is_paired)
        row_fold_ratio(cell->row, &cell->samples, cell->reference.seconds, &fold->student,
                       cell->round_ratios, fold->room);
    else
        compare_unpaired(fold, cell, &sides);
    row_fold_mean_ratio(cell->row, &cell->samples, cell->reference.seconds, fold->is_paired,
                        &fold->student, cell->round_mean_ratios);
    row_fold_resolution(cell->row, &cell->reference_resolution);
}

static void add_mean_ratio(struct fold *fold, const struct cell *cell) {
    const struct row *row = cell->row;
    const struct geometric_size size = {
        {row->mean_side.mean, log(row->mean_ratio_low), log(row->mean_ratio_high)},
        fold->is_paired ? cell->round_mean_ratios : NULL,
        row->ratio_rounds > 1,
        row->log_resolution,
    };
    geometric_mean_add(mean_of(fold, OF_MEANS, cell->library), &size);
}

static void add_ratio(struct fold *fold, const struct cell *cell) {
    const struct row *row = cell->row;
    const struct geometric_size size = {
        {row->log_ratio, log(row->ratio_low), log(row->ratio_high)},
        fold->is_paired ? cell->round_ratios : NULL,
        row->ratio_rounds > 1,
        row->log_resolution,
    };
    geometric_mean_add(mean_of(fold, EVERYWHERE, cell->library), &size);
    if (cell->group != EVERYWHERE)
        geometric_mean_add(mean_of(fold, (enum group)cell->group, cell->library), &size);
}

static void fold_ratio(struct fold *fold, const struct cell *cell) {
    struct row *row = cell->row;
    row->both_right = cell->counts;
    forget_rounds(fold, cell);
    if (fold->section.sides)
        fold->section.sides[row - fold->rows] = nowhere;
    if (fold->reference == NONE || is_spared(fold, NEED_RATIO))
        return;
    compare(fold, cell);
    if (!is_spared(fold, NEED_TEST) && cell->counts) {
        double least =
            row->ratio_rounds > 1 ? fold->section.min_effect : fold->section.min_effect_alone;
        const struct row_trial trial = {
            fold->section.test, least,           &cell->samples,           cell->reference.seconds,
            cell->round_ratios, fold->locations, fold->reference_locations};
        row_fold_trial(row, &trial, fold->room);
    }
    if (cell->counts && !isnan(row->log_ratio))
        add_ratio(fold, cell);
    if (cell->counts && !isnan(row->mean_side.mean))
        add_mean_ratio(fold, cell);
    if (!cell->counts)
        forget_rounds(fold, cell);
}

static void fold_statistics(struct fold *fold, struct cell *cell, double *quantiles) {
    struct row *row = cell->row;
    row_fold_times(row, &cell->samples, &fold->student, fold->round_logs);
    if (!is_spared(fold, NEED_EXTREMES))
        row_fold_extremes(row, &cell->samples);
    if (!is_spared(fold, NEED_SHAPE))
        row_fold_shape(row, &cell->samples);
    if (!is_spared(fold, NEED_ORDER))
        row_fold_order(
            row, &cell->samples, fold->student.confidence,
            &(struct row_quantiles){fold->options->probabilities, fold->options->quantile_count},
            quantiles, fold->room);
}

static void fold_row(struct fold *fold, struct cell *cell, const struct measurement *window,
                     size_t point) {
    const struct series *series = &window->series[fold->libraries[cell->library]];
    struct row *row = cell->row;
    size_t place = (size_t)(row - fold->rows);
    fold_statistics(fold, cell, fold->section.quantiles + place * fold->options->quantile_count);
    row_fold_rates(row, cell->flops, cell->bytes);
    fold_ratio(fold, cell);
    if (!is_spared(fold, NEED_REPORTS))
        row->reports = reports_of(window, series, point, fold->has_threads);
    if (!is_spared(fold, NEED_WARNINGS))
        fold_signs(fold, row, &cell->samples, series, point,
                   measurement_index(window, point, 0, 0));
    fold->section.samples += row->n;
    if (row->rounds > fold->section.rounds)
        fold->section.rounds = row->rounds;
}

/* What is known of a row before its samples. */
static struct row named_row(const struct fold *fold, size_t library,
                            const struct measurement *window, size_t point, size_t shown) {
    const struct summary_row *summary = &fold->summaries[library];
    struct row row = row_unknown;
    row.archive = summary->archive;
    row.action = summary->action;
    row.run = summary->run;
    row.type = summary->type;
    row.pairing = fold->section.pairing;
    row.library = summary->library;
    row.reference = summary->reference;
    row.is_reference = summary->is_reference;
    row.size = window->sizes[point];
    row.space = fold->section.space;
    row.point = shown;
    row.status = (enum cell_status)window->series[fold->libraries[library]].status[point];
    return row;
}

static int group_of(const struct cache_levels *caches, double bytes) {
    const char *group = cache_group(caches, cache_place(caches, bytes));
    return !group ? EVERYWHERE : strcmp(group, "in cache") == 0 ? IN_CACHE : OUT_OF_CACHE;
}

/* Whether there is one, and it is right. */
static int fold_reference(struct fold *fold, struct cell *cell, const struct measurement *window,
                          size_t point) {
    size_t trimmed;
    if (fold->reference == NONE || is_spared(fold, NEED_RATIO))
        return 0;
    cell->reference = samples_of(fold, window, fold->reference, point, fold->kept[1], &trimmed);
    cell->reference_resolution =
        resolution_of(cell->reference.seconds, fold->rounds * fold->max_seeds);
    if (needs_sides(fold))
        cell->reference_sides =
            row_sides_of(&cell->reference, fold->reference_locations, fold->room);
    return window->series[fold->reference].status[point] == CELL_OK;
}

/* ROW is one of those that are to be explained. */
static void keep_samples(struct fold *fold, const struct measurement *window, size_t point,
                         size_t row) {
    struct chosen *chosen = fold->section.chosen;
    const int series[CHOSEN_WHOSE] = {fold->libraries[row % fold->library_count], fold->reference,
                                      fold->control, fold->controlled};
    if (chosen->cells++)
        return;
    chosen->row = row;
    for (int whose = 0; whose < CHOSEN_WHOSE; whose++) {
        size_t trimmed;
        if (series[whose] != NONE)
            chosen_keep(
                chosen, (enum chosen_whose)whose,
                samples_of(fold, window, series[whose], point, fold->kept[0], &trimmed).seconds);
    }
}

static void keep_chosen(struct fold *fold, const struct measurement *window, size_t point,
                        size_t shown) {
    for (size_t l = 0; fold->options->chosen && l < fold->library_count; l++) {
        size_t row = shown * fold->library_count + l;
        if (chosen_means(fold->options->chosen, &fold->rows[row], fold->summaries,
                         fold->library_count))
            keep_samples(fold, window, point, row);
    }
}

/* Returns 0 when whoever takes them has no memory. */
static int hand_on(const struct fold *fold, const struct row *row,
                   const struct row_samples *samples) {
    const struct samples_taker *taker = fold->options->taker;
    return !taker || taker->take(taker->context, row, samples->seconds,
                                 samples->rounds * samples->seeds) == 0;
}

/* What all libraries have in common at a point. WHOLE is where it is in the measurement. */
static struct cell cell_at(const struct fold *fold, size_t whole) {
    return (struct cell){.flops = fold->flops[whole],
                         .bytes = fold->bytes[whole],
                         .group = group_of(&fold->caches, fold->bytes[whole])};
}

/* COMMON is what is known of the cell but its library: that it counts is as yet of the reference
 * alone. Returns 0 when there is no memory. */
static int fold_library(struct fold *fold, const struct cell *common, size_t library,
                        const struct measurement *window, size_t point, size_t shown,
                        struct noise noise) {
    struct cell cell = *common;
    size_t place = shown * fold->library_count + library;
    cell.row = &fold->rows[place];
    *cell.row = named_row(fold, library, window, point, shown);
    cell.row->noise = noise;
    cell.library = library;
    cell.round_ratios = fold->section.round_ratios + place * fold->rounds;
    cell.round_mean_ratios = fold->section.round_mean_ratios + place * fold->rounds;
    cell.counts &= cell.row->status == CELL_OK;
    cell.samples = samples_of(fold, window, fold->libraries[library], point, fold->kept[0],
                              &cell.row->trimmed);
    fold_row(fold, &cell, window, point);
    return hand_on(fold, cell.row, &cell.samples);
}

static int fold_point(struct fold *fold, const struct measurement *window, size_t point,
                      size_t whole) {
    size_t shown = (size_t)fold->shown[whole];
    struct noise noise = fold_noise(fold, window, point, shown);
    struct cell common = cell_at(fold, whole);
    common.counts = fold_reference(fold, &common, window, point);
    int ok = 1;
    for (size_t l = 0; ok && l < fold->library_count; l++)
        ok = fold_library(fold, &common, l, window, point, shown, noise);
    keep_chosen(fold, window, point, shown);
    return ok;
}

int fold_points(struct fold *fold, const struct measurement *window, size_t first,
                struct err *err) {
    for (size_t p = 0; p < window->points; p++)
        if (fold->shown[first + p] != NONE && !fold_point(fold, window, p, first + p))
            return no_room(fold->section.action, err);
    return 0;
}

/* --- one series --- */

int fold_is_by_series(const struct table_options *options) {
    const unsigned several = NEED_RATIO | NEED_NOISE | NEED_TEST | NEED_WARNINGS;
    return (options->spared & several) == several && !options->taker && !options->chosen;
}

static size_t library_of(const struct fold *fold, size_t series) {
    size_t l = 0;
    while (l < fold->library_count && fold->libraries[l] != (int)series)
        l++;
    return l;
}

int fold_series(struct fold *fold, const struct measurement *window, size_t first, size_t series,
                struct err *err) {
    size_t library = library_of(fold, series);
    for (size_t p = 0; library < fold->library_count && p < window->points; p++) {
        int shown = fold->shown[first + p];
        struct cell common = cell_at(fold, first + p);
        if (shown != NONE &&
            !fold_library(fold, &common, library, window, p, (size_t)shown, noise_unknown))
            return no_room(fold->section.action, err);
    }
    return 0;
}
