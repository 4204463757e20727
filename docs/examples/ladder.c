/* ladder: how long does multiply take? Marks 0 to 5 of Peter Sestoft's Microbenchmarks in Java and
 * C# (2015), in C; docs/tutorial.md climbs them. Usage: ladder MARK [CALLS] */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "multiply.h"

enum { N = 1000, TIMINGS = 10 };

static double x[N], y[N], used;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

void mark0(int calls) {
    double z[N];
    int64_t begin = now();
    multiply(N, x, y, z);
    int64_t end = now();
    int64_t after_nothing = now();
    used += z[calls % N];
    printf("one call: %d ns; no call: %d ns\n", (int)(end - begin), (int)(after_nothing - end));
}

void mark1(int calls) {
    double z[N];
    int64_t begin = now();
    for (int c = 0; c < calls; c++)
        multiply(N, x, y, z);
    int64_t end = now();
    printf("%.1f ns\n", (double)(end - begin) / calls);
}

double timing(int calls) {
    double z[N];
    int64_t begin = now();
    for (int c = 0; c < calls; c++) {
        multiply(N, x, y, z);
        used += z[c % N];
    }
    int64_t end = now();
    return (double)(end - begin) / calls;
}

void mark2(int calls) {
    printf("%.1f ns\n", timing(calls));
}

void mark3(int calls) {
    for (int t = 0; t < TIMINGS; t++)
        printf("%.1f ns\n", timing(calls));
}

void mark4(int calls) {
    double mean = 0, squares = 0;
    for (int t = 1; t <= TIMINGS; t++) {
        double time = timing(calls), difference = time - mean;
        mean += difference / t;
        squares += difference * (time - mean);
    }
    printf("%.1f ns, standard deviation %.1f\n", mean, sqrt(squares / (TIMINGS - 1)));
}

void mark5(int calls) {
    double shortest = 0;
    printf("count,seconds\n");
    for (int count = 1; shortest < 5e6 && count <= calls; count *= 2) {
        shortest = INFINITY;
        for (int t = 0; t < TIMINGS; t++) {
            double time = timing(count);
            shortest = fmin(shortest, time * count);
            printf("%d,%.4g\n", count, time * 1e-9);
        }
    }
}

int main(int argc, char **argv) {
    static void (*const marks[])(int calls) = {mark0, mark1, mark2, mark3, mark4, mark5};
    int mark = argc > 1 ? atoi(argv[1]) : -1, calls = argc > 2 ? atoi(argv[2]) : 100000;
    if (mark < 0 || mark > 5 || calls < 1) {
        fprintf(stderr, "usage: ladder MARK [CALLS], with a mark from 0 to 5\n");
        return 2;
    }
    for (int i = 0; i < N; i++)
        x[i] = y[i] = i;
    marks[mark](calls);
    return used < 0; /* never, but the compiler does not know */
}
