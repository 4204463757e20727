/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_point.h: a point at which something is measured: a size, parameters and a number of
 * threads. */
#ifndef BENCHMAT_COLLECT_HARNESS_DESIGN_POINT_H
#define BENCHMAT_COLLECT_HARNESS_DESIGN_POINT_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

struct design_point {
    int64_t size;                            /* 1 if the action has no size */
    double parameters[BENCH_MAX_PARAMETERS]; /* in the action's order */
    int threads;                             /* of a parallel action: ranks */
};

struct design_points {
    struct design_point *items;
    size_t count;
};

/* --- terms --- */

/* What an action says about a design point without having any memory. */

struct terms {
    double flops, bytes; /* of one call; 0 if the action says nothing, or something impossible */
    double tolerance;    /* in units of the type's epsilon; NaN if the action says nothing */
};

struct terms terms_of(const struct bench_action *action, char type,
                      const struct design_point *design_point);

#endif
