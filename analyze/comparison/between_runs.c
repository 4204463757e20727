/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/between_runs.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"

const char *between_source_name(enum between_source source) {
    static const char *const names[BETWEEN_SOURCES] = {"",        "runs",  "control", "reference",
                                                       "assumed", "given", "rounds"};
    return names[source];
}

/* --- effects --- */

static uint64_t key_of(const struct between_observation *one) {
    return (uint64_t)one->group << 32 | one->run;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Sorts the keys of all runs, each once, and returns how many there are. */
static size_t find_runs(const struct between_observation *all, size_t count, uint64_t *keys) {
    size_t runs = 0;
    for (size_t i = 0; i < count; i++)
        keys[i] = key_of(&all[i]);
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (!i || keys[i] != keys[i - 1])
            keys[runs++] = keys[i];
    return runs;
}

/* Counts the runs of groups with two or more. */
static void count_runs(struct between_runs *between, const uint64_t *keys, size_t runs,
                       uint32_t sides) {
    for (size_t first = 0, next; first < runs; first = next) {
        uint32_t group = (uint32_t)(keys[first] >> 32);
        for (next = first; next < runs && keys[next] >> 32 == group;)
            next++;
        *(group < sides ? &between->compared : &between->others) +=
            next - first > 1 ? next - first : 0;
    }
}

void between_runs_of(struct between_runs *between, const struct between_observation *all,
                     size_t count, size_t cells, uint32_t sides, int by_means) {
    *between = (struct between_runs){.variance = NAN, .degrees = NAN};
    uint64_t *keys = xcalloc(count, sizeof *keys);
    size_t runs = find_runs(all, count, keys), groups = 0;
    size_t *group = xcalloc(runs, sizeof *group);
    double *values = xcalloc(cells * runs, sizeof *values);
    for (size_t r = 0; r < runs; r++) {
        groups += r && keys[r] >> 32 != keys[r - 1] >> 32;
        group[r] = groups;
    }
    for (size_t i = 0; i < cells * runs; i++)
        values[i] = NAN;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = key_of(&all[i]);
        const uint64_t *at = bsearch(&key, keys, runs, sizeof *keys, compare_keys);
        values[all[i].cell * runs + (size_t)(at - keys)] =
            by_means ? all[i].means.mean : all[i].typical.mean;
    }
    const struct run_effects_data data = {cells, runs, groups + 1, values, group};
    run_effects_of(&between->effects, &data);
    if (between->effects.common_degrees >= BETWEEN_LEAST_DEGREES) {
        between->source = BETWEEN_RUNS;
        count_runs(between, keys, runs, sides);
    }
    free(keys);
    free(group);
    free(values);
}

/* --- errors --- */

/* For what is taken to be known. */
#define KNOWN_DEGREES 1e9

/* v^2 / degrees, Satterthwaite's term. */
static double term(double variance, double degrees) {
    return variance > 0 ? variance * variance / degrees : 0;
}

struct between_error between_runs_error(const struct between_runs *between, size_t cell,
                                        const struct welch *by_rounds, const size_t runs[2]) {
    double k = 1 / (double)runs[0] + 1 / (double)runs[1];
    double rounds = by_rounds->se * by_rounds->se, rounds_degrees = by_rounds->degrees;
    double common = 0, own, own_term;
    struct between_error error = {.all = *by_rounds, .by_rounds = *by_rounds, .run_sd = NAN};
    if (isnan(rounds) && between->source == BETWEEN_RUNS && runs[0] > 1 && runs[1] > 1)
        rounds = 0, rounds_degrees = KNOWN_DEGREES;

    if (between->source == BETWEEN_RUNS) {
        const struct run_effects *effects = &between->effects;
        common = k * effects->common;
        own = k * effects->own[cell];
        own_term = term(own, effects->own_degrees[cell]);
        error.run_sd = sqrt(fmax(0, (common + own - rounds) / k));
        /* Never less than the rounds alone say. */
        if (own < rounds - common) {
            own = rounds - common;
            own_term = term(own, rounds_degrees);
        }
        error.common_degrees = effects->common_degrees;
    } else {
        own = k * between->variance + rounds;
        own_term = term(k * between->variance, between->degrees) + term(rounds, rounds_degrees);
        error.run_sd = between->source == BETWEEN_NOTHING ? NAN : sqrt(between->variance);
    }
    if (isnan(rounds))
        return error;
    double variance = common + own, all = own_term + term(common, error.common_degrees);
    error.all.se = sqrt(variance);
    error.all.degrees = all > 0 ? fmin(KNOWN_DEGREES, variance * variance / all) : KNOWN_DEGREES;
    error.share = variance > 0 ? common / variance : 0;
    error.own_degrees = own_term > 0 ? fmin(KNOWN_DEGREES, own * own / own_term) : KNOWN_DEGREES;
    return error;
}
