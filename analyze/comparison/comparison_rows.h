/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_rows.h: comparisons as records (records.h): a row for each pair of cells, and one for
 * each cell without a partner, which has no ratio but says what the other side lacks. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H

#include <stdint.h>

#include "analyze/columns/columns.h"
#include "analyze/comparison/compared.h"
#include "analyze/statistics/interval.h"

struct comparison_rows {
    struct column_set set; /* with a column after the size for each parameter */
    void *items; /* set.record_size bytes each: for each comparison the pairs, then the cells
                    without a partner */
    size_t count;

    struct column *columns; /* private: the columns of SET */
    char **names;           /* parameters, under their recorded names */
    char **column_names;    /* names of their columns */
    size_t name_count;
    char statistic[STATISTIC_NAME], heading[STATISTIC_HEADING]; /* of the ratios, if not typical */
};

/* Makes the rows of COUNT comparisons, which must live as long. For people, the columns action,
 * type, size and parameters are usual if they distinguish rows. Where another statistic than
 * typical times is compared, there is a column more that says so (records.h). Borrows from ROWS
 * itself. The caller must call comparison_rows_release. */
void comparison_rows_of(struct comparison_rows *rows, const struct compared *compared,
                        size_t count);
void comparison_rows_release(struct comparison_rows *rows);

/* --- columns --- */

/* The columns of a compared pair of cells, one line each as in columns.h. */

/* The amounts of a side or, if ratios are compared, its ratios to the reference: exp of the mean of
 * the logarithms over the rounds, or over the runs if a side has several. */
struct comparison_side {
    const char *archive, *run;      /* the last if there are several; NULL if there is none */
    struct interval time, relative; /* only one is set: in the quantity's unit, or as a factor */
    int64_t units;      /* number of rounds, of runs or, for a single round, of samples */
    const char *status; /* NULL if the side does not have the cell */
};

/* NaN and NULL if undefined. Texts are borrowed from the comparison. */
struct comparison_row {
    const char *action, *type, *library, *reference, *point;
    enum quantity quantity;
    int64_t size;
    const char *size_word; /* as its file has the size (spellings.h); NULL: as digits */
    struct comparison_side earlier, later;
    struct interval ratio;      /* later / earlier; above 1 is slower */
    struct interval mean_ratio; /* the same for the ratio of means */
    int means_disagree;         /* the two ratios (ratio.h) */
    struct interval speedup;
    double p, p_adjusted, p_regressed;
    double se, degrees;       /* of ln ratio, with what runs differ by */
    double between;           /* what runs differ by (between_runs.h), as a standard deviation */
    const char *between_from; /* between_source_name; NULL if nothing is known */
    int64_t earlier_runs, later_runs, other_runs; /* compared; behind BETWEEN besides these */
    const char
        *verdict; /* "faster", "slower", "not_shown", "inconclusive", "one_process", "not_tested" */
    const char *regressed; /* "yes" or "no"; NULL unless requested */
    const char *by;        /* the ratio that regressed: "ratio", "mean_ratio" or "both" */
    const char *in, *lacks;
    double parameters[]; /* in the order of their columns; NaN if the action does not have it */
};

/* The columns without those of parameters, which depend on what is compared. */
extern const struct column_set comparison_columns;

/* The column of the parameter with index NUMBER in a row's parameters; NAME is borrowed. */
struct column comparison_parameter(const char *name, size_t number);

#endif
