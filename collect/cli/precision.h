/* SPDX-License-Identifier: GPL-3.0-or-later */
/* precision.h: gives a session that adds rounds the statistics of analyze/: how wide the intervals
 * of its ratios are, and how small a difference they would show. */
#ifndef BENCHMAT_COLLECT_CLI_PRECISION_H
#define BENCHMAT_COLLECT_CLI_PRECISION_H

#include "analyze/statistics/interval.h"
#include "collect/job/job.h"

struct precision_check {
    struct precision precision; /* first */
    struct student student;
};

/* Uses what bench-analyze uses by default: the ratios and intervals of analyze/inference/ratio.h,
 * at 95 %, and the detectable difference of the table of all rows (analyze/aggregate/table.h). */
void precision_begin(struct precision_check *precision_check);

#endif
