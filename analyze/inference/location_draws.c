/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/location_draws.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_randist.h>

#include "formats/text/xalloc.h"

/* --- making --- */

static void allocate(struct location_draws *draws, size_t libraries, size_t factors) {
    *draws = (struct location_draws){.libraries = libraries, .common_degrees = NAN};
    draws->means = xcalloc(libraries, sizeof *draws->means);
    draws->spread = xcalloc(factors * libraries, sizeof *draws->spread);
    draws->steps = xcalloc(libraries, sizeof *draws->steps);
}

void location_draws_release(struct location_draws *draws) {
    free(draws->means);
    free(draws->degrees);
    free(draws->spread);
    free(draws->steps);
    *draws = (struct location_draws){0};
}

static int has_round(const double *round_means, size_t libraries, size_t rounds,
                     const unsigned char *known, size_t r) {
    size_t found = 0;
    for (size_t l = 0; l < libraries; l++) {
        int is_finite = isfinite(round_means[l * rounds + r]);
        if (known[l] && !is_finite)
            return 0;
        found += (size_t)is_finite;
    }
    return found > 0;
}

/* Replaces DEVIATIONS [rounds][libraries], of more rounds than libraries, by as many rows as there
 * are libraries with the same sums of products. */
static void shorten(double *deviations, size_t rounds, size_t libraries) {
    gsl_matrix_view matrix = gsl_matrix_view_array(deviations, rounds, libraries);
    gsl_vector *tau = gsl_vector_alloc(libraries);
    gsl_linalg_QR_decomp(&matrix.matrix, tau);
    gsl_vector_free(tau);
    for (size_t k = 0; k < libraries; k++)
        for (size_t l = 0; l < k; l++)
            deviations[k * libraries + l] = 0;
}

/* Sets the means, and what the common rounds tell of their scatter. DEVIATIONS and KNOWN are
 * workspace. */
static void use_rounds(struct location_draws *draws, const double *round_means, size_t rounds,
                       double *deviations, unsigned char *known) {
    size_t libraries = draws->libraries, common = 0;
    for (size_t i = 0; i < libraries * rounds; i++)
        known[i / rounds] |= (unsigned char)isfinite(round_means[i]);
    for (size_t r = 0; r < rounds; r++)
        if (has_round(round_means, libraries, rounds, known, r)) {
            for (size_t l = 0; l < libraries; l++)
                deviations[common * libraries + l] = known[l] ? round_means[l * rounds + r] : 0;
            common++;
        }

    for (size_t l = 0; l < libraries; l++) {
        double sum = 0, count = 0;
        for (size_t r = 0; r < rounds; r++)
            if (!common && isfinite(round_means[l * rounds + r])) {
                sum += round_means[l * rounds + r];
                count++;
            }
        for (size_t r = 0; r < common; r++, count++)
            sum += deviations[r * libraries + l];
        draws->means[l] = known[l] ? sum / count : NAN;
        for (size_t r = 0; known[l] && r < common; r++)
            deviations[r * libraries + l] -= draws->means[l];
    }
    if (common < 2)
        return;

    if (common > libraries)
        shorten(deviations, common, libraries);
    draws->common_degrees = (double)(common - 1);
    draws->factors = common < libraries ? common : libraries;
    for (size_t i = 0; i < draws->factors * libraries; i++)
        draws->spread[i] = deviations[i] / sqrt(draws->common_degrees * (double)common);
}

void location_draws_of_rounds(struct location_draws *draws, const double *round_means,
                              size_t libraries, size_t rounds) {
    double *deviations = xcalloc(rounds * libraries, sizeof *deviations);
    unsigned char *known = xcalloc(libraries, sizeof *known);
    allocate(draws, libraries, rounds < libraries ? rounds : libraries);
    if (libraries)
        use_rounds(draws, round_means, rounds, deviations, known);
    free(deviations);
    free(known);
}

