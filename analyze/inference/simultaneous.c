/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/simultaneous.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "analyze/statistics/welford.h"
#include "formats/text/xalloc.h"

/* What the rounds of several points have in common. */
struct correlation {
    size_t points, rounds;
    double *z;     /* [points][rounds] deviations from the mean over their standard deviation */
    double lambda; /* how far the correlations are shrunk, 0 to 1 */
};

/* Averages COUNT numbers to ROUNDS and standardises them. Returns 0 if they do not scatter. */
static int standardise(const double *numbers, size_t count, double *z, size_t rounds) {
    for (size_t r = 0; r < rounds; r++) {
        size_t from = r * count / rounds, to = (r + 1) * count / rounds;
        z[r] = gsl_stats_mean(numbers + from, 1, to - from);
    }
    double mean = gsl_stats_mean(z, 1, rounds), sd = gsl_stats_sd_m(z, 1, rounds, mean);
    for (size_t r = 0; r < rounds; r++)
        z[r] = (z[r] - mean) / sd;
    return isfinite(mean) && sd > 0;
}

/* lambda* = sum of the variances of the correlations r_ij over the sum of their squares, i != j. */
static double shrinkage_of(const struct correlation *c) {
    double n = (double)c->rounds, variances = 0, squares = 0;
    for (size_t i = 0; i < c->points; i++)
        for (size_t j = 0; j < i; j++) {
            struct welford products = {0};
            for (size_t r = 0; r < c->rounds; r++)
                welford_add(&products, c->z[i * c->rounds + r] * c->z[j * c->rounds + r]);
            double mean = welford_mean(&products) * n / (n - 1), sd = welford_sd(&products);
            variances += n * n / ((n - 1) * (n - 1)) / n * sd * sd;
            squares += mean * mean;
        }
    return squares > 0 ? fmin(1, variances / squares) : 1;
}

/* Draws the rounds of all points once, and returns the largest |t|. WORKSPACE holds
 * points x rounds and rounds numbers. */
static double draw_largest(const struct correlation *c, gsl_rng *rng, double *workspace) {
    double *drawn = workspace, *common = workspace + c->points * c->rounds, largest = 0;
    double own = sqrt(c->lambda), shared = sqrt((1 - c->lambda) / (double)(c->rounds - 1));
    for (size_t r = 0; r < c->rounds; r++) {
        for (size_t k = 0; k < c->rounds; k++)
            common[k] = gsl_ran_gaussian_ziggurat(rng, 1);
        for (size_t p = 0; p < c->points; p++) {
            double sum = 0;
            for (size_t k = 0; k < c->rounds; k++)
                sum += c->z[p * c->rounds + k] * common[k];
            drawn[p * c->rounds + r] = own * gsl_ran_gaussian_ziggurat(rng, 1) + shared * sum;
        }
    }
    for (size_t p = 0; p < c->points; p++) {
        const double *numbers = drawn + p * c->rounds;
        double mean = gsl_stats_mean(numbers, 1, c->rounds);
        double sd = gsl_stats_sd_m(numbers, 1, c->rounds, mean);
        largest = fmax(largest, fabs(mean) / sd * sqrt((double)c->rounds));
    }
    return largest;
}

static double draw_level(const struct correlation *c, double alpha) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    double *largest = xcalloc(SIMULTANEOUS_DRAWS, sizeof *largest);
    double *workspace = xcalloc((c->points + 1) * c->rounds, sizeof *workspace);
    for (size_t i = 0; i < SIMULTANEOUS_DRAWS; i++)
        largest[i] = draw_largest(c, rng, workspace);
    gsl_sort(largest, 1, SIMULTANEOUS_DRAWS);
    double t = gsl_stats_quantile_from_sorted_data(largest, 1, SIMULTANEOUS_DRAWS, 1 - alpha);
    gsl_rng_free(rng);
    free(largest);
    free(workspace);
    return 2 * gsl_cdf_tdist_Q(t, (double)(c->rounds - 1));
}

double simultaneous_level(const double *rounds, size_t points, size_t count, double alpha) {
    struct correlation c = {.points = points,
                            .rounds = count < SIMULTANEOUS_ROUNDS ? count : SIMULTANEOUS_ROUNDS};
    double bonferroni = alpha / (double)(points ? points : 1);
    if (points < 2 || count < 3 || points > SIMULTANEOUS_POINTS)
        return bonferroni;
    c.z = xcalloc(points * c.rounds, sizeof *c.z);
    int scatter = 1;
    for (size_t p = 0; p < points; p++)
        scatter &= standardise(rounds + p * count, count, c.z + p * c.rounds, c.rounds);
    double level = bonferroni;
    if (scatter) {
        c.lambda = shrinkage_of(&c);
        level = draw_level(&c, alpha);
    }
    free(c.z);
    return fmin(alpha, fmax(bonferroni, level));
}

double simultaneous_factor(double alpha, double level, double degrees) {
    if (!(degrees > 0))
        return NAN;
    return gsl_cdf_tdist_Qinv(level / 2, degrees) / gsl_cdf_tdist_Qinv(alpha / 2, degrees);
}
