/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chosen_statistic.h: means and quantiles in the place of typical times (statistic.h), and their
 * ratios.
 *
 * Each round has a value D, for the statistic of all samples is the mean of these
 * (quantile_error.h) or, as with the mean of paired samples, of the rounds' own statistics
 * (ratio.h). The ratio to the reference rests on the differences of the D, as that of typical times
 * does:
 *
 *     paired      ln ratio = mean over the rounds that both have of D(library) - D(reference)
 *     unpaired    Welch's difference of the two (unpaired.h)
 *
 * With a single round it rests on samples, and there is no verdict. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_CHOSEN_STATISTIC_H
#define BENCHMAT_ANALYZE_AGGREGATE_CHOSEN_STATISTIC_H

#include "analyze/aggregate/row.h"

/* The statistic of one library at one point. */
struct chosen {
    double value;           /* in seconds, or the quantity's unit; NaN if unknown */
    size_t samples;         /* that count */
    struct row_sides sides; /* of its logarithm and itself, on its own */
    double *logs, *amounts; /* [rounds] D of either; NaN for none */
};

/* A library's and the reference's by themselves; and two that are compared with each other. */
enum { CHOSEN_OWN, CHOSEN_REFERENCE, CHOSEN_ONE, CHOSEN_OTHER, CHOSEN_SLOTS };

/* The memory to work in, for rounds that are paired or not, and samples in them. */
struct chosen_room;
struct chosen_room *chosen_room_new(struct statistic statistic, size_t rounds, size_t seeds,
                                    int is_paired, int pairs_samples);
/* NULL is fine. */
void chosen_room_free(struct chosen_room *room);

/* Computes the statistic of SAMPLES into SLOT, and returns that. */
const struct chosen *chosen_alone(struct chosen_room *room, int slot,
                                  const struct row_samples *samples);
/* The same as last computed. */
const struct chosen *chosen_at(const struct chosen_room *room, int slot);

/* Two libraries compared with each other. */
struct chosen_ratio {
    struct welch logarithm, difference; /* se NaN if unknown */
    size_t rounds;                      /* behind them; below 2 samples are */
    double values[2];                   /* of the statistic */
};
/* SAMPLES and REFERENCE have been computed into the slots of these names. ROUND_RATIOS [rounds]
 * receives the differences of the D of the logarithm if samples are paired. */
struct chosen_ratio chosen_compare(struct chosen_room *room, const struct row_samples *samples,
                                   const struct row_samples *reference, double *round_ratios);

/* Sets statistic, chosen, its interval and side, and the samples needed if there are too few. */
void row_fold_chosen(struct row *row, const struct chosen *own, double confidence);
/* Moderates the errors of the sides of COUNT rows, each LIBRARIES of them a point, over the points
 * of a library (moderation.h): for comparisons with other runs, by which no error model goes. As
 * there, no cell counts as more certain than ERROR_MODEL_FLOOR of the mean variance, and the
 * degrees of freedom are at most half of all. */
void rows_moderate_chosen(struct row *rows, size_t count, size_t libraries);
/* Sets the same as row_fold_ratio from RATIO. */
void row_fold_chosen_ratio(struct row *row, const struct chosen_ratio *ratio, double confidence);

#endif
