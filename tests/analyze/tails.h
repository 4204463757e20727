/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tails.h: how often intervals of ratios of quantiles and means hold the truth, and how often
 * libraries that are all alike get a verdict, counted over made-up runs of some sizes, 3 libraries
 * and a control, with many samples each. */
#ifndef BENCHMAT_TESTS_ANALYZE_TAILS_H
#define BENCHMAT_TESTS_ANALYZE_TAILS_H

#include "analyze/comparison/compared.h"
#include "analyze/inference/multiplicity.h"
#include "tests/analyze/coverage.h"
#include "tests/analyze/noise.h"

/* A sample is drawn by SHAPE, and multiplied by what its round has. */
struct tails {
    const char *name;
    shape *sample;       /* a positive number */
    double own;          /* standard deviation of ln of what a process has of its own */
    double layout;       /* of what the libraries of a round share */
    double slow;         /* one process in five is slower by so much */
    double rate;         /* spikes are so frequent, */
    double rates_differ; /* with that standard deviation of ln between processes */
    double correlation;  /* of a sample with the one before it */
    double lasting;      /* standard deviation of ln by which a cell differs in all rounds */
    double machine;      /* and by which all cells of a run do */
    double step;         /* in which times come */
    double effect;       /* so much longer are the slowest tenth of the samples of library 1 */
    double tenth;        /* these begin there */
    size_t sizes, rounds, seeds;
};

static inline double tails_normal(unsigned short seed[3]) {
    return 1 + 0.05 * noise_normal(seed);
}

static inline double tails_lognormal(unsigned short seed[3]) {
    return exp(0.5 * noise_normal(seed));
}

/* Student's t with 3 degrees of freedom, one side of it. */
static inline double tails_heavy(unsigned short seed[3]) {
    return 1 + 0.05 * fabs(noise_heavy(seed));
}

static inline double tails_mild(unsigned short seed[3]) {
    return exp(0.2 * noise_normal(seed));
}

static inline double tails_sample(const struct tails *like, double rate, double *before,
                                  unsigned short seed[3]) {
    if (like->correlation > 0) {
        double rho = like->correlation;
        *before = rho * *before + sqrt(1 - rho * rho) * noise_normal(seed);
        return exp(0.2 * *before);
    }
    if (rate > 0 && erand48(seed) < rate)
        return 2 + erand48(seed);
    return like->sample(seed);
}

static inline void tails_fill_round(const struct tails *like, size_t library, double factor,
                                    double *seconds, unsigned short seed[3]) {
    double own = exp(like->own * noise_normal(seed)), before = noise_normal(seed);
    double rate = like->rate * exp(like->rates_differ * noise_normal(seed));
    if (like->slow > 0 && erand48(seed) < 0.2)
        own *= 1 + like->slow;
    for (size_t k = 0; k < like->seeds; k++) {
        double t = tails_sample(like, rate, &before, seed);
        if (library == 1 && t > like->tenth)
            t *= 1 + like->effect;
        t *= own * factor;
        seconds[k] = 1e-7 * (like->step > 0 ? like->step * rint(t / like->step) : t);
    }
}

static inline struct run *tails_run(const struct tails *like, unsigned short seed[3]) {
    struct run *run = sample_run(like->sizes, like->rounds, like->seeds);
    for (size_t l = 0; l <= COVERAGE_LIBRARIES; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        if (l == COVERAGE_LIBRARIES)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
    }
    struct measurement *m = &run->measurements[0];
    double machine = like->machine * noise_normal(seed);
    for (size_t p = 0; p < like->sizes; p++) {
        double lasting[COVERAGE_LIBRARIES + 1];
        for (size_t l = 0; l <= COVERAGE_LIBRARIES; l++)
            lasting[l] = exp(machine + like->lasting * noise_normal(seed));
        for (size_t r = 0; r < like->rounds; r++) {
            double layout = exp(like->layout * noise_normal(seed));
            for (size_t l = 0; l <= COVERAGE_LIBRARIES; l++)
                tails_fill_round(like, l, layout * lasting[l],
                                 m->series[l].seconds + measurement_index(m, p, r, 0), seed);
        }
    }
    return run;
}

struct tails_tally {
    struct tally alone; /* intervals of the cell's own rounds */
    struct tally ratio, geometric_mean;
    struct tally any_shown; /* runs that give an equal library a verdict */
    struct tally shown;     /* cells of library 1 that are shown to be slower */
};

