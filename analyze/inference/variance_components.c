/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/variance_components.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analyze/inference/ratio.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/welford.h"

/* --- quantiles of F --- */

/* GSL 2.7 finds no answer for some degrees, such as 40 and 100,000, or 1 and 999, where its
 * probabilities are fine. */
static double f_quantile(double probability, double a, double b) {
    double found = gsl_cdf_fdist_Pinv(probability, a, b), low = -700, high = 700;
    if (!isnan(found))
        return found;
    while (high - low > 1e-13) { /* of the logarithm */
        double middle = (low + high) / 2;
        int is_below = gsl_cdf_fdist_P(exp(middle), a, b) < probability;
        if (middle == low || middle == high)
            break;
        *(is_below ? &low : &high) = middle;
    }
    return exp(high);
}

/* --- tables --- */

static size_t count_finite(const double *values, size_t count, size_t stride) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += isfinite(values[i * stride]) != 0;
    return found;
}

struct sample_table sample_table_complete(struct sample_table table) {
    double *values = table.values;
    size_t rounds = 0, kept_seeds = 0, kept_rounds = 0;
    for (size_t r = 0; r < table.rounds; r++)
        rounds += count_finite(values + r * table.seeds, table.seeds, 1) > 0;
    /* Moves the columns that are kept to the left. */
    for (size_t s = 0; s < table.seeds; s++) {
        if (!rounds || 2 * count_finite(values + s, table.rounds, table.seeds) < rounds)
            continue;
        for (size_t r = 0; r < table.rounds; r++)
            values[r * table.seeds + kept_seeds] = values[r * table.seeds + s];
        kept_seeds++;
    }
    for (size_t r = 0; kept_seeds && r < table.rounds; r++) {
        const double *from = values + r * table.seeds;
        if (count_finite(from, kept_seeds, 1) == kept_seeds)
            memmove(values + kept_rounds++ * kept_seeds, from, kept_seeds * sizeof *values);
    }
    return (struct sample_table){values, kept_rounds, kept_rounds ? kept_seeds : 0};
}

static double mean_of(const double *values, size_t count, size_t stride) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i * stride] - values[0];
    return values[0] + sum / (double)count;
}

/* --- components --- */

/* How far the mean over rounds of each seed is off: 0 where samples are nested. */
static void find_seed_effects(struct sample_table t, int is_crossed, double *effects) {
    double grand = mean_of(t.values, t.rounds * t.seeds, 1);
    for (size_t s = 0; s < t.seeds; s++)
        effects[s] = is_crossed ? mean_of(t.values + s, t.rounds, t.seeds) - grand : 0;
}

static double degrees_of_rest(struct sample_table t, int is_crossed) {
    return ((double)t.rounds - (is_crossed != 0)) * ((double)t.seeds - 1);
}

static void find_mean_squares(struct sample_table t, struct variance_components *found,
                              double *effects) {
    double grand = mean_of(t.values, t.rounds * t.seeds, 1), rounds = 0, seeds = 0, rest = 0;
    find_seed_effects(t, found->is_crossed, effects);
    for (size_t s = 0; s < t.seeds; s++)
        seeds += effects[s] * effects[s];
    for (size_t r = 0; r < t.rounds; r++) {
        const double *row = t.values + r * t.seeds;
        double mean = mean_of(row, t.seeds, 1);
        rounds += (mean - grand) * (mean - grand);
        for (size_t s = 0; s < t.seeds; s++)
            rest += (row[s] - mean - effects[s]) * (row[s] - mean - effects[s]);
    }
    found->ms_rounds = (double)t.seeds * rounds / ((double)t.rounds - 1);
    if (t.seeds < 2)
        return;
    found->degrees_rest = degrees_of_rest(t, found->is_crossed);
    found->ms_rest = rest / found->degrees_rest;
    if (found->is_crossed)
        found->ms_seeds = (double)t.rounds * seeds / ((double)t.seeds - 1);
}

static double at_least_0(double value) {
    return value < 0 ? 0 : value; /* NaN stays */
}

static void find_intervals(struct variance_components *found, double confidence) {
    const double tail = (1 - confidence) / 2, f = (double)found->rounds - 1,
                 k = (double)found->seeds, rest = found->degrees_rest;
    double ratio = found->ms_rounds / found->ms_rest;
    double above = f_quantile(1 - tail, f, rest), below = f_quantile(tail, f, rest);
    double few = gsl_cdf_chisq_Qinv(tail, f), many = gsl_cdf_chisq_Pinv(tail, f);
    found->within =
        (struct interval){found->ms_rest, rest * found->ms_rest / gsl_cdf_chisq_Qinv(tail, rest),
                          rest * found->ms_rest / gsl_cdf_chisq_Pinv(tail, rest)};
    double between = f / k;
    found->between = (struct interval){
        at_least_0((found->ms_rounds - found->ms_rest) / k),
        at_least_0(between * (found->ms_rounds - above * found->ms_rest) / few),
        at_least_0(between * (found->ms_rounds - below * found->ms_rest) / many),
    };
    if (isnan(ratio)) /* all samples are equal */
        return;
    double sum = found->between.estimate + found->within.estimate;
    found->share = (struct interval){found->between.estimate / sum, 1, 1};
    if (isfinite(ratio)) {
        found->share.low = at_least_0((ratio / above - 1) / (ratio / above + k - 1));
        found->share.high = at_least_0((ratio / below - 1) / (ratio / below + k - 1));
    }
    if (found->is_crossed)
        found->seeds_p = found->ms_rest > 0
                             ? gsl_cdf_fdist_Q(found->ms_seeds / found->ms_rest, k - 1, rest)
                             : (double)!(found->ms_seeds > 0);
}

