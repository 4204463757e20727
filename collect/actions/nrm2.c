/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/blas.h"

struct nrm2 {
    void *x, *result;
};

static int setup(struct bench *bench) {
    struct nrm2 *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->result = bench_array(bench, 1);
    bench_output_of(bench, "r", s->result, 1, bench_is_single(bench) ? 's' : 'd');
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct nrm2 *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct nrm2 *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_VALUES(nrm2, s->result, (&n, s->x, &one), (n, s->x, 1));
}

/* Unlike in a dot product, all terms are positive, and a large sum hardly grows when a small square
 * is added: rounding has a direction, and single precision loses half a percent of three million
 * numbers. So the tolerance is the bound itself: half an epsilon for each of m additions, halved by
 * the root (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 4.2), of a
 * norm of about sqrt(m / 3). */
static double tolerance(const struct bench *bench) {
    double m = (bench_is_complex(bench) ? 2 : 1) * (double)bench->size;
    return 4 + 0.25 * m * sqrt(m / 3);
}

/* The two parts of a complex number are squared and added. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return (bench_is_complex(bench) ? 4 : 2) * n;
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_nrm2 = {
    BENCH_ACTION_HEAD,
    .name = "nrm2",
    .about = "r := |x| = sqrt(x' x)",
    .size_means = "length of x",
    .largest = 3000000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"%nrm2_", "cblas_%nrm2"}, {0}},
    .state_bytes = sizeof(struct nrm2),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n, of complex x 4 n",
    .bytes_formula = "n elements",
};
