// sort in C++, for doubles and floats.
#include <algorithm>
#include <cstddef>

extern "C" void sort(double *x, size_t n) {
    std::sort(x, x + n);
}

extern "C" void sortf(float *x, size_t n) {
    std::sort(x, x + n);
}
