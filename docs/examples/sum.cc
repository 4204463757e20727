// sum: four ways to add numbers.
#include <cmath>
#include <numeric>

#include <benchmat/action.h>

using Sum = double(const double *x, std::size_t n);

static double accumulate(const double *x, std::size_t n) {
    return std::accumulate(x, x + n, 0.0);
}

static double reduce(const double *x, std::size_t n) {
    return std::reduce(x, x + n);
}

static double pairwise(const double *x, std::size_t n) {
    return n > 64 ? pairwise(x, n / 2) + pairwise(x + n / 2, n - n / 2) : accumulate(x, n);
}

static double compensated(const double *x, std::size_t n) { // Neumaier's
    double sum = 0, lost = 0;
    for (std::size_t i = 0; i < n; i++) {
        double next = sum + x[i];
        lost += std::abs(sum) > std::abs(x[i]) ? (sum - next) + x[i] : (x[i] - next) + sum;
        sum = next;
    }
    return sum + lost;
}

static const double *x;
static double *sum;

static int setup(bench *bench) {
    x = static_cast<double *>(bench_array(bench, bench->size));
    sum = static_cast<double *>(bench_output(bench, bench_array(bench, 1), 1));
    return 0;
}

static void calculate(bench *bench, int64_t calls) {
    auto routine = reinterpret_cast<Sum *>(bench->routines[0]);
    for (int64_t c = 0; c < calls; c++)
        *sum = routine(x, bench->size);
}

static const bench_implementation implementations[] = {
    BENCH_IMPLEMENTATION(compensated), BENCH_IMPLEMENTATION(accumulate),
    BENCH_IMPLEMENTATION(reduce), BENCH_IMPLEMENTATION(pairwise), {}};

static bench_action describe() {
    bench_action action = bench_action_begin();
    action.name = "sum";
    action.about = "the sum of x_i";
    action.size_means = "length of x";
    action.largest = 1000000;
    action.types = "d";
    action.implementations = implementations;
    action.setup = setup;
    action.calculate = calculate;
    return action;
}

const bench_action bench_plugin = describe();
