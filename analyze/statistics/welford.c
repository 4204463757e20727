/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/welford.h"

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

/* BLOCK is 8 KiB of numbers, a quarter of the L1 cache. LANES sums side by side hide the latency of
 * an addition. They are explicit vectors, because compilers shuffle values in loops over two such
 * sums; their width is one that every machine has, because compilers keep wider vectors in memory
 * on machines that lack them. */
enum { BLOCK = 1024, WIDTH = 2, VECTORS = 4, LANES = WIDTH * VECTORS };
typedef double lanes __attribute__((vector_size(WIDTH * sizeof(double))));
typedef double samples __attribute__((vector_size(sizeof(lanes)), aligned(sizeof(double))));

static double sum_of(const lanes sums[VECTORS]) {
    double sum = 0;
    for (size_t l = 0; l < LANES; l++)
        sum += sums[l / WIDTH][l % WIDTH];
    return sum;
}

/* Returns the sum of the deviations of X from ORIGIN + OFFSET, and sets SQUARES to the sum of their
 * squares. */
static double sum_of_deviations(const double *x, size_t n, double origin, double offset,
                                double *squares) {
    lanes sums[VECTORS] = {{0}}, squared[VECTORS] = {{0}};
    size_t whole = n - n % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t v = 0; v < VECTORS; v++) {
            lanes deviations = (*(const samples *)(x + i + v * WIDTH) - origin) - offset;
            sums[v] += deviations;
            squared[v] += deviations * deviations;
        }
    for (size_t l = 0; whole + l < n; l++) {
        double deviation = (x[whole + l] - origin) - offset;
        sums[l / WIDTH][l % WIDTH] += deviation;
        squared[l / WIDTH][l % WIDTH] += deviation * deviation;
    }
    *squares = sum_of(squared);
    return sum_of(sums);
}

/* Returns 0 if a number is not finite. */
static int add_block(struct welford *w, const double *x, size_t n) {
    double count = (double)n, origin = w->n ? w->origin : x[0], offset = w->offset, squares;
    if (w->n < BLOCK)
        offset = sum_of_deviations(x, n, origin, 0, &squares) / count;
    if (!isfinite(offset))
        return 0;
    double rest = sum_of_deviations(x, n, origin, offset, &squares);
    if (!isfinite(rest))
        return 0;
    double excess = isfinite(squares) ? rest * (rest / count) : 0;
    struct welford block = {n, origin, offset + rest / count, squares - excess};
    welford_merge(w, &block);
    return 1;
}

static void add_some(struct welford *w, const double *x, size_t n) {
    double finite[BLOCK];
    if (add_block(w, x, n))
        return;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]))
            finite[kept++] = x[i];
    if (kept)
        add_block(w, finite, kept);
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

/* --- skewness and kurtosis --- */

static void merge(struct moments *m, const struct moments *other) {
    if (!m->two.n)
        *m = *other;
    else if (other->two.n) {
        double n = (double)(m->two.n + other->two.n);
        double pa = (double)m->two.n / n, pb = (double)other->two.n / n; /* parts of the whole */
        double delta = (other->two.origin - m->two.origin) + (other->two.offset - m->two.offset);
        double weight = n * pa * pb * delta * delta;
        m->m4 += other->m4 + weight * delta * delta * (pa * pa - pa * pb + pb * pb) +
                 6 * delta * delta * (pa * pa * other->two.m2 + pb * pb * m->two.m2) +
                 4 * delta * (pa * other->m3 - pb * m->m3);
        m->m3 += other->m3 + weight * delta * (pa - pb) +
                 3 * delta * (pa * other->two.m2 - pb * m->two.m2);
        welford_merge(&m->two, &other->two);
    }
}

static void add_some_powers(struct moments *m, const double *x, size_t n) {
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
        add_some_powers(m, x + from, n - from < BLOCK ? n - from : BLOCK);
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
