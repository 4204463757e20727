/* SPDX-License-Identifier: GPL-3.0-or-later */
/* between_runs.h: what two runs of the same differ by, apart from the scatter of their rounds, and
 * where that is known from.
 *
 * Each run has a drift of its own: what the machine does to all cells of it, and what memory
 * layout, clock speed or temperature do to each cell. For cells of one action and type it is known
 * from
 *
 *   1. runs: several on a side, and earlier ones of the same machine that are not compared
 *      themselves, if they leave BETWEEN_LEAST_DEGREES degrees of freedom (run_effects.h);
 *   2. a change of what should not change, if ratios are compared: the control's ratio to its own
 *      library, over all points, or how the reference's own change scatters over the points
 *      (excess_variance_of). A ratio has the drift of two cells, as the control's has; the
 *      reference's time has that of one, so its variance counts twice;
 *   3. nothing: then a standard deviation is assumed. But files of other programs whose rounds are
 *      processes of their own, which nothing pairs, tell all there is by these rounds: nothing is
 *      added, and the heading says that other days are not in it.
 *
 * A standard deviation that the user gives takes the place of all of these. It is that of one cell
 * in one run, with the machine's part; it is taken for known, and for that of each cell alone,
 * which is the worst case for the number of false alarms. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_BETWEEN_RUNS_H
#define BENCHMAT_ANALYZE_COMPARISON_BETWEEN_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/comparison/run_effects.h"
#include "analyze/inference/unpaired.h"

#define BETWEEN_LEAST_DEGREES 2

enum between_source {
    BETWEEN_NOTHING, /* nothing is known, and nothing assumed */
    BETWEEN_RUNS,
    BETWEEN_CONTROL,
    BETWEEN_REFERENCE,
    BETWEEN_ASSUMED,
    BETWEEN_GIVEN,
    BETWEEN_ROUNDS, /* the rounds tell all that is known */
    BETWEEN_SOURCES
};

/* For programs: "", "runs", "control", "reference", "assumed", "given", "rounds". Static. */
const char *between_source_name(enum between_source source);

/* One cell in one run. Runs of a group measured the same: the earlier ones compared, the later
 * ones, and others, of which each machine and file is a group of its own. */
struct between_observation {
    uint32_t cell, group, run;        /* the run's number in its group */
    struct welch_side typical, means; /* over its rounds, as in compare.h */
};

/* What is known of the runs of one action and type. */
struct between_runs {
    enum between_source source;
    struct run_effects effects; /* if the source is BETWEEN_RUNS; to be released */
    double variance, degrees;   /* of one run, otherwise */
    size_t compared, others;    /* runs behind the effects, of the sides and others */
};

/* Finds the effects of runs from COUNT observations, sorted by cell, of CELLS cells that are
 * numbered from 0; groups below SIDES are compared. If they leave too few degrees of freedom the
 * source is BETWEEN_NOTHING. */
void between_runs_of(struct between_runs *between, const struct between_observation *all,
                     size_t count, size_t cells, uint32_t sides, int by_means);

/* The difference of two sides of one cell, and where its error comes from. */
struct between_error {
    struct welch all;                   /* with what runs differ by */
    struct welch by_rounds;             /* without; NaN if a side has neither */
    double share;                       /* of the common variance in se^2 */
    double own_degrees, common_degrees; /* of the two parts (dunnett.h) */
    double run_sd; /* of one run of this cell, without its rounds; NaN if unknown */
};

/* Adds what runs differ by to BY_ROUNDS, the difference with the error of its rounds alone. CELL is
 * the cell's index in the effects. The sides have RUNS runs. Without an error of the rounds, that
 * of the runs stands for it if both sides have several. */
struct between_error between_runs_error(const struct between_runs *between, size_t cell,
                                        const struct welch *by_rounds, const size_t runs[2]);

#endif
