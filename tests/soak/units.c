/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units: how often 95 % intervals hold the truth, and how often a verdict is false, where samples
 * are not what bench-collect takes: nothing pairs them, they come in steps, or all are of one
 * process. Fails where that is not what we claim: 93 to 97 % of unpaired ratios, no less of what
 * comes in steps, and false verdicts in at most 5 % of tables. */
#include "tests/analyze/coverage.h"

enum { TABLES = 2000 };

static int wrong;

static void tell(const char *what, double percent, double least, double most) {
    int holds = percent >= least && percent <= most;
    wrong += !holds;
    printf("  %-18s %6.1f%c", what, percent, holds ? ' ' : '!');
}

/* A margin for luck: three standard errors of a share of 5 %. */
static double most_false(struct tally tally) {
    return 5 + 300 * sqrt(0.05 * 0.95 / (double)tally.n);
}

/* --- runs of one size --- */

/* What one library does: ln or t itself is normal; its processes, and the samples in them, scatter
 * by that much. */
struct behaviour {
    double seconds, process, sample;
    int is_lognormal;
    size_t rounds, seeds;
    double step; /* in which times come, 0 for none */
};

static double draw(const struct behaviour *like, double process, unsigned short seed[3]) {
    double noise = process + like->sample * made_up_normal(seed);
    double seconds = like->seconds * (like->is_lognormal ? exp(noise) : 1 + noise);
    return like->step > 0 ? rint(seconds / like->step) * like->step : seconds;
}

static void add_library(struct run *run, const char *name, const struct behaviour *like,
                        unsigned short seed[3]) {
    struct measurement *m = &run->measurements[0];
    struct series *series = sample_series(run, name, 1);
    for (size_t p = 0; p < m->points; p++)
        for (size_t r = 0; r < m->rounds; r++) {
            double process = like->process * made_up_normal(seed);
            for (size_t k = 0; k < m->max_seeds; k++)
                series->seconds[measurement_index(m, p, r, k)] =
                    r < like->rounds && k < like->seeds ? draw(like, process, seed) : NAN;
        }
}

static struct table table_of(const struct behaviour *reference, const struct behaviour *library,
                             size_t points, int is_paired, unsigned short seed[3]) {
    size_t rounds = reference->rounds > library->rounds ? reference->rounds : library->rounds;
    size_t seeds = reference->seeds > library->seeds ? reference->seeds : library->seeds;
    struct run *run = sample_run(points, rounds, seeds);
    add_library(run, "library-0", reference, seed);
    add_library(run, "library-1", library, seed);
    if (!is_paired)
        facts_release(&run->measurements[0].facts);
    const struct table_options options = {.spared = NEED_WARNINGS};
    struct table table = coverage_table(run, &options);
    run_free(run);
    return table;
}

/* --- what nothing pairs --- */

struct found {
    struct tally mean, ratio, difference, verdicts;
};

static int is_shown(const struct row *row) {
    return row->verdict == VERDICT_FASTER || row->verdict == VERDICT_SLOWER;
}

/* TRUTH is t(library) / t(reference) as it is. */
static void add_row(struct found *found, const struct row *row, const struct behaviour *reference,
                    const struct behaviour *library) {
    double truth = library->seconds / reference->seconds;
    double difference = library->seconds - reference->seconds;
    tally_add(&found->mean, coverage_holds(row->mean.low, library->seconds, row->mean.high));
    tally_add(&found->ratio, coverage_holds(row->ratio.low, truth, row->ratio.high));
    tally_add(&found->difference,
              coverage_holds(row->difference.low, difference, row->difference.high));
    tally_add(&found->verdicts, is_shown(row) && !(row->side * log(truth) > 0));
}

static void unpaired(const char *name, struct behaviour reference, struct behaviour library) {
    unsigned short seed[3] = {8, 1, 9};
    struct found found = {0};
    for (int is_lognormal = 0; is_lognormal < 2; is_lognormal++)
        for (size_t i = 0; i < TABLES; i++) {
            reference.is_lognormal = library.is_lognormal = is_lognormal;
            struct table table = table_of(&reference, &library, 1, 0, seed);
            add_row(&found, &table.rows[1], &reference, &library);
            table_release(&table);
        }
    printf("%-44s", name);
    tell("ratio", tally_percent(found.ratio), 93, 97);
    tell("difference", tally_percent(found.difference), 93, 97);
    if (reference.rounds > 1)
        tell("false verdicts", tally_percent(found.verdicts), 0, most_false(found.verdicts));
    printf("\n");
    fflush(stdout);
}

