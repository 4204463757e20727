/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverage.h: how often intervals hold the truth, and how often libraries that are all alike get a
 * verdict, counted over made-up runs of 12 sizes, 3 libraries and a control. */
#ifndef BENCHMAT_TESTS_ANALYZE_COVERAGE_H
#define BENCHMAT_TESTS_ANALYZE_COVERAGE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/hypothesis.h"
#include "analyze/multiplicity.h"
#include "analyze/ratio.h"
#include "analyze/table.h"
#include "analyze/verdict.h"
#include "tests/analyze/made_up.h"
#include "tests/analyze/sample_run.h"

enum {
    COVERAGE_SIZES = 12,
    COVERAGE_LIBRARIES = 3, /* the first is the reference, and its control comes behind all three */
    COVERAGE_SEEDS = 8,
    COVERAGE_ROUNDS = 12, /* at most */
    COVERAGE_TESTS = 5,
    COVERAGE_RESAMPLES = 1999,
    COVERAGE_HYPOTHESES = COVERAGE_SIZES * (COVERAGE_LIBRARIES - 1),
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

static inline void coverage_draw_round(struct run *run, const struct population *like, size_t p,
                                       size_t r, unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    double layout = 0.02 * like->round(seed), own[COVERAGE_LIBRARIES + 1];
    for (size_t l = 0; l < m->series_count; l++)
        own[l] = 0.004 * like->round(seed);
    for (size_t k = 0; k < COVERAGE_SEEDS; k++) {
        double neighbour = 0.02 * like->sample(seed);
        double drift =
            coverage_drift(like, made_up_part(r, m->rounds), made_up_part(k, COVERAGE_SEEDS));
        for (size_t l = 0; l < m->series_count; l++)
            m->series[l].seconds[measurement_index(m, p, r, k)] =
                1e-9 * (double)m->sizes[p] *
                (1 + layout + own[l] + neighbour + 0.01 * like->sample(seed) + drift);
    }
}

static inline struct run *coverage_run(const struct population *like, size_t rounds,
                                       unsigned short seed[3]) {
    struct run *run = sample_run(COVERAGE_SIZES, rounds, COVERAGE_SEEDS);
    for (size_t l = 0; l <= COVERAGE_LIBRARIES; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        if (l == COVERAGE_LIBRARIES)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
    }
    for (size_t p = 0; p < COVERAGE_SIZES; p++)
        for (size_t r = 0; r < rounds; r++)
            coverage_draw_round(run, like, p, r, seed);
    return run;
}

/* --- intervals --- */

struct tally {
    size_t held, n;
};

struct coverage {
    struct tally mean, ratio, geometric_mean;
    struct tally missed; /* runs in which any ratio's interval misses 1 */
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

static inline void coverage_add_intervals(struct coverage *c, const struct table *table) {
    size_t held = c->ratio.held, n = c->ratio.n;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *row = &table->rows[i];
        tally_add(&c->mean,
                  coverage_holds(row->mean_low, 1e-9 * (double)row->size, row->mean_high));
        if (!row->is_reference)
            tally_add(&c->ratio, coverage_holds(row->ratio_low, 1, row->ratio_high));
    }
    for (size_t i = 0; i < table->summary_count; i++) {
        const struct summary_row *row = &table->summaries[i];
        if (!row->is_reference)
            tally_add(&c->geometric_mean, coverage_holds(row->ratio_low, 1, row->ratio_high));
    }
    tally_add(&c->missed, c->ratio.held - held < c->ratio.n - n);
}

/* --- verdicts --- */

/* What there is to say of one library at one point. */
struct subject {
    double differences[COVERAGE_ROUNDS], library[COVERAGE_ROUNDS], reference[COVERAGE_ROUNDS];
    double log_ratio, floor;
};

static inline void coverage_mean_logarithms(const double *seconds, size_t rounds, double *means) {
    for (size_t r = 0; r < rounds; r++) {
        means[r] = 0;
        for (size_t k = 0; k < COVERAGE_SEEDS; k++)
            means[r] += log(seconds[r * COVERAGE_SEEDS + k]) / COVERAGE_SEEDS;
    }
}

/* Those of all libraries but the reference at all points. */
static inline void coverage_subjects(const struct run *run, const struct table *table,
                                     struct subject *subjects) {
    const struct measurement *m = &run->measurements[0];
    struct student student;
    double room[COVERAGE_SEEDS];
    student_init(&student, 0.95);
    for (size_t i = 0; i < COVERAGE_HYPOTHESES; i++) {
        struct subject *s = &subjects[i];
        size_t p = i / (COVERAGE_LIBRARIES - 1), l = 1 + i % (COVERAGE_LIBRARIES - 1);
        size_t at = measurement_index(m, p, 0, 0);
        const double *library = m->series[l].seconds + at, *reference = m->series[0].seconds + at;
        struct ratio_pair pair = {library, reference, m->rounds, COVERAGE_SEEDS};
        s->log_ratio = ratio_log(&pair, &student, s->differences, room).centre;
        s->floor = table->rows[p * COVERAGE_LIBRARIES].noise.floor;
        coverage_mean_logarithms(library, m->rounds, s->library);
        coverage_mean_logarithms(reference, m->rounds, s->reference);
    }
}

static inline int coverage_any_verdict(const struct hypothesis_test *test,
                                       const struct subject *subjects, size_t rounds,
                                       int heeds_noise) {
    struct evidence evidence[COVERAGE_HYPOTHESES];
    double p[COVERAGE_HYPOTHESES], room[2 * COVERAGE_ROUNDS];
    size_t order[COVERAGE_HYPOTHESES];
    int any = 0;
    for (size_t i = 0; i < COVERAGE_HYPOTHESES; i++) {
        const struct subject *s = &subjects[i];
        double margin = verdict_margin(0, heeds_noise ? s->floor : NAN);
        struct hypothesis_units units = {s->differences, s->library, s->reference,
                                         rounds,         margin,     COVERAGE_RESAMPLES};
        struct hypothesis_answer answer = hypothesis_answer(test, &units, room);
        evidence[i] = (struct evidence){s->log_ratio, margin, NAN, answer.side};
        p[i] = answer.p;
    }
    multiplicity_holm(p, COVERAGE_HYPOTHESES, order);
    for (size_t i = 0; i < COVERAGE_HYPOTHESES; i++) {
        evidence[i].p = p[i];
        any |= verdict_of(&evidence[i], 0.05) != VERDICT_NOT_SHOWN;
    }
    return any;
}

static inline void coverage_add_verdicts(struct coverage *c, const struct run *run,
                                         const struct table *table, size_t tests) {
    struct subject subjects[COVERAGE_HYPOTHESES];
    size_t rounds = run->measurements[0].rounds;
    coverage_subjects(run, table, subjects);
    for (size_t t = 0; t < tests; t++) {
        const struct hypothesis_test *test = &hypothesis_tests[t];
        tally_add(&c->verdicts[t], coverage_any_verdict(test, subjects, rounds, 0));
        tally_add(&c->beyond_noise[t], coverage_any_verdict(test, subjects, rounds, 1));
    }
}

/* Over so many runs, with the verdicts of the first TESTS of all tests. */
static inline struct coverage coverage_of(const struct population *like, size_t runs, size_t rounds,
                                          size_t tests) {
    unsigned short seed[3] = {2, 7, 1};
    struct coverage c = {0};
    for (size_t i = 0; i < runs; i++) {
        struct run *run = coverage_run(like, rounds, seed);
        struct table table = {0};
        struct table_options options = {.reference = "library-0"};
        struct err err = {""};
        if (table_add(&table, run, &run->measurements[0], &options, &err)) {
            fprintf(stderr, "%s\n", err.message);
            abort();
        }
        coverage_add_intervals(&c, &table);
        coverage_add_verdicts(&c, run, &table, tests);
        table_release(&table);
        run_free(run);
    }
    return c;
}

#endif
