/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverage: how often 95 % intervals hold the truth, in how many tables of libraries that are all
 * alike any is called faster or slower, how often a difference of 2 % is shown, and what is called
 * equal; for many kinds of noise, with and without differences that last over all rounds. Prints
 * the tables of docs/analysis.md, and fails where a claim made there does not hold.
 *
 * Ratios, differences and geometric means: at least 93 %. Means: 93 to 97 % while the rounds' own
 * effects are spread about evenly; not where rounds are strongly skewed or have a seldom mode,
 * which 5 rounds may never meet, nor where times drift, nor with lasting differences, which are not
 * part of a mean's interval. */
#include "tests/analyze/coverage.h"
#include "tests/soak/simulation.h"

enum { RUNS = 1000, RUNS_OF_OTHERS = 300, FEW = 5, MANY = 12 };
static const double level = 0.05, limit = 0.01;

static unsigned short seed[3];
static int wrong;

static const struct population populations[] = {
    {.name = "normal", .round = made_up_normal, .sample = made_up_normal, .mean_holds = 1},
    {.name = "lognormal samples",
     .round = made_up_normal,
     .sample = coverage_very_skewed,
     .mean_holds = 1},
    {.name = "bimodal samples",
     .round = made_up_normal,
     .sample = coverage_bimodal,
     .mean_holds = 1},
    {.name = "lognormal rounds, skewness 0.6",
     .round = coverage_uneven,
     .sample = made_up_normal,
     .mean_holds = 1},
    {.name = "lognormal rounds, skewness 1.8", .round = coverage_skewed, .sample = made_up_normal},
    {.name = "lognormal rounds, skewness 6.2",
     .round = coverage_very_skewed,
     .sample = made_up_normal},
    {.name = "bimodal rounds, half and half", .round = coverage_halved, .sample = made_up_normal},
    {.name = "bimodal rounds, one in five slow",
     .round = coverage_bimodal,
     .sample = made_up_normal},
    {.name = "drifting by 3 %",
     .round = made_up_normal,
     .sample = made_up_normal,
     .drifting = 0.03},
    {.name = "processes measure all sizes",
     .round = made_up_normal,
     .sample = made_up_normal,
     .is_common = 1},
    {.name = "noise grows twentyfold with the size",
     .round = made_up_normal,
     .sample = made_up_normal,
     .ramp = 20},
};
enum { POPULATIONS = sizeof populations / sizeof *populations, SHAPES = 9 };

/* --- claims --- */

static void claim_at_most(const char *what, const char *of, struct tally tally, double most) {
    char name[160];
    snprintf(name, sizeof name, "%s, %s", of, what);
    wrong += simulation_exceeds(name, tally.held, tally.n, most);
}

static void claim_at_least(const char *what, const char *of, struct tally tally, double least) {
    char name[160];
    snprintf(name, sizeof name, "%s, %s", of, what);
    wrong += simulation_falls_short(name, tally.held, tally.n, least);
}

static void claim_intervals(const struct population *like, const struct coverage *c) {
    claim_at_least("intervals of ratios", like->name, c->ratio, 0.93);
    claim_at_least("intervals of differences", like->name, c->difference, 0.93);
    claim_at_least("intervals of geometric means", like->name, c->geometric_mean, 0.93);
    if (like->mean_holds && !(like->lasting > 0)) {
        claim_at_least("intervals of means", like->name, c->mean, 0.93);
        claim_at_most("intervals of means", like->name, c->mean, 0.97);
    }
    claim_at_most("tables with a false verdict", like->name, c->any_shown, level);
}

/* --- intervals and false verdicts --- */

static struct coverage simulate(const struct population *like, size_t rounds) {
    return coverage_of(like, RUNS, rounds, 0, limit, seed);
}

static void print_both(struct tally few, struct tally many) {
    printf(" %.1f / %.1f |", tally_percent(few), tally_percent(many));
}

