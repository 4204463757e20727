/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/bootstrap.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>

#include "analyze/statistics/welford.h"

static double standard_error(const struct welford *w) {
    return welford_sd(w) / sqrt((double)w->n);
}

/* |t*| >= t, written so that a resample without any spread counts as well. */
static int is_as_far(const struct welford *drawn, double mean, double t) {
    return fabs(welford_mean(drawn) - mean) >= t * standard_error(drawn);
}

static double resample(const double *x, size_t n, double mean, double t, size_t resamples) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);

    /* Seeds from a hash of the numbers' bits: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a of 64 bits.
     */
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        for (size_t b = 0; b < sizeof bits; b++, bits >>= 8)
            hash = (hash ^ (bits & 0xff)) * UINT64_C(0x100000001b3);
    }
    gsl_rng_set(rng, ((unsigned long)(hash ^ hash >> 32)));
    size_t as_far = 0;
    for (size_t i = 0; i < resamples; i++) {
        struct welford drawn = {0};
        for (size_t j = 0; j < n; j++)
            welford_add(&drawn, x[gsl_rng_uniform_int(rng, n)]);
        as_far += (size_t)is_as_far(&drawn, mean, t);
    }
    gsl_rng_free(rng);
    return (1 + (double)as_far) / (1 + (double)resamples);
}

double bootstrap_p(double *x, size_t n, double margin, size_t resamples) {
    if (n < 2)
        return NAN;
    gsl_sort(x, 1, n);
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        welford_add(&w, x[i]);
    double mean = welford_mean(&w), beyond = fabs(mean) - margin, error = standard_error(&w);
    if (beyond <= 0)
        return 1;
    if (error == 0 || n > BOOTSTRAP_UNITS)
        return 2 * gsl_cdf_tdist_Q(beyond / error, (double)(n - 1));
    return resample(x, n, mean, beyond / error, resamples ? resamples : BOOTSTRAP_RESAMPLES);
}

double bootstrap_least_p(size_t n, size_t resamples) {
    double drawn = (double)(resamples ? resamples : BOOTSTRAP_RESAMPLES);
    return n < 2 ? NAN : fmax(pow((double)n, 1 - (double)n), 1 / (1 + drawn));
}