void location_draws_of_sides(struct location_draws *draws, const struct welch_side *sides,
                             size_t libraries) {
    int are_sure = 1;
    allocate(draws, libraries, libraries);
    draws->degrees = xcalloc(libraries, sizeof *draws->degrees);
    for (size_t l = 0; l < libraries; l++) {
        draws->means[l] = sides[l].mean;
        if (isnan(sides[l].mean))
            continue;
        are_sure &= sides[l].units > 1 && isfinite(sides[l].se);
        draws->degrees[l] = sides[l].degrees;
        draws->spread[l * libraries + l] = sides[l].se;
        draws->common_degrees = fmin(draws->common_degrees, sides[l].degrees);
    }
    draws->factors = libraries;
    if (!are_sure)
        draws->common_degrees = NAN;
}

/* Sets means and COVARIANCES [libraries][libraries] relative to the library FIRST. */
static void relate(struct location_draws *draws, const struct welch *errors,
                   const unsigned char *known, size_t first, double *covariances) {
    size_t n = draws->libraries, others = 0;
    for (size_t a = first + 1; a < n; a++) {
        const struct welch *of_a = &errors[a * n + first];
        if (!known[a])
            continue;
        others++;
        draws->means[a] = of_a->difference;
        for (size_t b = first + 1; b <= a; b++) {
            const struct welch *of_b = &errors[b * n + first], *both = &errors[a * n + b];
            double apart = a == b ? 0 : both->se * both->se;
            if (!known[b])
                continue;
            covariances[a * n + b] = covariances[b * n + a] =
                (of_a->se * of_a->se + of_b->se * of_b->se - apart) / 2;
            draws->common_degrees =
                fmin(draws->common_degrees, a == b ? of_a->degrees : both->degrees);
        }
    }
    if (!others)
        draws->common_degrees = 1; /* whatever they are, it is the fastest */
}

/* Sets the spread to the root of COVARIANCES, which is overwritten. */
static void take_root(struct location_draws *draws, double *covariances) {
    size_t n = draws->libraries;
    gsl_matrix_view matrix = gsl_matrix_view_array(covariances, n, n);
    gsl_vector *values = gsl_vector_alloc(n);
    gsl_matrix *vectors = gsl_matrix_alloc(n, n);
    gsl_eigen_symmv_workspace *workspace = gsl_eigen_symmv_alloc(n);
    gsl_eigen_symmv(&matrix.matrix, values, vectors, workspace);
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            draws->spread[k * n + l] =
                sqrt(fmax(gsl_vector_get(values, k), 0)) * gsl_matrix_get(vectors, l, k);
    draws->factors = n;
    gsl_vector_free(values);
    gsl_matrix_free(vectors);
    gsl_eigen_symmv_free(workspace);
}

void location_draws_of_errors(struct location_draws *draws, const struct welch *errors,
                              const unsigned char *known, size_t libraries) {
    double *covariances = xcalloc(libraries * libraries, sizeof *covariances);
    size_t first = 0;
    int is_finite = 1;
    allocate(draws, libraries, libraries);
    for (size_t l = 0; l < libraries; l++)
        draws->means[l] = NAN;
    while (first < libraries && !known[first])
        first++;
    if (first < libraries) {
        draws->means[first] = 0;
        relate(draws, errors, known, first, covariances);
        for (size_t i = 0; i < libraries * libraries; i++)
            is_finite &= isfinite(covariances[i]) != 0;
        if (is_finite && draws->common_degrees > 0)
            take_root(draws, covariances);
        else
            draws->common_degrees = NAN;
    }
    free(covariances);
}

/* --- drawing --- */

int location_draws_exist(const struct location_draws *draws) {
    return draws->common_degrees > 0;
}

static double scale_of(gsl_rng *rng, double degrees) {
    return sqrt(degrees / gsl_ran_chisq(rng, degrees));
}

