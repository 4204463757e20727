/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spots.h: spots for tests in which sizes are all that matters. */
#ifndef BENCHMAT_TESTS_COLLECT_SPOTS_H
#define BENCHMAT_TESTS_COLLECT_SPOTS_H

#include "collect/action.h"
#include "collect/harness/spot.h"

/* Where ACTION's parameters have their usual values, if ACTION is not NULL. Valid until sixteen
 * more are asked for. */
static inline const struct spot *usual(const struct bench_action *action, int64_t size) {
    static struct spot spots[16];
    static unsigned next;
    struct spot *spot = &spots[next++ % 16];
    *spot = (struct spot){.size = size};
    for (size_t i = 0; action && action->parameters && action->parameters[i].name; i++)
        spot->parameters[i] = action->parameters[i].value;
    return spot;
}

static inline const struct spot *at(int64_t size) {
    return usual(NULL, size);
}

#endif
