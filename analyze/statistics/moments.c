/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/moments.h"

#include <math.h>

enum { BLOCK = 1024 };

static void merge_both(struct moments *a, const struct moments *b) {
    double n = (double)(a->two.n + b->two.n);
    double pa = (double)a->two.n / n, pb = (double)b->two.n / n; /* parts of the whole */
    double delta = (b->two.origin - a->two.origin) + (b->two.offset - a->two.offset);
    double weight = n * pa * pb * delta * delta;
    a->m4 += b->m4 + weight * delta * delta * (pa * pa - pa * pb + pb * pb) +
             6 * delta * delta * (pa * pa * b->two.m2 + pb * pb * a->two.m2) +
             4 * delta * (pa * b->m3 - pb * a->m3);
    a->m3 += b->m3 + weight * delta * (pa - pb) + 3 * delta * (pa * b->two.m2 - pb * a->two.m2);
    welford_merge(&a->two, &b->two);
}

static void merge(struct moments *m, const struct moments *other) {
    if (!m->two.n)
        *m = *other;
    else if (other->two.n)
        merge_both(m, other);
}

static void add_some(struct moments *m, const double *x, size_t n) {
    struct moments block = {0};
    welford_add_block(&block.two, x, n);
    for (size_t i = 0; i < n; i++) {
        double deviation = (x[i] - block.two.origin) - block.two.offset;
        double cube = isfinite(x[i]) ? deviation * deviation * deviation : 0;
        block.m3 += cube;
        block.m4 += cube == 0 ? 0 : cube * deviation;
    }
    merge(m, &block);
}

void moments_add_block(struct moments *m, const double *x, size_t n) {
    for (size_t from = 0; from < n; from += BLOCK)
        add_some(m, x + from, n - from < BLOCK ? n - from : BLOCK);
}

double moments_skewness(const struct moments *m) {
    double n = (double)m->two.n, variance = m->two.m2 / n;
    if (m->two.n < 3 || !(variance > 0))
        return NAN;
    return sqrt(n * (n - 1)) / (n - 2) * (m->m3 / n) / (variance * sqrt(variance));
}

double moments_kurtosis(const struct moments *m) {
    double n = (double)m->two.n, variance = m->two.m2 / n;
    if (m->two.n < 4 || !(variance > 0))
        return NAN;
    double excess = m->m4 / n / (variance * variance) - 3;
    return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * excess + 6);
}