static void all_unpaired(void) {
    const struct behaviour five = {1e-6, 0.02, 0.01, 0, 5, 8, 0};
    struct behaviour other = five;
    unpaired("unpaired, 5 rounds of either", five, five);
    other.process = 0.06;
    unpaired("unpaired, one scatters three times as much", five, other);
    other.rounds = 20;
    unpaired("unpaired, that one has 20 rounds", five, other);
    unpaired("unpaired, the other one has", other, five);
    const struct behaviour runs = {0.5, 0.03, 0, 0, 10, 1, 0}; /* as hyperfine's */
    unpaired("unpaired, 10 rounds of one sample", runs, runs);
    const struct behaviour alone = {1e-6, 0, 0.02, 0, 1, 20, 0};
    other = alone;
    unpaired("unpaired samples, 20 of either", alone, alone);
    other.sample = 0.06;
    other.seeds = 60;
    unpaired("unpaired samples, 60 scatter more", alone, other);
}

/* --- what comes in steps --- */

static void in_steps(double scatter, int is_paired) {
    unsigned short seed[3] = {2, 2, 6};
    struct found found = {0}, equal = {0};
    for (size_t i = 0; i < TABLES; i++) {
        double seconds = (20 + 30 * erand48(seed)) * 1e-9, step = 1e-9;
        double part = scatter * step / seconds;
        const struct behaviour reference = {seconds, 0.3 * part, part, 0, 5, 8, step};
        struct behaviour library = reference;
        struct table table = table_of(&reference, &library, 1, is_paired, seed);
        add_row(&equal, &table.rows[1], &reference, &library);
        table_release(&table);
        library.seconds *= exp(0.01 * made_up_normal(seed));
        table = table_of(&reference, &library, 1, is_paired, seed);
        add_row(&found, &table.rows[1], &reference, &library);
        table_release(&table);
    }
    printf("steps, %s, samples scatter by %.1f of one %*s", is_paired ? "paired" : "unpaired",
           scatter, is_paired ? 3 : 1, "");
    tell("mean", tally_percent(found.mean), 93, 100);
    tell("ratio", tally_percent(found.ratio), 93, 100);
    tell("difference", tally_percent(found.difference), 93, 100);
    tell("of equals, false", tally_percent(equal.verdicts), 0, most_false(equal.verdicts));
    tell("wrong side", tally_percent(found.verdicts), 0, 2.5);
    printf("\n");
    fflush(stdout);
}

/* --- one process --- */

/* Copies of one library, whose processes differ by up to 12 %. */
static void one_process(int is_paired) {
    unsigned short seed[3] = {6, 6, 1};
    struct tally any = {0};
    for (size_t i = 0; i < TABLES; i++) {
        struct behaviour reference = {1e-6, 0, 0.005, 0, 1, 8, 0}, library = reference;
        library.seconds *= exp(0.12 * (2 * erand48(seed) - 1));
        struct table table = table_of(&reference, &library, COVERAGE_SIZES, is_paired, seed);
        int is_false = 0;
        for (size_t row = 0; row < table.row_count; row++)
            is_false |= is_shown(&table.rows[row]);
        tally_add(&any, is_false);
        table_release(&table);
    }
    printf("%-44s", is_paired ? "one process, paired" : "one process, unpaired");
    tell("tables, false", tally_percent(any), 0, most_false(any));
    printf("\n");
}

int main(void) {
    static const double scatters[] = {0, 0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 3};
    all_unpaired();
    for (int is_paired = 0; is_paired < 2; is_paired++)
        for (size_t i = 0; i < sizeof scatters / sizeof *scatters; i++)
            in_steps(scatters[i], is_paired);
    one_process(0);
    one_process(1);
    return wrong != 0;
}
