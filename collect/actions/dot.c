/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct dot {
    void *x, *y, *result;
};

static int setup(struct bench *bench) {
    struct dot *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->result = bench_array(bench, 1);
    bench_output(bench, s->result, 1);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct dot *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

/* Compilers disagree on how a Fortran function returns a complex number. So for complex types only
 * the C routine is called, which stores it. */
static void calculate(struct bench *bench, int64_t calls) {
    const struct dot *s = bench->state;
    const int64_t n = bench->size, one = 1;
    if (bench_is_complex(bench)) {
        blas_c_dotc_sub *dotc = (blas_c_dotc_sub *)bench->routines[0];
        BLAS_LOOP(dotc(n, s->x, 1, s->y, 1, s->result))
    } else {
        BLAS_VALUES(dot, s->result, (&n, s->x, &one, s->y, &one), (n, s->x, 1, s->y, 1));
    }
}

/* The partial sums of products of numbers uniform in [-1, 1) grow like sqrt(k) / 3, and each rounds
 * by up to half an epsilon of itself; independent errors then add up to about 0.12 n (Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd edition, section 4.2, for the bound; the
 * square roots are the random-walk estimate). The tolerance is some eight times that. Each part of
 * a complex number is the sum of twice as many products. */
static double tolerance(const struct bench *bench) {
    return (bench_is_complex(bench) ? 2 : 1) * (4 + (double)bench->size);
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n, n);
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 2 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_dot = {
    BENCH_ACTION_HEAD,
    .name = "dot",
    .about = "r := x' y",
    .size_means = "length of x and y",
    .largest = 3000000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"<?dot_|>", "cblas_?dot<|c_sub>"}, {0}},
    .state_bytes = sizeof(struct dot),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n",
    .bytes_formula = "2 n elements",
};