static inline void tails_add(struct tails_tally *c, const struct tails *like,
                             const struct table *table) {
    int any = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct row *row = &table->rows[i];
        int is_slower = like->effect > 0 && strcmp(row->library, "library-1") == 0;
        if (row->is_reference)
            continue;
        if (is_slower) {
            tally_add(&c->shown, row->verdict == VERDICT_SLOWER);
            continue;
        }
        tally_add(&c->alone, coverage_holds(row->own_ratio.low, 1, row->own_ratio.high));
        tally_add(&c->ratio, coverage_holds(row->ratio.low, 1, row->ratio.high));
        any |= row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER;
    }
    for (size_t i = 0; i < table->summary_count; i++)
        if (!table->summaries[i].is_reference && !(like->effect > 0))
            tally_add(&c->geometric_mean, coverage_holds(table->summaries[i].ratio.low, 1,
                                                         table->summaries[i].ratio.high));
    tally_add(&c->any_shown, any);
}

/* Over RUNS runs. */
static inline struct tails_tally tails_of(const struct tails *like, struct statistic statistic,
                                          size_t runs, unsigned short seed[3]) {
    struct tails_tally c = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    for (size_t i = 0; i < runs; i++) {
        struct run *run = tails_run(like, seed);
        const struct table_options options = {.reference = "library-0",
                                              .statistic = statistic,
                                              .spared = NEED_ALL & ~(unsigned)(NEED_VERDICT)};
        struct table table = coverage_table(run, &options);
        tails_add(&c, like, &table);
        table_release(&table);
        run_free(run);
    }
    return c;
}

/* --- two runs --- */

/* How runs of the same are compared. */
struct tails_comparison {
    size_t runs; /* of each side */
    int is_relative;
    double drift; /* given; NaN: not */
};

struct tails_compared {
    struct tally ratio, any_shown, regressed;
};

static inline int tails_read(struct table *table, const struct tails *like,
                             struct statistic statistic, int is_relative, size_t number,
                             unsigned short seed[3]) {
    struct run *run = tails_run(like, seed);
    unsigned needs = is_relative ? NEED_RATIO | NEED_NOISE : NEED_TIMES;
    const struct table_options options = {.archive = "results.h5",
                                          .reference = "library-0",
                                          .statistic = statistic,
                                          .with_provenance = 1,
                                          .spared = NEED_ALL & ~needs};
    free(run->name);
    if (asprintf(&run->name, "run_%06zu", number) < 0)
        return -1;
    int code = aggregate_whole(table, run, &run->measurements[0], &options, NULL);
    run_free(run);
    return code;
}

/* Over RUNS comparisons with a gate at 2 %. */
static inline struct tails_compared tails_compare(const struct tails *like,
                                                  struct statistic statistic,
                                                  const struct tails_comparison *how, size_t runs,
                                                  unsigned short seed[3]) {
    const struct compared_options options = {
        .asked = {.confidence = 0.95,
                  .level = 0.05,
                  .margin = 0.02,
                  .drift = isnan(how->drift) ? 0.02 : how->drift,
                  .has_drift = !isnan(how->drift),
                  .adjust = multiplicity_holm},
        .statistic = statistic,
        .is_relative = how->is_relative,
        .has_margin = 1};
    struct tails_compared c = {{0, 0}, {0, 0}, {0, 0}};
    for (size_t i = 0; i < runs; i++) {
        struct table tables[COMPARE_SETS] = {{0}};
        struct compared compared = {.files = {"results.h5", "results.h5"},
                                    .tables = {&tables[0], &tables[1]},
                                    .options = &options};
        int code = 0;
        for (size_t n = 0; code == 0 && n < COMPARE_SETS * how->runs; n++)
            code = tails_read(&tables[n % COMPARE_SETS], like, statistic, how->is_relative, n + 1,
                              seed);
        if (code || compared_conclude(&compared, NULL))
            abort();
        for (size_t p = 0; p < compared.found.pair_count; p++) {
            const struct compare_ratio *ratio = &compared.found.pairs[p].typical;
            tally_add(&c.ratio, coverage_holds(ratio->ratio.low, 1, ratio->ratio.high));
        }
        tally_add(&c.any_shown, compared.found.faster + compared.found.slower > 0);
        tally_add(&c.regressed, compared.found.regressed > 0);
        compared_release(&compared);
        for (int set = 0; set < COMPARE_SETS; set++)
            table_release(&tables[set]);
    }
    return c;
}

#endif
