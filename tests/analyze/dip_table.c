/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip_table.c: makes the table of analyze/statistics/dip.c, by simulation. Takes some minutes:
 *
 *     cc -O3 -std=c11 -D_GNU_SOURCE -I. tests/analyze/dip_table.c analyze/statistics/dip.c \
 *         $(pkg-config --cflags --libs gsl) -lm -o dip_table && ./dip_table
 *
 * The numbers of a uniform distribution are made in their order: partial sums of exponential ones,
 * up to scale, which a dip does not have (L. Devroye, Non-Uniform Random Variate Generation (1986),
 * V.3.1). What is printed is rounded up, so that probabilities are rounded up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>

#include "analyze/statistics/dip.h"

enum { TIMES = 1000000, MOST = 2000 };

static const size_t rows[] = {4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100, 200, 500, 2000};
static const double columns[] = {0.99, 0.9,  0.75, 0.5,   0.3,   0.2,   0.1,
                                 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001};

static double uniform_dip(size_t n, gsl_rng *rng) {
    static double x[MOST];
    static size_t scratch[2 * MOST];
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        x[i] = sum += gsl_ran_exponential(rng, 1);
    return sqrt((double)n) * dip_of_sorted(x, n, scratch);
}

static void print_row(size_t n, gsl_rng *rng) {
    static double dips[TIMES];
    gsl_rng_set(rng, n);
    for (size_t t = 0; t < TIMES; t++)
        dips[t] = uniform_dip(n, rng);
    gsl_sort(dips, 1, TIMES);
    printf("    {%zu, {", n);
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        printf("%s%.4f", c ? ", " : "", ceil(1e4 * dips[(size_t)((1 - columns[c]) * TIMES)]) / 1e4);
    printf("}},\n");
    fflush(stdout);
}

int main(void) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (!rng)
        return 1;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        print_row(rows[r], rng);
    gsl_rng_free(rng);
    return 0;
}
