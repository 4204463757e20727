/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/rest.h"

#include <math.h>
#include <stdlib.h>

const struct cell *rest_planned(const struct rest *r, size_t p, size_t i) {
    return &r->plan->points[p].cells[r->entrants[i].planned];
}

/* --- hangs --- */

static size_t *hangs_of(const struct rest *r, size_t i) {
    return &r->hangs[r->entrants[i].planned];
}

int rest_begin(struct rest *r, const struct measurement *m, const struct plan *plan,
               const struct entrant *entrants, size_t entrant_count, struct err *err) {
    *r = (struct rest){m, plan, entrants, entrant_count,
                       calloc(plan->library_count, sizeof *r->hangs)};
    if (!r->hangs)
        return err_set(err, ERR_FAILED, "no memory for %zu libraries", plan->library_count);
    for (size_t i = 0; i < entrant_count; i++)
        for (size_t p = 0; p < plan->count; p++)
            *hangs_of(r, i) +=
                plan_is_alive(rest_planned(r, p, i)) && m->series[i].status[p] == CELL_HUNG;
    return 0;
}

void rest_end(struct rest *r) {
    free(r->hangs);
}

int rest_count_hang(struct rest *r, size_t i) {
    return ++*hangs_of(r, i) == PLAN_MOST_HANGS;
}

int rest_has_given_up(const struct rest *r, size_t i) {
    return *hangs_of(r, i) >= PLAN_MOST_HANGS;
}

/* --- what is due --- */

int rest_is_measurable(const struct rest *r, size_t p, size_t i) {
    int64_t status = r->measurement->series[i].status[p];
    return plan_is_alive(rest_planned(r, p, i)) && !rest_has_given_up(r, i) &&
           (status == CELL_NOT_MEASURED || status == CELL_OK || status == CELL_WRONG);
}

static int is_there(const struct rest *r, size_t p, size_t round, size_t seed, size_t i) {
    size_t at = measurement_index(r->measurement, p, round, seed);
    return !isnan(r->measurement->series[i].seconds[at]);
}

int rest_is_whole(const struct rest *r, size_t p, size_t i) {
    for (size_t round = 0; round < r->measurement->rounds; round++)
        for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
            if (!is_there(r, p, round, seed, i))
                return 0;
    return 1;
}

int rest_is_due(const struct rest *r, size_t p, size_t round, size_t seed, size_t i) {
    return !is_there(r, p, round, seed, i) && rest_is_measurable(r, p, i);
}

int rest_has_seed(const struct rest *r, size_t p, size_t round, size_t seed) {
    for (size_t i = 0; i < r->entrant_count; i++)
        if (rest_is_due(r, p, round, seed, i))
            return 1;
    return 0;
}

int rest_has_point(const struct rest *r, size_t p, size_t round) {
    for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
        if (rest_has_seed(r, p, round, seed))
            return 1;
    return 0;
}

static int has_samples(const struct rest *r, size_t round) {
    for (size_t p = 0; p < r->plan->count; p++)
        for (size_t seed = 0; seed < r->plan->points[p].seeds; seed++)
            for (size_t i = 0; i < r->entrant_count; i++)
                if (is_there(r, p, round, seed, i))
                    return 1;
    return 0;
}

int rest_is_round_there(const struct rest *r, size_t round) {
    if (round >= r->measurement->rounds || !has_samples(r, round))
        return 0;
    for (size_t p = 0; p < r->plan->count; p++)
        if (rest_has_point(r, p, round))
            return 0;
    return 1;
}
