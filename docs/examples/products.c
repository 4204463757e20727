/* products: two ways to multiply two vectors number by number. */
#include <benchmat/action.h>

#include "multiply.h"

typedef void products(int n, const double *x, const double *y, double *z);

static void backward(int n, const double *x, const double *y, double *z) {
    for (int i = n; i-- > 0;)
        z[i] = x[i] * y[i];
}

static double *x, *y, *z;

static int setup(struct bench *bench) {
    size_t n = (size_t)bench->size;
    x = bench_array(bench, n);
    y = bench_array(bench, n);
    z = bench_output(bench, bench_array(bench, n), n);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    products *function = (products *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++)
        function((int)bench->size, x, y, z);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "products",
    .about = "z_i := x_i y_i",
    .size_means = "length of x, y and z",
    .largest = 1000000,
    .types = "d",
    .implementations =
        (const struct bench_implementation[]){
            BENCH_IMPLEMENTATION(multiply), BENCH_IMPLEMENTATION(backward), {0}},
    .setup = setup,
    .calculate = calculate,
};
