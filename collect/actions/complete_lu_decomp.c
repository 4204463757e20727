/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct complete_lu_decomp {
    char *a;
    int64_t *row_pivots, *column_pivots;
    double complex *spare;
    int64_t *failed; /* not zero: an `info` came back that was not */
};

/* The pivots are no output: they may differ where two numbers tie, and the residual reads them. */
static int setup(struct bench *bench) {
    struct complete_lu_decomp *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->row_pivots = bench_memory(bench, n, sizeof *s->row_pivots);
    s->column_pivots = bench_memory(bench, n, sizeof *s->column_pivots);
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "factors", s->a, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct complete_lu_decomp *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    for (size_t k = 0; k < n; k++)
        s->row_pivots[k] = s->column_pivots[k] = 0;
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct complete_lu_decomp *s = bench->state;
    lapack_getc2 *getc2 = (lapack_getc2 *)bench->routines[0];
    const int64_t n = bench->size;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        getc2(&n, a, &n, s->row_pivots, s->column_pivots, &info);
        *s->failed |= info;
    }
}

static double try(const struct bench *bench, int probe) {
    const struct complete_lu_decomp *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_lu lu = {
        .a = {bench, bench_original(bench, s->a), n, n},
        .factors = {bench, s->a, n, n},
        .row_pivots = s->row_pivots,
        .column_pivots = s->column_pivots,
    };
    return residual_of_lu(&lu, probe, s->spare);
}

/* |A - P L U Q| / (sqrt(n) epsilon |A|). */
static double residual(const struct bench *bench) {
    const struct complete_lu_decomp *s = bench->state;
    return residual_worst(bench, *s->failed, try);
}

/* Another pivot where two are as large but for a rounding is as right. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return INFINITY;
}

/* As xGETRF's (LAPACK Working Note 41, operation counts): n^3/3 + 2n/3 multiplications and
 * n^3/3 - n^2/2 + n/6 additions. The n^3/3 comparisons that the search takes are no operations. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * n / 3 + 2 * n / 3, n * n * n / 3 - n * n / 2 + n / 6);
}

static double bytes(const struct bench *bench) {
    return 2 * (double)bench->size * (double)bench->size * (double)bench->element;
}

const struct bench_action action_complete_lu_decomp = {
    BENCH_ACTION_HEAD,
    .name = "complete_lu_decomp",
    .about = "A := L U, A = P L U Q, in place",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?getc2_", NULL}, {0}},
    .state_bytes = sizeof(struct complete_lu_decomp),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^3/3 - n^2/2 + 5 n/6",
    .bytes_formula = "2 n^2 elements",
};