void location_draws_take(const struct location_draws *draws, gsl_rng *rng, double *locations) {
    for (size_t l = 0; l < draws->libraries; l++)
        locations[l] = draws->means[l];
    if (!location_draws_exist(draws))
        return;
    double common = draws->degrees ? 1 : scale_of(rng, draws->common_degrees);
    for (size_t k = 0; k < draws->factors; k++) {
        double own = draws->degrees && draws->degrees[k] > 0 ? scale_of(rng, draws->degrees[k]) : 1;
        double factor = common * own * gsl_ran_gaussian_ziggurat(rng, 1);
        for (size_t l = 0; l < draws->libraries; l++)
            locations[l] += factor * draws->spread[k * draws->libraries + l];
    }
    for (size_t l = 0; l < draws->libraries; l++)
        if (draws->steps[l] > 0)
            locations[l] += gsl_ran_flat(rng, -draws->steps[l], draws->steps[l]);
}

/* --- the probability of being the smallest --- */

static const double never = 1e-4;

static int has_steps(const struct location_draws *draws, size_t a, size_t b) {
    return draws->steps[a] > 0 || draws->steps[b] > 0;
}

/* Returns the probability that the location of A is below that of B; of steps a bound: as if they
 * hid as much as they can. */
static double is_below(const struct location_draws *draws, size_t a, size_t b) {
    double squares = 0, of_a = 0, of_b = 0, difference = draws->means[a] - draws->means[b];
    difference -= fmin(fmax(difference, 0), draws->steps[a] + draws->steps[b]);
    for (size_t k = 0; k < draws->factors; k++) {
        double at_a = draws->spread[k * draws->libraries + a];
        double at_b = draws->spread[k * draws->libraries + b];
        squares += (at_a - at_b) * (at_a - at_b);
        of_a += at_a * at_a;
        of_b += at_b * at_b;
    }
    double degrees = draws->common_degrees;
    if (draws->degrees)
        degrees =
            squares * squares / (of_a * of_a / draws->degrees[a] + of_b * of_b / draws->degrees[b]);
    if (squares == 0)
        return difference == 0 ? 0.5 : difference < 0;
    return gsl_cdf_tdist_P(-difference / sqrt(squares), degrees);
}

static size_t smallest(const double *locations, size_t libraries) {
    size_t found = libraries;
    for (size_t l = 0; l < libraries; l++)
        if (!isnan(locations[l]) && (found == libraries || locations[l] < locations[found]))
            found = l;
    return found;
}

/* Counts how often each library that has a mark has the smallest location. */
static void count_draws(const struct location_draws *draws, double *counts) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    double *locations = xcalloc(draws->libraries, sizeof *locations);
    for (size_t i = 0; i < LOCATION_DRAWS; i++) {
        location_draws_take(draws, rng, locations);
        for (size_t l = 0; l < draws->libraries; l++)
            locations[l] = isnan(counts[l]) ? NAN : locations[l];
        counts[smallest(locations, draws->libraries)] += 1.0 / LOCATION_DRAWS;
    }
    gsl_rng_free(rng);
    free(locations);
}

void location_draws_fastest(const struct location_draws *draws, double *probabilities) {
    size_t best = smallest(draws->means, draws->libraries), rivals = 0, rival = best;
    for (size_t l = 0; l < draws->libraries; l++)
        probabilities[l] = NAN;
    if (best == draws->libraries || !location_draws_exist(draws))
        return;
    for (size_t l = 0; l < draws->libraries; l++)
        if (l == best || is_below(draws, l, best) >= never) {
            probabilities[l] = 0;
            rival = l == best ? rival : l;
            rivals += l != best;
        }
    if (rivals < 2 && !(rivals && has_steps(draws, rival, best))) {
        probabilities[rival] = rivals ? is_below(draws, rival, best) : 0;
        probabilities[best] = rivals ? 1 - probabilities[rival] : 1;
    } else {
        count_draws(draws, probabilities);
    }
    for (size_t l = 0; l < draws->libraries; l++)
        if (isnan(probabilities[l]) && !isnan(draws->means[l]))
            probabilities[l] = 0;
}
