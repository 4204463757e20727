/* factorial: the product 1 2 3 ... number, by a loop and by calling itself. */
#include <benchmat/action.h>

typedef double factorial(int number);

static double iterative(int number) {
    double product = 1;
    for (int i = 2; i <= number; i++)
        product *= i;
    return product;
}

static double recursive(int number) {
    return number < 2 ? 1 : number * recursive(number - 1);
}

static double *result;

static int setup(struct bench *bench) {
    result = bench_output(bench, bench_array(bench, 1), 1);
    return 0;
}

/* The number comes in as a parameter, so that the compiler cannot know the product. */
static void calculate(struct bench *bench, int64_t calls) {
    factorial *function = (factorial *)bench->routines[0];
    int number = (int)bench->parameters[0];
    for (int64_t c = 0; c < calls; c++) {
        *result = function(number);
        bench_clobber();
    }
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "factorial",
    .about = "number!",
    .types = "d",
    .implementations =
        (const struct bench_implementation[]){
            BENCH_IMPLEMENTATION(iterative), BENCH_IMPLEMENTATION(recursive), {0}},
    .parameters =
        (const struct bench_parameter[]){{"number", "the last factor of the product", 20}, {0}},
    .setup = setup,
    .calculate = calculate,
};
