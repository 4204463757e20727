/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/welford.h"

#include <math.h>

void welford_add(struct welford *w, double x) {
    if (w->n++ == 0)
        w->origin = x;
    double distance = x - w->origin;
    double delta = distance - w->offset;
    w->offset += delta / (double)w->n;
    w->m2 += delta * (distance - w->offset);
}

/* --- blocks --- */

/* 8 KiB, a quarter of the nearest cache; as many sums side by side as hide an addition's latency.
 */
enum { BLOCK = 1024, LANES = 8 };

static double sum_of(const double lanes[LANES]) {
    double sum = 0;
    for (size_t l = 0; l < LANES; l++)
        sum += lanes[l];
    return sum;
}

static double sum_of_distances(const double *x, size_t n, double origin) {
    double lanes[LANES] = {0};
    size_t whole = n - n % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lanes[l] += x[i + l] - origin;
    for (size_t i = whole; i < n; i++)
        lanes[i - whole] += x[i] - origin;
    return sum_of(lanes);
}

/* What is left of the sum of deviations from ORIGIN + OFFSET; *SQUARES is that of their squares. */
static double sum_of_deviations(const double *x, size_t n, double origin, double offset,
                                double *squares) {
    double lanes[LANES] = {0}, squared[LANES] = {0};
    size_t whole = n - n % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t l = 0; l < LANES; l++) {
            double deviation = (x[i + l] - origin) - offset;
            lanes[l] += deviation;
            squared[l] += deviation * deviation;
        }
    for (size_t i = whole; i < n; i++) {
        double deviation = (x[i] - origin) - offset;
        lanes[i - whole] += deviation;
        squared[i - whole] += deviation * deviation;
    }
    *squares = sum_of(squared);
    return sum_of(lanes);
}

static void add_finite(struct welford *w, const double *x, size_t n, double sum, double origin) {
    double count = (double)n, squares;
    struct welford block = {.n = n, .origin = origin, .offset = sum / count};
    double rest = sum_of_deviations(x, n, origin, block.offset, &squares);
    block.offset += rest / count;
    block.m2 = squares - rest * (rest / count);
    welford_merge(w, &block);
}

static size_t copy_finite(const double *x, size_t n, double *finite) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]))
            finite[kept++] = x[i];
    return kept;
}

static void add_some(struct welford *w, const double *x, size_t n) {
    double origin = w->n ? w->origin : x[0];
    double finite[BLOCK], sum = sum_of_distances(x, n, origin);
    if (!isfinite(sum)) {
        n = copy_finite(x, n, finite);
        if (!n)
            return;
        x = finite;
        origin = w->n ? w->origin : x[0];
        sum = sum_of_distances(x, n, origin);
    }
    add_finite(w, x, n, sum, origin);
}

void welford_add_block(struct welford *w, const double *x, size_t n) {
    for (size_t from = 0; from < n; from += BLOCK)
        add_some(w, x + from, n - from < BLOCK ? n - from : BLOCK);
}

void welford_merge(struct welford *w, const struct welford *other) {
    if (!w->n)
        *w = *other;
    else if (other->n) {
        double na = (double)w->n, nb = (double)other->n, n = na + nb;
        double delta = (other->origin - w->origin) + (other->offset - w->offset);
        w->n += other->n;
        w->offset += delta * (nb / n);
        w->m2 += other->m2 + delta * delta * (na * nb / n);
    }
}

double welford_mean(const struct welford *w) {
    return w->n ? w->origin + w->offset : NAN;
}

double welford_sd(const struct welford *w) {
    return w->n > 1 ? sqrt(w->m2 / (double)(w->n - 1)) : NAN;
}
