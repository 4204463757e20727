/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planned_runs.h: runs whose rounds are planned by a pilot, or by an earlier run, and whether they
 * turn out as precise as wanted. */
#ifndef BENCHMAT_TESTS_ANALYZE_PLANNED_RUNS_H
#define BENCHMAT_TESTS_ANALYZE_PLANNED_RUNS_H

#include "analyze/aggregate/aggregate.h"
#include "analyze/aggregate/replication.h"
#include "analyze/inference/ratio.h"
#include "tests/analyze/made_up.h"

/* Noise of ln t, relative standard deviations. */
struct planned_world {
    const char *noise;
    double process; /* of each library's process */
    double skew;    /* of these: lognormal with exp(skew N); 0: normal */
    double sample;
    double late;  /* this part of the samples takes half as long again */
    double input; /* of each library's inputs, the same in all rounds */
    size_t sizes, libraries;
    double wanted;
};

enum { PLANNED_PILOT = 5, PLANNED_SEEDS = 8, PLANNED_MOST = 400 };
/* A round takes 0.1 s to start, and a seed of all 0.05 s. */
#define PLANNED_START 0.1
#define PLANNED_SEED  0.05

static inline double planned_process(const struct planned_world *world, unsigned short seed[3]) {
    double s = world->skew, z = made_up_normal(seed);
    if (s == 0)
        return world->process * z;
    return world->process * (exp(s * z) - exp(s * s / 2)) / sqrt(exp(s * s) * expm1(s * s));
}

/* INPUTS [sizes][libraries][PLANNED_SEEDS] is what the inputs do. */
static inline struct run *planned_draw(const struct planned_world *world, size_t rounds,
                                       size_t seeds, const double *inputs, unsigned short seed[3]) {
    struct run *run = sample_run(world->sizes, rounds, seeds);
    struct measurement *m = &run->measurements[0];
    facts_set_real(&m->facts, FACT_ROUND_SECONDS, PLANNED_START + PLANNED_SEED * (double)seeds);
    facts_set_real(&m->facts, FACT_ROUND_START_SECONDS, PLANNED_START);
    for (size_t l = 0; l < world->libraries; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        for (size_t p = 0; p < world->sizes; p++) {
            const double *effects = inputs + (p * world->libraries + l) * PLANNED_SEEDS;
            for (size_t r = 0; r < rounds; r++) {
                double process = planned_process(world, seed);
                for (size_t k = 0; k < seeds; k++) {
                    double late = erand48(seed) < world->late ? 0.4 : 0;
                    series->seconds[measurement_index(m, p, r, k)] =
                        1e-6 *
                        exp(process + effects[k] + late + world->sample * made_up_normal(seed));
                }
            }
        }
    }
    return run;
}

static inline void planned_inputs(const struct planned_world *world, double *inputs,
                                  unsigned short seed[3]) {
    for (size_t i = 0; i < world->sizes * world->libraries * PLANNED_SEEDS; i++)
        inputs[i] = world->input * made_up_normal(seed);
}

static inline void planned_fold(const struct run *run, size_t rounds, struct table *table) {
    const struct table_options options = {.spared = NEED_ALL & ~(unsigned)NEED_RATIO,
                                          .with_bases = 1};
    struct measurement *m = &run->measurements[0];
    struct err err;
    /* What comes later is not there yet. */
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++)
            for (size_t r = rounds; r < m->rounds; r++)
                for (size_t k = 0; k < m->max_seeds; k++)
                    m->series[s].seconds[measurement_index(m, p, r, k)] = NAN;
    *table = (struct table){0};
    if (aggregate_whole(table, run, m, &options, &err))
        abort();
}

struct planned_found {
    size_t runs, reached;     /* in how many all ratios are as precise as wanted */
    size_t intervals, covers; /* of these runs, and how many hold the truth */
    double rounds, seeds;     /* sums */
};

/* The truth of a ratio is what a round tells on average: where inputs differ, their trimmed mean
 * with the noise of samples. */
static inline double planned_truth(const struct planned_world *world, const double *inputs,
                                   size_t p, size_t l, size_t seeds, unsigned short seed[3]) {
    const double *library = inputs + (p * world->libraries + l) * PLANNED_SEEDS;
    const double *reference = inputs + p * world->libraries * PLANNED_SEEDS;
    enum { DRAWS = 2000 };
    double sum = 0, values[PLANNED_SEEDS];
    for (int i = 0; world->input > 0 && i < DRAWS; i++) {
        for (size_t k = 0; k < seeds; k++)
            values[k] = library[k] - reference[k] + sqrt(2) * world->sample * made_up_normal(seed);
        sum += location_trimmed(values, seeds, RATIO_TRIM).mean;
    }
    return exp(sum / DRAWS);
}

static inline void planned_judge(const struct planned_world *world, const struct table *table,
                                 const double *inputs, size_t seeds, struct planned_found *found,
                                 unsigned short seed[3]) {
    int is_reached = 1;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *row = &table->rows[i];
        if (row->is_reference)
            continue;
        double truth =
            planned_truth(world, inputs, i / world->libraries, i % world->libraries, seeds, seed);
        is_reached &= row->ratio.high / row->ratio.estimate - 1 <= world->wanted;
        found->intervals++;
        found->covers += row->ratio.low <= truth && truth <= row->ratio.high;
    }
    found->runs++;
    found->reached += (size_t)is_reached;
}

/* One run by the plan of its own first rounds, or with EARLIER by that of another. */
static inline void planned_run(const struct planned_world *world, int earlier,
                               struct planned_found *found, unsigned short seed[3]) {
    double inputs[32 * PLANNED_SEEDS];
    const struct replication_terms terms = {.half_width = world->wanted,
                                            .confidence = 0.95,
                                            .pilot = earlier ? 0 : PLANNED_PILOT,
                                            .most = PLANNED_MOST,
                                            .keeps_seeds = !earlier};
    struct table table;
    planned_inputs(world, inputs, seed);
    struct run *run = planned_draw(world, PLANNED_PILOT, PLANNED_SEEDS, inputs, seed);
    planned_fold(run, PLANNED_PILOT, &table);
    struct replication plan =
        replication_of(&table, &table.sections[0], 0, table.row_count, &terms);
    table_release(&table);
    struct run *whole = planned_draw(world, plan.rounds, plan.seeds, inputs, seed);
    struct measurement *m = &whole->measurements[0];
    for (size_t s = 0; s < m->series_count && !earlier; s++)
        for (size_t p = 0; p < m->points; p++) /* the pilot is part of it */
            memcpy(m->series[s].seconds + measurement_index(m, p, 0, 0),
                   run->measurements[0].series[s].seconds +
                       measurement_index(&run->measurements[0], p, 0, 0),
                   PLANNED_PILOT * PLANNED_SEEDS * sizeof(double));
    planned_fold(whole, plan.rounds, &table);
    planned_judge(world, &table, inputs, plan.seeds, found, seed);
    found->rounds += (double)plan.rounds;
    found->seeds += (double)plan.seeds;
    table_release(&table);
    run_free(run);
    run_free(whole);
}

#endif
