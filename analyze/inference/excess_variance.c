/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/excess_variance.h"

#include <math.h>

struct measured {
    const double *values, *variances;
    size_t n;
    int is_centred;
    double imaginary;
};

static double excess_at(const struct measured *all, double t2) {
    double sum = 0, mean = 0, squares = 0;
    for (size_t i = 0; i < all->n; i++) {
        double weight = 1 / (all->variances[i] + t2), before = sum, step = all->values[i] - mean;
        sum += weight;
        if (all->is_centred) {
            mean += weight / sum * step;
            squares += weight * before / sum * step * step;
        } else
            squares += weight * step * step;
    }
    double k = all->imaginary;
    if (k > 0)
        squares += k * k / t2 - 1;
    return squares - (double)(all->n - (size_t)all->is_centred);
}

struct excess_variance excess_variance_of(const double *values, const double *variances, size_t n,
                                          int is_centred, double imaginary) {
    const struct measured all = {values, variances, n, is_centred, imaginary};
    if (n < 1 + (size_t)is_centred)
        return (struct excess_variance){NAN, 0};
    double low = 1e-24, high = imaginary * imaginary + low;
    for (size_t i = 0; i < n; i++)
        high += 4 * values[i] * values[i];
    if (!(excess_at(&all, low) > 0))
        return (struct excess_variance){0, INFINITY};
    /* The excess falls as t^2 rises; halve the ratio of the ends. */
    for (int i = 0; i < 200 && high / low > 1 + 1e-15; i++) {
        double middle = sqrt(low * high);
        if (excess_at(&all, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    double t2 = sqrt(low * high), degrees = 0;
    for (size_t i = 0; i < n; i++)
        degrees += pow(t2 / (variances[i] + t2), 2);
    return (struct excess_variance){t2, degrees * (1 - (double)is_centred / (double)n)};
}
