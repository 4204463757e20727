/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiles: what is claimed of the probability of being the fastest (location_draws.h), of
 * simultaneous bands (simultaneous.h) and of the intervals of performance profiles (profile.h).
 * Fails where it does not hold:
 *
 *     of the cells with a probability of 85 to 95 % that many are the fastest, within 4 %, as long
 *     as true differences are twice the noise or more;
 *     simultaneous bands hold the whole curve in 93 % or more, and are never wider than
 *     Bonferroni's;
 *     intervals of a profile hold the share among all problems of the kind in 93 % or more. */
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/inference/location_draws.h"
#include "analyze/inference/simultaneous.h"
#include "analyze/ranking/profile.h"
#include "analyze/statistics/location.h"
#include "tests/analyze/noise.h"
#include "tests/analyze/sample_run.h"
#include "tests/soak/simulation.h"

#include <gsl/gsl_cdf.h>

static unsigned short seed[3];
static int wrong;

/* --- the probability of being the fastest --- */

enum { CELLS = 6000, RIVALS = 4, MOST_ROUNDS = 12, RESAMPLES = 1000, BINS = 3 };

static const double bins[BINS][2] = {{0.6, 0.8}, {0.85, 0.95}, {0.97, 1.01}};

struct calibration {
    double claimed[BINS];
    size_t count[BINS], fastest[BINS];
};

static void note(struct calibration *calibration, const double *p, size_t fastest) {
    for (size_t l = 0; l < RIVALS; l++)
        for (size_t b = 0; b < BINS; b++)
            if (p[l] >= bins[b][0] && p[l] < bins[b][1]) {
                calibration->claimed[b] += p[l];
                calibration->count[b]++;
                calibration->fastest[b] += l == fastest;
            }
}

/* How often each has the smallest mean, if rounds are resampled: what is not done. */
static void resample(const double *x, size_t rounds, double *p) {
    memset(p, 0, RIVALS * sizeof *p);
    for (size_t i = 0; i < RESAMPLES; i++) {
        double sums[RIVALS] = {0};
        size_t least = 0;
        for (size_t r = 0; r < rounds; r++) {
            size_t drawn = (size_t)(erand48(seed) * (double)rounds);
            for (size_t l = 0; l < RIVALS; l++)
                sums[l] += x[l * rounds + drawn];
        }
        for (size_t l = 1; l < RIVALS; l++)
            least = sums[l] < sums[least] ? l : least;
        p[least] += 1.0 / RESAMPLES;
    }
}

/* The standard error of a difference is 1. */
static void try_cell(double spread, int is_heavy, size_t rounds, struct calibration *ours,
                     struct calibration *resampled) {
    double truth[RIVALS], x[RIVALS * MOST_ROUNDS], p[RIVALS];
    size_t fastest = 0;
    for (size_t l = 0; l < RIVALS; l++) {
        truth[l] = spread / sqrt(2) * (is_heavy ? noise_heavy(seed) : noise_normal(seed));
        fastest = truth[l] < truth[fastest] ? l : fastest;
    }
    for (size_t r = 0; r < rounds; r++) {
        double common = 10 * noise_normal(seed);
        for (size_t l = 0; l < RIVALS; l++)
            x[l * rounds + r] = truth[l] + common + sqrt((double)rounds / 2) * noise_normal(seed);
    }
    struct location_draws draws;
    location_draws_of_rounds(&draws, x, RIVALS, rounds);
    location_draws_fastest(&draws, p);
    location_draws_release(&draws);
    note(ours, p, fastest);
    resample(x, rounds, p);
    note(resampled, p, fastest);
}

static void tell_bin(const struct calibration *c, size_t b) {
    double n = (double)c->count[b];
    printf(" | %.0f → %.0f", 100 * c->claimed[b] / n, 100 * (double)c->fastest[b] / n);
}

static void try_probability(const char *name, double spread, int is_heavy, size_t rounds,
                            int is_claimed) {
    struct calibration ours = {{0}, {0}, {0}}, resampled = {{0}, {0}, {0}};
    for (size_t i = 0; i < CELLS; i++)
        try_cell(spread, is_heavy, rounds, &ours, &resampled);
    printf("| %s | %zu", name, rounds);
    for (size_t b = 0; b < BINS; b++)
        tell_bin(&ours, b);
    tell_bin(&resampled, 1);
    puts(" |");
    fflush(stdout);
    double claimed = ours.claimed[1] / (double)ours.count[1];
    if (is_claimed)
        wrong |= simulation_falls_short(name, ours.fastest[1], ours.count[1], claimed - 0.04) |
                 simulation_exceeds(name, ours.fastest[1], ours.count[1], claimed + 0.04);
}

