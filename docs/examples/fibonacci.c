/* fibonacci: the number-th Fibonacci number by four algorithms. The closed form is right only as
 * long as double precision lasts: try -p number=60:90:10. */
#include <math.h>

#include <benchmat/action.h>

typedef int64_t fibonacci(int number);

static int64_t recursive(int number) {
    return number < 2 ? number : recursive(number - 1) + recursive(number - 2);
}

static int64_t iterative(int number) {
    int64_t a = 0, b = 1;
    for (int i = 0; i < number; i++) {
        int64_t next = a + b;
        a = b;
        b = next;
    }
    return a;
}

/* F(2k) = F(k) (2 F(k+1) - F(k)), F(2k+1) = F(k)^2 + F(k+1)^2: from the highest bit down. */
static int64_t doubling(int number) {
    int64_t a = 0, b = 1;
    for (int bit = 31 - __builtin_clz((unsigned)number | 1); bit >= 0; bit--) {
        int64_t even = a * (2 * b - a), odd = a * a + b * b;
        a = number >> bit & 1 ? odd : even;
        b = number >> bit & 1 ? even + odd : odd;
    }
    return a;
}

static int64_t closed_form(int number) {
    return llround(pow((1 + sqrt(5)) / 2, number) / sqrt(5));
}

static int64_t *result;

static int setup(struct bench *bench) {
    result = bench_memory(bench, 1, sizeof *result);
    bench_output_of(bench, "number", result, 1, 'l');
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    fibonacci *function = (fibonacci *)bench->routines[0];
    int number = (int)bench->parameters[0];
    for (int64_t c = 0; c < calls; c++) {
        *result = function(number);
        bench_clobber();
    }
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "fibonacci",
    .about = "F(number)",
    .implementations =
        (const struct bench_implementation[]){BENCH_IMPLEMENTATION(iterative),
                                              BENCH_IMPLEMENTATION(recursive),
                                              BENCH_IMPLEMENTATION(doubling),
                                              BENCH_IMPLEMENTATION(closed_form),
                                              {0}},
    .parameters =
        (const struct bench_parameter[]){{"number", "which Fibonacci number", 20}, {0}},
    .setup = setup,
    .calculate = calculate,
};
