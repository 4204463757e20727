/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverage.h: how often intervals hold the truth, and how often libraries that are all alike get a
 * verdict, counted over made-up runs of some sizes, 3 libraries and a control. */
#ifndef BENCHMAT_TESTS_ANALYZE_COVERAGE_H
#define BENCHMAT_TESTS_ANALYZE_COVERAGE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/hypothesis.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/made_up.h"
#include "tests/analyze/sample_run.h"

enum {
    COVERAGE_SIZES = 12,    /* unless a population says otherwise */
    COVERAGE_LIBRARIES = 3, /* the first is the reference, and its control comes behind all three */
    COVERAGE_MOST = 8,      /* series */
    COVERAGE_SEEDS = 8,
    COVERAGE_TESTS = 6,   /* the paired ones, mann-whitney and bootstrap */
    COVERAGE_ROUNDS = 64, /* at most */
};

/* --- populations --- */

/* Draws a number of mean 0 and standard deviation 1. */
typedef double shape(unsigned short seed[3]);

/* How times scatter about their mean. A sample's is that mean times
 *
 *     1 + 0.02 layout + 0.004 own + 0.02 neighbour + 0.01 sample + drift
 *
 * where the layout is common to the libraries of a round, own is a process's, and neighbour is
 * common to the samples of a seed, as in MADE_UP_HONEST. */
struct population {
    const char *name;
    shape *round, *sample; /* of layout and own; of neighbour and sample */
    double drifting;       /* so much do times rise over the rounds, and fall within each */
    int mean_holds;        /* whether 93 to 97 % are claimed of the mean's 95 % interval */
    double lasting; /* standard deviation by which a library differs at a size in all rounds */
    int is_blind;   /* the control differs by as much as the reference: it is the same file */
    double placed;  /* standard deviation by which where code lies differs from round to round */
    double rho;     /* autocorrelation of own over the rounds: AR(1) */
    double slow;    /* library 1 is slower by so much, times a draw of coverage_bimodal */
    int is_common;  /* own is the same at all sizes: one process measures them all */
    double ramp;    /* from the first to the last size noise grows by this factor; 0: not at all */
    double effect;  /* so much slower is library 1 */
    size_t sizes;   /* 0: COVERAGE_SIZES */
};

static inline double coverage_lognormal(unsigned short seed[3], double sigma) {
    double s = sigma * sigma;
    return (exp(sigma * made_up_normal(seed)) - exp(s / 2)) / sqrt((exp(s) - 1) * exp(s));
}

/* Skewness 0.6. */
static inline double coverage_uneven(unsigned short seed[3]) {
    return coverage_lognormal(seed, 0.2);
}

/* Skewness 1.8. */
static inline double coverage_skewed(unsigned short seed[3]) {
    return coverage_lognormal(seed, 0.5);
}

/* Skewness 6.2. */
static inline double coverage_very_skewed(unsigned short seed[3]) {
    return coverage_lognormal(seed, 1);
}

/* Either of two modes. */
static inline double coverage_halved(unsigned short seed[3]) {
    return 0.95 * (erand48(seed) < 0.5 ? -1 : 1) + sqrt(0.0975) * made_up_normal(seed);
}

/* Two modes, one in five in the slow one. */
static inline double coverage_bimodal(unsigned short seed[3]) {
    return 0.95 * (erand48(seed) < 0.2 ? 2 : -0.5) + sqrt(0.0975) * made_up_normal(seed);
}

/* --- runs --- */

static inline double coverage_drift(const struct population *like, double round, double sample) {
    return like->drifting * (round - sample);
}

static inline double coverage_noise(const struct population *like, size_t p, size_t points) {
    return like->ramp > 0 ? pow(like->ramp, made_up_part(p, points) - 0.5) : 1;
}

