/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pending.h: what is still to be measured of a plan, in a new run or a resumed one.
 *
 * A sample is due if it is missing, planning found its cell (library, size) fit, no fault has ended
 * the cell since, and the library has not been given up. PARTICIPANT, POINT, ROUND and SEED are
 * positions, from 0. */
#ifndef BENCHMAT_COLLECT_MEASURING_PENDING_H
#define BENCHMAT_COLLECT_MEASURING_PENDING_H

#include "collect/job/job.h"
#include "collect/planning/plan.h"

/* All but HANGS are borrowed. */
struct pending {
    const struct measurement *measurement;
    const struct plan *plan;
    const struct participant *participants;
    size_t participant_count;
    size_t *hangs; /* of each library of the plan, in rounds */
};

/* Counts the hangs that the measurement already has. ERR_FAILED: no memory. */
int pending_begin(struct pending *pending, const struct measurement *measurement,
                  const struct plan *plan, const struct participant *participants,
                  size_t participant_count, struct err *err);
void pending_end(struct pending *pending);

/* The participant's cell in the plan. */
const struct cell *pending_planned(const struct pending *pending, size_t point, size_t participant);

/* Counts one more hang; the control and its library are counted together. Returns whether it is the
 * last hang that the library is allowed. */
int pending_count_hang(struct pending *pending, size_t participant);
int pending_has_given_up(const struct pending *pending, size_t participant);

/* Whether the cell has all of its samples. */
int pending_is_whole(const struct pending *pending, size_t point, size_t participant);

/* Whether the cell should be measured and has had no fault so far. */
int pending_is_measurable(const struct pending *pending, size_t point, size_t participant);

int pending_is_due(const struct pending *pending, size_t point, size_t round, size_t seed,
                   size_t participant);

/* Whether any participant's sample is due: at a seed, and at a point of a round. */
int pending_has_seed(const struct pending *pending, size_t point, size_t round, size_t seed);
int pending_has_point(const struct pending *pending, size_t point, size_t round);

/* Whether ROUND has been measured, so that nothing of it is due any more. */
int pending_is_round_there(const struct pending *pending, size_t round);

#endif
