/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/ratio.h"

#include <math.h>

#include "analyze/statistics/location.h"
#include "analyze/statistics/logarithm.h"

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
static struct interval over_rounds(const struct ratio_pair *pair, gatherer *builder,
                                   struct student *student, double *round_means,
                                   double *workspace) {
    struct welford rounds = {0};
    struct trimmed last = {.mean = NAN};
    double fraction = pair->rounds > 1 ? RATIO_TRIM : RATIO_TRIM_ALONE;
    for (size_t r = 0; r < pair->rounds; r++) {
        size_t at = r * pair->seeds;
        size_t n = builder(workspace, pair->library + at, pair->reference + at, pair->seeds);
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

struct interval ratio_exp(struct interval logarithm) {
    return (struct interval){exp(logarithm.centre), exp(logarithm.low), exp(logarithm.high)};
}

void geometric_mean_init(struct geometric_mean *g, double *round_sums, size_t rounds) {
    *g = (struct geometric_mean){.round_sums = round_sums, .rounds = rounds};
    for (size_t r = 0; r < rounds; r++)
        round_sums[r] = 0;
}

static void add_rounds(struct geometric_mean *g, const double *round_means) {
    for (size_t r = 0; r < g->rounds; r++)
        g->round_sums[r] += round_means[r]; /* a NaN stays, and marks the round as incomplete */
}

void geometric_mean_add(struct geometric_mean *g, const struct geometric_size *size) {
    struct interval log_ratio = size->log_ratio;
    if (isnan(log_ratio.high)) {
        g->doubtful_sizes++;
        g->doubtful_sum += log_ratio.centre;
        return;
    }
    g->sizes++;
    g->sum += log_ratio.centre;
    g->half_widths += size->is_by_rounds ? log_ratio.high - log_ratio.centre : NAN;
    g->resolutions += size->resolution;
    g->is_unpaired = !size->round_means;
    if (size->round_means)
        add_rounds(g, size->round_means);
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
        return ratio_exp((struct interval){centre, NAN, NAN});
    }
    double centre = g->sum / (double)g->sizes, half = g->half_widths / (double)g->sizes;
    return ratio_exp(g->is_unpaired ? (struct interval){centre, centre - half, centre + half}
                                    : over_complete_rounds(g, centre, student));
}
