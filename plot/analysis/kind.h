/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.h: what a kind of chart is: the measures of rows it draws, or a function of its own. */
#ifndef BENCHMAT_PLOT_ANALYSIS_KIND_H
#define BENCHMAT_PLOT_ANALYSIS_KIND_H

#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

struct options;

enum { KIND_MOST_MEASURES = 2 };

/* The options that have an effect on a kind of chart. */
enum kind_takes {
    KIND_TAKES_AXES = 1,
    KIND_TAKES_SPEEDUP = 2,
    KIND_TAKES_PEAK = 4,
    KIND_TAKES_QUANTITY = 8,   /* samples other than seconds */
    KIND_TAKES_BANDS = 16,     /* simultaneous instead of pointwise intervals */
    KIND_TAKES_FILES = 32,     /* several files */
    KIND_TAKES_STATISTIC = 64, /* means or quantiles instead of typical times */
    KIND_TAKES_FACETS = 128,   /* a chart for each value of a parameter */
    KIND_TAKES_UP = 256        /* --y names a parameter, not a column in place of a kind */
};

struct kind {
    const char *name; /* the value of --kind, or both of two */
    const char *about;
    const struct measure *measures[KIND_MOST_MEASURES]; /* drawn side by side, */
    int is_stacked;                  /* or one above the other if there are few actions */
    const struct measure *preferred; /* drawn instead of the first if all sections have it and no
                                        option asks for what it cannot show; NULL for none */
    unsigned takes;                  /* flags of enum kind_takes */
    /* Adds the charts that OPTIONS ask for to SET, and sets SET's title and caption. */
    int (*make)(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);
};

size_t kind_measure_count(const struct kind *kind);

#endif