/* What library L's processes have of their own at a size, in each round. */
static inline void coverage_draw_own(const struct population *like, size_t l, size_t rounds,
                                     double *own, unsigned short seed[3]) {
    double state = 0;
    for (size_t r = 0; r < rounds; r++) {
        double drawn = like->round(seed);
        state = r ? like->rho * state + sqrt(1 - like->rho * like->rho) * drawn : drawn;
        own[r] = 0.004 * state;
        if (l == 1 && like->slow > 0)
            own[r] += like->slow * coverage_bimodal(seed);
    }
}

static inline void coverage_draw_point(struct run *run, const struct population *like, size_t p,
                                       double own[COVERAGE_MOST][COVERAGE_ROUNDS],
                                       unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    double noise = coverage_noise(like, p, m->points), lasting[COVERAGE_MOST] = {0};
    for (size_t l = 0; l < m->series_count; l++)
        lasting[l] = (l == 1 ? like->effect : 0) +
                     (like->lasting > 0 ? like->lasting * made_up_normal(seed) : 0);
    if (like->is_blind)
        lasting[m->series_count - 1] = lasting[0];
    for (size_t r = 0; r < m->rounds; r++) {
        double layout = 0.02 * like->round(seed), placed[COVERAGE_MOST] = {0};
        for (size_t l = 0; l < m->series_count && like->placed > 0; l++)
            placed[l] = like->placed * made_up_normal(seed);
        if (like->is_blind)
            placed[m->series_count - 1] = placed[0];
        for (size_t k = 0; k < COVERAGE_SEEDS; k++) {
            double neighbour = 0.02 * like->sample(seed);
            double drift =
                coverage_drift(like, made_up_part(r, m->rounds), made_up_part(k, COVERAGE_SEEDS));
            for (size_t l = 0; l < m->series_count; l++)
                m->series[l].seconds[measurement_index(m, p, r, k)] =
                    1e-9 * (double)m->sizes[p] *
                    (1 + lasting[l] + placed[l] + drift +
                     noise * (layout + own[l][r] + neighbour + 0.01 * like->sample(seed)));
        }
    }
}

static inline void coverage_fill(struct run *run, const struct population *like,
                                 unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    double own[COVERAGE_MOST][COVERAGE_ROUNDS];
    for (size_t p = 0; p < m->points; p++) {
        for (size_t l = 0; l < m->series_count && (p == 0 || !like->is_common); l++)
            coverage_draw_own(like, l, m->rounds, own[l], seed);
        coverage_draw_point(run, like, p, own, seed);
    }
}

static inline struct run *coverage_run(const struct population *like, size_t rounds,
                                       unsigned short seed[3]) {
    struct run *run =
        sample_run(like->sizes ? like->sizes : COVERAGE_SIZES, rounds, COVERAGE_SEEDS);
    for (size_t l = 0; l <= COVERAGE_LIBRARIES; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        if (l == COVERAGE_LIBRARIES)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
    }
    coverage_fill(run, like, seed);
    return run;
}

/* --- intervals --- */

struct tally {
    size_t held, n;
};

struct coverage {
    struct tally mean, ratio, difference, geometric_mean;
    struct tally median; /* with 6 rounds and more; it holds the truth more often than it says */
    struct tally missed; /* runs in which any ratio's interval misses the truth */
    struct tally shown;  /* cells of library 1 that are called slower, by default */
    struct tally equal;  /* the same called equal, where that is asked for */
    struct tally any_shown, any_equal; /* runs in which any cell of an equal library is shown to
                                          differ; in which any of library 1 is called equal */
    /* Runs with any verdict, by test; and where the margin is the noise floor. */
    struct tally verdicts[COVERAGE_TESTS], beyond_noise[COVERAGE_TESTS];
};

static inline double tally_percent(struct tally tally) {
    return 100 * (double)tally.held / (double)tally.n;
}

static inline void tally_add(struct tally *tally, int holds) {
    tally->n++;
    tally->held += holds != 0;
}

static inline int coverage_holds(double low, double truth, double high) {
    return low <= truth && truth <= high;
}

