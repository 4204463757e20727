/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/quantile_error.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analyze/statistics/distribution.h"
#include "analyze/statistics/welford.h"
#include "formats/text/xalloc.h"

/* Counts are known at the beginning of each block of so many samples, or as many as rounds. */
enum { BLOCK = 64 };

struct sample {
    double seconds;
    uint32_t unit; /* index of its round, or of the joined rounds, among those with samples */
};

struct quantile_error {
    size_t rounds, seeds;
    struct sample *samples; /* in ascending order */
    uint32_t *before;       /* [blocks][units] samples of a unit before a block */
    gsl_rng *of_rounds, *of_samples;
};

size_t quantile_error_needs(double probability) {
    double beyond = fmin(probability, 1 - probability);
    return (size_t)ceil(QUANTILE_ERROR_BEYOND / beyond - 1e-6);
}

struct quantile_error *quantile_error_new(size_t rounds, size_t seeds) {
    struct quantile_error *room = xmalloc(sizeof *room);
    size_t n = rounds * seeds, blocks = n / BLOCK + 2;
    *room = (struct quantile_error){rounds,
                                    seeds,
                                    xcalloc(n, sizeof *room->samples),
                                    xcalloc(blocks * QUANTILE_ERROR_ROUNDS, sizeof *room->before),
                                    gsl_rng_alloc(gsl_rng_taus2),
                                    gsl_rng_alloc(gsl_rng_taus2)};
    return room;
}

void quantile_error_free(struct quantile_error *room) {
    if (!room)
        return;
    free(room->samples);
    free(room->before);
    if (room->of_rounds)
        gsl_rng_free(room->of_rounds);
    if (room->of_samples)
        gsl_rng_free(room->of_samples);
    free(room);
}

/* --- samples --- */

/* The samples that count, by unit. */
struct gathered {
    const struct sample *samples;
    const uint32_t *before;
    size_t n, units;
    uint32_t of[QUANTILE_ERROR_ROUNDS];  /* samples of a unit */
    size_t place[QUANTILE_ERROR_ROUNDS]; /* of a unit in what the caller receives */
};

static int compare(const void *a, const void *b) {
    double one = ((const struct sample *)a)->seconds, other = ((const struct sample *)b)->seconds;
    return (one > other) - (one < other);
}

static int has_any(const double *seconds, size_t n) {
    size_t i = 0;
    while (i < n && !isfinite(seconds[i]))
        i++;
    return i < n;
}

static void count_blocks(struct quantile_error *room, struct gathered *g) {
    uint32_t so_far[QUANTILE_ERROR_ROUNDS] = {0};
    for (size_t i = 0; i < g->n; i++) {
        for (size_t u = 0; i % BLOCK == 0 && u < g->units; u++)
            room->before[i / BLOCK * g->units + u] = so_far[u];
        so_far[room->samples[i].unit]++;
    }
    for (size_t u = 0; u < g->units; u++)
        g->of[u] = so_far[u];
}

static struct gathered gather(struct quantile_error *room, const double *seconds,
                              const double *beside) {
    struct gathered g = {.samples = room->samples, .before = room->before};
    size_t seeds = room->seeds, last = QUANTILE_ERROR_ROUNDS;
    size_t places = room->rounds < QUANTILE_ERROR_ROUNDS ? room->rounds : QUANTILE_ERROR_ROUNDS;
    for (size_t r = 0; r < room->rounds; r++) {
        const double *round = seconds + r * seeds;
        if (!has_any(round, seeds) || (beside && !has_any(beside + r * seeds, seeds)))
            continue;
        if (r * places / room->rounds != last)
            g.place[g.units++] = last = r * places / room->rounds;
        for (size_t k = 0; k < seeds; k++)
            if (isfinite(round[k]))
                room->samples[g.n++] = (struct sample){round[k], (uint32_t)g.units - 1};
    }
    qsort(room->samples, g.n, sizeof *room->samples, compare);
    count_blocks(room, &g);
    return g;
}

/* Type 7 of the samples. */
static double quantile_of(const struct gathered *g, double probability) {
    double h = (double)(g->n - 1) * probability;
    size_t k = (size_t)h;
    double low = g->samples[k].seconds, part = h - (double)k;
    return part > 0 ? low + part * (g->samples[k + 1].seconds - low) : low;
}

/* --- draws --- */

/* Returns the index of the sample at which COUNTS of the units add up to TARGET, from FIRST on,
 * before which they add up to SUM; SUM becomes that with the sample. */
static size_t walk(const struct gathered *g, const unsigned *counts, size_t first, double target,
                   double *sum) {
    size_t i = first;
    for (;; i++) {
        *sum += counts[g->samples[i].unit];
        if (*sum >= target || i + 1 == g->n)
            return i;
    }
}

/* The same from the beginning. */
static size_t find(const struct gathered *g, const unsigned *counts, double target, double *sum) {
    size_t low = 0, high = (g->n + BLOCK - 1) / BLOCK;
    *sum = 0;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        double before = 0;
        for (size_t u = 0; u < g->units; u++)
            before += (double)counts[u] * g->before[middle * g->units + u];
        if (before < target) {
            low = middle;
            *sum = before;
        } else {
            high = middle;
        }
    }
    return walk(g, counts, low * BLOCK, target, sum);
}

