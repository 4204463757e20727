/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/sparse.h"

struct product {
    struct laplacian a;
    void *x, *y;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    bench_output_of(bench, "y", s->y, n, bench->type);
    return laplacian_setup(bench, &s->a, 1);
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct product *s = bench->state;
    (void)seed;
    bench_fill(bench, s->x, (size_t)bench->size);
    laplacian_initialize(bench, &s->a);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct product *s = bench->state;
    sparse_product *product = (sparse_product *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++)
        product(bench, &s->a, s->x, s->y);
}

/* The largest |y - A x| / (epsilon |A| |x|) of a row. Five products summed in any order stay below
 * 2.5 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, equation 3.5). */
static double residual(const struct bench *bench) {
    const struct product *s = bench->state;
    double worst = 0;
    for (int64_t i = 0; i < bench->size; i++) {
        double magnitude, right = laplacian_row(bench, &s->a, s->x, i, &magnitude);
        double error = right - bench_element(bench, s->y, (size_t)i);
        error = (error < 0 ? -error : error) / (bench_epsilon(bench) * (magnitude + 1e-30));
        if (error > worst || error != error)
            worst = error;
    }
    return worst;
}

/* Twice the same bound, given that the diagonal is below 8, the other elements of a row sum to at
 * most as much, and x is below 1. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 2 * 2.5 * 16;
}

/* As usual, with one addition for every multiplication. */
static double flops(const struct bench *bench) {
    return 2 * laplacian_numbers(bench->size);
}

static double bytes(const struct bench *bench) {
    return (laplacian_numbers(bench->size) + 2 * (double)bench->size) * (double)bench->element;
}

/* Topic: sparse matrices. */
const struct bench_action action_sparse_matrix_vector_product = {
    BENCH_ACTION_HEAD,
    .name = "sparse_matrix_vector_product",
    .about = "y := A x, A sparse",
    .size_means = "rows and columns of A, a five-point Laplacian",
    .largest = 1000000,
    .implementations =
        (const struct bench_implementation[]){{"csr", (bench_function)sparse_rows},
                                              {"ellpack", (bench_function)sparse_padded},
                                              {"diagonals", (bench_function)sparse_diagonals},
                                              {"symmetric", (bench_function)sparse_symmetric},
                                              {0}},
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 m, m = 5 n - 2 (ceil(sqrt(n)) + ceil(n / ceil(sqrt(n)))) numbers in A",
    .bytes_formula = "m + 2 n elements, without A's indices",
};
