/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warnings.h: what a reader must know before believing a measurement, and what to do about it.
 *
 * The rules are rows of a table in warnings.c. Some compare every cell (a library at a size) with a
 * bound; others look at a measurement as a whole. Several are tests, which fail by chance now and
 * then:
 *
 *   - control counts the sizes at which the interval of the control's ratio does not cover 1; if
 *     the ratio is 1, their number is binomial with 1 - confidence. It warns if as many come up by
 *     chance in at most 5 % of runs.
 *   - drift and trend are Mann and Kendall's test (trend.h) at 2.5 % each: of the rounds' means
 *     over all cells, and of each cell's samples in the order they were taken within rounds, with
 *     the latter level divided by the number of cells (C. E. Bonferroni, 1936), which holds
 *     whatever the dependence between cells. So at most 5 % of runs without drift or trend get a
 *     warning. In addition the halves must differ by 1 %.
 *   - modes and groups are Hartigan's dip test of each cell's samples, less a centre of the round,
 *     and of its rounds' medians, if the samples of a round agree (modes.h), each at 5 % divided by
 *     the number of cells.
 *   - far_run names runs of a program that are far out of its other runs (struct far_runs).
 *   - means names cells whose ratio of means disagrees with their ratio (ratio.h).
 *   - test tells whether the test behind the verdicts can reach its level at all, with this number
 *     of rounds and after the correction for this number of rows (hypothesis.h).
 *
 * A level of 5 % for each of hundreds of cells would warn about every long run. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_WARNINGS_H
#define BENCHMAT_ANALYZE_AGGREGATE_WARNINGS_H

#include <stddef.h>

#include "formats/model/run.h"

/* The level, over a whole measurement, of control, of modes, and of drift and trend together. */
#define WARNINGS_LEVEL 0.05

struct warning {
    const char *rule;   /* its name, for programs */
    const char *brief;  /* for places with room for only a few words */
    const char *advice; /* what to do */
    char *text;         /* the finding, with library, size and number */
    size_t number;      /* index of the rule, from 0, below 32 */
    double bound;       /* bound on the value of each cell; NaN if the rule has none */
    int is_grave;       /* numbers are wrong or missing: never to be left out */
    size_t cells;       /* that it is about; 0 if it is about the whole run */
};

/* The warnings about one measurement, the gravest first. */
struct warnings {
    struct warning *items;
    size_t count;
    double tick, overhead; /* of the clock and of the harness, in seconds; NaN if unknown */
    double threads;        /* the most threads at any point */
    int is_team;           /* the overhead is that of one thread's operations */
};

struct row;
struct section;

/* The seconds that the harness takes of a call of ROW; of a team's operations, which are counted of
 * all threads together, those of one thread over the threads that run at a time. */
double warnings_overhead(const struct warnings *warnings, const struct section *section,
                         const struct row *row);

/* The warnings of its measurement that concern a row. */
struct warned {
    const struct warnings *of; /* NULL for none */
    unsigned rules;            /* bit NUMBER is set if that warning concerns this row */
};

int warned_has(const struct warned *warned, const struct warning *warning);

/* The input of the rules: a section with its rows, and what they do not contain. */
struct warnings_source {
    double tick, overhead; /* of the clock and of the harness, in seconds; NaN if unknown */
    int is_team;           /* as in struct warnings */
    int64_t disturbed;     /* number of samples, if the archive says only that; -1 if unknown */
    char culprits[400];    /* what disturbed them, in the whole measurement; "" if unknown */
    const char *culprits_advice; /* what to do about that; NULL */
    char quota[160];             /* how often a CPU quota was used up; "": seldom or never */
    const char *unproven; /* a line for each point and output that no answer proves; "": none */
    double *drift_sums;   /* [rounds] of the rounds' mean logarithms over drift_cells cells */
    size_t drift_cells;   /* the cells with samples in every round */
    size_t rounds;        /* rounds that the measurement has room for */
    double threads;       /* the most threads at any point */
    unsigned char *left;  /* [points][libraries] 1: it left processes running */
    const struct section *section;
    struct row *rows; /* [points][libraries]; warnings_find sets their `warned` */
};

/* Sets what RUN and M provide. */
void warnings_prepare(struct warnings_source *source, const struct run *run,
                      const struct measurement *m);

/* The caller must free the result with warnings_free. */
struct warnings *warnings_find(const struct warnings_source *source);
void warnings_free(struct warnings *warnings);

#endif
