/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth_series.h: made-up times of laws of growth, with a cost per call, steps at caches, and
 * noise, for the tests and tests/soak/growth.c. */
#ifndef BENCHMAT_TESTS_ANALYZE_GROWTH_SERIES_H
#define BENCHMAT_TESTS_ANALYZE_GROWTH_SERIES_H

#include <assert.h>
#include <math.h>
#include <string.h>

#include "analyze/complexity/growth.h"
#include "tests/analyze/normal.h"

enum { SERIES_MOST = 32, SERIES_ROUNDS = 5 };

struct series_law {
    const char *name;
    double power;
    int logs;
};

/* How costs rise at a step. The first is not among what is fitted. */
enum series_rise {
    SERIES_SMOOTH, /* from half to twice the place, by a cubic */
    SERIES_SHARP,
    SERIES_MISSES,
    SERIES_LOGISTIC, /* a half of it within 0.15 to 0.6 decades of bytes */
    SERIES_WIDE      /* within 1 decade */
};

struct series_shape {
    int has_cost;     /* per call: as much as the law at a tenth to four tenths of the range */
    size_t steps;     /* 0 to 2, each threefold */
    int hides_caches; /* the analysis does not know of them */
    int is_off;       /* steps are at 1.5 times the caches' sizes */
    double lasting;   /* deviation of each size that stays over rounds, in units of the noise */
    double alike;     /* correlation of these deviations between neighbouring sizes */
    enum series_rise rise;
};

struct series_made {
    double sizes[SERIES_MOST], bytes[SERIES_MOST];
    double rounds[SERIES_MOST][SERIES_ROUNDS]; /* seconds */
    double means[SERIES_MOST], errors[SERIES_MOST];
    struct growth_curve curve;
};

static inline double series_risen(enum series_rise rise, double width, double beyond) {
    if (rise == SERIES_LOGISTIC || rise == SERIES_WIDE)
        return 1 / (1 + exp(-beyond / width));
    if (rise == SERIES_SMOOTH) {
        double v = fmin(1, fmax(0, beyond / log(4) + 0.5));
        return v * v * (3 - 2 * v);
    }
    return beyond > 0 ? rise == SERIES_SHARP ? 1 : 1 - exp(-beyond) : 0;
}

/* Logarithms of the places, in the inner part of the range, a factor of 8 apart at least; and the
 * machine's caches, of which these are one or two. */
static inline void series_steps(const struct series_shape *shape, double from, double to,
                                double *at, struct cache_levels *caches, unsigned short seed[3]) {
    double low = from + 0.25 * (to - from), high = to - 0.15 * (to - from);
    double off = shape->is_off ? log(1.5) : 0;
    at[0] = low + (high - low) * (shape->steps == 2 ? 0.4 : 1) * erand48(seed);
    at[1] = fmax(at[0] + log(8), low + (high - low) * (0.6 + 0.4 * erand48(seed)));
    double first = shape->steps ? exp(at[0] - off) : 48 * 1024;
    double second = shape->steps == 2 ? exp(at[1] - off) : 20 * first;
    *caches = (struct cache_levels){{{"L1d", first}, {"L2", second}, {"L3", 20 * second}}, 3};
}

/* COUNT sizes over 2 to 5 decades with noise of 1 to 5 %. MADE must stay where it is. */
static inline void series_make(struct series_made *made, const struct series_law *law,
                               const struct series_shape *shape, size_t count,
                               unsigned short seed[3]) {
    double decades = 2 + 3 * erand48(seed), noise = 0.01 + 0.04 * erand48(seed), at[2];
    double dimensions = law->power > 1.9 ? 2 : 1; /* of the data: n or n x n elements of 8 bytes */
    double from = log(10) * (dimensions > 1 ? 1 : 1.5 + erand48(seed)), range = log(10) * decades;
    double here = from + (0.1 + 0.3 * erand48(seed)) * range;
    double cost = shape->has_cost ? exp(law->power * here) * (law->logs ? here : 1) : 0;
    double lasting = shape->lasting * noise * normal(seed);
    double decades_of_half = shape->rise == SERIES_WIDE ? 1 : 0.15 + 0.45 * erand48(seed);
    double width = log(10) * decades_of_half / (2 * log(3));
    struct cache_levels caches;
    series_steps(shape, log(8) + dimensions * from, log(8) + dimensions * (from + range), at,
                 &caches, seed);
    for (size_t i = 0; i < count; i++) {
        double x = from + range * (double)i / (double)(count - 1), sum = 0, squares = 0, factor = 1;
        double bytes = log(8) + dimensions * x;
        lasting = shape->alike * lasting +
                  shape->lasting * noise * sqrt(1 - shape->alike * shape->alike) * normal(seed);
        for (size_t s = 0; s < shape->steps; s++)
            factor *= 1 + 2 * series_risen(shape->rise, width, bytes - at[s]);
        double t = cost + factor * exp(law->power * x) * (law->logs ? x : 1);
        for (size_t r = 0; r < SERIES_ROUNDS; r++) {
            double deviation = lasting + noise * normal(seed);
            made->rounds[i][r] = 1e-9 * t * exp(deviation);
            sum += deviation;
            squares += deviation * deviation;
        }
        made->sizes[i] = exp(x);
        made->bytes[i] = exp(bytes);
        made->means[i] = 1e-9 * t * exp(sum / SERIES_ROUNDS);
        made->errors[i] = sqrt(fmax(0, squares - sum * sum / SERIES_ROUNDS) / (SERIES_ROUNDS - 1) /
                               SERIES_ROUNDS);
    }
    made->curve = (struct growth_curve){made->sizes, made->means, made->errors,
                                        made->bytes, count,       {.count = 0}};
    if (!shape->hides_caches)
        made->curve.caches = caches;
}

enum series_verdict { SERIES_RIGHT, SERIES_UNDECIDED, SERIES_WRONG };

/* A power that is none of the usual laws is right if it is the law and within its interval. */
static inline enum series_verdict series_judge(const struct growth *growth,
                                               const struct series_law *law) {
    const struct complexity *c = &growth->complexity;
    for (size_t i = 0; i < c->as_good; i++) {
        const struct complexity_fit *fit = &c->fits[i];
        if (fit->is_free ? !law->name : law->name && strcmp(fit->law, law->name) == 0)
            return c->as_good == 1 ? SERIES_RIGHT : SERIES_UNDECIDED;
    }
    return SERIES_WRONG;
}

static inline int series_covers(const struct growth *growth, const struct series_law *law) {
    const struct interval *e = &growth->complexity.exponent;
    return e->low <= law->power && law->power <= e->high;
}

#endif
