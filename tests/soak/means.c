/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means: what is claimed of ratios of means, and of which libraries are not shown to be slower,
 * over made-up tables of 5 rounds x 8 seeds and 12 sizes. Fails where it does not hold.
 *
 *     the interval of the ratio of means holds the truth in 93 to 97 % of the cells, 3 libraries;
 *     with nothing but such noise at most 5 % of the tables have the warning that means disagree;
 *     with a library of which every fourth sample, or by chance one in four, is doubled, all have
 * it; of 4 libraries that are all alike at most 5 % of the tables leave any out of those that are
 * not shown to be slower, at any size, and no table contradicts a verdict. */
#include <stdlib.h>

#include "analyze/ranking/fastest.h"
#include "tests/analyze/coverage.h"

enum { RUNS = 1000, EQUALS = 4 };

/* --- made-up tables --- */

enum tail { NO_TAIL, EVERY_FOURTH, ONE_IN_FOUR };

/* Of samples of library 1. */
static void add_tail(struct run *run, enum tail tail, unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; tail && i < m->points * m->rounds * COVERAGE_SEEDS; i++)
        if (tail == EVERY_FOURTH ? i % 4 == 3 : erand48(seed) < 0.25)
            m->series[1].seconds[i] *= 2;
}

/* The control is a library like the others, or is not there at all. */
static struct run *equals_run(const struct population *like, int is_controlled,
                              unsigned short seed[3]) {
    struct run *run = sample_run(COVERAGE_SIZES, 5, COVERAGE_SEEDS);
    for (size_t l = 0; l < EQUALS + (size_t)is_controlled; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        struct series *series = sample_series(run, name, 1);
        if (l == EQUALS)
            facts_set_text(&series->facts, FACT_CONTROL_OF, "library-0");
    }
    coverage_fill(run, like, seed);
    return run;
}

/* --- what came of them --- */

static int wrong;

static void tell(const char *what, const char *of, struct tally tally, double least, double most) {
    double percent = tally_percent(tally);
    int holds = percent >= least && percent <= most;
    wrong += !holds;
    printf("%-64s %-18s %6.1f %%%s\n", what, of, percent, holds ? "" : "  !");
    fflush(stdout);
}

/* Three standard errors above 5 % of so many. */
static double five_percent_of(size_t n) {
    return 5 + 300 * sqrt(0.05 * 0.95 / (double)n);
}

static int is_warned(const struct table *table) {
    const struct warnings *warnings = table->sections[0].warnings;
    for (size_t i = 0; i < warnings->count; i++)
        if (strcmp(warnings->items[i].rule, "means") == 0)
            return 1;
    return 0;
}

static struct table means_table(const struct run *run) {
    const struct table_options options = {.reference = "library-0",
                                          .spared = NEED_ORDER | NEED_SHAPE | NEED_TEST};
    return coverage_table(run, &options);
}

static void try_means(const struct population *like) {
    unsigned short seed[3] = {3, 1, 4};
    struct tally held = {0}, warned[3] = {{0}};
    for (size_t i = 0; i < RUNS; i++)
        for (int tail = NO_TAIL; tail <= ONE_IN_FOUR; tail++) {
            struct run *run = coverage_run(like, 5, seed);
            add_tail(run, (enum tail)tail, seed);
            struct table table = means_table(run);
            tally_add(&warned[tail], is_warned(&table));
            for (size_t k = 0; tail == NO_TAIL && k < table.row_count; k++) {
                const struct row *row = &table.rows[k];
                if (!row->is_reference)
                    tally_add(&held, coverage_holds(row->mean_ratio.low, 1, row->mean_ratio.high));
            }
            table_release(&table);
            run_free(run);
        }
    tell("95 % intervals of the ratio of means that hold", like->name, held, 93, 97);
    tell("tables warned of means without a tail", like->name, warned[NO_TAIL], 0, 5);
    tell("tables warned of means, every fourth sample doubled", like->name, warned[EVERY_FOURTH],
         99, 100);
    tell("tables warned of means, one sample in four doubled", like->name, warned[ONE_IN_FOUR], 95,
         100);
}

/* Between the fastest and the reference, ranks and verdicts say the same. */
static int contradicts(const struct row *rows, const enum crossing_rank *ranks) {
    if (ranks[0] == CROSSING_FASTEST) {
        for (size_t l = 1; l < EQUALS; l++)
            if ((ranks[l] == CROSSING_SLOWER) != (rows[l].verdict == VERDICT_SLOWER))
                return 1;
        return 0;
    }
    int beaten = 0;
    for (size_t l = 1; l < EQUALS; l++)
        beaten |= rows[l].verdict == VERDICT_FASTER;
    return (ranks[0] == CROSSING_SLOWER) != beaten;
}

static void try_ranks(const struct population *like, int is_controlled) {
    unsigned short seed[3] = {1, 6, 1};
    struct tally excluded = {0}, contradicted = {0};
    for (size_t i = 0; i < RUNS; i++) {
        struct run *run = equals_run(like, is_controlled, seed);
        const struct table_options options = {.spared = NEED_ALL & ~NEED_VERDICT};
        struct table table = coverage_table(run, &options);
        enum crossing_rank *ranks = fastest_ranks(&table, &table.sections[0]);
        int any = 0, any_contradiction = 0;
        for (size_t k = 0; k < table.row_count; k++)
            any |= ranks[k] == CROSSING_SLOWER;
        for (size_t p = 0; p < COVERAGE_SIZES; p++)
            any_contradiction |= contradicts(&table.rows[p * EQUALS], &ranks[p * EQUALS]);
        tally_add(&excluded, any);
        tally_add(&contradicted, any_contradiction);
        free(ranks);
        table_release(&table);
        run_free(run);
    }
    tell(is_controlled ? "tables of equals that leave any out, with a control"
                       : "tables of equals that leave any out",
         like->name, excluded, 0, five_percent_of(RUNS));
    tell("of these tables contradict a verdict", like->name, contradicted, 0, 0);
}

int main(void) {
    static const struct population populations[] = {
        {.name = "normal", .round = made_up_normal, .sample = made_up_normal},
        {.name = "lognormal samples", .round = made_up_normal, .sample = coverage_very_skewed},
    };
    for (size_t i = 0; i < sizeof populations / sizeof *populations; i++) {
        try_means(&populations[i]);
        try_ranks(&populations[i], 0);
        try_ranks(&populations[i], 1);
    }
    return wrong != 0;
}
