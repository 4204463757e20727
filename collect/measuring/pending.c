/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/pending.h"

#include <math.h>
#include <stdlib.h>

const struct cell *pending_planned(const struct pending *r, size_t p, size_t i) {
    return &r->plan->points[p].cells[r->participants[i].planned];
}

/* --- hangs --- */

static size_t *hangs_of(const struct pending *r, size_t i) {
    return &r->hangs[r->participants[i].planned];
}

int pending_begin(struct pending *r, const struct measurement *m, const struct plan *plan,
                  const struct participant *participants, size_t entrant_count, struct err *err) {
    *r = (struct pending){m, plan, participants, entrant_count,
                          calloc(plan->library_count, sizeof *r->hangs)};
    if (!r->hangs)
        return err_set(err, ERR_FAILED, "no memory for %zu libraries", plan->library_count);
    for (size_t i = 0; i < entrant_count; i++)
        for (size_t p = 0; p < plan->count; p++)
            *hangs_of(r, i) +=
                plan_is_alive(pending_planned(r, p, i)) && m->series[i].status[p] == CELL_HUNG;
    return 0;
}

void pending_end(struct pending *r) {
    free(r->hangs);
}

int pending_count_hang(struct pending *r, size_t i) {
    return ++*hangs_of(r, i) == PLAN_MOST_HANGS;
}

int pending_has_given_up(const struct pending *r, size_t i) {
    return *hangs_of(r, i) >= PLAN_MOST_HANGS;
}

/* --- what is due --- */

int pending_is_measurable(const struct pending *r, size_t p, size_t i) {
    int64_t status = r->measurement->series[i].status[p];
    return plan_is_alive(pending_planned(r, p, i)) && !pending_has_given_up(r, i) &&
           (status == CELL_NOT_MEASURED || status == CELL_OK || status == CELL_WRONG);
}

static int is_there(const struct pending *r, size_t p, size_t round, size_t seed, size_t i) {
    size_t at = measurement_index(r->measurement, p, round, seed);
    return !isnan(r->measurement->series[i].seconds[at]);
}

int pending_is_whole(const struct pending *r, size_t p, size_t i) {
    for (size_t round = 0; round < r->measurement->rounds; round++)
        for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
            if (!is_there(r, p, round, seed, i))
                return 0;
    return 1;
}

int pending_is_due(const struct pending *r, size_t p, size_t round, size_t seed, size_t i) {
    return !is_there(r, p, round, seed, i) && pending_is_measurable(r, p, i);
}

int pending_has_seed(const struct pending *r, size_t p, size_t round, size_t seed) {
    for (size_t i = 0; i < r->entrant_count; i++)
        if (pending_is_due(r, p, round, seed, i))
            return 1;
    return 0;
}

int pending_has_point(const struct pending *r, size_t p, size_t round) {
    for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
        if (pending_has_seed(r, p, round, seed))
            return 1;
    return 0;
}

static int has_samples(const struct pending *r, size_t round) {
    for (size_t p = 0; p < r->plan->count; p++)
        for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
            for (size_t i = 0; i < r->entrant_count; i++)
                if (is_there(r, p, round, seed, i))
                    return 1;
    return 0;
}

int pending_is_round_there(const struct pending *r, size_t round) {
    if (round >= r->measurement->rounds || !has_samples(r, round))
        return 0;
    for (size_t p = 0; p < r->plan->count; p++)
        if (pending_has_point(r, p, round))
            return 0;
    return 1;
}
