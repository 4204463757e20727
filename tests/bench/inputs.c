/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs.c: times calls that each get other numbers, by a loop that knows nothing of benchmat.
 *
 *     inputs FILE FUNCTION SIZE    prints nanoseconds per call
 *
 * A few calls' numbers are drawn by drand48, so few that they stay in the caches, then the calls
 * are timed together, again and again for a second. Of a hundred parts of that second the fastest
 * counts: disturbances only add. What two readings of the clock take is subtracted. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARTS = 100, MOST_CALLS = 1000 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void fill(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = 2 * drand48() - 1;
}

int main(int argc, char **argv) {
    static double keys[MOST_CALLS];
    void *file = argc == 4 ? dlopen(argv[1], RTLD_NOW) : NULL, *symbol;
    symbol = file ? dlsym(file, argv[2]) : NULL;
    size_t n = argc == 4 ? strtoull(argv[3], NULL, 10) : 0, found = 0;
    if (!symbol || !n) {
        fprintf(stderr, "usage: inputs FILE FUNCTION SIZE\n");
        return 64;
    }
    int is_search = strcmp(argv[2], "lower_bound") == 0, is_sort = strstr(argv[2], "sort") != NULL;
    size_t (*search)(const double *x, size_t n, double key);
    void (*sort)(double *x, size_t n);
    void (*change)(size_t n, double *x);
    memcpy(&search, &symbol, sizeof symbol);
    memcpy(&sort, &symbol, sizeof symbol);
    memcpy(&change, &symbol, sizeof symbol);
    size_t calls = is_search ? MOST_CALLS : 16384 / (8 * n) ? 16384 / (8 * n) : 1;
    double *x = aligned_alloc(64, ((is_search ? n : calls * n) + 8) / 8 * 64);
    double best = 1e9, clock = 1e9;
    if (!x)
        return 1;
    fill(x, is_search ? n : calls * n);
    if (is_search)
        qsort(x, n, sizeof *x, ascending);
    for (int i = 0; i < 1000; i++) {
        double begin = now(), cost = now() - begin;
        clock = cost < clock ? cost : clock;
    }
    for (int part = 0; part < PARTS; part++) {
        double sum = 0, until = now() + 1.0 / PARTS;
        size_t made = 0;
        while (now() < until) {
            fill(keys, calls < MOST_CALLS ? calls : MOST_CALLS);
            if (!is_search)
                fill(x, calls * n);
            double begin = now();
            for (size_t c = 0; c < calls; c++)
                if (is_search)
                    found += search(x, n, keys[c]);
                else if (is_sort)
                    sort(x + c * n, n);
                else
                    change(n, x + c * n);
            sum += now() - begin - clock;
            made += calls;
        }
        best = sum / (double)made < best ? sum / (double)made : best;
    }
    printf("%.3f\n", 1e9 * best);
    free(x);
    return found == SIZE_MAX;
}
