/* inputs: does nothing but leave its inputs as outputs, which must be right to the last bit, and
 * numbers that are not finite. */
#include <math.h>

#include <benchmat/action.h>

enum { EDGES = 6 };

struct inputs {
    char *x, *y, *edges;
};

static int setup(struct bench *bench) {
    struct inputs *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_output(bench, bench_array(bench, n), n);
    s->y = bench_output(bench, bench_renewed_array(bench, n + 1), n + 1);
    n = bench_is_complex(bench) ? EDGES / 2 : EDGES;
    s->edges = bench_output(bench, bench_array(bench, n), n);
    return 0;
}

static void by_c(void) {
}

/* Adds 1 to the first number of the renewed array, which shows whether each call gets a fresh one.
 */
static void calculate(struct bench *bench, int64_t calls) {
    const struct inputs *s = bench->state;
    for (int64_t c = 0; c < calls; c++) {
        void *y = s->y + (size_t)c * bench->copy_stride;
        if (bench_is_single(bench))
            *(float *)y += 1;
        else
            *(double *)y += 1;
        bench_clobber();
    }
    for (int i = 0; i < EDGES; i++) {
        double edge = i % 3 == 0 ? INFINITY : i % 3 == 1 ? -INFINITY : NAN;
        if (bench_is_single(bench))
            ((float *)(void *)s->edges)[i] = (float)edge;
        else
            ((double *)(void *)s->edges)[i] = edge;
    }
}

static double tolerance(const struct bench *bench) {
    (void)bench;
    return 0;
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "inputs",
    .about = "x, y",
    .size_means = "numbers of x",
    .largest = 1000,
    .types = "sdcz",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(by_c), {0}},
    .state_bytes = sizeof(struct inputs),
    .setup = setup,
    .calculate = calculate,
    .tolerance = tolerance,
};
