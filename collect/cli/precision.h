/* SPDX-License-Identifier: GPL-3.0-or-later */
/* precision.h: what analyze/ knows of intervals, for a session that has a precision to reach.
 */
#ifndef BENCHMAT_COLLECT_CLI_PRECISION_H
#define BENCHMAT_COLLECT_CLI_PRECISION_H

#include "analyze/statistics/interval.h"
#include "collect/job/job.h"

struct precision_check {
    struct precision precision; /* first */
    struct student student;
};

/* Ratios and intervals as bench-analyze takes them by default: analyze/inference/ratio.h, at 95 %.
 */
void precision_begin(struct precision_check *precision_check);

#endif
