/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/lu.h"

static int setup(struct bench *bench) {
    return lu_setup(bench, 1);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct lu *s = bench->state;
    lapack_getc2 *getc2 = (lapack_getc2 *)bench->routines[0];
    const int64_t n = bench->size;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        getc2(&n, a, &n, s->row_pivots, s->column_pivots, &info);
        *s->failed |= info;
    }
}

/* Topic: factorizations. */
const struct bench_action action_complete_lu_decomp = {
    BENCH_ACTION_HEAD,
    .name = "complete_lu_decomp",
    .about = "A := L U, A = P L U Q, in place",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?getc2_", NULL}, {0}},
    .state_bytes = sizeof(struct lu),
    .setup = setup,
    .initialize = lu_initialize,
    .calculate = calculate,
    .residual = lu_residual,
    /* if two pivots differ only by rounding, either is right */
    .tolerance = residual_decides,
    .flops = lu_flops,
    .bytes = lu_bytes,
    .flops_formula = "2 n^3/3 - n^2/2 + 5 n/6",
    .bytes_formula = "2 n^2 elements",
};
