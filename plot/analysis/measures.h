/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.h: the values of an analysis that charts show along the y axis. */
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
    const struct rates_peak *peak; /* to compare rates with; NULL for none */
};

enum measure_noise {
    NOISE_NONE,
    NOISE_AS_IT_IS,   /* the measure has the unit of the noise floor, */
    NOISE_TURNED_OVER /* or its inverse */
};

struct measure {
    const char *name; /* in a word: "time", "flop/s" */
    /* A column of rows (columns.h). If no column has that name, it is a quantile of all samples
     * such as "p99". The ends of the interval of "mean" are "mean_low" and "mean_high". */
    const char *column;
    struct axis_terms y;
    int has_level; /* the reference is a line across, at LEVEL */
    double level;
    enum measure_noise noise;
    int shows_caches; /* the chart marks the capacities of caches */
    int is_untimed;   /* a measure of answers: warnings about times do not matter */

    /* Why an action may have no value anywhere; NULL if that is a result, to be shown as such. */
    const char *absent;

    /* The measure that stands for this one in that section; NULL for itself. */
    const struct measure *(*settle)(const struct measured *of);
    /* The words of a chart: its title without what all measures have alike, and the first part of
     * its subtitle. They are constant, or where NULL the functions make them, which return NULL
     * when there is no memory. */
    const char *title, *subtitle;
    const char *(*word_title)(struct chart_set *set, const struct measured *of);
    const char *(*word_subtitle)(struct chart_set *set, const struct measured *of);
    /* Smaller values are drawn at this one; NULL for no limit. */
    double (*least)(const struct measured *of);
    /* Sets MARK to a horizontal line to compare values with; returns whether there is one. NULL
     * for none. */
    int (*line)(struct chart_set *set, const struct measured *of, struct mark *mark);
};

extern const struct measure measure_time, measure_ratio, measure_speedup, measure_rate,
    measure_accuracy, measure_scaling, measure_thread_efficiency;

/* Sets MEASURE to the one that draws COLUMN with words and lines of its own, or else to one that
 * draws any column of numbers or a quantile. ERR_USAGE names the columns with the most similar
 * names. COLUMN stays the caller's. */
int measure_of_column(struct measure *measure, const char *column, struct err *err);

/* The column of MEASURE. */
struct column measure_column(const struct measure *measure);
/* The probability of its quantile; NaN for a column. */
double measure_quantile(const struct measure *measure);

/* Whether no row of the section has a number, if that is not a result itself. */
int measure_is_absent(const struct measured *of);

/* What is drawn of a section: the measure itself, or the one that it settles on. */
struct measured measure_settle(const struct measure *measure, const struct table *table,
                               const struct section *section, const struct rates_peak *peak);

#endif
