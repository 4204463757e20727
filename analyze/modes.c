/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/modes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>

#include "analyze/dip.h"
#include "analyze/order.h"

/* --- samples --- */

/* The samples that are looked at, round by round. */
struct sight {
    double values[MODES_MOST];
    size_t n;
};

static size_t copy_finite(const double *seconds, size_t n, double *finite) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(seconds[i]))
            finite[kept++] = seconds[i];
    return kept;
}

static void take_all(const double *values, size_t n, struct sight *sight) {
    memcpy(sight->values + sight->n, values, n * sizeof *values);
    sight->n += n;
}

/* MOST of N numbers, evenly by rank, or all. */
static void take_evenly(double *values, size_t n, size_t most, struct sight *sight) {
    size_t ranks[MODES_MOST];
    if (n <= most) {
        take_all(values, n, sight);
        return;
    }
    for (size_t i = 0; i < most; i++)
        ranks[i] = (size_t)(((double)i + 0.5) * ((double)n / (double)most));
    order_select_many(values, n, ranks, most);
    for (size_t i = 0; i < most; i++)
        sight->values[sight->n++] = values[ranks[i]];
}

/* --- the clock --- */

struct placed {
    double value;
    size_t place;
};

/* The same for the same I, without a pattern: what falls to one round must not look like what falls
 * to the next. */
static uint64_t scatter(uint64_t i) {
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static int by_value_then_scattered(const void *left, const void *right) {
    const struct placed *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return scatter(a->place) < scatter(b->place) ? -1 : 1;
}

static int differ(const struct placed *a, const struct placed *b) {
    return b->value - a->value > 1e-12 * fabs(b->value);
}

static double find_granule(const struct placed *sorted, size_t n) {
    double granule = INFINITY;
    for (size_t i = 1; i < n; i++)
        if (differ(&sorted[i - 1], &sorted[i]))
            granule = fmin(granule, sorted[i].value - sorted[i - 1].value);
    return isfinite(granule) ? granule : 0;
}

static void spread(struct sight *sight) {
    struct placed sorted[MODES_MOST];
    for (size_t i = 0; i < sight->n; i++)
        sorted[i] = (struct placed){sight->values[i], i};
    qsort(sorted, sight->n, sizeof *sorted, by_value_then_scattered);
    double granule = find_granule(sorted, sight->n);
    for (size_t first = 0, end; first < sight->n; first = end) {
        for (end = first + 1; end < sight->n && !differ(&sorted[end - 1], &sorted[end]);)
            end++;
        for (size_t k = first; k < end; k++) {
            double part = ((double)(k - first) + 0.5) / (double)(end - first);
            sight->values[sorted[k].place] = sorted[k].value + granule * (part - 0.5);
        }
    }
}

/* --- the test --- */

static struct modes judge(struct sight *sight) {
    size_t scratch[2 * MODES_MOST];
    gsl_sort(sight->values, 1, sight->n);
    double dip = dip_of_sorted(sight->values, sight->n, scratch);
    return (struct modes){dip, dip_probability(dip, sight->n), sight->n};
}

static void centre(double *values, size_t n) {
    double sorted[MODES_MOST];
    memcpy(sorted, values, n * sizeof *values);
    double median = order_median(sorted, n);
    for (size_t i = 0; i < n; i++)
        values[i] -= median;
}

struct modes modes_within_rounds(const struct modes_samples *samples, double *scratch) {
    struct sight sight;
    size_t ends[MODES_MOST / MODES_ROUND], rounds = 0, most_rounds = sizeof ends / sizeof *ends;
    size_t used = samples->rounds < most_rounds ? samples->rounds : most_rounds;
    sight.n = 0;
    for (size_t i = 0; i < used; i++) {
        size_t r = i * samples->rounds / used;
        size_t n = copy_finite(samples->seconds + r * samples->seeds, samples->seeds, scratch);
        if (n < MODES_ROUND)
            continue;
        take_evenly(scratch, n, MODES_MOST / used, &sight);
        ends[rounds++] = sight.n;
    }
    spread(&sight);
    for (size_t i = 0, from = 0; i < rounds; from = ends[i++])
        centre(sight.values + from, ends[i] - from);
    return judge(&sight);
}
