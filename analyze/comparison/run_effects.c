/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/run_effects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/moderation.h"
#include "formats/text/xalloc.h"

/* --- fitting m and a --- */

enum { PASSES = 3, ITERATIONS = 100 };

/* Scratch memory of a fit. Only observations of cells with two runs in the group take part. */
struct fit {
    const struct run_effects_data *data;
    double *values;            /* [cells][runs] those that take part */
    double *means;             /* [cells][groups] m */
    double *effects;           /* [runs] a */
    double *weights;           /* [cells] w */
    double *degrees, *squares; /* [cells] sum over groups of (runs - 1); s^2, then moderated */
    size_t *counts;            /* [groups] */
};

static void fit_begin(struct fit *fit, const struct run_effects_data *data) {
    size_t cells = data->cells, runs = data->runs, groups = data->groups;
    *fit = (struct fit){data,
                        xcalloc(cells * runs, sizeof(double)),
                        xcalloc(cells * groups, sizeof(double)),
                        xcalloc(runs, sizeof(double)),
                        xcalloc(cells, sizeof(double)),
                        xcalloc(cells, sizeof(double)),
                        xcalloc(cells, sizeof(double)),
                        xcalloc(groups, sizeof(size_t))};
    for (size_t c = 0; c < cells; c++) {
        memset(fit->counts, 0, groups * sizeof *fit->counts);
        for (size_t r = 0; r < runs; r++)
            fit->counts[data->group[r]] += isfinite(data->values[c * runs + r]);
        for (size_t g = 0; g < groups; g++)
            fit->degrees[c] += fit->counts[g] > 1 ? (double)(fit->counts[g] - 1) : 0;
        for (size_t r = 0; r < runs; r++)
            fit->values[c * runs + r] =
                fit->counts[data->group[r]] > 1 ? data->values[c * runs + r] : NAN;
        fit->weights[c] = fit->degrees[c] > 0;
    }
}

static void fit_end(struct fit *fit) {
    free(fit->values);
    free(fit->means);
    free(fit->effects);
    free(fit->weights);
    free(fit->degrees);
    free(fit->squares);
    free(fit->counts);
}

static void find_means(struct fit *fit) {
    const struct run_effects_data *data = fit->data;
    for (size_t c = 0; c < data->cells; c++) {
        double *means = fit->means + c * data->groups;
        memset(fit->counts, 0, data->groups * sizeof *fit->counts);
        memset(means, 0, data->groups * sizeof *means);
        for (size_t r = 0; r < data->runs; r++) {
            double value = fit->values[c * data->runs + r] - fit->effects[r];
            size_t g = data->group[r];
            if (isfinite(value))
                means[g] += (value - means[g]) / (double)++fit->counts[g];
        }
    }
}

/* Returns the largest change of an effect. */
static double find_effects(struct fit *fit) {
    const struct run_effects_data *data = fit->data;
    double most = 0;
    for (size_t r = 0; r < data->runs; r++) {
        double sum = 0, weights = 0, before = fit->effects[r];
        for (size_t c = 0; c < data->cells; c++) {
            double value = fit->values[c * data->runs + r];
            if (isfinite(value)) {
                sum += fit->weights[c] * (value - fit->means[c * data->groups + data->group[r]]);
                weights += fit->weights[c];
            }
        }
        fit->effects[r] = weights > 0 ? sum / weights : NAN;
        most = fmax(most, fabs(fit->effects[r] - before));
    }
    return most;
}

/* What is common to a group's runs belongs to the means. */
static void centre_effects(struct fit *fit) {
    const struct run_effects_data *data = fit->data;
    for (size_t g = 0; g < data->groups; g++) {
        double mean = 0;
        size_t n = 0;
        for (size_t r = 0; r < data->runs; r++)
            if (data->group[r] == g && isfinite(fit->effects[r]))
                mean += (fit->effects[r] - mean) / (double)++n;
        for (size_t r = 0; r < data->runs; r++)
            if (data->group[r] == g)
                fit->effects[r] -= mean;
    }
}

/* Where all cells have all runs, the second iteration changes nothing. */
static void find_both(struct fit *fit) {
    memset(fit->effects, 0, fit->data->runs * sizeof *fit->effects);
    for (int i = 0; i < ITERATIONS; i++) {
        find_means(fit);
        double change = find_effects(fit);
        centre_effects(fit);
        if (!(change > 1e-13))
            break;
    }
}

/* --- variances of cells --- */

static double sum_of_weights(const struct fit *fit) {
    double sum = 0;
    for (size_t c = 0; c < fit->data->cells; c++)
        sum += fit->weights[c];
    return sum;
}

/* v(c): 0 for a cell that alone has runs. */
static double residual_degrees(const struct fit *fit, size_t c, double weights) {
    double v = fit->degrees[c] * (1 - fit->weights[c] / weights);
    return v > 1e-9 ? v : 0;
}

