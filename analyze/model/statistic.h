/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistic.h: what ratios, verdicts and comparisons are about: typical times, means, or a quantile
 * such as the 99th percentile. */
#ifndef BENCHMAT_ANALYZE_MODEL_STATISTIC_H
#define BENCHMAT_ANALYZE_MODEL_STATISTIC_H

#include "formats/text/err.h"

enum statistic_kind { STATISTIC_TYPICAL, STATISTIC_MEAN, STATISTIC_QUANTILE };

/* Zero-initialised: typical. */
struct statistic {
    enum statistic_kind kind;
    double probability; /* of a quantile, from 0.5 to below 1 */
};

enum { STATISTIC_NAME = 32 };

/* Reads "typical", "mean", "median", or pQ such as "p99" and "p99.9", with Q from 50 to below 100.
 * Anything else is an ERR_USAGE. */
int statistic_parse(const char *text, struct statistic *statistic, struct err *err);

/* Each writes at most STATISTIC_NAME bytes. The name, as parsed: "mean", "median", "p99". */
void statistic_name(struct statistic statistic, char *name);
/* The same in the plural: "means", "medians", "p99". */
void statistic_plural(struct statistic statistic, char *plural);
/* Writes "ratio of p99" for a WHAT of "ratio", at most STATISTIC_HEADING bytes; WHAT alone if the
 * statistic is typical. */
enum { STATISTIC_HEADING = 2 * STATISTIC_NAME };
void statistic_heading(struct statistic statistic, const char *what, char *heading);

#endif
