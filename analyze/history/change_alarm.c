/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/change_alarm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/order.h"

enum { MOST = 320, KEPT = 256, CORRELATIONS = 7, FULL = 8, QUARTERS = 4, SPENT_EVENLY = 100 };

static const size_t lengths[] = {3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static const double correlations[CORRELATIONS] = {0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9};
static const double cut_off = 3;                 /* of scores */
static const double farthest = 10 * ALARM_SPELL; /* of values from their centre */
static const double least_scatter = 0.01;        /* variance of scores */
static const double least_scale = 1e-4;          /* of values: 0.01 % */
static const double most_changes = 4; /* scale, in medians of changes from value to value */
static const double screen = 2.2;     /* standard errors */
static const double for_short = 4;    /* subtracted for a part half as long as FULL */

/* --- scores --- */

/* The scores of the values since BASE, and their sums over those before each index. */
struct replay {
    const double *values;
    size_t base, n; /* first value; number of scores */
    size_t renewed; /* number of values at which centre and scale are taken again */
    double centre, scale;
    double scores[MOST + 1];
    double sums[MOST + 1], squares[MOST + 1], products[MOST + 1]; /* products of neighbours */
    double distances[MOST + 1]; /* sums of the values' distances from the centre */
    double workspace[MOST + 1];
};

static void begin_at(struct replay *replay, size_t base) {
    replay->base = base;
    replay->n = 0;
    replay->renewed = 0;
}

static void add_score(struct replay *replay) {
    size_t n = replay->n++;
    double distance = replay->values[replay->base + n] - replay->centre;
    double y = fmin(fmax(distance / replay->scale, -cut_off), cut_off);
    replay->scores[n] = y;
    replay->distances[n + 1] = replay->distances[n] + fmin(fmax(distance, -farthest), farthest);
    replay->sums[n + 1] = replay->sums[n] + y;
    replay->squares[n + 1] = replay->squares[n] + y * y;
    replay->products[n + 1] = replay->products[n] + (n ? y * replay->scores[n - 1] : 0);
}

/* Takes centre and scale from the N values since BASE. */
static void take_scale(struct replay *replay, size_t n) {
    static const double quarters[] = {0.25, 0.5, 0.75};
    const double *values = replay->values + replay->base;
    double quartiles[3], *workspace = replay->workspace;
    size_t changes = 0;
    for (size_t i = 1; i < n; i++)
        if (values[i] != values[i - 1])
            workspace[changes++] = fabs(values[i] - values[i - 1]);
    double most = changes ? most_changes * order_median(workspace, changes) : 0;
    memcpy(workspace, values, n * sizeof *workspace);
    order_quantiles(workspace, n, quarters, 3, quartiles);
    replay->centre = quartiles[1];
    replay->scale = fmax(fmin((quartiles[2] - quartiles[0]) / 1.349, most), least_scale);
}

/* Takes the values up to END into account, the last of which is new. */
static void extend(struct replay *replay, size_t end) {
    if (end >= replay->renewed || end - replay->base > MOST) {
        if (end - replay->base > MOST)
            replay->base = end - KEPT;
        size_t n = end - replay->base;
        take_scale(replay, n);
        replay->renewed = end + (n / 8 ? n / 8 : 1);
        replay->n = 0;
    }
    while (replay->base + replay->n < end)
        add_score(replay);
}

/* --- evidence --- */

/* One correlation of neighbours, without a step. */
struct null_fit {
    double phi, s2;
    double along;   /* m'u */
    double level;   /* A */
    double squares; /* R0 */
    double log_likelihood;
};

static double log_sum(const double *logs, size_t n) {
    double most = logs[0], sum = 0;
    for (size_t i = 1; i < n; i++)
        most = fmax(most, logs[i]);
    for (size_t i = 0; i < n; i++)
        sum += exp(logs[i] - most);
    return most + log(sum);
}

/* Sets FITS and returns ln of the sum of exp(phi) L0. */
static double fit_nulls(const struct replay *replay, struct null_fit fits[CORRELATIONS]) {
    size_t n = replay->n;
    double first = replay->scores[0], last = replay->scores[n - 1], logs[CORRELATIONS];
    double sum = replay->sums[n], squares = replay->squares[n], degrees = (double)(n - 1);
    for (int i = 0; i < CORRELATIONS; i++) {
        double phi = correlations[i], s2 = 1 - phi * phi, per = (1 - phi) / s2;
        double all = first * first + least_scatter * (double)n +
                     (squares - first * first + phi * phi * (squares - last * last) -
                      2 * phi * replay->products[n]) /
                         s2;
        double along = first + per * (sum - first - phi * (sum - last));
        double level = 1 + degrees * per * (1 - phi), left = all - along * along / level;
        fits[i] = (struct null_fit){
            phi, s2, along, level, left, -(degrees * (log(s2) + log(left)) + log(level)) / 2};
        logs[i] = fits[i].log_likelihood + phi; /* q0 */
    }
    return log_sum(logs, CORRELATIONS);
}

/* Returns ln of the sum of exp(-phi) L1 for a step after the first BEFORE scores. */
static double fit_step(const struct replay *replay, const struct null_fit fits[CORRELATIONS],
                       size_t before) {
    size_t n = replay->n, after = n - before;
    double logs[CORRELATIONS], least = least_scatter * (double)n;
    double first = replay->scores[before], last = replay->scores[n - 1];
    double sum = replay->sums[n] - replay->sums[before];
    for (int i = 0; i < CORRELATIONS; i++) {
        const struct null_fit *fit = &fits[i];
        double phi = fit->phi, per = (1 - phi) / fit->s2;
        double along = (first - phi * replay->scores[before - 1]) / fit->s2 +
                       per * (sum - first - phi * (sum - last));
        double beyond = (double)(after - 1) * per * (1 - phi);
        double cross = per + beyond, own = 1 / fit->s2 + beyond - cross * cross / fit->level;
        double slope = along - fit->along * cross / fit->level;
        double left = fmax(fit->squares - slope * slope / own, least);
        logs[i] = fit->log_likelihood - phi - /* q1 */
                  (log(own) + (double)(n - 1) * log(left / fit->squares)) / 2;
    }
    return log_sum(logs, CORRELATIONS);
}

/* Returns whether the last AFTER scores are on another level by the size of the step. */
static int is_large_or_lasts(const struct replay *replay, size_t after) {
    size_t n = replay->n, before = n - after;
    const double *sums = replay->sums, *distances = replay->distances;
    double size =
        (distances[n] - distances[before]) / (double)after - distances[before] / (double)before;
    if (fabs(size) >= log1p(ALARM_SPELL))
        return 1;
    double old = sums[before] / (double)before;
    double step = (sums[n] - sums[before]) / (double)after - old;
    int lasts = after >= ALARM_LASTING && before >= ALARM_LASTING;
    for (size_t q = 0; lasts && q < QUARTERS; q++) {
        size_t from = before + after * q / QUARTERS, end = before + after * (q + 1) / QUARTERS;
        lasts = ((sums[end] - sums[from]) / (double)(end - from) - old) * step > step * step / 2;
    }
    return lasts;
}

static double for_length(size_t length) {
    return length < FULL ? for_short * log2((double)FULL / (double)length) : 0;
}

/* Returns b; -INFINITY if there is no candidate. */
static double evidence(const struct replay *replay) {
    struct null_fit fits[CORRELATIONS];
    double best = -INFINITY, nulls = NAN;

    /* The sums of exp(phi) and exp(-phi) that q0 and q1 are divided by differ by this factor, ln.
     */
    static const double normalised = 0.9;

    /* What a step of so many standard errors takes at least from the sum of squares. */
    double n = (double)replay->n, mean = replay->sums[replay->n] / n;
    double all = fmax(replay->squares[replay->n] / n - mean * mean, 0) + least_scatter;
    double least = screen * screen * all / (1 + screen * screen / n);

    for (size_t i = 0; i < LENGTHS && lengths[i] + CHANGE_LEAST <= replay->n; i++) {
        size_t before = replay->n - lengths[i];
        double distance = replay->sums[before] - (double)before * mean;
        if (distance * distance * n < least * (double)before * (double)lengths[i] ||
            !is_large_or_lasts(replay, lengths[i]))
            continue;
        if (isnan(nulls))
            nulls = fit_nulls(replay, fits);
        double b = fit_step(replay, fits, before) + normalised - nulls - for_length(before) -
                   for_length(lengths[i]);
        best = fmax(best, b);
    }
    return best;
}

/* Returns p of B after value number T, from 1. */
static double probability_of(double b, size_t t) {
    double share = fmax(1, (double)t / SPENT_EVENLY);
    if (t < CHANGE_FEWEST)
        return 1;
    return fmin(1, 0.05 * exp(-0.8 * (b - 5.9)) * share * share);
}

/* Returns the first index of the new level: where the scores' squares are smallest. */
static size_t place_of(const struct replay *replay) {
    size_t n = replay->n, best = n - CHANGE_LEAST;
    double mean = replay->sums[n] / (double)n, most = -1;
    for (size_t k = CHANGE_LEAST; k + CHANGE_LEAST <= n; k++) {
        double distance = replay->sums[k] - (double)k * mean;
        double gain = distance * distance / ((double)k * (double)(n - k));
        if (gain > most) {
            most = gain;
            best = k;
        }
    }
    return replay->base + best;
}

/* --- interface --- */

static struct replay *replay_new(const double *values) {
    struct replay *replay = calloc(1, sizeof *replay);
    if (replay)
        replay->values = values;
    return replay;
}

double change_alarm_probability(const double *values, size_t n) {
    if (n < CHANGE_FEWEST)
        return 1;
    struct replay *replay = replay_new(values);
    double least = 1;
    for (size_t end = 1; replay && end <= n; end++) {
        extend(replay, end);
        least = fmin(least, probability_of(evidence(replay), end));
    }
    free(replay);
    return replay ? least : NAN;
}

static int add_alarm(struct change_alarms *alarms, const struct change_alarm *alarm) {
    size_t n = alarms->count;
    if ((n & (n - 1)) == 0) {
        struct change_alarm *items = realloc(alarms->items, (n ? 2 * n : 1) * sizeof *items);
        if (!items)
            return 0;
        alarms->items = items;
    }
    alarms->items[alarms->count++] = *alarm;
    return 1;
}

int change_alarms_find(const double *values, size_t n, double level, struct change_alarms *found) {
    *found = (struct change_alarms){0};
    struct replay *replay = replay_new(values);
    int ok = replay != NULL;
    for (size_t end = 1; ok && end <= n; end++) {
        extend(replay, end);
        double p = probability_of(evidence(replay), end);
        if (!(p <= level))
            continue;
        size_t first = place_of(replay);
        ok = add_alarm(found, &(struct change_alarm){end - 1, first, p});
        begin_at(replay, first);
        for (size_t again = first + 1; again <= end; again++)
            extend(replay, again);
    }
    free(replay);
    return ok;
}

void change_alarms_release(struct change_alarms *alarms) {
    free(alarms->items);
    *alarms = (struct change_alarms){0};
}
