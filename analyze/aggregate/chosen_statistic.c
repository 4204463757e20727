/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/chosen_statistic.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/inference/moderation.h"
#include "analyze/inference/quantile_error.h"
#include "analyze/inference/ratio.h"
#include "analyze/statistics/distribution.h"
#include "analyze/statistics/welford.h"
#include "formats/text/xalloc.h"

struct chosen_room {
    struct statistic statistic;
    size_t rounds, seeds;
    int is_paired, pairs_samples;
    struct quantile_error *quantiles; /* NULL for means */
    double *rounds_of;                /* [slots][2][rounds] */
    struct chosen slots[CHOSEN_SLOTS];
};

struct chosen_room *chosen_room_new(struct statistic statistic, size_t rounds, size_t seeds,
                                    int is_paired, int pairs_samples) {
    struct chosen_room *room = xmalloc(sizeof *room);
    int is_quantile = statistic.kind == STATISTIC_QUANTILE;
    *room = (struct chosen_room){
        .statistic = statistic,
        .rounds = rounds,
        .seeds = seeds,
        .is_paired = is_paired,
        .pairs_samples = pairs_samples,
        .quantiles = is_quantile ? quantile_error_new(rounds, seeds) : NULL,
        .rounds_of = xcalloc(2 * CHOSEN_SLOTS * rounds, sizeof *room->rounds_of)};
    for (size_t s = 0; s < CHOSEN_SLOTS; s++) {
        room->slots[s].logs = room->rounds_of + 2 * s * rounds;
        room->slots[s].amounts = room->slots[s].logs + rounds;
    }
    return room;
}

void chosen_room_free(struct chosen_room *room) {
    if (!room)
        return;
    quantile_error_free(room->quantiles);
    free(room->rounds_of);
    free(room);
}

const struct chosen *chosen_at(const struct chosen_room *room, int slot) {
    return &room->slots[slot];
}

/* --- means --- */

static struct welch_side side_of(const struct welford *units) {
    return welch_side_of(welford_mean(units), welford_sd(units) / sqrt((double)units->n), units->n);
}

/* By the delta method. */
static struct welch_side log_side(const struct welch_side *side, double mean) {
    return welch_side_of(logarithm_of(mean), side->se / mean, side->units);
}

/* Of the samples that have a partner in BESIDE. Without BESIDE, D is linear in the means of rounds,
 * so that it comes to the mean of all samples. */
static void find_mean(const struct chosen_room *room, struct chosen *to,
                      const struct row_samples *samples, const double *beside) {
    struct welford all = {0}, rounds = {0};
    for (size_t r = 0; r < room->rounds; r++) {
        struct welford round = {0};
        for (size_t i = r * room->seeds; i < (r + 1) * room->seeds; i++)
            if (isfinite(samples->seconds[i]) &&
                (!beside || !room->pairs_samples || isfinite(beside[i])))
                welford_add(&round, samples->seconds[i]);
        welford_merge(&all, &round);
        to->amounts[r] = welford_mean(&round);
        to->logs[r] = round.n ? logarithm_of(to->amounts[r]) : NAN;
        if (round.n)
            welford_add(&rounds, to->amounts[r]);
    }
    double mean = welford_mean(&all), of_rounds = welford_mean(&rounds);
    struct welch_side by_rounds = side_of(&rounds), by_samples = side_of(&all);
    for (size_t r = 0; !beside && r < room->rounds; r++)
        to->logs[r] = logarithm_of(mean) + (to->amounts[r] - of_rounds) / mean;
    to->value = mean;
    to->samples = all.n;
    by_rounds.mean = mean;
    to->sides = (struct row_sides){{log_side(&by_rounds, mean), log_side(&by_samples, mean)},
                                   {by_rounds, by_samples}};
}

/* --- of one library --- */

static const struct chosen *find(struct chosen_room *room, int slot,
                                 const struct row_samples *samples, const double *beside) {
    struct chosen *to = &room->slots[slot];
    if (!room->quantiles) {
        find_mean(room, to, samples, beside);
        return to;
    }
    /* The 99th percentile of rates is the first of their costs. */
    double probability = room->statistic.probability;
    struct quantile_sides found =
        quantile_error_of(room->quantiles, samples->seconds, beside,
                          samples->are_costs ? 1 - probability : probability, !room->is_paired,
                          to->logs, to->amounts);
    to->value = found.quantile;
    to->samples = found.samples;
    to->sides = (struct row_sides){found.logs, found.seconds};
    return to;
}

const struct chosen *chosen_alone(struct chosen_room *room, int slot,
                                  const struct row_samples *samples) {
    return find(room, slot, samples, NULL);
}

/* --- of two --- */

static int have_same_rounds(const struct chosen_room *room) {
    const struct chosen *a = &room->slots[CHOSEN_OWN], *b = &room->slots[CHOSEN_REFERENCE];
    int are = 1;
    for (size_t r = 0; r < room->rounds; r++)
        are &= isnan(a->amounts[r]) == isnan(b->amounts[r]);
    return are;
}

