/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/actions/blas.h"
#include "collect/actions/sparse.h"

/* The method of Hestenes and Stiefel (Methods of Conjugate Gradients for Solving Linear Systems, J.
 * Res. Nat. Bur. Standards 49, 1952) as in Saad (Iterative Methods for Sparse Linear Systems, 2nd
 * edition, algorithm 6.18), without a preconditioner, from x = 0. For every library the action
 * itself multiplies by A; the library does the vector operations. */
enum routine { DOT, AXPY, SCAL };

struct solver {
    struct laplacian a;
    void *b, *x, *r, *p, *ap;
};

static int setup(struct bench *bench) {
    struct solver *s = bench->state;
    size_t n = (size_t)bench->size;
    if (!(bench->parameters[0] > 0)) {
        bench_fail(bench, "the tolerance is above 0");
        return 1;
    }
    s->b = bench_array(bench, n);
    s->x = bench_array(bench, n);
    s->r = bench_array(bench, n);
    s->p = bench_array(bench, n);
    s->ap = bench_array(bench, n);
    bench_output_of(bench, "x", s->x, n, bench->type);
    return laplacian_setup(bench, &s->a, 0);
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct solver *s = bench->state;
    (void)seed;
    bench_fill(bench, s->b, (size_t)bench->size);
    laplacian_initialize(bench, &s->a);
}

/* --- routines --- */

static double dot(const struct bench *bench, const void *x, const void *y) {
    const int64_t n = bench->size, one = 1;
    bench_function routine = bench->routines[DOT];
    if (bench_is_single(bench))
        return bench->c_interface ? (double)((blas_c_float_dot *)routine)(n, x, 1, y, 1)
                                  : (double)((blas_float_dot *)routine)(&n, x, &one, y, &one);
    return bench->c_interface ? ((blas_c_double_dot *)routine)(n, x, 1, y, 1)
                              : ((blas_double_dot *)routine)(&n, x, &one, y, &one);
}

static void axpy(const struct bench *bench, double alpha, const void *x, void *y) {
    const int64_t n = bench->size, one = 1;
    const union bench_scalar scalar = bench_scalar(bench, alpha);
    bench_function routine = bench->routines[AXPY];
    if (!bench->c_interface)
        ((blas_axpy *)routine)(&n, &scalar, x, &one, y, &one);
    else if (bench_is_single(bench))
        ((blas_s_axpy *)routine)(n, scalar.s, x, 1, y, 1);
    else
        ((blas_d_axpy *)routine)(n, scalar.d, x, 1, y, 1);
}

static void scal(const struct bench *bench, double alpha, void *x) {
    const int64_t n = bench->size, one = 1;
    const union bench_scalar scalar = bench_scalar(bench, alpha);
    bench_function routine = bench->routines[SCAL];
    if (!bench->c_interface)
        ((blas_scal *)routine)(&n, &scalar, x, &one);
    else if (bench_is_single(bench))
        ((blas_s_scal *)routine)(n, scalar.s, x, 1);
    else
        ((blas_d_scal *)routine)(n, scalar.d, x, 1);
}

/* --- solving --- */

/* Some ten times what the usual tolerance takes: each iteration shrinks the error by 2 /
 * sqrt(condition) of itself (Saad, equation 6.128), and the condition number is about w^2. */
static int64_t most_iterations(const struct solver *s) {
    return 100 + 40 * s->a.width;
}

/* Does one iteration. SQUARES is |r|^2 before it; returns |r|^2 after it. */
static double iterate(const struct bench *bench, double squares) {
    const struct solver *s = bench->state;
    sparse_rows(bench, &s->a, s->p, s->ap);
    double alpha = squares / dot(bench, s->p, s->ap);
    axpy(bench, alpha, s->p, s->x);
    axpy(bench, -alpha, s->ap, s->r);
    double next = dot(bench, s->r, s->r);
    scal(bench, next / squares, s->p);
    axpy(bench, 1, s->r, s->p);
    return next;
}

/* Returns the number of iterations. */
static int64_t solve(struct bench *bench) {
    const struct solver *s = bench->state;
    const size_t bytes = (size_t)bench->size * bench->element;
    memset(s->x, 0, bytes);
    memcpy(s->r, s->b, bytes);
    memcpy(s->p, s->b, bytes);
    double squares = dot(bench, s->r, s->r);
    double small = bench->parameters[0] * bench->parameters[0] * squares;
    int64_t most = most_iterations(s), done = 0;
    for (; squares > small && done < most; done++)
        squares = iterate(bench, squares);
    if (!(squares <= small))
        bench_fail(bench, "the tolerance was not reached");
    return done;
}

/* The operations of ITERATIONS iterations, each with the product, two dots, three axpys and a scal.
 */
static double operations(const struct bench *bench, double iterations) {
    double n = (double)bench->size;
    return 2 * n + iterations * (2 * laplacian_numbers(bench->size) + 11 * n);
}

static void calculate(struct bench *bench, int64_t calls) {
    for (int64_t c = 0; c < calls; c++) {
        double iterations = (double)solve(bench);
        bench_count(bench, BENCH_ITERATIONS, iterations);
        bench_count(bench, BENCH_OPERATIONS, operations(bench, iterations));
    }
}

/* |b - A x| / (tolerance |b| + 16 epsilon |x|), Euclidean norms. The first term is the wanted
 * accuracy. The second is unavoidable: the residual that the loop updates differs from the true one
 * by some epsilon |A| |x|, where |A| < 16 (Greenbaum, Estimating the Attainable Accuracy of
 * Recursively Computed Residual Methods, SIAM J. Matrix Anal. Appl. 18(3), 1997). */
static double residual(const struct bench *bench) {
    const struct solver *s = bench->state;
    double error = 0, right = 0, solution = 0;
    for (int64_t i = 0; i < bench->size; i++) {
        double magnitude, b = bench_element(bench, s->b, (size_t)i),
                          x = bench_element(bench, s->x, (size_t)i);
        double r = b - laplacian_row(bench, &s->a, s->x, i, &magnitude);
        error += r * r;
        right += b * b;
        solution += x * x;
    }
    return sqrt(error) /
           (bench->parameters[0] * sqrt(right) + 16 * bench_epsilon(bench) * sqrt(solution));
}

/* For time limits, before any iteration was counted: the usual tolerance takes about 3 sqrt(n)
 * iterations. */
static double flops(const struct bench *bench) {
    return operations(bench, 1 + 3 * sqrt((double)bench->size));
}

static double tolerance(const struct bench *bench) {
    (void)bench;
    return INFINITY;
}

/* Topic: sparse matrices. */
const struct bench_action action_conjugate_gradient = {
    BENCH_ACTION_HEAD,
    .name = "conjugate_gradient",
    .about = "x := A^-1 b by conjugate gradients, A sparse",
    .size_means = "rows and columns of A, a five-point Laplacian",
    .largest = 50000,
    .routines =
        (const struct bench_routine[]){
            {"?dot_", "cblas_?dot"}, {"?axpy_", "cblas_?axpy"}, {"?scal_", "cblas_?scal"}, {0}},
    .parameters =
        (const struct bench_parameter[]){{"tolerance", "|A x - b| / |b| that is enough", 1e-6},
                                         {0}},
    .state_bytes = sizeof(struct solver),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .flops_formula = "2 n + k (2 m + 11 n), k iterations, m = 5 n - 2 (ceil(sqrt(n)) + "
                     "ceil(n / ceil(sqrt(n)))) numbers in A",
};
