/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drifting_runs.h: comparisons of made-up runs that drift, for the tests: 12 sizes, 3 libraries and
 * a control, 5 rounds of 4 seeds with 0.4 % of noise per process and 1 % per sample. */
#ifndef BENCHMAT_TESTS_ANALYZE_DRIFTING_RUNS_H
#define BENCHMAT_TESTS_ANALYZE_DRIFTING_RUNS_H

#include <stdio.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/comparison/compared.h"
#include "analyze/inference/multiplicity.h"
#include "tests/analyze/noise.h"
#include "tests/analyze/sample_run.h"

enum { DRIFTING_SIZES = 12, DRIFTING_LIBRARIES = 3, DRIFTING_ROUNDS = 5, DRIFTING_SEEDS = 4 };
#define DRIFTING_PROCESS 0.004
#define DRIFTING_SAMPLE  0.01

struct drifting {
    double machine, cell; /* standard deviations: of a run as a whole, and of each cell in it */
    size_t runs;          /* of each side */
    size_t older;         /* earlier runs that are not compared */
    double drift;         /* assumed, or given */
    int is_given, is_relative, has_control;
    double slower; /* ln of what library-1, or all, are slower by in the later runs */
    int all_are_slower;
    double margin; /* of the gate */
};

struct drifting_found {
    int is_false;       /* a verdict where nothing changed */
    int regressed;      /* the gate fails */
    size_t held, pairs; /* intervals with the true ratio */
    enum between_source source;
};

static inline struct run *drifting_run(const struct drifting *like, int is_later, size_t number,
                                       unsigned short seed[3]) {
    struct run *run = sample_run(DRIFTING_SIZES, DRIFTING_ROUNDS, DRIFTING_SEEDS);
    double machine = like->machine * noise_normal(seed);
    char name[32];
    free(run->name);
    snprintf(name, sizeof name, "run_%06zu", number);
    run->name = strdup(name);
    for (size_t l = 0; l < DRIFTING_LIBRARIES + (size_t)like->has_control; l++) {
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        struct measurement *m = &run->measurements[0];
        if (l == DRIFTING_LIBRARIES)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
        for (size_t p = 0; p < m->points; p++) {
            double cell = machine + like->cell * noise_normal(seed);
            if (is_later && (l == 1 || like->all_are_slower))
                cell += like->slower;
            for (size_t r = 0; r < m->rounds; r++) {
                double process = cell + DRIFTING_PROCESS * noise_normal(seed);
                for (size_t k = 0; k < m->max_seeds; k++)
                    series->seconds[measurement_index(m, p, r, k)] =
                        1e-9 * (double)m->sizes[p] *
                        exp(process + DRIFTING_SAMPLE * noise_normal(seed));
            }
        }
    }
    return run;
}

/* Returns whether memory sufficed. */
static inline int drifting_add(struct table *table, const struct drifting *like, int is_later,
                               size_t number, unsigned short seed[3]) {
    struct run *run = drifting_run(like, is_later, number, seed);
    unsigned needs = like->is_relative ? NEED_RATIO | NEED_NOISE : NEED_TIMES;
    const struct table_options options = {.archive = "results.h5",
                                          .reference = "library-0",
                                          .with_provenance = 1,
                                          .spared = NEED_ALL & ~needs};
    int code = aggregate_whole(table, run, &run->measurements[0], &options, NULL);
    run_free(run);
    return code == 0;
}

static inline double drifting_truth(const struct drifting *like, const struct compare_pair *pair) {
    int is_slower = like->is_relative
                        ? strcmp(pair->library, "library-1") == 0
                        : like->all_are_slower || strcmp(pair->library, "library-1") == 0;
    return is_slower ? exp(like->slower) : 1;
}

static inline struct drifting_found drifting_compare(const struct drifting *like,
                                                     unsigned short seed[3]) {
    const struct compared_options options = {.asked = {.confidence = 0.95,
                                                       .level = 0.05,
                                                       .margin = like->margin,
                                                       .drift = like->drift,
                                                       .has_drift = like->is_given,
                                                       .adjust = multiplicity_holm},
                                             .is_relative = like->is_relative,
                                             .has_margin = 1};
    struct table tables[COMPARE_SETS] = {{0}}, others = {0};
    struct compared compared = {.files = {"results.h5", "results.h5"},
                                .tables = {&tables[0], &tables[1]},
                                .others = &others,
                                .options = &options};
    struct drifting_found found = {0};
    int ok = 1;
    size_t number = 0;
    for (size_t i = 0; ok && i < like->older; i++)
        ok = drifting_add(&others, like, 0, ++number, seed);
    for (int set = 0; set < COMPARE_SETS; set++)
        for (size_t i = 0; ok && i < like->runs; i++)
            ok = drifting_add(&tables[set], like, set == COMPARE_LATER, ++number, seed);
    if (!ok || compared_conclude(&compared, NULL) != 0)
        abort();
    found.is_false = compared.found.faster + compared.found.slower > 0;
    found.regressed = compared.found.regressed > 0;
    found.source = compared.found.between[0].source;
    for (size_t i = 0; i < compared.found.pair_count; i++) {
        const struct compare_pair *pair = &compared.found.pairs[i];
        double truth = drifting_truth(like, pair);
        found.held += pair->typical.ratio.low <= truth && truth <= pair->typical.ratio.high;
        found.pairs++;
    }
    compared_release(&compared);
    table_release(&others);
    for (int set = 0; set < COMPARE_SETS; set++)
        table_release(&tables[set]);
    return found;
}

#endif
