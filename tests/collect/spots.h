/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spots.h: spots for tests in which sizes are all that matters. */
#ifndef BENCHMAT_TESTS_COLLECT_SPOTS_H
#define BENCHMAT_TESTS_COLLECT_SPOTS_H

#include "collect/spot.h"

/* Valid until sixteen more are asked for. */
static inline const struct spot *at(int64_t size) {
    static struct spot spots[16];
    static unsigned next;
    struct spot *spot = &spots[next++ % 16];
    *spot = (struct spot){.size = size};
    return spot;
}

#endif
