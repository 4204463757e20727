/* saxpy: three ways to do y := a x + y, of which one is wrong on purpose. */
#include <benchmat/action.h>
typedef void saxpy(int64_t n, float a, const float *x, float *y);
static void plain(int64_t n, float a, const float *x, float *y) {
    for (int64_t i = 0; i < n; i++)
        y[i] += a * x[i];
}
static void backward(int64_t n, float a, const float *x, float *y) {
    for (int64_t i = n; i-- > 0;)
        y[i] += a * x[i];
}
static void hasty(int64_t n, float a, const float *x, float *y) {
    plain(n - 1, a, x, y); /* forgets the last element */
}
static float *x, *y;
static int setup(struct bench *bench) {
    x = bench_array(bench, bench->size);
    y = bench_output(bench, bench_array(bench, bench->size), bench->size);
    return 0;
}
static void calculate(struct bench *bench, int64_t calls) {
    for (int64_t c = 0; c < calls; c++)
        ((saxpy *)bench->routines[0])(bench->size, 0.5f, x, y);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD, .name = "saxpy", .about = "y := a x + y", .types = "s",
    .size_means = "length of x and y", .largest = 1000000, .setup = setup, .calculate = calculate,
    .implementations = (const struct bench_implementation[]){
        BENCH_IMPLEMENTATION(plain), BENCH_IMPLEMENTATION(backward), BENCH_IMPLEMENTATION(hasty), {0}}};
