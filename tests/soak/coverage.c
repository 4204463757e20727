/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coverage: how often 95 % intervals hold the truth, and in how many runs of libraries that are all
 * alike any of them is called faster or slower, for each shape of noise and each test. Fails where
 * that is not what we claim: 93 to 97 %, and at most 5 % of the runs.
 *
 * Of a paired ratio, a difference, and a geometric mean that is claimed whatever the shape:
 * differences of processes that are alike are spread evenly. Of a mean it is claimed while the
 * rounds' own effects are spread about evenly, however skewed the samples. It is not where rounds
 * are strongly skewed or have a seldom mode, which 5 rounds may never meet: such intervals miss too
 * often. Nor where times drift over the rounds: such intervals are too wide. In what is printed '-'
 * marks what is not 93 to 97 % nor claimed to be, '!' what is claimed and does not hold. */
#include "tests/analyze/coverage.h"

enum { RUNS = 1000 };

static const struct population populations[] = {
    {"normal", made_up_normal, made_up_normal, 0, 1},
    {"lognormal samples", made_up_normal, coverage_very_skewed, 0, 1},
    {"bimodal samples", made_up_normal, coverage_bimodal, 0, 1},
    {"lognormal rounds, skewness 0.6", coverage_uneven, made_up_normal, 0, 1},
    {"lognormal rounds, skewness 1.8", coverage_skewed, made_up_normal, 0, 0},
    {"lognormal rounds, skewness 6.2", coverage_very_skewed, made_up_normal, 0, 0},
    {"bimodal rounds, half and half", coverage_halved, made_up_normal, 0, 0},
    {"bimodal rounds, one in five slow", coverage_bimodal, made_up_normal, 0, 0},
    {"drifting by 3 %", made_up_normal, made_up_normal, 0.03, 0},
};

static int wrong;

static void tell_coverage(struct tally tally, int is_claimed) {
    double percent = tally_percent(tally);
    int holds = percent >= 93 && percent <= 97;
    wrong += is_claimed && !holds;
    printf("  %6.1f%c", percent, holds ? ' ' : is_claimed ? '!' : '-');
}

static void tell_heading(void) {
    printf("%-33s %3s  %6s   %6s   %6s   %6s  %7s", "intervals of 95 % that hold, in %", "", "mean",
           "ratio", "diff.", "geom.", "missed");
    for (size_t t = 0; t < COVERAGE_TESTS; t++)
        printf("  %-12s", hypothesis_tests[t].name);
    printf("\n%-33s %3s  %43s", "", "", "any");
    for (size_t t = 0; t < COVERAGE_TESTS; t++)
        printf("  bare  noise ");
    printf("\n");
}

/* Three standard errors of a share of 5 %. */
static void tell_verdicts(struct tally tally) {
    double percent = tally_percent(tally);
    int holds = percent <= 5 + 300 * sqrt(0.05 * 0.95 / (double)tally.n);
    wrong += !holds;
    printf(" %5.1f%c", percent, holds ? ' ' : '!');
}

static void tell(const struct population *like, size_t rounds) {
    struct coverage c = coverage_of(like, RUNS, rounds, COVERAGE_TESTS);
    printf("%-33s %3zu", like->name, rounds);
    tell_coverage(c.mean, like->mean_holds);
    tell_coverage(c.ratio, 1);
    tell_coverage(c.difference, 1);
    tell_coverage(c.geometric_mean, 1);
    printf("  %6.1f ", tally_percent(c.missed));
    for (size_t t = 0; t < COVERAGE_TESTS; t++) {
        tell_verdicts(c.verdicts[t]);
        tell_verdicts(c.beyond_noise[t]);
    }
    printf("\n");
    fflush(stdout);
}

int main(void) {
    tell_heading();
    for (size_t i = 0; i < sizeof populations / sizeof *populations; i++) {
        tell(&populations[i], 5);
        tell(&populations[i], 12);
    }
    return wrong != 0;
}