static void find_squares(struct fit *fit, double weights) {
    const struct run_effects_data *data = fit->data;
    for (size_t c = 0; c < data->cells; c++) {
        double sum = 0, v = residual_degrees(fit, c, weights);
        for (size_t r = 0; r < data->runs; r++) {
            double z = fit->values[c * data->runs + r] - fit->effects[r] -
                       fit->means[c * data->groups + data->group[r]];
            sum += isfinite(z) ? z * z : 0;
        }
        fit->squares[c] = v > 0 ? sum / v : 0;
    }
}

/* Sets s0^2 and d0. Cells whose residuals are all 0 do not count for d0. Where variances differ by
 * no more than chance, or there are too few to tell, s0^2 is their mean. */
static void find_prior(const struct fit *fit, double weights, struct run_effects *effects) {
    struct moderation moderation = {0};
    double pooled = 0, all = 0;
    for (size_t c = 0; c < fit->data->cells; c++) {
        double v = residual_degrees(fit, c, weights);
        pooled += v * fit->squares[c];
        all += v;
        if (v > 0 && fit->squares[c] > 0)
            moderation_add(&moderation, fit->squares[c], v, 1);
    }
    struct variance_prior prior = moderation_prior(&moderation);
    if (moderation.logs.n < 3 || isinf(prior.degrees))
        prior = (struct variance_prior){all > 0 ? pooled / all : NAN, all > 0 ? INFINITY : 0};
    effects->prior = prior.variance;
    effects->prior_degrees = prior.degrees;
}

/* Replaces s^2 by the moderated ones and sets own_degrees. */
static void moderate(struct fit *fit, double weights, struct run_effects *effects) {
    double all = 0, d0 = effects->prior_degrees;
    for (size_t c = 0; c < fit->data->cells; c++)
        all += residual_degrees(fit, c, weights);
    for (size_t c = 0; c < fit->data->cells; c++) {
        double v = residual_degrees(fit, c, weights);
        fit->squares[c] = !(d0 > 0)      ? 0
                          : isfinite(d0) ? (d0 * effects->prior + v * fit->squares[c]) / (d0 + v)
                                         : effects->prior;
        effects->own_degrees[c] = fmin(d0 + v, all);
    }
}

/* A cell without scatter would have all of the weight. */
static void weigh(struct fit *fit) {
    int all = 1;
    for (size_t c = 0; c < fit->data->cells; c++)
        all &= fit->squares[c] > 0 || !(fit->degrees[c] > 0);
    for (size_t c = 0; c < fit->data->cells; c++)
        fit->weights[c] = !(fit->degrees[c] > 0) ? 0 : all ? 1 / fit->squares[c] : 1;
}

/* --- the model --- */

static void find_common(const struct fit *fit, struct run_effects *effects) {
    const struct run_effects_data *data = fit->data;
    double sum = 0;
    for (size_t g = 0; g < data->groups; g++) {
        size_t n = 0;
        for (size_t r = 0; r < data->runs; r++)
            if (data->group[r] == g && isfinite(fit->effects[r])) {
                sum += fit->effects[r] * fit->effects[r];
                n++;
            }
        effects->common_degrees += n > 1 ? (double)(n - 1) : 0;
    }
    effects->common = effects->common_degrees > 0 ? sum / effects->common_degrees : NAN;
}

void run_effects_of(struct run_effects *effects, const struct run_effects_data *data) {
    struct fit fit;
    *effects =
        (struct run_effects){.common = NAN,
                             .machine = NAN,
                             .prior = NAN,
                             .own = xcalloc(data->cells, sizeof *effects->own),
                             .own_degrees = xcalloc(data->cells, sizeof *effects->own_degrees)};
    fit_begin(&fit, data);
    for (int pass = 0; pass < PASSES; pass++) {
        if (pass)
            weigh(&fit);
        double weights = sum_of_weights(&fit);
        find_both(&fit);
        find_squares(&fit, weights);
        find_prior(&fit, weights, effects);
        moderate(&fit, weights, effects);
    }
    double weights = sum_of_weights(&fit), mean_variance = 0;
    for (size_t c = 0; c < data->cells && weights > 0; c++)
        mean_variance += pow(fit.weights[c] / weights, 2) * fit.squares[c];
    find_common(&fit, effects);
    effects->machine = fmax(0, effects->common - mean_variance);
    for (size_t c = 0; c < data->cells; c++)
        effects->own[c] = fmax(0, fit.squares[c] - mean_variance);
    fit_end(&fit);
}

void run_effects_release(struct run_effects *effects) {
    free(effects->own);
    free(effects->own_degrees);
    *effects = (struct run_effects){0};
}
