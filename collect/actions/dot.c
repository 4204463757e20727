/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct dot {
    void *x, *y, *result;
};

static int setup(struct bench *bench) {
    struct dot *s = bench->state;
    s->x = bench_array(bench, (size_t)bench->size);
    s->y = bench_array(bench, (size_t)bench->size);
    s->result = bench_array(bench, 1);
    bench_output(bench, s->result, 1);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct dot *s = bench->state;
    (void)seed;
    bench_fill(bench, s->x, (size_t)bench->size);
    bench_fill(bench, s->y, (size_t)bench->size);
}

static void calculate_float(const struct bench *bench, int64_t calls) {
    const struct dot *s = bench->state;
    const int64_t n = bench->size, one = 1;
    float *result = s->result;
    if (bench->c_interface) {
        blas_cblas_sdot *dot = (blas_cblas_sdot *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            *result = dot(n, s->x, 1, s->y, 1);
    } else {
        blas_sdot *dot = (blas_sdot *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            *result = dot(&n, s->x, &one, s->y, &one);
    }
}

static void calculate_double(const struct bench *bench, int64_t calls) {
    const struct dot *s = bench->state;
    const int64_t n = bench->size, one = 1;
    double *result = s->result;
    if (bench->c_interface) {
        blas_cblas_ddot *dot = (blas_cblas_ddot *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            *result = dot(n, s->x, 1, s->y, 1);
    } else {
        blas_ddot *dot = (blas_ddot *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            *result = dot(&n, s->x, &one, s->y, &one);
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    if (bench->type == 's')
        calculate_float(bench, calls);
    else
        calculate_double(bench, calls);
}

/* The partial sums of products of numbers uniform in [-1, 1) grow like sqrt(k) / 3, and each
 * rounds by up to half an epsilon of itself; independent errors then add up to about 0.12 n
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 4.2, for the
 * bound; the square roots are the random-walk estimate). Accepted is some eight times that. */
static double tolerance(const struct bench *bench) {
    return 4 + (double)bench->size;
}

static double flops(const struct bench *bench) {
    return 2.0 * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return 2.0 * (double)bench->size * (double)bench->element;
}

const struct bench_action action_dot = {
    BENCH_ACTION_HEAD,
    .name = "dot",
    .about = "r := x' y",
    .size_means = "length of x and y",
    .largest = 3000000,
    .routines = (const struct bench_routine[]){{"?dot_", "cblas_?dot"}, {0}},
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
