/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tails: how often 95 % intervals of ratios of quantiles and means hold the truth, in how many
 * tables of libraries that are all alike any is called faster or slower, and how often a longer
 * tail is shown; for many kinds of noise. Prints the tables of docs/analysis.md, and fails where a
 * claim made there does not hold. */
#include "tests/analyze/tails.h"
#include "tests/soak/simulation.h"

enum { RUNS_OF_POWER = 25, RUNS_OF_TWO = 100, FEW = 5, MANY = 12, SIZES = 6, CALLS = 10000 };
static const double level = 0.05;

static unsigned short seed[3];
static int wrong;

static const struct tails kinds[] = {
    {.name = "normal", .sample = tails_normal, .tenth = 1.064},
    {.name = "lognormal", .sample = tails_lognormal, .tenth = 1.898},
    {.name = "Student's t, 3 degrees, one side", .sample = tails_heavy, .tenth = 1.118},
    {.name = "processes differ by 3 %",
     .sample = tails_mild,
     .own = 0.03,
     .layout = 0.03,
     .tenth = 1.292},
    {.name = "lasting differences of 0.5 %", .sample = tails_normal, .lasting = 0.005},
    {.name = "in steps of 2 %", .sample = tails_normal, .step = 0.02},
    {.name = "2 % of the calls take twice as long", .sample = tails_normal, .rate = 0.02},
    {.name = "calls resemble the one before, 0.9", .correlation = 0.9},
    {.name = "0.5 to 8 %, by process", .sample = tails_normal, .rate = 0.02, .rates_differ = 0.7},
    {.name = "processes differ by 20 %", .sample = tails_normal, .own = 0.2, .layout = 0.1},
    {.name = "one process in five is slower by 12 %", .sample = tails_normal, .slow = 0.12},
};
/* Of the others, where few processes or few independent calls decide about quantiles beyond the
 * median, nothing is claimed of these. */
enum { KINDS = sizeof kinds / sizeof *kinds, OF_TAILS = 7, WITH_POWER = 4 };

/* With the least number of samples that a quantile takes. */
static const struct {
    const char *name;
    struct statistic statistic;
    size_t samples, runs;
    int is_tail;
} statistics[] = {
    {"mean", {STATISTIC_MEAN, 0}, 40, 600, 0},
    {"median", {STATISTIC_QUANTILE, 0.5}, 40, 150, 0},
    {"p95", {STATISTIC_QUANTILE, 0.95}, 400, 150, 1},
    {"p99", {STATISTIC_QUANTILE, 0.99}, 2000, 120, 1},
};
enum { STATISTICS = sizeof statistics / sizeof *statistics, P99 = STATISTICS - 1 };
static const size_t rounds[2] = {FEW, MANY};

static struct tails_tally simulate(const struct tails *like, size_t s, size_t i, size_t samples,
                                   size_t runs) {
    struct tails of = *like;
    of.sizes = SIZES;
    of.rounds = rounds[i];
    of.seeds = (samples + of.rounds - 1) / of.rounds;
    return tails_of(&of, statistics[s].statistic, runs, seed);
}

static void claim(const struct tails *like, size_t s, size_t i, const struct tails_tally *c) {
    char name[160];
    snprintf(name, sizeof name, "%s, %s, %zu rounds", like->name, statistics[s].name, rounds[i]);
    wrong += simulation_falls_short(name, c->ratio.held, c->ratio.n, 0.93);
    wrong += simulation_falls_short(name, c->geometric_mean.held, c->geometric_mean.n, 0.93);
    wrong += simulation_exceeds(name, c->any_shown.held, c->any_shown.n, level);
}

