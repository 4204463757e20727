/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.h: how often intervals over made-up machines hold the truth. */
#ifndef BENCHMAT_TESTS_ANALYZE_MACHINES_H
#define BENCHMAT_TESTS_ANALYZE_MACHINES_H

#include <math.h>
#include <stdlib.h>

#include "analyze/inference/random_effects.h"
#include "analyze/statistics/welford.h"
#include "tests/analyze/made_up.h"

enum { MACHINES_MOST = 40 };

/* True ratios scatter normally with TAU about one; each machine has ROUNDS rounds, whose scatter is
 * that of a ratio with the standard error 1, but UNEVEN machines lie between a third of that and
 * three times as much. */
struct machines {
    size_t count, rounds;
    double tau;
    int is_uneven;
};

/* In percent of the repetitions. */
struct machines_found {
    double mean, predicted; /* intervals that hold the mean; the ratio of one more machine */
    double denied;          /* p of Q at most 5 % */
    double denied_by_chi;   /* the same if standard errors counted as known */
    double tau;             /* the average tau */
};

static inline void machines_draw(struct random_effects_unit *units, const struct machines *like,
                                 unsigned short seed[3]) {
    for (size_t i = 0; i < like->count; i++) {
        double uneven = like->is_uneven ? pow(3, 2 * made_up_part(i, like->count) - 1) : 1;
        double truth = like->tau * made_up_normal(seed);
        struct welford rounds = {0};
        for (size_t r = 0; r < like->rounds; r++)
            welford_add(&rounds,
                        truth + uneven * sqrt((double)like->rounds) * made_up_normal(seed));
        units[i] = (struct random_effects_unit){welford_mean(&rounds),
                                                welford_sd(&rounds) / sqrt((double)like->rounds),
                                                (double)like->rounds - 1};
    }
}

static inline struct machines_found machines_find(const struct machines *like, size_t repetitions,
                                                  unsigned short seed[3]) {
    struct machines_found found = {0};
    struct random_effects_unit units[MACHINES_MOST];
    double percent = 100 / (double)repetitions;
    for (size_t n = 0; n < repetitions; n++) {
        machines_draw(units, like, seed);
        struct random_effects one = random_effects_of(units, like->count, 0.95);
        double another = like->tau * made_up_normal(seed);
        found.mean += percent * (one.log_ratio.low <= 0 && 0 <= one.log_ratio.high);
        found.predicted +=
            percent * (one.predicted.low <= another && another <= one.predicted.high);
        found.denied += percent * (one.q_p <= 0.05);
        found.tau += one.tau / (double)repetitions;
        for (size_t i = 0; i < like->count; i++)
            units[i].degrees = INFINITY;
        found.denied_by_chi += percent * (random_effects_of(units, like->count, 0.95).q_p <= 0.05);
    }
    return found;
}

#endif
