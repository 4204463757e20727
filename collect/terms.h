/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terms.h: what an action says of a size, before it has any memory. */
#ifndef BENCHMAT_COLLECT_TERMS_H
#define BENCHMAT_COLLECT_TERMS_H

#include "collect/action.h"

struct terms {
    double flops, bytes; /* of one call; 0 where it does not say */
    double tolerance;    /* in units of the type's epsilon; NaN where it does not say */
};

struct terms terms_of(const struct bench_action *action, char type, int64_t size);

#endif
