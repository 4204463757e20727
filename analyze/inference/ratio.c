/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/ratio.h"

#include <math.h>

#include "analyze/statistics/location.h"
#include "analyze/statistics/distribution.h"

/* --- typical ratio --- */

typedef size_t gatherer(double *differences, const double *library, const double *reference,
                        size_t seeds);

static size_t gather_logarithms(double *differences, const double *library, const double *reference,
                                size_t seeds) {
    size_t n = 0;
    for (size_t i = 0; i < seeds; i++)
        if (has_logarithm(library[i]) && has_logarithm(reference[i]))
            differences[n++] = log(library[i]) - log(reference[i]);
    return n;
}

static size_t gather_seconds(double *differences, const double *library, const double *reference,
                             size_t seeds) {
    size_t n = 0;
    for (size_t i = 0; i < seeds; i++)
        if (isfinite(library[i]) && isfinite(reference[i]))
            differences[n++] = library[i] - reference[i];
    return n;
}

/* ROUND_MEANS may be NULL. */
static struct interval over_rounds(const struct ratio_pair *pair, gatherer *gather,
                                   struct student *student, double *round_means,
                                   double *workspace) {
    struct welford rounds = {0};
    struct trimmed last = {.mean = NAN};
    double fraction = pair->rounds > 1 ? RATIO_TRIM : RATIO_TRIM_ALONE;
    for (size_t r = 0; r < pair->rounds; r++) {
        size_t at = r * pair->seeds;
        size_t n = gather(workspace, pair->library + at, pair->reference + at, pair->seeds);
        struct trimmed round = location_trimmed(workspace, n, fraction);
        if (round_means)
            round_means[r] = round.mean;
        if (n) {
            welford_add(&rounds, round.mean);
            last = round;
        }
    }
    if (rounds.n == 1)
        return interval_around(last.mean, last.standard_error, last.kept - 1, student);
    return interval_of_mean(welford_mean(&rounds), &rounds, student);
}

struct interval ratio_log(const struct ratio_pair *pair, struct student *student,
                          double *round_means, double *workspace) {
    return over_rounds(pair, gather_logarithms, student, round_means, workspace);
}

struct interval ratio_difference(const struct ratio_pair *pair, struct student *student,
                                 double *workspace) {
    return over_rounds(pair, gather_seconds, student, NULL, workspace);
}

void geometric_mean_init(struct geometric_mean *g, double *round_sums, size_t rounds) {
    *g = (struct geometric_mean){.round_sums = round_sums, .rounds = rounds};
    for (size_t r = 0; r < rounds; r++)
        round_sums[r] = 0;
}

void geometric_mean_add(struct geometric_mean *g, const struct geometric_size *size) {
    struct interval log_ratio = size->log_ratio;
    if (isnan(log_ratio.high)) {
        g->doubtful_sizes++;
        g->doubtful_sum += log_ratio.estimate;
        return;
    }
    g->sizes++;
    g->sum += log_ratio.estimate;
    g->half_widths += size->is_by_rounds ? interval_half(log_ratio) : NAN;
    g->resolutions += size->resolution;
    g->is_unpaired = !size->round_means;
    if (size->round_means) {
        for (size_t r = 0; r < g->rounds; r++)
            g->round_sums[r] +=
                size->round_means[r]; /* a NaN stays and marks the round as incomplete */
    }
}

size_t geometric_mean_sizes(const struct geometric_mean *g) {
    return g->sizes ? g->sizes : g->doubtful_sizes;
}

static struct interval over_complete_rounds(const struct geometric_mean *g, double centre,
                                            struct student *student) {
    struct welford complete = {0};
    for (size_t r = 0; r < g->rounds; r++)
        if (!isnan(g->round_sums[r]))
            welford_add(&complete, g->round_sums[r] / (double)g->sizes);
    return interval_at_least(interval_of_mean(centre, &complete, student),
                             g->resolutions / (double)g->sizes);
}

struct interval geometric_mean_ratio(const struct geometric_mean *g, struct student *student) {
    if (!g->sizes) {
        double centre = g->doubtful_sizes ? g->doubtful_sum / (double)g->doubtful_sizes : NAN;
        return interval_exp(interval_alone(centre));
    }
    double centre = g->sum / (double)g->sizes, half = g->half_widths / (double)g->sizes;
    return interval_exp(g->is_unpaired ? interval_within(centre, half)
                                       : over_complete_rounds(g, centre, student));
}

/* --- mean ratio --- */

static double standard_error(const struct welford *units) {
    return welford_sd(units) / sqrt((double)units->n);
}

/* --- paired --- */

/* The means of both sides over their pairs. */
struct pair_means {
    double library, reference; /* NaN if there is no pair */
    size_t n;
};

/* Takes COUNT samples from FIRST on. Adding distances from the first pair saves digits. A
 * difference is finite if both numbers are. */
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
    if (rounds.n == 1) {
        size_t n = pair->rounds * pair->seeds;
        struct pair_means means = means_of(pair, 0, n);
        struct welford residuals = {0};
        for (size_t i = 0; i < n; i++)
            if (isfinite(pair->library[i] - pair->reference[i]))
                welford_add(&residuals, pair->library[i] / means.library -
                                            pair->reference[i] / means.reference);
        double ratio = log_of_means(&means), se = standard_error(&residuals);
        return (struct mean_ratio){interval_around(ratio, se, residuals.n - 1, student),
                                   welch_side_of(ratio, se, residuals.n)};
    }
    return (struct mean_ratio){interval_of_mean(mean, &rounds, student),
                               welch_side_of(mean, standard_error(&rounds), rounds.n)};
}

/* --- unpaired --- */

struct side {
    struct welford samples, rounds; /* all samples; the means of the rounds */
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
    if (!isnan(found.log_ratio.estimate))
        return found;
    return (struct mean_ratio){INTERVAL_UNKNOWN, {NAN, NAN, 0, NAN}};
}

/* --- disagreement with the typical ratio --- */

int mean_ratio_disagrees(struct interval ratio, struct interval means) {
    int is_apart = means.low > ratio.high || means.high < ratio.low;
    return is_apart && fabs(log(means.estimate / ratio.estimate)) >= log1p(MEAN_RATIO_APART);
}
