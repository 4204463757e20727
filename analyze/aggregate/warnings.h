/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warnings.h: what a reader must know before believing a measurement, and what to do about it.
 *
 * Rules are rows of a table in warnings.c. Some hold a bound against every cell (a library at a
 * size); some ask about a measurement as a whole. Two are tests, which luck fails now and then:
 *
 *     control      sizes at which the interval of the control's ratio does not cover 1 are counted;
 *                  where the ratio is 1, their number is binomial with 1 - confidence, and as many
 *                  come in at most 5 % of runs
 *     drift,       Mann and Kendall's test (trend.h) at 2.5 % each: of the rounds' means over all
 *     trend        cells, and of each cell's samples in the order they were taken within rounds,
 *                  the latter divided by the number of cells (C. E. Bonferroni, 1936), which holds
 *                  however cells depend on each other. So at most 5 % of runs without either are
 *                  warned of. Besides, the second half must differ from the first by 1 %.
 *     modes        Hartigan's dip test of each cell's samples, less a centre of their round
 *                  (modes.h), at 5 % divided by the number of cells as well
 *     means        cells whose ratio of means disagrees with their ratio (ratio.h)
 *     test         whether the test that verdicts are by can reach its level at all, with so
 *                  many rounds, and corrected for so many rows (hypothesis.h)
 *
 * A level of 5 % for each of hundreds of cells would warn of every long run. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_WARNINGS_H
#define BENCHMAT_ANALYZE_AGGREGATE_WARNINGS_H

#include <stddef.h>

#include "formats/model/run.h"

/* Of all tests together on one measurement. */
#define WARNINGS_LEVEL 0.05

struct warning {
    const char *rule;   /* its name, for programs */
    const char *brief;  /* where there is room for a few words only */
    const char *advice; /* what to do */
    char *text;         /* what is so: with library, size and number */
    size_t number;      /* of the rule, from 0, below 32 */
    double bound;       /* of what is measured of each cell; NaN where the rule is no such one */
};

/* Those of one measurement, the gravest first. */
struct warnings {
    struct warning *items;
    size_t count;
    double tick, overhead; /* of the clock and of the harness, in seconds; NaN where not known */
};

/* A row's share in its measurement's warnings. */
struct warned {
    const struct warnings *of; /* NULL for none */
    unsigned rules;            /* bit NUMBER is set where the warning concerns this row */
};

int warned_has(const struct warned *warned, const struct warning *warning);

struct section;
struct row;

/* What is judged: a section with its rows, and what they do not tell. */
struct warnings_source {
    double tick, overhead; /* of the clock and of the harness, in seconds; NaN where not known */
    int64_t disturbed;     /* samples, where the archive only says how many; -1 where not known */
    double *drift_sums; /* [rounds] drift_add_rounds of so many cells, all that have samples in */
    size_t drift_cells; /* every round */
    size_t rounds;      /* as many as the measurement has room for */
    const struct section *section;
    struct row *rows; /* [points][libraries]; their `warned` is set */
};

/* Sets what RUN and M say by themselves. */
void warnings_prepare(struct warnings_source *source, const struct run *run,
                      const struct measurement *m);

/* To be freed by warnings_free. NULL when there is no memory. */
struct warnings *warnings_find(const struct warnings_source *source);
void warnings_free(struct warnings *warnings);

#endif
