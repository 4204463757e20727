/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_precision.h: what analyze/ knows of intervals, for a session that has a precision to reach.
 */
#ifndef BENCHMAT_COLLECT_CMD_PRECISION_H
#define BENCHMAT_COLLECT_CMD_PRECISION_H

#include "analyze/interval.h"
#include "collect/precision.h"

struct judge {
    struct precision precision; /* first */
    struct student student;
};

/* Ratios and intervals as bench-analyze takes them by default: analyze/ratio.h, at 95 %. */
void precision_begin(struct judge *judge);

#endif
