/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_rows.h: comparisons as records (records.h): a row for each pair of cells, and one for
 * each cell without a partner, which has no ratio but says what the other side lacks. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H

#include <stdint.h>

#include "analyze/columns/columns.h"
#include "analyze/comparison/compare.h"
#include "analyze/statistics/interval.h"

struct comparison_rows {
    struct column_set set; /* with a column for each parameter behind the size */
    void *items;           /* of set.record_size bytes each: of each comparison the pairs, then the
                              others */
    size_t count;

    struct column *columns; /* private: those of SET */
    char **names;           /* of parameters, as they were recorded, */
    char **column_names;    /* and their columns' */
    size_t name_count;
};

/* Those of COUNT comparisons, which must live as long. For people the action, the type, the size
 * and parameters are usual where they tell rows apart. Fails without memory; to be given to
 * comparison_rows_release either way. */
int comparison_rows_of(struct comparison_rows *rows, const struct compared *compared, size_t count,
                       struct err *err);
void comparison_rows_release(struct comparison_rows *rows);

/* --- comparison columns --- */

/* What is said of a pair of cells that was compared, one line each as in
 * columns.h. */

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
    int means_disagree;                     /* the two ratios (ratio.h) */
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
