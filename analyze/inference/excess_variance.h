/* SPDX-License-Identifier: GPL-3.0-or-later */
/* excess_variance.h: how much values scatter beyond their known errors.
 *
 * N values, each with the VARIANCE of its own error, such as the control's ratio to itself at every
 * size with the scatter of its rounds, differ by more than that: t^2 solves
 *
 *     sum of (value - centre)^2 / (variance + t^2) + k^2 / t^2 = degrees + 1
 *
 * R. C. Paule, J. Mandel, J. Res. Natl. Bur. Stand. 87 (1982) 377-385, with an IMAGINARY value k
 * beside the real ones, because a few of these may be small by luck; none if k is 0, and then t^2
 * may be 0. Without IS_CENTRED the centre is 0 and there are N degrees; else it is the weighted
 * mean, and N - 1. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_EXCESS_VARIANCE_H
#define BENCHMAT_ANALYZE_INFERENCE_EXCESS_VARIANCE_H

#include <stddef.h>

struct excess_variance {
    double variance; /* t^2; NaN if there are no degrees of freedom */
    double degrees;  /* of t^2: the sum of (t^2 / (variance + t^2))^2, times (N - 1) / N if centred;
                        the imaginary value does not count: it says nothing where t is large */
};

struct excess_variance excess_variance_of(const double *values, const double *variances, size_t n,
                                          int is_centred, double imaginary);

#endif
