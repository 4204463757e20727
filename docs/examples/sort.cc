// sort and lower_bound in C++, for doubles and floats.
#include <algorithm>
#include <cstddef>

extern "C" void sort(double *x, size_t n) {
    std::sort(x, x + n);
}

extern "C" void sortf(float *x, size_t n) {
    std::sort(x, x + n);
}

extern "C" size_t lower_bound(const double *x, size_t n, double key) {
    return static_cast<size_t>(std::lower_bound(x, x + n, key) - x);
}

extern "C" size_t lower_boundf(const float *x, size_t n, float key) {
    return static_cast<size_t>(std::lower_bound(x, x + n, key) - x);
}