static void print_kind(const struct tails *like, int is_of_tails) {
    struct tails_tally c[STATISTICS][2];
    printf("| %s |", like->name);
    for (size_t s = 0; s < STATISTICS; s++) {
        for (size_t i = 0; i < 2; i++) {
            c[s][i] = simulate(like, s, i, statistics[s].samples, statistics[s].runs);
            if (is_of_tails || !statistics[s].is_tail)
                claim(like, s, i, &c[s][i]);
        }
        printf(" %.1f / %.1f |", tally_percent(c[s][0].ratio), tally_percent(c[s][1].ratio));
    }
    printf(" %.1f / %.1f |", tally_percent(c[P99][0].alone), tally_percent(c[P99][1].alone));
    for (size_t s = 0; s < STATISTICS; s++)
        printf(" %.1f / %.1f |", tally_percent(c[s][0].any_shown),
               tally_percent(c[s][1].any_shown));
    printf("\n");
    fflush(stdout);
}

static void print_power(const struct tails *like) {
    static const double effects[] = {0.1, 0.2};
    printf("| %s |", like->name);
    for (size_t e = 0; e < 2; e++) {
        struct tails longer = *like;
        longer.effect = effects[e];
        struct tails_tally few = simulate(&longer, P99, 0, CALLS, RUNS_OF_POWER);
        struct tails_tally many = simulate(&longer, P99, 1, CALLS, RUNS_OF_POWER);
        if (e)
            wrong += simulation_falls_short(like->name, few.shown.held, few.shown.n, 0.9);
        printf(" %.1f / %.1f |", tally_percent(few.shown), tally_percent(many.shown));
    }
    printf("\n");
    fflush(stdout);
}

/* Without a drift that is given, three runs a side tell it, or with ratios the control. */
static void print_two_runs(void) {
    static const struct {
        const char *name;
        struct tails_comparison how;
        double machine, cell;
    } two[] = {
        {"times, `--drift 0`, none", {1, 0, 0}, 0, 0},
        {"times, `--drift` as it is, 1 + 1 %", {1, 0, 0.0142}, 0.01, 0.01},
        {"times, 3 runs a side, 1 + 0.5 %", {3, 0, NAN}, 0.01, 0.005},
        {"ratios, control, 2 + 0.5 %", {1, 1, NAN}, 0.02, 0.005},
    };
    printf("\n| p99 of two runs, machine + cell drift by | lognormal: verdicts / gate at 2 %% / "
           "intervals | processes differ by 3 %% |\n|---|---|---|\n");
    for (size_t t = 0; t < sizeof two / sizeof *two; t++) {
        printf("| %s |", two[t].name);
        for (size_t k = 1; k < WITH_POWER; k += 2) {
            struct tails of = kinds[k];
            of.sizes = SIZES;
            of.rounds = FEW;
            of.seeds = statistics[P99].samples / FEW;
            of.machine = two[t].machine;
            of.lasting = two[t].cell;
            struct tails_compared c =
                tails_compare(&of, statistics[P99].statistic, &two[t].how, RUNS_OF_TWO, seed);
            wrong += simulation_exceeds(two[t].name, c.any_shown.held, c.any_shown.n, 0.08);
            wrong += simulation_exceeds(two[t].name, c.regressed.held, c.regressed.n, level);
            wrong += simulation_falls_short(two[t].name, c.ratio.held, c.ratio.n, 0.93);
            printf(" %.1f / %.1f / %.1f |", tally_percent(c.any_shown), tally_percent(c.regressed),
                   tally_percent(c.ratio));
            fflush(stdout);
        }
        printf("\n");
    }
}

int main(void) {
    simulation_seed(seed);
    printf("| ratio of | mean | median | p95 | p99 | p99, its own rounds | false verdicts: mean | "
           "median | p95 | p99 |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < KINDS; i++)
        print_kind(&kinds[i], i < OF_TAILS);
    printf("\n| p99 of 10,000 calls | 10 %% longer is shown | 20 %% |\n|---|---|---|\n");
    for (size_t i = 0; i < WITH_POWER; i++)
        print_power(&kinds[i]);
    print_two_runs();
    return wrong != 0;
}