static void probabilities(void) {
    static const struct {
        const char *name;
        double spread;
        int is_heavy, is_claimed;
    } kinds[] = {{"half the noise", 0.5, 0, 0},
                 {"as large as the noise", 1, 0, 0},
                 {"twice the noise", 2, 0, 1},
                 {"5 times", 5, 0, 1},
                 {"twice, heavy tails", 2, 1, 1}};
    puts("| true differences | rounds | 60 to 80 % | 85 to 95 % | 97 % and more | 85 to 95 %, "
         "rounds "
         "resampled |\n|---|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t rounds = 5; rounds <= MOST_ROUNDS; rounds += 7)
            try_probability(kinds[k].name, kinds[k].spread, kinds[k].is_heavy, rounds,
                            kinds[k].is_claimed);
}

/* --- bands --- */

enum { CURVES = 600, SIZES = 25 };

/* The first part of what scatters is common to all sizes; the second is passed on from size to
 * size. */
struct scatter {
    const char *name;
    double common, passed_on;
};

static void draw_rounds(const struct scatter *like, size_t rounds, double *x) {
    for (size_t r = 0; r < rounds; r++) {
        double common = noise_normal(seed), own = noise_normal(seed);
        for (size_t p = 0; p < SIZES; p++) {
            own = like->passed_on * own +
                  sqrt(1 - like->passed_on * like->passed_on) * noise_normal(seed);
            x[p * rounds + r] = sqrt(like->common) * common + sqrt(1 - like->common) * own;
        }
    }
}

static double largest_t(const double *x, size_t rounds) {
    double largest = 0;
    for (size_t p = 0; p < SIZES; p++) {
        struct welford w = {0};
        for (size_t r = 0; r < rounds; r++)
            welford_add(&w, x[p * rounds + r]);
        largest = fmax(largest, fabs(welford_mean(&w)) / welford_sd(&w) * sqrt((double)rounds));
    }
    return largest;
}

static void try_bands(const struct scatter *like, size_t rounds) {
    double x[SIZES * MOST_ROUNDS], degrees = (double)(rounds - 1), width = 0;
    double pointwise = gsl_cdf_tdist_Qinv(0.025, degrees);
    double bonferroni = gsl_cdf_tdist_Qinv(0.025 / SIZES, degrees);
    size_t of_points = 0, of_bonferroni = 0, held = 0;
    for (size_t i = 0; i < CURVES; i++) {
        draw_rounds(like, rounds, x);
        double t = largest_t(x, rounds);
        double level = simultaneous_level(x, SIZES, rounds, 0.05);
        double critical = pointwise * simultaneous_factor(0.05, level, degrees);
        of_points += t <= pointwise;
        of_bonferroni += t <= bonferroni;
        held += t <= critical;
        width += critical / bonferroni / CURVES;
    }
    printf("| %s | %zu | %.1f | %.1f | %.1f | %.2f | %.2f |\n", like->name, rounds,
           100.0 * (double)of_points / CURVES, 100.0 * (double)held / CURVES,
           100.0 * (double)of_bonferroni / CURVES, width * bonferroni / pointwise, width);
    fflush(stdout);
    wrong |= simulation_falls_short(like->name, held, CURVES, 0.93);
    if (width > 1 + 1e-9) {
        fprintf(stderr, "%s: bands are wider than Bonferroni's\n", like->name);
        wrong = 1;
    }
}

static void bands(void) {
    static const struct scatter kinds[] = {{"independent", 0, 0},
                                           {"half in common", 0.5, 0},
                                           {"nine tenths in common", 0.9, 0},
                                           {"neighbours correlate by 0.7", 0, 0.7},
                                           {"neighbours correlate by 0.95", 0, 0.95}};
    puts("\n| rounds of 25 sizes | rounds | pointwise | simultaneous | Bonferroni | width over "
         "pointwise | over Bonferroni |\n|---|---|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t rounds = 5; rounds <= MOST_ROUNDS; rounds += 7)
            try_bands(&kinds[k], rounds);
}

/* --- profiles --- */

enum { LIBRARIES = 3, PROBLEMS = 24, ACTIONS = 3, PROFILES = 300, POPULATION = 200000, SHARES = 4 };

/* ln of a library's time differs between problems by BETWEEN, of which SHARED is common to the
 * sizes of an action; library l is slower by l STEP. Rounds scatter by NOISE. */
struct kind {
    const char *name;
    double step, between, shared, noise;
    int is_claimed;
};

static void draw_truth(const struct kind *like, const double *action, double *truth) {
    for (size_t l = 0; l < LIBRARIES; l++)
        truth[l] = (double)l * like->step + sqrt(like->shared) * action[l] +
                   sqrt(1 - like->shared) * like->between * noise_normal(seed);
}

static void draw_action(const struct kind *like, double *action) {
    for (size_t l = 0; l < LIBRARIES; l++)
        action[l] = like->between * noise_normal(seed);
}

/* Of library 1: the share in which it is the fastest, within 1.1 and twice, and the area. */
static void add_truth(const double *truth, double *shares) {
    double least = fmin(fmin(truth[0], truth[1]), truth[2]), r = truth[1] - least;
    shares[0] += r <= 0;
    shares[1] += r <= log(1.1);
    shares[2] += r <= log(2);
    shares[3] += fmax(0, 1 - r / log(PROFILE_MOST));
}

static struct table problems_table(const struct kind *like, size_t rounds, const double *action) {
    struct run *run = sample_run(PROBLEMS / ACTIONS, rounds, 1);
    struct measurement *m = &run->measurements[0];
    struct table table = {0};
    for (size_t l = 0; l < LIBRARIES; l++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", l);
        sample_series(run, name, 1);
    }
    for (size_t p = 0; p < m->points; p++) {
        double truth[LIBRARIES];
        draw_truth(like, action, truth);
        for (size_t r = 0; r < rounds; r++)
            for (size_t l = 0; l < LIBRARIES; l++)
                m->series[l].seconds[measurement_index(m, p, r, 0)] =
                    1e-6 * exp(truth[l] + like->noise * noise_normal(seed));
    }
    const struct table_options options = {.spared = NEED_ALL & ~NEED_VERDICT, .with_provenance = 1};
    if (aggregate_whole(&table, run, m, &options, NULL) != 0)
        abort();
    run_free(run);
    return table;
}

static int holds(const struct interval *share, double truth) {
    return share->low <= truth && truth <= share->high;
}

static void try_profile(const struct kind *like, size_t rounds, const double *truth, size_t *held) {
    struct profile profile = {0};
    for (size_t a = 0; a < ACTIONS; a++) {
        double action[LIBRARIES];
        draw_action(like, action);
        struct table table = problems_table(like, rounds, action);
        /* The same sizes of another action are other problems. */
        char name[32];
        snprintf(name, sizeof name, "action-%zu", a);
        table.sections[0].action = name;
        profile_add(&profile, &table, &table.sections[0]);
        table_release(&table);
    }
    if (profile_conclude(&profile, 0.95, 0, NULL) != 0)
        abort();
    for (size_t i = 0; i < profile.library_count; i++) {
        const struct profile_row *row = &profile.rows[i];
        if (strcmp(row->library, "library-1") != 0)
            continue;
        held[0] += (size_t)holds(&row->within[0], truth[0]);
        held[1] += (size_t)holds(&row->within[1], truth[1]);
        held[2] += (size_t)holds(&row->within[3], truth[2]);
        held[3] += (size_t)holds(&row->area, truth[3]);
    }
    profile_release(&profile);
}

static void try_kind(const struct kind *like, size_t rounds) {
    double truth[SHARES] = {0};
    size_t held[SHARES] = {0};
    for (size_t i = 0; i < POPULATION; i++) {
        double action[LIBRARIES], one[LIBRARIES];
        draw_action(like, action);
        draw_truth(like, action, one);
        add_truth(one, truth);
    }
    for (size_t s = 0; s < SHARES; s++)
        truth[s] /= POPULATION;
    for (size_t i = 0; i < PROFILES; i++)
        try_profile(like, rounds, truth, held);
    printf("| %s | %zu", like->name, rounds);
    for (size_t s = 0; s < SHARES; s++) {
        printf(" | %.1f", 100.0 * (double)held[s] / PROFILES);
        if (like->is_claimed)
            wrong |= simulation_falls_short(like->name, held[s], PROFILES, 0.93);
    }
    puts(" |");
    fflush(stdout);
}

static void profiles(void) {
    static const struct kind kinds[] = {
        {"differ by 60 %, noise 1 %", 0.2, 0.6, 0, 0.01, 1},
        {"differ by 60 %, noise 20 %", 0.2, 0.6, 0, 0.2, 1},
        {"differ by 5 %, noise 5 %", 0.02, 0.05, 0, 0.05, 1},
        {"differ by 60 %, mostly by action", 0.2, 0.6, 0.8, 0.01, 0}};
    puts("\n| 24 problems of 3 actions | rounds | fastest | within 1.1× | within 2× | area |\n"
         "|---|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t rounds = 5; rounds <= MOST_ROUNDS; rounds += 7)
            try_kind(&kinds[k], rounds);
}

int main(void) {
    simulation_seed(seed);
    numeric_errors_are_results();
    probabilities();
    bands();
    profiles();
    return wrong;
}
