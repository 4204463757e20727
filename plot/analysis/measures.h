/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.h: what of the rows of an analysis is drawn up an axis, one line each. */
#ifndef BENCHMAT_PLOT_ANALYSIS_MEASURES_H
#define BENCHMAT_PLOT_ANALYSIS_MEASURES_H

#include "analyze/columns/columns.h"
#include "plot/analysis/chart_set.h"

struct measure;

/* A measure of one section of an analysis. */
struct measured {
    const struct measure *measure;
    const struct table *table;
    const struct section *section;
    const struct rates_peak *peak; /* that rates are held against; NULL for none */
};

enum measure_noise {
    NOISE_NONE,
    NOISE_AS_IT_IS,   /* the measure is what the noise floor is told in, */
    NOISE_TURNED_OVER /* or one over that */
};

struct measure {
    const char *name; /* in a word: "time", "flop/s" */
    /* Of rows (columns.h); where there is none of that name, a quantile of all samples, "p99",
     * which is to be the only one. The ends of the interval of "mean" are "mean_low" and
     * "mean_high". */
    const char *column;
    struct axis_terms y;
    int has_level; /* the reference is a line across, at LEVEL */
    double level;
    enum measure_noise noise;
    int shows_caches; /* whether the capacities of caches matter to it */
    int is_untimed;   /* it is of answers: what is wrong with times does not matter */

    const char *absent; /* why an action may have no value of it anywhere; NULL where that is a
                           result, to be shown as such */

    /* The measure that stands for this one in that section; NULL for itself. */
    const struct measure *(*settle)(const struct measured *of);
    /* The words of a chart: its title without, and the subtitle up to, what all measures have
     * alike. NULL when there is no memory. */
    const char *(*title)(struct chart_set *set, const struct measured *of);
    const char *(*subtitle)(struct chart_set *set, const struct measured *of);
    /* What is below that is drawn at it; NULL for nothing. */
    double (*least)(const struct measured *of);
    /* A horizontal line to hold values against; whether there is one. NULL for none. */
    int (*line)(struct chart_set *set, const struct measured *of, struct mark *mark);
};

extern const struct measure measure_time, measure_ratio, measure_speedup, measure_rate,
    measure_accuracy, measure_scaling, measure_thread_efficiency;

/* The measure that draws COLUMN with words and lines of its own, or NULL. */
const struct measure *measure_known(const char *column);

/* That, or one of any column whose values are numbers, or of a quantile. ERR_USAGE names the
 * columns that are called nearly so. COLUMN stays the caller's. */
int measure_of_column(struct measure *measure, const char *column, struct err *err);

/* The column of MEASURE. */
struct column measure_column(const struct measure *measure);
/* The probability of the quantile that it is; NaN for a column. */
double measure_quantile(const struct measure *measure);

/* Whether no row of the section has a number there, and that is no result. */
int measure_is_absent(const struct measured *of);

/* What is to be drawn of a section: the measure itself, or what it settles on. */
struct measured measure_settle(const struct measure *measure, const struct table *table,
                               const struct section *section, const struct rates_peak *peak);

#endif