/* ROUNDS [rounds], which may be NULL, receives the differences. */
static struct welch paired(const double *library, const double *reference, size_t rounds,
                           double *differences, size_t *known) {
    struct welford all = {0};
    for (size_t r = 0; r < rounds; r++) {
        double difference = library[r] - reference[r];
        if (differences)
            differences[r] = difference;
        if (!isnan(difference))
            welford_add(&all, difference);
    }
    *known = all.n;
    return (struct welch){welford_mean(&all), welford_sd(&all) / sqrt((double)all.n),
                          (double)all.n - 1};
}

struct chosen_ratio chosen_compare(struct chosen_room *room, const struct row_samples *samples,
                                   const struct row_samples *reference, double *round_ratios) {
    const struct chosen *a = &room->slots[CHOSEN_OWN], *b = &room->slots[CHOSEN_REFERENCE];
    struct chosen_ratio found = {.rounds = 0};
    if (room->is_paired && (!room->quantiles || !have_same_rounds(room))) {
        a = find(room, CHOSEN_ONE, samples, reference->seconds);
        b = find(room, CHOSEN_OTHER, reference, samples->seconds);
    }
    size_t known;
    found.values[0] = a->value;
    found.values[1] = b->value;
    if (room->is_paired) {
        found.difference = paired(a->amounts, b->amounts, room->rounds, NULL, &known);
        found.logarithm = paired(a->logs, b->logs, room->rounds, round_ratios, &found.rounds);
    }
    if (room->is_paired && known > 1)
        return found;
    found.logarithm = unpaired_between(&a->sides.logs, &b->sides.logs);
    found.difference = unpaired_between(&a->sides.seconds, &b->sides.seconds);
    size_t of_a = a->sides.logs.rounds.units, of_b = b->sides.logs.rounds.units;
    found.rounds = of_a < of_b ? of_a : of_b;
    return found;
}

/* --- rows --- */

void row_fold_chosen(struct row *row, const struct chosen *own, double confidence) {
    const struct unpaired *logs = &own->sides.logs;
    struct statistic statistic = row->statistic;
    row->chosen = interval_alone(own->value);
    row->chosen_side = logs->rounds;
    struct interval interval =
        welch_side_interval(logs->rounds.units > 1 ? &logs->rounds : &logs->samples, confidence);
    interval = interval_exp(interval_at_least(interval, row_log_step(row)));
    row->chosen = (struct interval){own->value, interval.low, interval.high};
    if (statistic.kind == STATISTIC_QUANTILE && own->samples &&
        own->samples < quantile_error_needs(statistic.probability))
        row->samples_needed = quantile_error_needs(statistic.probability);
}

/* Of one round, from the error over several; NaN if there is none. */
static double variance_of(const struct row *row) {
    const struct welch_side *side = &row->chosen_side;
    return side->units > 1 ? side->se * side->se * (double)side->units : NAN;
}

static void moderate(struct row *rows, size_t count, size_t libraries) {
    struct moderation known = {0};
    struct welford variances = {0};
    double degrees = 0;
    for (size_t i = 0; i < count; i += libraries) {
        double variance = variance_of(&rows[i]);
        if (!(variance > 0))
            continue;
        moderation_add(&known, variance, rows[i].chosen_side.degrees, 1);
        welford_add(&variances, variance);
        degrees += rows[i].chosen_side.degrees;
    }
    if (known.logs.n < ERROR_MODEL_OWN_PRIOR)
        return;
    struct variance_prior prior = moderation_prior(&known);
    double of_prior = fmin(prior.degrees, 1e6);
    for (size_t i = 0; i < count; i += libraries) {
        struct welch_side *side = &rows[i].chosen_side;
        double own = side->degrees, all = own + of_prior;
        if (!(variance_of(&rows[i]) > 0))
            continue;
        double moderated = (of_prior * prior.variance + own * variance_of(&rows[i])) / all;
        moderated = fmax(moderated, ERROR_MODEL_FLOOR * welford_mean(&variances));
        side->se = sqrt(moderated / (double)side->units);
        side->degrees = fmin(all, fmax(degrees / 2, own));
    }
}

void rows_moderate_chosen(struct row *rows, size_t count, size_t libraries) {
    for (size_t l = 0; l < libraries && l < count; l++)
        moderate(rows + l, count - l, libraries);
}

void row_fold_chosen_ratio(struct row *row, const struct chosen_ratio *ratio, double confidence) {
    row->ratio_rounds = ratio->rounds;
    row->log_ratio_se = ratio->rounds > 1 ? ratio->logarithm.se : NAN;
    row->log_ratio_degrees = ratio->logarithm.degrees;
    row->ratio_se = row->log_ratio_se;
    row->ratio_degrees = ratio->rounds > 1 ? ratio->logarithm.degrees : NAN;
    row_set_ratio(row, welch_interval(&ratio->logarithm, confidence),
                  welch_interval(&ratio->difference, confidence));
}
