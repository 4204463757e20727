/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terms.h: what an action says of a design point, before it has any memory. */
#ifndef BENCHMAT_COLLECT_HARNESS_TERMS_H
#define BENCHMAT_COLLECT_HARNESS_TERMS_H

#include "collect/action.h"
#include "collect/harness/design_point.h"

struct terms {
    double flops, bytes; /* of one call; 0 where it does not say, or what is no number of any */
    double tolerance;    /* in units of the type's epsilon; NaN where it does not say */
};

struct terms terms_of(const struct bench_action *action, char type,
                      const struct design_point *design_point);

#endif