/* Returns the quantile of as many samples as the drawn rounds have. */
static double draw(const struct gathered *g, const unsigned *counts, double probability,
                   gsl_rng *rng) {
    double n = 0, sum;
    for (size_t u = 0; u < g->units; u++)
        n += (double)counts[u] * g->of[u];
    double h = (n - 1) * probability, k = floor(h), part = h - k;
    double at = gsl_ran_beta(rng, k + 1, n - k), chance = gsl_rng_uniform_pos(rng);
    size_t i = find(g, counts, at * n, &sum);
    double low = g->samples[i].seconds;
    if (!(part > 0))
        return low;
    double next = n * (1 - (1 - at) * pow(chance, 1 / (n - k - 1)));
    size_t j = sum >= next ? i : walk(g, counts, i + 1, next, &sum);
    return low + part * (g->samples[j].seconds - low);
}

/* What the draws give, in one scale. */
struct drawn {
    double centre;                      /* subtracted from all, which saves digits */
    struct welford all;                 /* of them less the centre */
    double sums[QUANTILE_ERROR_ROUNDS]; /* of them times the unit's count less 1 */
};

static void add(struct drawn *drawn, const struct gathered *g, const unsigned *counts,
                double value) {
    double off = value - drawn->centre;
    welford_add(&drawn->all, off);
    for (size_t u = 0; u < g->units; u++)
        drawn->sums[u] += ((double)counts[u] - 1) * off;
}

/* Draws again and again; of whole rounds or, if not WITH_ROUNDS, only of samples. */
static void draw_all(struct quantile_error *room, const struct gathered *g, double probability,
                     int with_rounds, struct drawn *logs, struct drawn *amounts) {
    size_t draws = QUANTILE_ERROR_DRAWS, wanted = QUANTILE_ERROR_DRAWS_OF_A_ROUND * g->units;
    double sums[QUANTILE_ERROR_ROUNDS] = {0}; /* of the counts less 1 */
    draws = wanted > draws ? wanted : draws;
    gsl_rng_set(room->of_rounds, 1);
    gsl_rng_set(room->of_samples, 2);
    for (size_t b = 0; b < draws; b++) {
        unsigned counts[QUANTILE_ERROR_ROUNDS] = {0};
        for (size_t u = 0; u < g->units; u++)
            counts[with_rounds ? gsl_rng_uniform_int(room->of_rounds, g->units) : u]++;
        double value = draw(g, counts, probability, room->of_samples);
        add(logs, g, counts, logarithm_of(value));
        add(amounts, g, counts, value);
        for (size_t u = 0; u < g->units; u++)
            sums[u] += (double)counts[u] - 1;
    }
    for (size_t u = 0; u < g->units; u++) {
        logs->sums[u] -= sums[u] * welford_mean(&logs->all);
        amounts->sums[u] -= sums[u] * welford_mean(&amounts->all);
    }
}

/* --- what they say --- */

/* Sets D of the units that have samples, and returns the side of rounds. */
static struct welch_side side_of_rounds(const struct gathered *g, const struct drawn *drawn,
                                        double *rounds) {
    struct welford units = {0};
    for (size_t u = 0; u < g->units; u++) {
        double covariance = drawn->sums[u] / (double)drawn->all.n;
        rounds[g->place[u]] = drawn->centre + (double)g->units * covariance;
        welford_add(&units, rounds[g->place[u]]);
    }
    return welch_side_of(drawn->centre, welford_sd(&units) / sqrt((double)g->units), g->units);
}

static struct welch_side side_of_samples(const struct gathered *g, const struct drawn *drawn) {
    return welch_side_of(drawn->centre, welford_sd(&drawn->all), g->n);
}

/* ln of what is not above 0 is not a number, and so is all that is made of it. */
static struct welch_side checked(struct welch_side side) {
    static const struct welch_side nothing = {NAN, NAN, 0, NAN};
    return isfinite(side.mean) && (isfinite(side.se) || side.units < 2) ? side : nothing;
}

struct quantile_sides quantile_error_of(struct quantile_error *room, const double *seconds,
                                        const double *beside, double probability, int with_samples,
                                        double *logs, double *amounts) {
    static const struct welch_side nothing = {NAN, NAN, 0, NAN};
    struct quantile_sides sides = {NAN, 0, {nothing, nothing}, {nothing, nothing}};
    struct gathered g = gather(room, seconds, beside);
    for (size_t r = 0; r < room->rounds; r++)
        logs[r] = amounts[r] = NAN;
    sides.samples = g.n;
    if (g.n < quantile_error_needs(probability))
        return sides;
    sides.quantile = quantile_of(&g, probability);
    struct drawn of_logs = {.centre = logarithm_of(sides.quantile)};
    struct drawn of_amounts = {.centre = sides.quantile};
    draw_all(room, &g, probability, 1, &of_logs, &of_amounts);
    sides.logs.rounds = checked(side_of_rounds(&g, &of_logs, logs));
    sides.seconds.rounds = checked(side_of_rounds(&g, &of_amounts, amounts));
    if (with_samples || g.units == 1) {
        of_logs = (struct drawn){.centre = of_logs.centre};
        of_amounts = (struct drawn){.centre = of_amounts.centre};
        draw_all(room, &g, probability, 0, &of_logs, &of_amounts);
        sides.logs.samples = checked(side_of_samples(&g, &of_logs));
        sides.seconds.samples = checked(side_of_samples(&g, &of_amounts));
    }
    return sides;
}
