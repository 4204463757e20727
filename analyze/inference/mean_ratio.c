/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/mean_ratio.h"

#include <math.h>

#include "analyze/statistics/logarithm.h"

static struct mean_ratio unknown(void) {
    return (struct mean_ratio){{NAN, NAN, NAN}, {NAN, NAN, 0, NAN}};
}

static double standard_error(const struct welford *units) {
    return welford_sd(units) / sqrt((double)units->n);
}

/* --- paired --- */

/* The means of both over their pairs. */
struct pair_means {
    double library, reference; /* NaN without a pair */
    size_t n;
};

/* Of COUNT samples from the FIRST. Distances from the first pair save digits. A difference is
 * finite where both numbers are. */
static struct pair_means means_of(const struct ratio_pair *pair, size_t first, size_t count) {
    const double *a = pair->library + first, *b = pair->reference + first;
    double from_a = NAN, from_b = NAN, sum_a = 0, sum_b = 0;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(a[i] - b[i]))
            continue;
        if (!n++) {
            from_a = a[i];
            from_b = b[i];
        }
        sum_a += a[i] - from_a;
        sum_b += b[i] - from_b;
    }
    return (struct pair_means){from_a + sum_a / (double)n, from_b + sum_b / (double)n, n};
}

static double log_of_means(const struct pair_means *means) {
    int have_logarithms = has_logarithm(means->library) && has_logarithm(means->reference);
    return have_logarithms ? log(means->library / means->reference) : NAN;
}

static struct mean_ratio over_pairs(const struct ratio_pair *pair, struct student *student) {
    size_t n = pair->rounds * pair->seeds;
    struct pair_means means = means_of(pair, 0, n);
    struct welford residuals = {0};
    for (size_t i = 0; i < n; i++)
        if (isfinite(pair->library[i] - pair->reference[i]))
            welford_add(&residuals,
                        pair->library[i] / means.library - pair->reference[i] / means.reference);
    double ratio = log_of_means(&means), se = standard_error(&residuals);
    return (struct mean_ratio){interval_around(ratio, se, residuals.n - 1, student),
                               welch_side_of(ratio, se, residuals.n)};
}

static struct mean_ratio of_pairs(const struct ratio_pair *pair, struct student *student,
                                  double *round_means) {
    struct welford rounds = {0};
    for (size_t r = 0; r < pair->rounds; r++) {
        struct pair_means means = means_of(pair, r * pair->seeds, pair->seeds);
        round_means[r] = log_of_means(&means);
        if (!isnan(round_means[r]))
            welford_add(&rounds, round_means[r]);
    }
    double mean = welford_mean(&rounds);
    if (rounds.n == 1)
        return over_pairs(pair, student);
    return (struct mean_ratio){interval_of_mean(mean, &rounds, student),
                               welch_side_of(mean, standard_error(&rounds), rounds.n)};
}

/* --- not paired --- */

struct side {
    struct welford samples, rounds; /* of the rounds their means */
};

static struct side side_of(const double *seconds, size_t rounds, size_t seeds) {
    struct side side = {0};
    for (size_t r = 0; r < rounds; r++) {
        struct welford round = {0};
        welford_add_block(&round, seconds + r * seeds, seeds);
        welford_merge(&side.samples, &round);
        if (round.n)
            welford_add(&side.rounds, welford_mean(&round));
    }
    return side;
}

static struct welch_side log_side(const struct side *side, int by_rounds) {
    const struct welford *units = by_rounds ? &side->rounds : &side->samples;
    double mean = welford_mean(&side->samples);
    return welch_side_of(logarithm_of(mean), standard_error(units) / mean, units->n);
}

static struct mean_ratio of_sides(const struct ratio_pair *pair, double confidence) {
    struct side a = side_of(pair->library, pair->rounds, pair->seeds);
    struct side b = side_of(pair->reference, pair->rounds, pair->seeds);
    int by_rounds = a.rounds.n > 1 && b.rounds.n > 1;
    struct welch_side library = log_side(&a, by_rounds), reference = log_side(&b, by_rounds);
    struct welch welch = welch_between(&reference, &library);
    size_t units = library.units < reference.units ? library.units : reference.units;
    return (struct mean_ratio){welch_interval(&welch, confidence),
                               {welch.difference, welch.se, units, welch.degrees}};
}

struct mean_ratio mean_ratio_of(const struct ratio_pair *pair, int is_paired,
                                struct student *student, double *round_means) {
    for (size_t r = 0; r < pair->rounds; r++)
        round_means[r] = NAN;
    struct mean_ratio found =
        is_paired ? of_pairs(pair, student, round_means) : of_sides(pair, student->confidence);
    return isnan(found.log_ratio.centre) ? unknown() : found;
}

/* --- beside the typical ratio --- */

int mean_ratio_disagrees(struct interval ratio, struct interval means) {
    int is_apart = means.low > ratio.high || means.high < ratio.low;
    return is_apart && fabs(log(means.centre / ratio.centre)) >= log1p(MEAN_RATIO_APART);
}
