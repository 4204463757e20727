/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_columns.h: what is said of a pair of cells that was compared, one line each as in
 * columns.h. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_COLUMNS_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_COLUMNS_H

#include <stdint.h>

#include "analyze/columns/columns.h"
#include "analyze/statistics/interval.h"

/* Times, or where ratios are compared those to the reference: exp of the mean over the rounds, or
 * where a side has several runs over these, of the logarithms. */
struct comparison_side {
    const char *archive, *run; /* the last, where there are several; NULL where there is none */
    struct interval time, relative; /* one of them, in seconds or parts */
    int64_t units;                  /* rounds, runs or, of a single round, samples */
    const char *status;             /* NULL where it has no such cell */
};

/* NaN and NULL where undefined. Texts are borrowed from what was compared. */
struct comparison_row {
    const char *action, *type, *library, *reference, *point;
    int64_t size;
    struct comparison_side earlier, later;
    double ratio, low, high;                /* later / earlier; above 1 is slower */
    double mean_ratio, mean_low, mean_high; /* the same of the means */
    int means_disagree;                     /* the two ratios (mean_ratio.h) */
    double speedup, speedup_low, speedup_high;
    double p, p_adjusted, p_regressed;
    const char *verdict;   /* "faster", "slower", "not_shown", "not_tested" */
    const char *regressed; /* "yes" or "no"; NULL unless that was asked */
    const char *by;        /* which ratio it is that did: "ratio", "mean_ratio" or "both" */
    const char *in, *lacks;
    double parameters[]; /* in the order of their columns; NaN where the action has none such */
};

/* The columns without those of parameters, which depend on what is compared. */
extern const struct column_set comparison_columns;

/* The column of the parameter that stands at NUMBER in a row's parameters; NAME stays the caller's.
 */
struct column comparison_parameter(const char *name, size_t number);

#endif
