/* array2d: the sum of a square array, row by row and column by column. */
#include <benchmat/action.h>

typedef double sum(int64_t n, const double *a);

static double row_wise(int64_t n, const double *a) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            sum += a[i * n + j];
    return sum;
}

static double column_wise(int64_t n, const double *a) {
    double sum = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            sum += a[i * n + j];
    return sum;
}

static double *a, *result;

static int setup(struct bench *bench) {
    size_t n = (size_t)bench->size;
    a = bench_array(bench, n * n);
    result = bench_output(bench, bench_array(bench, 1), 1);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    sum *function = (sum *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++) {
        *result = function(bench->size, a);
        bench_clobber();
    }
}

static double flops(const struct bench *bench) {
    return (double)bench->size * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return flops(bench) * sizeof(double);
}

/* Two orders of adding n^2 numbers below 1: n^2 roundings of sums that grow like n. */
static double tolerance(const struct bench *bench) {
    return 10 + 2.0 * (double)bench->size * (double)bench->size;
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "array2d",
    .about = "the sum of all elements of A",
    .size_means = "rows and columns of A",
    .largest = 4000,
    .types = "d",
    .implementations =
        (const struct bench_implementation[]){
            BENCH_IMPLEMENTATION(row_wise), BENCH_IMPLEMENTATION(column_wise), {0}},
    .setup = setup,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n^2",
    .bytes_formula = "n^2 elements",
};
