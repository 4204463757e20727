/* SPDX-License-Identifier: GPL-3.0-or-later */
/* textbook_fftw.h: FFTW's interface over the definition of the transform, of which tests make
 * libraries. fake.h compiles it behind a test's own lines, which may define:
 *
 *     AFTER_EXECUTE           what fftw_execute does besides, with out and count in sight
 *     WITHOUT_PLANS           no plan is ever made
 *
 * It includes itself once per type of number. */
#ifndef REAL

#    include <complex.h>
#    include <math.h>
#    include <stdlib.h>

#    ifndef AFTER_EXECUTE
#        define AFTER_EXECUTE
#    endif

struct plan {
    int dimensions, is_real;
    long n;
    const void *in;
    void *out;
};

static void *new_plan(int dimensions, int is_real, int n, const void *in, void *out) {
    struct plan *plan = malloc(sizeof *plan);
    *plan = (struct plan){dimensions, is_real, n, in, out};
#    ifdef WITHOUT_PLANS
    free(plan);
    plan = NULL;
#    endif
    return plan;
}

static long power(long n, int exponent) {
    return exponent ? n * power(n, exponent - 1) : 1;
}

/* exp(-2 pi i (j . k) / n) of the indices with these digits in base n. */
static double complex factor(const struct plan *plan, long j, long k) {
    long n = plan->n, turns = 0;
    for (int d = 0; d < plan->dimensions; d++, j /= n, k /= n)
        turns += j % n * (k % n);
    return cexp(-2 * M_PI * I * (double)(turns % n) / (double)n);
}

#    define REAL       float
#    define NAME(name) fftwf_##name
#    include "tests/collect/textbook_fftw.h"
#    undef REAL
#    undef NAME
#    define REAL       double
#    define NAME(name) fftw_##name
#    include "tests/collect/textbook_fftw.h"

#else

void *NAME(plan_dft_1d)(int n, void *in, void *out, int sign, unsigned flags) {
    return (void)sign, (void)flags, new_plan(1, 0, n, in, out);
}

void *NAME(plan_dft_2d)(int n, int n1, void *in, void *out, int sign, unsigned flags) {
    return (void)sign, (void)flags, n == n1 ? new_plan(2, 0, n, in, out) : NULL;
}

void *NAME(plan_dft_3d)(int n, int n1, int n2, void *in, void *out, int sign, unsigned flags) {
    return (void)sign, (void)flags, n == n1 && n == n2 ? new_plan(3, 0, n, in, out) : NULL;
}

void *NAME(plan_dft_r2c_1d)(int n, void *in, void *out, unsigned flags) {
    return (void)flags, new_plan(1, 1, n, in, out);
}

void *NAME(plan_dft_r2c_2d)(int n, int n1, void *in, void *out, unsigned flags) {
    return (void)flags, n == n1 ? new_plan(2, 1, n, in, out) : NULL;
}

void *NAME(plan_dft_r2c_3d)(int n, int n1, int n2, void *in, void *out, unsigned flags) {
    return (void)flags, n == n1 && n == n2 ? new_plan(3, 1, n, in, out) : NULL;
}

static double complex NAME(sum)(const struct plan *plan, long k) {
    long all = power(plan->n, plan->dimensions);
    double complex sum = 0;
    for (long j = 0; j < all; j++)
        sum += factor(plan, j, k) *
               (plan->is_real ? ((const REAL *)plan->in)[j] : ((const REAL complex *)plan->in)[j]);
    return sum;
}

void NAME(execute)(const struct plan *plan) {
    long row = plan->is_real ? plan->n / 2 + 1 : plan->n;
    long count = power(plan->n, plan->dimensions - 1) * row;
    REAL complex *out = plan->out;
    for (long i = 0; i < count; i++)
        out[i] = (REAL complex)NAME(sum)(plan, i / row * plan->n + i % row);
    AFTER_EXECUTE;
}

void NAME(destroy_plan)(void *plan) {
    free(plan);
}

#endif
