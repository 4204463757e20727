/* asum: the sum of magnitudes, as BLAS libraries do it. */
#include <math.h>

#include <benchmat/action.h>

typedef double dasum(const int64_t *n, const double *x, const int64_t *incx);
typedef double cblas_dasum(int64_t n, const double *x, int64_t incx);

static double *x, *sum;

static int setup(struct bench *bench) {
    x = bench_array(bench, (size_t)bench->size);
    sum = bench_output(bench, bench_array(bench, 1), 1);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const int64_t n = bench->size, one = 1;
    if (bench->c_interface)
        for (int64_t c = 0; c < calls; c++)
            *sum = ((cblas_dasum *)bench->routines[0])(n, x, 1);
    else
        for (int64_t c = 0; c < calls; c++)
            *sum = ((dasum *)bench->routines[0])(&n, x, &one);
}

/* n sums of up to n / 2, each rounded by half an epsilon of it: they add up like sqrt(n) of them. */
static double tolerance(const struct bench *bench) {
    double n = (double)bench->size;
    return 4 + n * sqrt(n);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "asum",
    .about = "the sum of |x_i|",
    .size_means = "length of x",
    .largest = 3000000,
    .types = "d",
    .routines = (const struct bench_routine[]){{"?asum_", "cblas_?asum"}, {0}},
    .setup = setup,
    .calculate = calculate,
    .tolerance = tolerance,
};
