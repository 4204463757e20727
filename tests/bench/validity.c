/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validity.c: what modes say they measure, by loops that know nothing of benchmat.
 *
 *     validity mean FILE FUNCTION SIZE   nanoseconds of elapsed time over calls, for a second
 *     validity cold FILE SIZE            nanoseconds of cblas_daxpy after a sweep through 256 MiB
 *     validity first FILE SIZE           nanoseconds of the first call of cblas_daxpy: this one
 *     validity allocate THREADS          nanoseconds of time over pairs of free and malloc
 *
 * The allocator is that of the process. As in the action, it gets blocks of 16 to 1024 bytes, whose
 * ends are written, and whose begin is read before they are freed; every eighth is freed by whoever
 * comes next; and each thread has a CPU of its own. */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
    MOST_THREADS = 64,
    BLOCKS = 512,
    DRAWS = 8192,
    EXCHANGES = 64,
    COLD_CALLS = 21,
    PAGE = 4096
};

static const size_t swept = (size_t)256 << 20;

typedef double function(size_t n, const double *x);
typedef void daxpy(int n, double a, const double *x, int x_step, double *y, int y_step);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *symbol_in(const char *file, const char *name) {
    void *library = dlopen(file, RTLD_NOW), *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return symbol;
}

static double *numbers(size_t n) {
    double *x = aligned_alloc(64, (n + 8) / 8 * 64);
    for (size_t i = 0; i < n; i++)
        x[i] = drand48();
    return x;
}

static double mean_of(void *symbol, size_t n) {
    function *call;
    double *x = numbers(n), begin = now(), seconds;
    size_t calls = 0;
    memcpy(&call, &symbol, sizeof symbol);
    volatile double kept;
    do {
        for (int i = 0; i < 1000; i++)
            kept = call(n, x);
        calls += 1000;
    } while ((seconds = now() - begin) < 1);
    (void)kept;
    free(x);
    return seconds / (double)calls;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double first_of(daxpy *call, size_t n, double *x, double *y) {
    double begin = now();
    call((int)n, 0.5, x, 1, y, 1);
    return now() - begin;
}

/* Changes a number in each cache line: memset goes past the caches. */
static void sweep_through(volatile unsigned char *bytes) {
    for (size_t i = 0; i < swept; i += 64)
        bytes[i]++;
}

/* What two readings of the clock take is subtracted. In huge pages the sweep would leave where the
 * arrays lie in the processor's table of pages, in a process that gets any. */
static double cold_of(daxpy *call, size_t n, double *x, double *y) {
    unsigned char *sweep = aligned_alloc(PAGE, swept);
    double seconds[COLD_CALLS], clock = 1;
    madvise(sweep, swept, MADV_NOHUGEPAGE);
    memset(sweep, 0, swept);
    for (int i = 0; i < COLD_CALLS; i++) {
        sweep_through(sweep);
        double begin = now(), cost = now() - begin;
        clock = cost < clock ? cost : clock;
        seconds[i] = first_of(call, n, x, y);
    }
    free(sweep);
    qsort(seconds, COLD_CALLS, sizeof *seconds, ascending);
    return seconds[COLD_CALLS / 2] - clock;
}

static int threads_begun, is_over;
static char *exchanges[EXCHANGES][8]; /* the first of each, on a cache line of its own */

static void *exchange_blocks(void *count) {
    static _Thread_local char *blocks[BLOCKS];
    static _Thread_local struct { uint32_t size, place, exchange; } draws[DRAWS];
    int64_t made = 0;
    struct drand48_data random;
    cpu_set_t cpu;
    CPU_ZERO(&cpu);
    CPU_SET(__atomic_fetch_add(&threads_begun, 1, __ATOMIC_RELAXED), &cpu);
    pthread_setaffinity_np(pthread_self(), sizeof cpu, &cpu);
    srand48_r((long)(intptr_t)count, &random);
    for (size_t i = 0; i < DRAWS; i++) {
        double within, range;
        drand48_r(&random, &within);
        drand48_r(&random, &range);
        draws[i].size = (uint32_t)((16 << (int)(6 * range)) * (1 + within));
        draws[i].place = (uint32_t)(BLOCKS * within * 64) % BLOCKS;
        draws[i].exchange = (uint32_t)(EXCHANGES * within * BLOCKS * 64) % EXCHANGES;
    }
    for (; !__atomic_load_n(&is_over, __ATOMIC_RELAXED); made++) {
        char **block = &blocks[(draws[made % DRAWS].place + (size_t)made / DRAWS) % BLOCKS];
        if (made % 8 == 0)
            *block = __atomic_exchange_n(exchanges[draws[made % DRAWS].exchange], *block,
                                         __ATOMIC_ACQ_REL);
        if (*block && **block != 1)
            abort();
        free(*block);
        *block = malloc(draws[made % DRAWS].size);
        (*block)[draws[made % DRAWS].size - 1] = **block = 1;
    }
    *(int64_t *)count = made;
    return NULL;
}

static double allocations_of(int threads) {
    pthread_t team[MOST_THREADS];
    int64_t counts[MOST_THREADS], all = 0;
    double begin = now();
    for (int i = 0; i < threads; i++)
        pthread_create(&team[i], NULL, exchange_blocks, &counts[i]);
    nanosleep(&(struct timespec){1, 0}, NULL);
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    double seconds = now() - begin;
    for (int i = 0; i < threads; i++) {
        pthread_join(team[i], NULL);
        all += counts[i];
    }
    return seconds / (double)all;
}

int main(int argc, char **argv) {
    double seconds;
    if (argc == 5 && strcmp(argv[1], "mean") == 0) {
        seconds = mean_of(symbol_in(argv[2], argv[3]), strtoull(argv[4], NULL, 10));
    } else if (argc == 4 && (strcmp(argv[1], "cold") == 0 || strcmp(argv[1], "first") == 0)) {
        size_t n = strtoull(argv[3], NULL, 10);
        void *symbol = symbol_in(argv[2], "cblas_daxpy");
        daxpy *call;
        double *x = numbers(n), *y = numbers(n);
        memcpy(&call, &symbol, sizeof symbol);
        seconds = argv[1][0] == 'c' ? cold_of(call, n, x, y) : first_of(call, n, x, y);
        free(x);
        free(y);
    } else if (argc == 3 && strcmp(argv[1], "allocate") == 0 && atoi(argv[2]) > 0 &&
               atoi(argv[2]) <= MOST_THREADS) {
        seconds = allocations_of(atoi(argv[2]));
    } else {
        fprintf(stderr, "usage: validity mean FILE FUNCTION SIZE | cold FILE SIZE | "
                        "first FILE SIZE | allocate THREADS\n");
        return 64;
    }
    printf("%.3f\n", 1e9 * seconds);
    return 0;
}
