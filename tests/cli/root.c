/* root: a calculation without a loop, of which compilers can do much between calls. */
#include <math.h>

#include <benchmat/action.h>

static double root(double x) {
    return sqrt(1 / (x + sqrt(x)));
}

static const double *x;
static double *result;

static int setup(struct bench *bench) {
    x = bench_array(bench, 1);
    result = bench_output(bench, bench_array(bench, 1), 1);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    double (*function)(double) = (double (*)(double))bench->routines[0];
    for (int64_t c = 0; c < calls; c++) {
        *result = function(2 + *x);
        bench_clobber();
    }
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "root",
    .about = "sqrt(1 / (x + sqrt(x)))",
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(root), {0}},
    .setup = setup,
    .calculate = calculate,
};