static inline void coverage_add_intervals(struct coverage *c, const struct population *like,
                                          const struct table *table) {
    size_t held = c->ratio.held, n = c->ratio.n, equal = c->equal.held;
    int any_shown = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *row = &table->rows[i];
        int is_slower = strcmp(row->library, "library-1") == 0;
        double effect = is_slower ? like->effect : 0;
        double truth = 1e-9 * (double)row->size * (1 + effect);
        tally_add(&c->mean, coverage_holds(row->mean.low, truth, row->mean.high));
        if (!isnan(row->median.low))
            tally_add(&c->median, coverage_holds(row->median.low, truth, row->median.high));
        if (row->is_reference)
            continue;
        tally_add(&c->ratio, coverage_holds(row->ratio.low, 1 + effect, row->ratio.high));
        tally_add(&c->difference,
                  coverage_holds(row->difference.low, 1e-9 * (double)row->size * effect,
                                 row->difference.high));
        if (is_slower) {
            tally_add(&c->shown, row->verdict == VERDICT_SLOWER);
            tally_add(&c->equal, row->verdict == VERDICT_EQUAL);
        }
        any_shown |=
            !(effect > 0) && (row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER);
    }
    for (size_t i = 0; i < table->summary_count; i++) {
        const struct summary_row *row = &table->summaries[i];
        double effect = strcmp(row->library, "library-1") == 0 ? like->effect : 0;
        if (!row->is_reference)
            tally_add(&c->geometric_mean,
                      coverage_holds(row->ratio.low, 1 + effect, row->ratio.high));
    }
    tally_add(&c->missed, c->ratio.held - held < c->ratio.n - n);
    tally_add(&c->any_shown, any_shown);
    tally_add(&c->any_equal, c->equal.held > equal);
}

/* --- verdicts --- */

static inline struct table coverage_table(const struct run *run,
                                          const struct table_options *options) {
    struct table table = {0};
    struct err err = {""};
    if (aggregate_whole(&table, run, &run->measurements[0], options, &err)) {
        fprintf(stderr, "%s\n", err.message);
        abort();
    }
    return table;
}

static inline int coverage_any_verdict(const struct run *run, const struct hypothesis_test *test,
                                       unsigned needs) {
    const struct table_options options = {
        .reference = "library-0", .test = test, .spared = NEED_ALL & ~needs};
    struct table table = coverage_table(run, &options);
    int any = 0;
    for (size_t i = 0; i < table.row_count; i++)
        any |= table.rows[i].verdict == VERDICT_FASTER || table.rows[i].verdict == VERDICT_SLOWER;
    table_release(&table);
    return any;
}

static inline void coverage_add_verdicts(struct coverage *c, const struct run *run, size_t tests) {
    const unsigned bare = NEED_RATIO | NEED_TEST;
    for (size_t t = 0; t < tests; t++) {
        const struct hypothesis_test *test = &hypothesis_tests[t];
        tally_add(&c->verdicts[t], coverage_any_verdict(run, test, bare));
        tally_add(&c->beyond_noise[t], coverage_any_verdict(run, test, bare | NEED_NOISE));
    }
}

/* Over so many runs, with the verdicts of the first TESTS of all tests, and what is equal within
 * EQUAL unless that is 0. */
static inline struct coverage coverage_of(const struct population *like, size_t runs, size_t rounds,
                                          size_t tests, double equal, unsigned short seed[3]) {
    struct coverage c = {0};
    for (size_t i = 0; i < runs; i++) {
        struct run *run = coverage_run(like, rounds, seed);
        const struct table_options options = {.reference = "library-0",
                                              .equal = equal,
                                              .spared = NEED_ALL & ~(NEED_ORDER | NEED_VERDICT)};
        struct table table = coverage_table(run, &options);
        coverage_add_intervals(&c, like, &table);
        coverage_add_verdicts(&c, run, tests);
        table_release(&table);
        run_free(run);
    }
    return c;
}

#endif
