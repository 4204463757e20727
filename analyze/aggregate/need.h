/* SPDX-License-Identifier: GPL-3.0-or-later */
/* need.h: what of a table's statistics costs time, and may be left out where nobody looks at it. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_NEED_H
#define BENCHMAT_ANALYZE_AGGREGATE_NEED_H

/* What has to be calculated beside what is cheap: texts, numbers of samples and rounds, mean, sd,
 * round_sd and what follows from these. */
enum need {
    NEED_TIMES = 0,
    NEED_EXTREMES = 1 << 0, /* smallest and largest sample */
    NEED_SHAPE = 1 << 1,    /* skewness and kurtosis */
    NEED_ORDER = 1 << 2,    /* the samples in their order: median, quantiles, outliers */
    NEED_RATIO = 1 << 3,
    NEED_NOISE = 1 << 4,
    NEED_TEST = 1 << 5,
    NEED_VERDICT = NEED_TEST | NEED_RATIO | NEED_NOISE, /* tests go by ratios, beyond the noise */
    NEED_REPORTS = 1 << 6,
    NEED_WARNINGS = 1 << 7, /* of which some look at every sample */
    NEED_ALL = (1 << 8) - 1
};

#endif
