/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/actions/fft.h"

/* Reduces Q modulo PERIOD to the smallest magnitude, in integers, so that nothing is lost. */
static int64_t reduced(int64_t q, int64_t period) {
    q %= period;
    return 2 * q > period ? q - period : 2 * q <= -period ? q + period : q;
}

/* pi q / (2 n). Its sine and cosine have the period 4 n in q. */
static double angle(int64_t q, int64_t n) {
    return M_PI / 2 * (double)reduced(q, 4 * n) / (double)n;
}

static double complex turned(int64_t q, int64_t n) {
    return cexp(I * angle(q, n));
}

/* The odd q of w. It avoids small numbers, with which a mistake might go unnoticed. */
static int64_t turn(int64_t n) {
    return 2 * (3 * n / 8) + 1;
}

/* w^k for k below COUNT. */
static void fill_weights(double complex *table, int64_t n, int64_t count) {
    for (int64_t k = 0; k < count; k++)
        table[k] = turned(2 * turn(n) * k, n);
}

/* The geometric sums of COUNT terms, for j below N. */
static void fill_sums(double complex *table, int64_t n, int64_t count) {
    for (int64_t j = 0; j < n; j++) {
        int64_t q = reduced(turn(n) - 2 * j, 2 * n);
        table[j] = turned((count - 1) * q, n) * sin(angle(count * q, n)) / sin(angle(q, n));
    }
}

/* The tables of the last dimension and of all others. */
struct weights {
    const double complex *last, *other;
    size_t row; /* numbers in the last dimension */
};

typedef void table_filler(double complex *table, int64_t n, int64_t count);

static struct weights make_weights(const struct bench *bench, table_filler *fill, size_t row) {
    const struct fft *s = bench->state;
    double complex *last = s->tables, *other = last + bench->size;
    fill(last, bench->size, (int64_t)fft_row(bench));
    if (s->dimensions > 1)
        fill(other, bench->size, bench->size);
    return (struct weights){last, other, row};
}

/* The product of the weights of all dimensions but the last. */
static double complex weight_of_row(const struct bench *bench, const struct weights *weights,
                                    size_t row) {
    const struct fft *s = bench->state;
    size_t n = (size_t)bench->size;
    double complex weight = 1;
    for (int d = 1; d < s->dimensions; d++, row /= n)
        weight *= weights->other[row % n];
    return weight;
}

/* Neumaier's sum, whose error does not grow with the number of terms (Rundungsfehleranalyse einiger
 * Verfahren zur Summation endlicher Summen, ZAMM 54, 1974). Plain sums would have a larger error
 * than a transform. */
struct sum {
    double total, lost;
};

static void add(struct sum *sum, double term) {
    double total = sum->total + term;
    sum->lost +=
        fabs(sum->total) >= fabs(term) ? (sum->total - total) + term : (term - total) + sum->total;
    sum->total = total;
}

struct contraction {
    struct sum real, imaginary, squares;
};

static double complex number_at(const struct bench *bench, const void *array, int is_complex,
                                size_t i) {
    return is_complex
               ? bench_element(bench, array, 2 * i) + I * bench_element(bench, array, 2 * i + 1)
               : bench_element(bench, array, i);
}

static void add_row(struct contraction *all, const struct bench *bench, const void *array,
                    int is_complex, const struct weights *weights, size_t row) {
    double complex weight = weight_of_row(bench, weights, row);
    for (size_t k = 0, i = row * weights->row; k < weights->row; k++, i++) {
        double complex number = number_at(bench, array, is_complex, i),
                       term = weight * weights->last[k] * number;
        add(&all->real, creal(term));
        add(&all->imaginary, cimag(term));
        add(&all->squares, creal(number) * creal(number) + cimag(number) * cimag(number));
    }
}

static struct contraction contract(const struct bench *bench, const void *array, int is_complex,
                                   const struct weights *weights) {
    const struct fft *s = bench->state;
    size_t rows = s->dimensions == 1 ? 1 : (size_t)bench->size;
    rows *= s->dimensions == 3 ? rows : 1;
    struct contraction all = {0};
    for (size_t row = 0; row < rows; row++)
        add_row(&all, bench, array, is_complex, weights, row);
    return all;
}

static double difference(const struct sum *a, const struct sum *b) {
    return (a->total - b->total) + (a->lost - b->lost);
}

double fft_residual(const struct bench *bench) {
    const struct fft *s = bench->state;
    size_t n = (size_t)bench->size;
    struct weights weights = make_weights(bench, fill_weights, fft_row(bench));
    struct contraction after = contract(bench, s->out, 1, &weights);
    struct weights sums = make_weights(bench, fill_sums, n);
    struct contraction before = contract(bench, s->in, bench_is_complex(bench), &sums);
    double error = hypot(difference(&after.real, &before.real),
                         difference(&after.imaginary, &before.imaginary));
    double all = pow((double)n, s->dimensions);
    return error / (bench_epsilon(bench) * log2(2 * all) * sqrt(all * before.squares.total));
}
