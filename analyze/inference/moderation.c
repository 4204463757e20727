/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/moderation.h"

#include <gsl/gsl_sf_psi.h>
#include <math.h>

double moderation_log(struct moderation *moderation, double variance, double degrees) {
    if (degrees != moderation->degrees) {
        moderation->degrees = degrees;
        moderation->shift = log(degrees / 2) - gsl_sf_psi(degrees / 2);
        moderation->trigamma = gsl_sf_psi_1(degrees / 2);
    }
    return log(variance) + moderation->shift;
}

void moderation_add(struct moderation *moderation, double variance, double degrees, double level) {
    welford_add(&moderation->logs, moderation_log(moderation, variance, degrees) - log(level));
    moderation->trigammas += moderation->trigamma;
}

/* Returns x with psi'(x) = VALUE: Newton's method on 1 / psi', which is convex and nearly linear
 * (Smyth 2004, appendix). */
static double inverse_trigamma(double value) {
    double x = 0.5 + 1 / value;
    for (int i = 0; i < 50; i++) {
        double trigamma = gsl_sf_psi_1(x);
        double step = trigamma * (1 - trigamma / value) / gsl_sf_psi_n(2, x);
        x += step;
        if (-step / x < 1e-14)
            break;
    }
    return x;
}

struct variance_prior moderation_prior(const struct moderation *moderation) {
    double n = (double)moderation->logs.n, mean = welford_mean(&moderation->logs);
    if (n < 2)
        return (struct variance_prior){NAN, 0};
    double rest = moderation->logs.m2 / (n - 1) - moderation->trigammas / n;
    if (!(rest > 0))
        return (struct variance_prior){exp(mean), INFINITY};
    double half = inverse_trigamma(rest);
    return (struct variance_prior){exp(mean + gsl_sf_psi(half) - log(half)), 2 * half};
}