static void print_ratios(const struct coverage *few, const struct coverage *many) {
    print_both(few->ratio, many->ratio);
    print_both(few->difference, many->difference);
    print_both(few->geometric_mean, many->geometric_mean);
    print_both(few->any_shown, many->any_shown);
}

static void print_population(const struct population *like) {
    struct population lasting = *like;
    lasting.lasting = 0.005;
    struct coverage few = simulate(like, FEW), many = simulate(like, MANY);
    claim_intervals(like, &few);
    claim_intervals(like, &many);
    printf("| %s |", like->name);
    print_both(few.mean, many.mean);
    print_ratios(&few, &many);
    few = simulate(&lasting, FEW);
    many = simulate(&lasting, MANY);
    claim_intervals(&lasting, &few);
    claim_intervals(&lasting, &many);
    print_both(few.ratio, many.ratio);
    print_both(few.geometric_mean, many.geometric_mean);
    print_both(few.any_shown, many.any_shown);
    printf("\n");
    fflush(stdout);
}

static void print_intervals(void) {
    printf(
        "| noise | mean | ratio | difference | geometric mean | false verdicts | ratio, lasting | "
        "geometric mean, lasting | false verdicts, lasting |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < POPULATIONS; i++)
        print_population(&populations[i]);
}

/* --- rounds that hang together, and a slow mode --- */

static void print_dependent(void) {
    const struct population dependent[] = {
        {.name = "autocorrelation of rounds 0.5", .rho = 0.5},
        {.name = "autocorrelation of rounds 0.8", .rho = 0.8},
        {.name = "one library slower by 5 % in one of five processes", .slow = 0.02},
        {.name = "by 12 %", .slow = 0.048},
        {.name = "by 25 %", .slow = 0.1},
    };
    printf("\n| noise | ratio | difference | geometric mean | false verdicts |\n"
           "|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof dependent / sizeof *dependent; i++) {
        struct population like = dependent[i];
        like.round = like.sample = made_up_normal;
        struct coverage few = simulate(&like, FEW), many = simulate(&like, MANY);
        /* Of a library with a slow mode, the mean of five rounds is not normal. */
        double least = like.slow > 0 ? 0.9 : 0.93;
        claim_at_least("intervals of ratios", like.name, few.ratio, least);
        claim_at_least("intervals of ratios", like.name, many.ratio, least);
        claim_at_most("tables with a false verdict", like.name, few.any_shown, level);
        claim_at_most("tables with a false verdict", like.name, many.any_shown, level);
        printf("| %s |", like.name);
        print_ratios(&few, &many);
        printf("\n");
        fflush(stdout);
    }
}

/* --- power and equality --- */

static struct coverage shifted(const struct population *like, double effect, double within,
                               size_t rounds) {
    struct population slower = *like;
    slower.effect = effect;
    return coverage_of(&slower, RUNS / 2, rounds, 0, within, seed);
}

static void print_power(void) {
    printf(
        "\n| noise | 2 %% slower is shown | 5 %% | 1 %% slower called equal within 1 %%, tables | "
        "alike called equal within 1 %% | within 2 %% |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < POPULATIONS; i++) {
        const struct population *like = &populations[i];
        struct coverage few = shifted(like, 0.02, 0, FEW), many = shifted(like, 0.02, 0, MANY);
        if (i < SHAPES) {
            claim_at_least("2 % slower, 5 rounds", like->name, few.shown, 0.8);
            claim_at_least("2 % slower, 12 rounds", like->name, many.shown, 0.98);
        }
        printf("| %s |", like->name);
        print_both(few.shown, many.shown);
        print_both(shifted(like, 0.05, 0, FEW).shown, shifted(like, 0.05, 0, MANY).shown);
        few = shifted(like, limit, limit, FEW);
        many = shifted(like, limit, limit, MANY);
        claim_at_most("false equality", like->name, few.any_equal, level);
        claim_at_most("false equality", like->name, many.any_equal, level);
        print_both(few.any_equal, many.any_equal);
        print_both(shifted(like, 0, 0.01, FEW).equal, shifted(like, 0, 0.01, MANY).equal);
        print_both(shifted(like, 0, 0.02, FEW).equal, shifted(like, 0, 0.02, MANY).equal);
        printf("\n");
        fflush(stdout);
    }
}

/* --- few sizes --- */

static void print_sizes(void) {
    static const size_t sizes[] = {1, 3, 12};
    printf("\n| sizes | ratio | false verdicts | ratio, lasting | false verdicts, lasting | false "
           "equality, lasting | 2 %% slower is shown |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct population like = populations[0], lasting, nearly;
        char name[32];
        snprintf(name, sizeof name, "%zu sizes", sizes[i]);
        like.name = name;
        like.sizes = sizes[i];
        lasting = nearly = like;
        lasting.lasting = nearly.lasting = 0.005;
        nearly.effect = limit;
        size_t runs = 3 * RUNS;
        printf("| %zu |", sizes[i]);
        for (size_t with = 0; with < 2; with++) {
            const struct population *of = with ? &lasting : &like;
            struct coverage few = coverage_of(of, runs, FEW, 0, 0, seed);
            struct coverage many = coverage_of(of, runs, MANY, 0, 0, seed);
            claim_at_least("intervals of ratios", name, few.ratio, 0.93);
            claim_at_least("intervals of ratios", name, many.ratio, 0.93);
            claim_at_most("tables with a false verdict", name, few.any_shown, level);
            claim_at_most("tables with a false verdict", name, many.any_shown, level);
            print_both(few.ratio, many.ratio);
            print_both(few.any_shown, many.any_shown);
        }
        struct coverage few = coverage_of(&nearly, runs, FEW, 0, limit, seed);
        struct coverage many = coverage_of(&nearly, runs, MANY, 0, limit, seed);
        claim_at_most("false equality", name, few.any_equal, level);
        claim_at_most("false equality", name, many.any_equal, level);
        print_both(few.any_equal, many.any_equal);
        print_both(shifted(&like, 0.02, 0, FEW).shown, shifted(&like, 0.02, 0, MANY).shown);
        printf("\n");
        fflush(stdout);
    }
}

/* --- the other tests --- */

static void print_others(void) {
    printf("\n| false verdicts |");
    for (size_t t = 1; t < COVERAGE_TESTS; t++)
        printf(" %s | beyond noise |", hypothesis_tests[t].name);
    printf("\n|---|");
    for (size_t t = 1; t < COVERAGE_TESTS; t++)
        printf("---|---|");
    printf("\n");
    for (size_t i = 0; i < SHAPES; i++) {
        const struct population *like = &populations[i];
        struct coverage few = coverage_of(like, RUNS_OF_OTHERS, FEW, COVERAGE_TESTS, 0, seed);
        struct coverage many = coverage_of(like, RUNS_OF_OTHERS, MANY, COVERAGE_TESTS, 0, seed);
        printf("| %s |", like->name);
        for (size_t t = 1; t < COVERAGE_TESTS; t++) {
            const char *name = hypothesis_tests[t].name;
            claim_at_most(name, like->name, few.verdicts[t], level);
            claim_at_most(name, like->name, many.verdicts[t], level);
            claim_at_most(name, like->name, few.beyond_noise[t], level);
            claim_at_most(name, like->name, many.beyond_noise[t], level);
            print_both(few.verdicts[t], many.verdicts[t]);
            print_both(few.beyond_noise[t], many.beyond_noise[t]);
        }
        printf("\n");
        fflush(stdout);
    }
}

int main(void) {
    simulation_seed(seed);
    print_intervals();
    print_dependent();
    print_power();
    print_sizes();
    print_others();
    return wrong != 0;
}
