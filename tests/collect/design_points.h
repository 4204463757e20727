/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_points.h: design points for tests in which sizes are all that matters. */
#ifndef BENCHMAT_TESTS_COLLECT_DESIGN_POINTS_H
#define BENCHMAT_TESTS_COLLECT_DESIGN_POINTS_H

#include "collect/action.h"
#include "collect/harness/design_point.h"

/* Where ACTION's parameters have their usual values, if ACTION is not NULL, with two ranks if it is
 * parallel. Valid until sixteen more are asked for. */
static inline const struct design_point *usual(const struct bench_action *action, int64_t size) {
    static struct design_point design_points[16];
    static unsigned next;
    struct design_point *design_point = &design_points[next++ % 16];
    *design_point =
        (struct design_point){.size = size, .threads = action && action->is_parallel ? 2 : 1};
    for (size_t i = 0; action && action->parameters && action->parameters[i].name; i++)
        design_point->parameters[i] = action->parameters[i].value;
    return design_point;
}

static inline const struct design_point *at(int64_t size) {
    return usual(NULL, size);
}

#endif
