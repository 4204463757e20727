/* SPDX-License-Identifier: GPL-3.0-or-later */
/* precision.h: how precise the ratios are so far, as somebody knows who can do statistics. */
#ifndef BENCHMAT_COLLECT_JOB_PRECISION_H
#define BENCHMAT_COLLECT_JOB_PRECISION_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

enum { PRECISION_MOST_ROUNDS = 100 }; /* unless more are asked for by name */

/* The widest of all ratios' 95 % intervals. */
struct precision_widest {
    double
        half_width; /* in parts of the ratio: 0.01 is +-1 %; INFINITY while one has no interval */
    size_t point;
    const char *library; /* borrowed; NULL: there are no ratios at all */
};

struct precision {
    /* Of the first ROUNDS rounds of M: every library over the reference, at every size at which
     * both are measured. The control is no library of its own. */
    struct precision_widest (*widest)(struct precision *precision, const struct measurement *m,
                                      size_t rounds);
};

#endif
