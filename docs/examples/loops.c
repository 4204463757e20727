/* loops: three ways to add up an array, measured as they are, without an action. */
#include <stddef.h>

double sum(size_t n, const double *x) {
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}

double sum4(size_t n, const double *x) {
    double s[4] = {0};
    for (size_t i = 0; i < n; i++)
        s[i % 4] += x[i];
    return s[0] + s[1] + s[2] + s[3];
}

double sum_simd(size_t n, const double *x) {
    typedef double four __attribute__((vector_size(32), aligned(8)));
    four a = {0}, b = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        a += *(const four *)(x + i);
        b += *(const four *)(x + i + 4);
    }
    a += b;
    return a[0] + a[1] + a[2] + a[3] + sum(n - i, x + i);
}
