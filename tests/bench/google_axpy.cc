// SPDX-License-Identifier: GPL-3.0-or-later
// google_axpy A.so B.so [--benchmark_...]: daxpy of two libraries, as users of Google Benchmark
// would measure it: the peer of bench-collect where both measure two copies of one library.
#include <benchmark/benchmark.h>
#include <dlfcn.h>

#include <cstdio>
#include <vector>

typedef void daxpy(const int *, const double *, const double *, const int *, double *, const int *);

static void measure(benchmark::State &state, daxpy *axpy) {
    int n = static_cast<int>(state.range(0)), one = 1;
    std::vector<double> x(state.range(0), 0.25), y(state.range(0), 0.5);
    double a = 1e-9;
    for (auto _ : state) {
        axpy(&n, &a, x.data(), &one, y.data(), &one);
        benchmark::ClobberMemory();
    }
}

int main(int argc, char **argv) {
    const char *const names[] = {"a", "b"};
    for (int i = 0; i < 2 && argc > 2; i++) {
        void *library = dlopen(argv[1 + i], RTLD_NOW | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, "daxpy_") : nullptr;
        if (!symbol) {
            std::fprintf(stderr, "google_axpy: %s\n", dlerror());
            return 1;
        }
        benchmark::RegisterBenchmark(names[i], measure, reinterpret_cast<daxpy *>(symbol))
            ->Arg(100)
            ->Arg(10000)
            ->Arg(100000);
    }
    argc -= 2;
    argv[2] = argv[0];
    argv += 2;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
