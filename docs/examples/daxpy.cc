// axpy in C++.
#include <algorithm>

extern "C" void daxpy_(const int *n, const double *a, const double *x, const int *, double *y,
                       const int *) {
    std::transform(x, x + *n, y, y, [a = *a](double x, double y) { return y + a * x; });
}
