/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain_loop LIBRARY axpy|gemm N REPEATS: the best of REPEATS single calls, as anybody would time
 * them in a plain C loop: the number that bench-collect's must agree with. Prints seconds. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void axpy(const int *n, const double *a, const double *x, const int *incx, double *y,
                  const int *incy);
typedef void gemm(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                  const double *alpha, const double *a, const int *lda, const double *b,
                  const int *ldb, const double *beta, double *c, const int *ldc, size_t la,
                  size_t lb);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *array(size_t count) {
    double *numbers = aligned_alloc(4096, (count * sizeof *numbers + 4095) / 4096 * 4096);
    for (size_t i = 0; numbers && i < count; i++)
        numbers[i] = (double)(i % 1000) / 1000 - 0.5;
    return numbers;
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 64;
    int is_gemm = strcmp(argv[2], "gemm") == 0, n = atoi(argv[3]), repeats = atoi(argv[4]), one = 1;
    void *library = dlopen(argv[1], RTLD_NOW);
    void *symbol = library ? dlsym(library, is_gemm ? "dgemm_" : "daxpy_") : NULL;
    size_t count = is_gemm ? (size_t)n * (size_t)n : (size_t)n;
    double *a = array(count), *b = array(count), *c = array(count), alpha = 0.739, zero = 0;
    if (!symbol || !a || !b || !c) {
        fprintf(stderr, "plain_loop: %s\n", library ? "no symbol or no memory" : dlerror());
        return 1;
    }
    axpy *daxpy;
    gemm *dgemm;
    memcpy(&daxpy, &symbol, sizeof symbol);
    memcpy(&dgemm, &symbol, sizeof symbol);
    double best = 1e9;
    for (int r = 0; r < repeats; r++) {
        double begin = now();
        if (is_gemm)
            dgemm("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &zero, c, &n, 1, 1);
        else
            daxpy(&n, &alpha, a, &one, b, &one);
        double seconds = now() - begin;
        if (seconds < best)
            best = seconds;
    }
    printf("%.9g\n", best);
    return 0;
}
