/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/row.h"

#include <math.h>

#include "analyze/location.h"
#include "analyze/ratio.h"

static struct welford fold_round(struct row *row, const double *seconds, size_t seeds,
                                 double *room) {
    struct welford round = {0};
    for (size_t i = 0; i < seeds; i++) {
        if (!isfinite(seconds[i]))
            continue;
        room[row->n + round.n] = seconds[i];
        welford_add(&round, seconds[i]);
        row->min = fmin(row->min, seconds[i]);
        row->max = fmax(row->max, seconds[i]);
    }
    return round;
}

void row_fold_times(struct row *row, const struct row_samples *samples, struct student *student,
                    double *room) {
    struct welford all = {0}, means = {0};
    row->n = 0;
    row->min = row->max = NAN;
    for (size_t r = 0; r < samples->rounds; r++) {
        struct welford round =
            fold_round(row, samples->seconds + r * samples->seeds, samples->seeds, room);
        row->n += round.n;
        welford_merge(&all, &round);
        if (round.n)
            welford_add(&means, welford_mean(&round));
    }
    row->rounds = means.n;
    row->round_sd = welford_sd(&means);
    row->mean = welford_mean(&all);
    row->sd = welford_sd(&all);
    row->median = location_median(room, row->n);
    struct interval interval = interval_of_mean(row->mean, means.n == 1 ? &all : &means, student);
    row->mean_low = interval.low;
    row->mean_high = interval.high;
}

double row_fold_ratio(struct row *row, const struct row_samples *samples, const double *reference,
                      struct student *student, double *round_means, double *room) {
    struct ratio_pair pair = {samples->seconds, reference, samples->rounds, samples->seeds};
    struct interval logarithm = ratio_log(&pair, student, round_means, room);
    struct interval ratio = ratio_exp(logarithm);
    if (row->is_reference && !isnan(ratio.centre))
        ratio = (struct interval){1, 1, 1};
    row->ratio = ratio.centre;
    row->ratio_low = ratio.low;
    row->ratio_high = ratio.high;
    return logarithm.centre;
}
