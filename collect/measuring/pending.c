/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/pending.h"

#include <math.h>
#include <stdlib.h>

const struct cell *pending_planned(const struct pending *pending, size_t p, size_t i) {
    return &pending->plan->points[p].cells[pending->participants[i].planned];
}

/* --- hangs --- */

static size_t *hangs_of(const struct pending *pending, size_t i) {
    return &pending->hangs[pending->participants[i].planned];
}

int pending_begin(struct pending *pending, const struct measurement *m, const struct plan *plan,
                  const struct participant *participants, size_t participant_count,
                  struct err *err) {
    *pending = (struct pending){m, plan, participants, participant_count,
                                calloc(plan->library_count, sizeof *pending->hangs)};
    if (!pending->hangs)
        return err_set(err, ERR_FAILED, "no memory for %zu libraries", plan->library_count);
    for (size_t i = 0; i < participant_count; i++)
        for (size_t p = 0; p < plan->count; p++)
            *hangs_of(pending, i) += plan_is_alive(pending_planned(pending, p, i)) &&
                                     m->series[i].status[p] == CELL_HUNG;
    return 0;
}

void pending_end(struct pending *pending) {
    free(pending->hangs);
}

int pending_count_hang(struct pending *pending, size_t i) {
    return ++*hangs_of(pending, i) == PLAN_MOST_HANGS;
}

int pending_has_given_up(const struct pending *pending, size_t i) {
    return *hangs_of(pending, i) >= PLAN_MOST_HANGS;
}

/* --- what is due --- */

int pending_is_measurable(const struct pending *pending, size_t p, size_t i) {
    int64_t status = pending->measurement->series[i].status[p];
    return plan_is_alive(pending_planned(pending, p, i)) && !pending_has_given_up(pending, i) &&
           (status == CELL_NOT_MEASURED || status == CELL_OK || status == CELL_WRONG);
}

static int is_there(const struct pending *pending, size_t p, size_t round, size_t seed, size_t i) {
    size_t at = measurement_index(pending->measurement, p, round, seed);
    return !isnan(pending->measurement->series[i].seconds[at]);
}

int pending_is_whole(const struct pending *pending, size_t p, size_t i) {
    for (size_t round = 0; round < pending->measurement->rounds; round++)
        for (size_t seed = 0; seed < plan_turns(pending->plan, &pending->plan->points[p]); seed++)
            if (!is_there(pending, p, round, seed, i))
                return 0;
    return 1;
}

int pending_is_due(const struct pending *pending, size_t p, size_t round, size_t seed, size_t i) {
    return !is_there(pending, p, round, seed, i) && pending_is_measurable(pending, p, i);
}

int pending_has_seed(const struct pending *pending, size_t p, size_t round, size_t seed) {
    for (size_t i = 0; i < pending->participant_count; i++)
        if (pending_is_due(pending, p, round, seed, i))
            return 1;
    return 0;
}

int pending_has_point(const struct pending *pending, size_t p, size_t round) {
    for (size_t seed = 0; seed < plan_turns(pending->plan, &pending->plan->points[p]); seed++)
        if (pending_has_seed(pending, p, round, seed))
            return 1;
    return 0;
}

static int has_samples(const struct pending *pending, size_t round) {
    for (size_t p = 0; p < pending->plan->count; p++)
        for (size_t seed = 0; seed < plan_turns(pending->plan, &pending->plan->points[p]); seed++)
            for (size_t i = 0; i < pending->participant_count; i++)
                if (is_there(pending, p, round, seed, i))
                    return 1;
    return 0;
}

int pending_is_round_there(const struct pending *pending, size_t round) {
    if (round >= pending->measurement->rounds || !has_samples(pending, round))
        return 0;
    for (size_t p = 0; p < pending->plan->count; p++)
        if (pending_has_point(pending, p, round))
            return 0;
    return 1;
}
