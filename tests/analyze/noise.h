/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noise.h: independent numbers of several distributions, the same each time. */
#ifndef BENCHMAT_TESTS_ANALYZE_NOISE_H
#define BENCHMAT_TESTS_ANALYZE_NOISE_H

#include <math.h>
#include <stdlib.h>

static inline double noise_normal(unsigned short seed[3]) {
    return sqrt(-2 * log(1 - erand48(seed))) * cos(2 * acos(-1) * erand48(seed));
}

/* Student's t with 3 degrees of freedom. */
static inline double noise_heavy(unsigned short seed[3]) {
    double squares = 0, z = noise_normal(seed);
    for (int i = 0; i < 3; i++)
        squares += pow(noise_normal(seed), 2);
    return z / sqrt(squares / 3);
}

static inline double noise_cauchy(unsigned short seed[3]) {
    return tan(acos(-1) * (erand48(seed) - 0.5));
}

static inline double noise_skew(unsigned short seed[3]) {
    return exp(noise_normal(seed));
}

/* One in twenty is ten standard deviations off. */
static inline double noise_outliers(unsigned short seed[3]) {
    return noise_normal(seed) + (erand48(seed) < 0.05 ? 10 : 0);
}

/* Of few values, with many ties. */
static inline double noise_coarse(unsigned short seed[3]) {
    return floor(2 * noise_normal(seed));
}

#endif
