/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rest.h: what of a plan is still to be measured, be it new or gone on with.
 *
 * A sample is due that is not there, of a cell (library, size) that planning found fit and that no
 * fault has ended since; but none of a library that has been given up. ENTRANT, POINT, ROUND and
 * SEED are positions, from 0. */
#ifndef BENCHMAT_COLLECT_MEASURING_REST_H
#define BENCHMAT_COLLECT_MEASURING_REST_H

#include "collect/job/entrants.h"
#include "collect/planning/plan.h"

/* All but HANGS are borrowed. */
struct rest {
    const struct measurement *measurement;
    const struct plan *plan;
    const struct entrant *entrants;
    size_t entrant_count;
    size_t *hangs; /* in rounds, of each library of the plan */
};

/* Counts the hangs that the measurement has already. ERR_FAILED: no memory. */
int rest_begin(struct rest *rest, const struct measurement *measurement, const struct plan *plan,
               const struct entrant *entrants, size_t entrant_count, struct err *err);
void rest_end(struct rest *rest);

/* The entrant's share in the plan. */
const struct cell *rest_planned(const struct rest *rest, size_t point, size_t entrant);

/* Counts one more hang, which the control's library shares with it. Returns whether it is the last
 * that the library is allowed. */
int rest_count_hang(struct rest *rest, size_t entrant);
int rest_has_given_up(const struct rest *rest, size_t entrant);

/* Whether the cell has all of its samples. */
int rest_is_whole(const struct rest *rest, size_t point, size_t entrant);

/* Whether the cell is to be measured and has had no fault so far. */
int rest_is_measurable(const struct rest *rest, size_t point, size_t entrant);

int rest_is_due(const struct rest *rest, size_t point, size_t round, size_t seed, size_t entrant);

/* Whether any entrant's sample is due: at a seed, at a point of a round. */
int rest_has_seed(const struct rest *rest, size_t point, size_t round, size_t seed);
int rest_has_point(const struct rest *rest, size_t point, size_t round);

/* Whether nothing of ROUND is due any more, since it was measured. */
int rest_is_round_there(const struct rest *rest, size_t round);

#endif
