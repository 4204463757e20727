/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping: whether rounds that go on until a difference of 2 % would be shown in the median cell,
 * as those of bench-collect do by default, keep what is claimed of a fixed number of rounds. That
 * is looked at after each round from the fifth on, over made-up runs of several sizes, 3 libraries
 * and a control. Prints the table of docs/measurement.md. Fails where
 *
 *     more than 5 % of tables of equal libraries have a false verdict;
 *     less than 93 % of the intervals of ratios hold the truth.
 *
 * Processes differ three times as much as on a quiet machine, so that five rounds do not do. */
#include "tests/analyze/coverage.h"
#include "tests/soak/simulation.h"

enum { RUNS = 1000, LEAST = 5, MOST = COVERAGE_ROUNDS };
static const double target = 0.02;

static unsigned short seed[3];
static int wrong;

static double wide(unsigned short state[3]) {
    return 3 * made_up_normal(state);
}

static double wide_skewed(unsigned short state[3]) {
    return 3 * coverage_skewed(state);
}

static double wide_bimodal(unsigned short state[3]) {
    return 3 * coverage_bimodal(state);
}

static const struct population populations[] = {
    {.name = "normal", .round = wide, .sizes = 1},
    {.name = "normal", .round = wide, .sizes = 12},
    {.name = "normal, libraries differ lastingly by 0.5 %",
     .round = wide,
     .lasting = 0.005,
     .sizes = 12},
    {.name = "normal, libraries differ lastingly by 2.5 %",
     .round = wide,
     .lasting = 0.025,
     .sizes = 12},
    {.name = "normal, code placed anew: 2.5 %",
     .round = wide,
     .placed = 0.025,
     .is_blind = 1,
     .sizes = 12},
    {.name = "normal, processes measure all sizes", .round = wide, .is_common = 1, .sizes = 12},
    {.name = "lognormal rounds, skewness 1.8", .round = wide_skewed, .sizes = 12},
    {.name = "bimodal rounds, one in five slow", .round = wide_bimodal, .sizes = 12},
    {.name = "autocorrelation of rounds 0.5", .round = wide, .rho = 0.5, .sizes = 12},
};
enum { POPULATIONS = sizeof populations / sizeof *populations };

/* The first ROUNDS of WHOLE; the caller must free it. */
static struct run *first_rounds(const struct run *whole, size_t rounds) {
    const struct measurement *from = &whole->measurements[0];
    struct run *run = sample_run(from->points, rounds, from->max_seeds);
    struct measurement *to = &run->measurements[0];
    size_t each = rounds * from->max_seeds;
    for (size_t s = 0; s < from->series_count; s++) {
        struct series *series = sample_series(run, from->series[s].name, 1);
        const char *control_of = facts_text(&from->series[s].facts, FACT_CONTROL_OF, NULL);
        if (control_of)
            facts_set_text(&series->facts, FACT_CONTROL_OF, control_of);
        for (size_t p = 0; p < from->points; p++)
            memcpy(series->seconds + measurement_index(to, p, 0, 0),
                   from->series[s].seconds + measurement_index(from, p, 0, 0),
                   each * sizeof *series->seconds);
    }
    return run;
}

static double detectable(const struct run *run) {
    const struct table_options options = {.reference = "library-0",
                                          .spared = NEED_ALL & ~(unsigned)NEED_VERDICT};
    struct table table = coverage_table(run, &options);
    double difference = table.sections[0].detectable;
    table_release(&table);
    return difference;
}

/* Counts what a table of RUN says in COUNTED. */
static void count(struct coverage *counted, const struct population *like, const struct run *run) {
    const struct table_options options = {.reference = "library-0",
                                          .spared = NEED_ALL & ~(unsigned)NEED_VERDICT};
    struct table table = coverage_table(run, &options);
    coverage_add_intervals(counted, like, &table);
    table_release(&table);
}

static size_t stop(const struct run *whole) {
    size_t rounds = LEAST;
    for (; rounds < MOST; rounds++) {
        struct run *run = first_rounds(whole, rounds);
        double shown = detectable(run);
        run_free(run);
        if (shown <= target)
            break;
    }
    return rounds;
}

static int by_number(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static void claim(const struct population *like, const struct coverage *stopped) {
    char name[160];
    snprintf(name, sizeof name, "%s, %zu sizes", like->name, like->sizes);
    wrong += simulation_exceeds(name, stopped->any_shown.held, stopped->any_shown.n, 0.05);
    wrong += simulation_falls_short(name, stopped->ratio.held, stopped->ratio.n, 0.93);
}

static void simulate(const struct population *like) {
    static size_t rounds[RUNS];
    struct coverage fixed = {0}, stopped = {0};
    for (size_t i = 0; i < RUNS; i++) {
        struct run *whole = coverage_run(like, MOST, seed);
        struct run *first = first_rounds(whole, LEAST);
        rounds[i] = stop(whole);
        struct run *all = first_rounds(whole, rounds[i]);
        count(&fixed, like, first);
        count(&stopped, like, all);
        run_free(all);
        run_free(first);
        run_free(whole);
    }
    qsort(rounds, RUNS, sizeof *rounds, by_number);
    claim(like, &stopped);
    printf("| %s | %zu | %zu to %zu | %.1f / %.1f | %.1f / %.1f |\n", like->name, like->sizes,
           rounds[RUNS / 20], rounds[RUNS - 1 - RUNS / 20], tally_percent(stopped.any_shown),
           tally_percent(fixed.any_shown), tally_percent(stopped.ratio),
           tally_percent(fixed.ratio));
    fflush(stdout);
}

int main(void) {
    simulation_seed(seed);
    printf(
        "| noise | sizes | rounds, 90 %% of runs | false verdicts | intervals of ratios that hold "
        "|\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < POPULATIONS; i++) {
        struct population like = populations[i];
        like.sample = made_up_normal;
        simulate(&like);
    }
    return wrong != 0;
}
