/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.h: the values of an analysis that charts show on the y axis. */
#ifndef BENCHMAT_PLOT_ANALYSIS_MEASURES_H
#define BENCHMAT_PLOT_ANALYSIS_MEASURES_H

#include "analyze/columns/columns.h"
#include "plot/analysis/chart_set.h"

struct measure;
struct curves;

/* A measure of one section of an analysis. */
struct measured {
    const struct measure *measure;
    const struct table *table;
    const struct section *section;
    const struct rates_peak *peak; /* to compare rates with; NULL for none */
};

enum measure_noise {
    NOISE_NONE,
    NOISE_AS_IT_IS,   /* the measure is a ratio like the noise floor */
    NOISE_TURNED_OVER /* the measure is the inverse of such a ratio */
};

struct measure {
    const char *name; /* in a word, if the samples are seconds (measure_name): "time", "flop/s" */
    /* A column of rows (columns.h). If no column has that name, it is a quantile of all samples,
     * such as "p99". The ends of the interval of "mean" are the columns "mean_low" and "mean_high".
     */
    const char *column;
    struct axis_terms y;
    const char
        *y_label;  /* above the axis: the unit of its numbers, if they do not say it; or NULL */
    int has_level; /* the reference is a horizontal line at LEVEL */
    double level;
    enum measure_noise noise;
    int shows_caches; /* the chart marks the capacities of caches */
    int shows_lead;   /* and where the fastest library changes */
    int is_untimed;   /* it measures answers, so warnings about times do not apply */

    /* Why an action has no value of this measure anywhere; such a section is left out. NULL if a
     * lack of values is itself a result that the chart shows. */
    const char *absent;

    /* Returns the measure to draw instead of this one in the section; NULL to draw this one. */
    const struct measure *(*settle)(const struct measured *of);
    /* The chart's title, without the parts that all measures share, and the first part of its
     * subtitle. They are constant; if one is NULL, the function below makes it. */
    const char *title, *subtitle;
    const char *(*word_title)(struct chart_set *set, const struct measured *of);
    const char *(*word_subtitle)(struct chart_set *set, const struct measured *of);
    /* Returns a lower limit: smaller values are drawn at it. NULL for no limit. */
    double (*least)(const struct measured *of);
    /* Sets MARK to a line to compare values with. Returns whether there is one. NULL for
     * no line. */
    int (*line)(struct chart_set *set, const struct measured *of, struct mark *mark);
    /* Adds to CHART what is fitted to its series, which CURVES made. NULL for nothing. */
    void (*fit)(struct chart_set *set, const struct measured *of, const struct curves *curves,
                struct chart *chart);
};

extern const struct measure measure_time, measure_ratio, measure_speedup, measure_rate,
    measure_accuracy, measure_scaling, measure_thread_efficiency, measure_thread_throughput,
    measure_thread_speedup, measure_scaled_speedup, measure_weak_efficiency;

/* Sets MEASURE to the measure that draws COLUMN with its own text and lines. If there is none,
 * MEASURE draws COLUMN as any column of numbers or a quantile. Returns ERR_USAGE, naming the
 * columns with the most similar names, if COLUMN is neither. MEASURE borrows COLUMN. */
int measure_of_column(struct measure *measure, const char *column, struct err *err);

/* Returns the column of MEASURE. */
struct column measure_column(const struct measure *measure);
/* Returns the probability of MEASURE's quantile; NaN if MEASURE draws a column. */
double measure_quantile(const struct measure *measure);

/* Returns the measure's own axis, with the unit of the section's quantity if the values have it. */
struct axis_terms measure_axis(const struct measured *of);
/* Gives TERMS the words that the file has for values of AXIS. */
void spell_axis(struct chart_set *set, struct axis_terms *terms,
                const struct parameter_grid_axis *axis);
/* Returns an axis for QUANTITY. */
struct axis_terms quantity_axis(enum quantity quantity);
/* Returns the measure in a word, such as "mean time" or "mean memory". */
const char *measure_name(struct chart_set *set, const struct measured *of);

/* Returns whether no row of the section has a number, unless that is itself a result. */
int measure_is_absent(const struct measured *of);

/* Returns what to draw of a section: MEASURE, or the measure that stands for it there. */
struct measured measure_settle(const struct measure *measure, const struct table *table,
                               const struct section *section, const struct rates_peak *peak);

#endif
