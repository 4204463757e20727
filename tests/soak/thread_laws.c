/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_laws: how often 95 % intervals of the laws of scaling hold the truth, over 5000 curves of
 * each kind, and how often a law that holds is called poor. Fails where that is not what we claim:
 * 95 to 98 % for each number of a law that is true, the more the nearer it is to the least that the
 * law allows; at most 1 % called poor; and where kappa is 0, at most 2.5 % in which it is shown to
 * be above 0; each with four standard
 * errors, as some 200 numbers are checked. Then what is found of curves that are bent. */
#include <assert.h>
#include <stdio.h>

#define assert_true assert

#include "analyze/statistics/location.h"
#include "tests/analyze/thread_coverage.h"

enum { CURVES = 5000 };

static const double powers[] = {1, 2, 4, 8}, many[] = {1, 2, 3, 4, 6, 8, 12, 16},
                    late[] = {2, 4, 6, 8};

static const struct {
    const char *name;
    struct made_up_scaling like; /* but for the rounds */
} kinds[] = {
    {"USL, 1 to 8, noise 1 %", {powers, 4, 0, 0.05, 0.002, 1000, 0.03, 0.01, 0, 0}},
    {"USL, 1 to 8, noise 5 %", {powers, 4, 0, 0.05, 0.002, 1000, 0.03, 0.05, 0, 0}},
    {"USL, 2 to 8, noise 2 %", {late, 4, 0, 0.1, 0.01, 1000, 0.03, 0.02, 0, 0}},
    {"USL, 1 to 16, noise 1 %", {many, 8, 0, 0.03, 0.001, 1000, 0.03, 0.01, 0, 0}},
    {"USL, 1 to 16, noise 10 %", {many, 8, 0, 0.03, 0.001, 1000, 0.1, 0.1, 0, 0}},
    {"no contention, noise 1 %", {many, 8, 0, 0, 0.001, 1000, 0.03, 0.01, 0, 0}},
    {"Amdahl, 1 to 8, noise 1 %", {powers, 4, 0, 0.2, 0, 1000, 0.03, 0.01, 0, 0}},
    {"Amdahl, 1 to 16, noise 5 %", {many, 8, 0, 0.05, 0, 1000, 0.03, 0.05, 0, 0}},
    {"ideal, noise 1 %", {many, 8, 0, 0, 0, 1000, 0.03, 0.01, 0, 0}},
};

static int wrong;

static void tell(double percent, int holds) {
    wrong += !holds;
    printf(" %6.1f%c", percent, holds ? ' ' : '!');
}

static void tell_coverage(double percent, int is_true) {
    double margin = 400 * sqrt(0.05 * 0.95 / CURVES);
    if (is_true)
        tell(percent, percent >= 95 - margin && percent <= 98 + margin);
    else
        printf(" %6s ", "");
}

static void tell_at_most(double percent, double most, int is_claimed) {
    if (is_claimed)
        tell(percent, percent <= most + 4 * sqrt(most * (100 - most) / CURVES));
    else
        printf(" %6.1f ", percent);
}

static void tell_kind(const char *name, struct made_up_scaling like, size_t rounds,
                      unsigned short seed[3]) {
    like.rounds = rounds;
    int is_bent = like.bend > 0, is_amdahl = like.kappa == 0 && !is_bent;
    struct thread_coverage c = thread_coverage_of(&like, CURVES, seed);
    printf("%-27s %3zu", name, rounds);
    tell_coverage(c.amdahl_sigma, is_amdahl);
    tell_coverage(c.limit, is_amdahl && like.sigma > 0);
    tell_coverage(c.sigma, !is_bent);
    tell_coverage(c.kappa, !is_bent);
    tell_coverage(c.lambda, !is_bent);
    tell_coverage(c.peak, !is_bent && like.kappa > 0);
    tell_at_most(c.amdahl_poor, 1, is_amdahl);
    tell_at_most(c.usl_poor, 1, !is_bent);
    tell_at_most(c.needs_usl, 2.5, is_amdahl);
    printf("\n");
    fflush(stdout);
}

/* Away from its bounds, the interval of Gustafson's sigma holds the truth in 93 to 97 %. */
static void tell_gustafson(size_t rounds, double noise, unsigned short seed[3]) {
    struct made_up_scaling like = {many, 8, rounds, 0.2, 0, 1000, 0.03, noise, 0, 1};
    struct gustafson_coverage c = gustafson_coverage_of(&like, CURVES, seed);
    printf("Gustafson, noise %2.0f %%        %3zu", 100 * noise, rounds);
    tell(c.sigma, c.sigma >= 93 && c.sigma <= 97);
    tell_at_most(c.poor, 1, 1);
    printf("\n");
}

int main(void) {
    static const size_t rounds[] = {3, 5, 12};
    unsigned short seed[3] = {1, 4, 1};
    numeric_errors_are_results();
    printf("%-31s %7s %7s %7s %7s %7s %7s %7s %7s %7s\n", "95 % intervals that hold, in %",
           "Amd. σ ", " limit", "USL σ ", "κ ", "λ ", "peak", "A. poor", "U. poor", "κ > 0");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++)
            tell_kind(kinds[k].name, kinds[k].like, rounds[r], seed);
    for (size_t b = 1; b <= 4; b++) {
        char name[64];
        double bend = 0.01 * (double)(1 << b);
        snprintf(name, sizeof name, "bent by %.0f %%, noise 1 %%", 100 * bend);
        tell_kind(name,
                  (struct made_up_scaling){many, 8, 0, 0.03, 0.001, 1000, 0.03, 0.01, bend, 0}, 5,
                  seed);
    }
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
        tell_gustafson(rounds[r], 0.01, seed);
        tell_gustafson(rounds[r], 0.05, seed);
    }
    return wrong != 0;
}
