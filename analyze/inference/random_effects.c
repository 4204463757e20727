/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/random_effects.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static int counts(const struct random_effects_unit *unit) {
    return isfinite(unit->log_ratio) && isfinite(unit->se) && unit->degrees >= 1;
}

/* 1 / (s^2 + tau^2); 0 for a unit that does not count. */
static double weight_of(const struct random_effects_unit *unit, double tau) {
    double se = fmax(unit->se, RANDOM_EFFECTS_LEAST_SE);
    return counts(unit) ? 1 / (se * se + tau * tau) : 0;
}

/* Sums with the weights of one tau. */
struct weighted {
    size_t count;
    double sum, mean, squares; /* of weights; of log ratios; weighted squares about the mean */
    double pairs;              /* sum of w_i w_j over i < j */
};

static struct weighted weigh(const struct random_effects_unit *units, size_t count, double tau) {
    struct weighted all = {0};
    for (size_t i = 0; i < count; i++) {
        double weight = weight_of(&units[i], tau);
        if (!counts(&units[i]))
            continue;
        double step = units[i].log_ratio - all.mean, before = all.sum;
        all.count++;
        all.pairs += weight * before;
        all.sum += weight;
        all.mean += weight / all.sum * step;
        all.squares += weight * before / all.sum * step * step;
    }
    return all;
}

/* Welch's F and its degrees; chi-squared if all standard errors are known. */
static double probability_of(double q, const struct weighted *fixed,
                             const struct random_effects_unit *units, size_t count) {
    double k = (double)fixed->count, lambda = 0;
    for (size_t i = 0; i < count; i++)
        if (counts(&units[i])) {
            double rest = 1 - weight_of(&units[i], 0) / fixed->sum;
            lambda += rest * rest / units[i].degrees;
        }
    if (!(lambda > 0))
        return gsl_cdf_chisq_Q(q, k - 1);
    double f = q / (k - 1) / (1 + 2 * (k - 2) / (k * k - 1) * lambda);
    return gsl_cdf_fdist_Q(f, k - 1, (k * k - 1) / (3 * lambda));
}

struct random_effects random_effects_of(const struct random_effects_unit *units, size_t count,
                                        double confidence) {
    struct weighted fixed = weigh(units, count, 0);
    struct random_effects found = {.count = fixed.count,
                                   .log_ratio = interval_alone(fixed.count ? fixed.mean : NAN),
                                   .se = NAN,
                                   .degrees = NAN,
                                   .tau = NAN,
                                   .i_squared = NAN,
                                   .q = NAN,
                                   .q_p = NAN,
                                   .predicted = interval_alone(fixed.count ? fixed.mean : NAN)};
    if (fixed.count < 2)
        return found;
    double degrees = (double)fixed.count - 1, excess = fixed.squares - degrees;
    found.q = fixed.squares;
    found.q_p = probability_of(found.q, &fixed, units, count);
    found.i_squared = excess > 0 ? excess / found.q : 0;
    /* sum w - sum w^2 / sum w is twice the sum over pairs, over sum w: nothing cancels. */
    found.tau = excess > 0 ? sqrt(excess / (2 * fixed.pairs / fixed.sum)) : 0;

    struct weighted random = weigh(units, count, found.tau);
    found.degrees = degrees;
    found.se = sqrt(fmax(1, random.squares / degrees) / random.sum);
    double half = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, degrees) * found.se;
    found.log_ratio = interval_within(random.mean, half);
    found.predicted = interval_alone(random.mean);
    if (fixed.count > 2)
        found.predicted =
            interval_within(random.mean, gsl_cdf_tdist_Pinv(0.5 + confidence / 2, degrees - 1) *
                                             hypot(found.tau, found.se));
    return found;
}

double random_effects_weight(const struct random_effects *found,
                             const struct random_effects_unit *units, size_t count, size_t unit) {
    double tau = isnan(found->tau) ? 0 : found->tau;
    struct weighted all = weigh(units, count, tau);
    return all.count ? weight_of(&units[unit], tau) / all.sum : 0;
}
