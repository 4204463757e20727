/* memory: gets memory for n numbers, writes each of them, and gives the memory back. */
#include <stdlib.h>
#include <sys/mman.h>

#include <benchmat/action.h>

/* Writes i to the i-th of N numbers, and returns their last. */
static double touch(double *numbers, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        numbers[i] = (double)i;
    bench_clobber();
    return numbers[n - 1];
}

typedef double memory(int64_t n);

static double by_malloc(int64_t n) {
    double *numbers = malloc((size_t)n * sizeof *numbers);
    double last = numbers ? touch(numbers, n) : -1;
    free(numbers);
    return last;
}

static double by_calloc(int64_t n) {
    double *numbers = calloc((size_t)n, sizeof *numbers);
    double last = numbers ? touch(numbers, n) : -1;
    free(numbers);
    return last;
}

static double by_mmap(int64_t n) {
    size_t bytes = (size_t)n * sizeof(double);
    void *numbers =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    double last = numbers == MAP_FAILED ? -1 : touch(numbers, n);
    if (numbers != MAP_FAILED)
        munmap(numbers, bytes);
    return last;
}

static double *result;

static int setup(struct bench *bench) {
    result = bench_output(bench, bench_array(bench, 1), 1);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    memory *function = (memory *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++) {
        *result = function(bench->size);
        bench_clobber();
    }
}

static double bytes(const struct bench *bench) {
    return (double)bench->size * sizeof(double);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "memory",
    .about = "getting memory and writing to it",
    .size_means = "numbers that the memory has room for",
    .largest = 1000000,
    .types = "d",
    .implementations =
        (const struct bench_implementation[]){BENCH_IMPLEMENTATION(by_malloc),
                                              BENCH_IMPLEMENTATION(by_calloc),
                                              BENCH_IMPLEMENTATION(by_mmap),
                                              {0}},
    .setup = setup,
    .calculate = calculate,
    .bytes = bytes,
    .bytes_formula = "n elements",
};
