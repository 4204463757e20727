/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct qr {
    char *a, *tau, *work;
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct qr *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->tau = bench_array(bench, n);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "reflectors and R", s->a, n * n, bench->type);
    bench_output_of(bench, "tau", s->tau, n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct qr *s = bench->state;
    (void)seed;
    bench_fill(bench, s->a, (size_t)bench->size * (size_t)bench->size);
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct qr *s = bench->state;
    lapack_geqrf *geqrf = (lapack_geqrf *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        geqrf(&n, &n, a, &n, s->tau, s->work, &work, &info);
        *s->failed |= info;
    }
}

static double try(const struct bench *bench, int probe) {
    const struct qr *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_reflectors q = {{bench, s->a, n, n}, s->tau, n, 0};
    return residual_worse(residual_of_reflected(&a, &q, RESIDUAL_UPPER, 0, probe, s->spare),
                          residual_of_reflectors(&q, probe, s->spare));
}

/* The worse of |A - Q R| / (sqrt(n) epsilon |A|) and |Q'Q - 1| / (sqrt(n) epsilon). */
static double residual(const struct bench *bench) {
    const struct qr *s = bench->state;
    return residual_worst(bench, *s->failed, try);
}

/* LAPACK Working Note 41, operation counts of xGEQRF with m = n: 2n^3/3 + 3n^2/2 + 23n/6
 * multiplications and 2n^3/3 + n^2/2 + 5n/6 additions. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 2 * n * n * n / 3 + 3 * n * n / 2 + 23 * n / 6,
                            2 * n * n * n / 3 + n * n / 2 + 5 * n / 6);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (2 * n * n + n) * (double)bench->element;
}

/* Topic: factorizations. */
const struct bench_action action_qr = {
    BENCH_ACTION_HEAD,
    .name = "qr",
    .about = "A := Q R, in place",
    .size_means = "rows and columns of A",
    .largest = 3000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?geqrf_", NULL}, {0}},
    .state_bytes = sizeof(struct qr),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* Q and R are unique except for signs */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "4 n^3/3 + 2 n^2 + 14 n/3",
    .bytes_formula = "2 n^2 + n elements",
};
