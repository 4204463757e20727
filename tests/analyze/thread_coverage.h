/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_coverage.h: how often the intervals of the laws of scaling hold the truth, counted over
 * made-up curves. */
#ifndef BENCHMAT_TESTS_ANALYZE_THREAD_COVERAGE_H
#define BENCHMAT_TESTS_ANALYZE_THREAD_COVERAGE_H

#include "tests/analyze/thread_curves.h"
#include "tests/test.h"

/* Parts of the curves for which it holds, in percent. */
struct thread_coverage {
    double amdahl_sigma, limit;              /* if kappa is 0 */
    double sigma, kappa, lambda, peak;       /* of the USL */
    double amdahl_poor, usl_poor, needs_usl; /* what is said of the fits */
};

static inline int holds(struct interval interval, double truth) {
    return interval.low <= truth && truth <= interval.high;
}

static inline struct thread_coverage thread_coverage_of(const struct made_up_scaling *like,
                                                        size_t curves, unsigned short seed[3]) {
    struct thread_coverage c = {0};
    double one = 100 / (double)curves;
    double peak = like->kappa > 0 ? fmax(1, sqrt((1 - like->sigma) / like->kappa)) : INFINITY;
    for (size_t i = 0; i < curves; i++) {
        static struct made_up_curve made;
        struct thread_laws laws;
        make_curve(&made, like, seed);
        thread_laws_fit(&made.curve, 0.95, &laws);
        c.amdahl_sigma += one * holds(laws.amdahl.sigma, like->sigma);
        c.limit += one * holds(laws.amdahl.limit, 1 / like->sigma);
        c.sigma += one * holds(laws.usl.sigma, like->sigma);
        c.kappa += one * holds(laws.usl.kappa, like->kappa);
        c.lambda += one * holds(laws.usl.lambda, like->lambda);
        c.peak += one * holds(laws.usl.peak, peak);
        c.amdahl_poor += one * (laws.amdahl.fit == THREAD_FIT_POOR);
        c.usl_poor += one * (laws.usl.fit == THREAD_FIT_POOR);
        c.needs_usl += one * (laws.choice == THREAD_LAWS_USL);
    }
    return c;
}

/* Of Gustafson's law: how often its sigma is held, and how often it is called poor. */
struct gustafson_coverage {
    double sigma, poor;
};

static inline struct gustafson_coverage
gustafson_coverage_of(const struct made_up_scaling *like, size_t curves, unsigned short seed[3]) {
    struct gustafson_coverage c = {0};
    double one = 100 / (double)curves;
    for (size_t i = 0; i < curves; i++) {
        static struct made_up_curve made;
        struct thread_law law;
        size_t rounds;
        make_curve(&made, like, seed);
        thread_laws_fit_gustafson(&made.curve, 0.95, &law, &rounds);
        c.sigma += one * holds(law.sigma, like->sigma);
        c.poor += one * (law.fit == THREAD_FIT_POOR);
    }
    return c;
}

#endif