struct variance_components variance_components_of(struct sample_table t, int is_crossed,
                                                  double confidence, double *workspace) {
    struct variance_components found = {.rounds = t.rounds,
                                        .seeds = t.seeds,
                                        .is_crossed = is_crossed,
                                        .ms_rounds = NAN,
                                        .ms_seeds = NAN,
                                        .ms_rest = NAN,
                                        .degrees_rest = NAN,
                                        .between = interval_unknown,
                                        .within = interval_unknown,
                                        .share = interval_unknown,
                                        .seeds_p = NAN};
    if (t.rounds > 1)
        find_mean_squares(t, &found, workspace);
    if (t.rounds > 1 && t.seeds > 1)
        find_intervals(&found, confidence);
    return found;
}

size_t variance_components_seeds(const struct variance_components *components, double round_seconds,
                                 double seed_seconds, size_t most) {
    double between = components->between.estimate, within = components->within.estimate;
    if (isnan(between) || !(round_seconds >= 0) || !(seed_seconds > 0))
        return 0;
    double seeds = ceil(sqrt(round_seconds / seed_seconds * within / between));
    return isnan(seeds) || seeds < 1 ? 1 : seeds > (double)most ? most : (size_t)seeds;
}

/* --- how rounds of so many seeds would scatter --- */

/* The variance between rounds of the trimmed means of the COUNT seeds in CHOSEN. */
static double variance_of_rounds(struct sample_table t, const size_t *chosen, size_t count,
                                 double *values) {
    struct welford rounds = {0};
    for (size_t r = 0; r < t.rounds; r++) {
        for (size_t i = 0; i < count; i++)
            values[i] = t.values[r * t.seeds + chosen[i]];
        welford_add(&rounds, location_trimmed(values, count, RATIO_TRIM).mean);
    }
    return welford_sd(&rounds) * welford_sd(&rounds);
}

struct round_scatter round_scatter_of(struct sample_table t, size_t seeds, double *workspace) {
    _Static_assert(sizeof(size_t) <= sizeof(double), "WORKSPACE holds indices, too");
    size_t *all = (size_t *)workspace, *chosen = all + t.seeds;
    double *values = workspace + 2 * t.seeds, sum = 0;
    if (t.rounds < 2 || !seeds || seeds > t.seeds)
        return (struct round_scatter){NAN, NAN, 1};
    for (size_t s = 0; s < t.seeds; s++)
        all[s] = s;
    double own = variance_of_rounds(t, all, t.seeds, values), few = (double)t.rounds - 1;
    struct round_scatter scatter = {own, few, 1};
    if (seeds == t.seeds)
        return scatter;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < SCATTER_DRAWS; i++) {
        gsl_ran_choose(rng, chosen, seeds, all, t.seeds, sizeof *all);
        sum += variance_of_rounds(t, chosen, seeds, values);
    }
    gsl_rng_free(rng);
    scatter.variance = fmax(sum / SCATTER_DRAWS, own);
    return scatter;
}

/* --- how many rounds --- */

/* F's quantile; 1 where there is nothing left to come. */
static double assured(const struct round_scatter *scatter, const struct round_terms *terms,
                      double degrees) {
    double known = scatter->degrees, come = degrees - known;
    if (!terms->pilot)
        return f_quantile(terms->assurance, degrees, known);
    if (!(come > 0))
        return 1;
    return (known + come * f_quantile(terms->assurance, come, known)) / degrees;
}

double rounds_half_width(const struct round_scatter *scatter, const struct round_terms *terms,
                         size_t rounds) {
    double degrees = scatter->per_round * ((double)rounds - 1);
    if (rounds < 2 || isnan(scatter->variance) || !(scatter->degrees > 0))
        return NAN;
    if (scatter->variance == 0)
        return 0;
    double t = gsl_cdf_tdist_Pinv(0.5 + terms->confidence / 2, degrees);
    return t * sqrt(scatter->variance / (double)rounds * assured(scatter, terms, degrees));
}

size_t rounds_needed(const struct round_scatter *scatter, const struct round_terms *terms,
                     double half_width, size_t least, size_t most) {
    size_t low = least > 3 ? least : 3, high = most;
    if (low < 2 * terms->pilot)
        low = 2 * terms->pilot;
    if (low > most || !(rounds_half_width(scatter, terms, most) <= half_width))
        return 0;
    /* It falls as the rounds grow. */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rounds_half_width(scatter, terms, middle) <= half_width)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
