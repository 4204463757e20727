/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_curves.h: times of made-up libraries with several numbers of threads, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_THREAD_CURVES_H
#define BENCHMAT_TESTS_ANALYZE_THREAD_CURVES_H

#include <math.h>

#include "analyze/complexity/thread_laws.h"
#include "tests/analyze/normal.h"

enum { THREAD_CURVE_COUNTS = 8, THREAD_CURVE_ROUNDS = 200 };

/* What the times of a library with n threads follow, and how they scatter: relative standard
 * deviations of what a round's times share, and of each. */
struct made_up_scaling {
    const double *threads;
    size_t count, rounds;
    double sigma, kappa, lambda;
    double common, own;
    double bend; /* a deviation from the law: every other time is longer by this part */
    int grows;   /* the work grows with the threads: Gustafson's law */
};

struct made_up_curve {
    double logs[THREAD_CURVE_COUNTS * THREAD_CURVE_ROUNDS];
    struct thread_curve curve;
};

static inline double made_up_log_seconds(const struct made_up_scaling *like, size_t i) {
    double n = like->threads[i];
    if (like->grows)
        return log(n / (n - like->sigma * (n - 1)) / like->lambda) + like->bend * (double)(i % 2);
    return log((1 + like->sigma * (n - 1) + like->kappa * n * (n - 1)) / (like->lambda * n)) +
           like->bend * (double)(i % 2);
}

static inline void make_curve(struct made_up_curve *made, const struct made_up_scaling *like,
                              unsigned short seed[3]) {
    for (size_t r = 0; r < like->rounds; r++) {
        double common = like->common * normal(seed);
        for (size_t i = 0; i < like->count; i++)
            made->logs[i * like->rounds + r] =
                made_up_log_seconds(like, i) + common + like->own * normal(seed);
    }
    made->curve = (struct thread_curve){like->threads, made->logs, NULL, like->count, like->rounds};
}

#endif
