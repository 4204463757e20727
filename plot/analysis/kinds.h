/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h: the table of chart kinds that --kind chooses from.
 *
 * A kind that draws the rows of an analysis lists the measures to draw; any other kind has a
 * function that reads the input itself. To add a kind, add a line to kinds.c. */
#ifndef BENCHMAT_PLOT_ANALYSIS_KINDS_H
#define BENCHMAT_PLOT_ANALYSIS_KINDS_H

#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

struct options;

enum { KIND_MOST_MEASURES = 2 };

/* The options that have an effect on a kind of chart. */
enum kind_takes {
    KIND_TAKES_AXES = 1,
    KIND_TAKES_SPEEDUP = 2,
    KIND_TAKES_PEAK = 4,
    KIND_TAKES_QUANTITY = 8,  /* samples other than seconds */
    KIND_TAKES_BANDS = 16,    /* simultaneous instead of pointwise intervals */
    KIND_TAKES_FILES = 32,    /* several files */
    KIND_TAKES_STATISTIC = 64 /* means or quantiles instead of typical times */
};

struct kind {
    const char *name; /* the value of --kind, or both of two */
    const char *about;
    const struct measure *measures[KIND_MOST_MEASURES]; /* drawn side by side, */
    int is_stacked; /* or one above the other if there are few actions */
    unsigned takes; /* flags of enum kind_takes */
    /* Adds the charts that OPTIONS ask for to SET, and sets SET's title and caption. */
    int (*make)(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);
};

/* Finds the kind NAME; if NAME is NULL, the default kind. Returns ERR_USAGE, with a list of the
 * names, if there is no such kind. */
int kind_find(const char *name, const struct kind **kind, struct err *err);

/* Makes JOINED draw FIRST and SECOND side by side. Returns ERR_USAGE unless each of them draws one
 * measure of the rows. */
int kind_join(struct kind *joined, const struct kind *first, const struct kind *second,
              struct err *err);

/* Writes to LIST the names of the kinds that take any of the options TAKEN, or of all kinds if
 * TAKEN is 0: "time, ratio or rate". */
void kind_list(char *list, size_t size, unsigned taken);

/* The kind of that number, counted from 0; NULL behind the last. */
const struct kind *kind_at(size_t number);

size_t kind_measure_count(const struct kind *kind);

#endif
