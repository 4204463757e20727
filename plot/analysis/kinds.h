/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h: the kinds of chart that a command line may ask for, behind one table.
 *
 * What is drawn from the rows of an analysis is a list of measures; whatever else has a function
 * that reads the input itself. To add one: a line in kinds.c. */
#ifndef BENCHMAT_PLOT_ANALYSIS_KINDS_H
#define BENCHMAT_PLOT_ANALYSIS_KINDS_H

#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

struct options;

enum { KIND_MOST_MEASURES = 2 };

/* Options that change something. */
enum kind_takes { KIND_TAKES_AXES = 1, KIND_TAKES_SPEEDUP = 2, KIND_TAKES_PEAK = 4 };

struct kind {
    const char *name; /* as on a command line */
    const char *about;
    const struct measure *measures[KIND_MOST_MEASURES]; /* side by side, */
    int is_stacked; /* or one under the other, where there are few actions */
    unsigned takes; /* of enum kind_takes */
    /* Adds charts of what OPTIONS mean to SET, whose title and caption it sets. */
    int (*make)(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);
};

/* NULL for the usual one. ERR_USAGE lists the names. */
int kind_find(const char *name, const struct kind **kind, struct err *err);

/* Writes to LIST the names of the kinds that take any of TAKEN: "time, ratio or rate". */
void kind_list(char *list, size_t size, unsigned taken);

size_t kind_measure_count(const struct kind *kind);

#endif
