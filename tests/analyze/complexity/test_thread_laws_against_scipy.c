/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our laws of scaling beside SciPy's fits of the same curves. Skipped where SciPy is missing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/thread_curves.h"
#include "tests/scipy.h"
#include "tests/test.h"

/* Of each kind of them; more in test_many_thread_laws_against_scipy.c. */
#ifdef SOAKED
enum { CURVES = 120 };
#else
enum { CURVES = 35 };
#endif

static const double few[] = {1, 2}, three[] = {1, 2, 4}, powers[] = {1, 2, 4, 8},
                    late[] = {2, 3, 4, 6, 8}, many[] = {1, 2, 3, 4, 6, 8, 12, 16};
static const struct {
    const double *threads;
    size_t count;
} counts[] = {{powers, 4}, {many, 8}, {three, 3}, {late, 5}, {few, 2}};
static const size_t rounds[] = {5, 2, 12, 3, 1, 40, 8};

/* Every kind: without contention, without a cost of agreement, both; noise of all sizes; every
 * fifth off the law, every seventh in coarse steps, every ninth with a round that lacks a time. */
static void make(struct made_up_curve *made, double *steps, size_t i, unsigned short seed[3]) {
    size_t set = i % (sizeof counts / sizeof *counts);
    struct made_up_scaling like = {.threads = counts[set].threads,
                                   .count = counts[set].count,
                                   .rounds = rounds[i % (sizeof rounds / sizeof *rounds)],
                                   .sigma = i % 4 == 1 ? 0 : 0.3 * erand48(seed),
                                   .kappa = i % 3 == 1 ? 0 : 0.02 * erand48(seed),
                                   .lambda = 1000,
                                   .common = 0.05,
                                   .own = 0.0005 * pow(100, erand48(seed)),
                                   .bend = i % 5 == 3 ? 0.1 : 0};
    make_curve(made, &like, seed);
    for (size_t k = 0; k < like.count; k++)
        steps[k] = i % 7 == 4 ? 0.01 * erand48(seed) : 0;
    made->curve.steps = steps;
    if (i % 9 == 5 && like.rounds > 2)
        made->logs[like.rounds + 1] = NAN;
}

static void write_law(FILE *out, const struct thread_law *law) {
    const struct interval *const all[] = {&law->sigma, &law->kappa, &law->lambda, &law->peak,
                                          &law->limit};
    fputs(" :", out);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(out, " %.17g %.17g %.17g", all[i]->estimate, all[i]->low, all[i]->high);
    fprintf(out, " %.17g %.17g %d", law->rms, law->probability, law->fit);
}

static void ask(FILE *scipy, const struct thread_curve *curve) {
    struct thread_laws laws;
    double confidence = curve->count % 2 ? 0.95 : 0.9;
    thread_laws_fit(curve, confidence, &laws);
    fprintf(scipy, "%zu %zu %.17g", curve->count, curve->rounds, confidence);
    scipy_write(scipy, " :", curve->threads, curve->count);
    scipy_write(scipy, " :", curve->log_seconds, curve->count * curve->rounds);
    scipy_write(scipy, " :", curve->steps, curve->count);
    write_law(scipy, &laws.amdahl);
    write_law(scipy, &laws.usl);
    fprintf(scipy, " : %d\n", laws.choice);
}

TEST(all_numbers_are_those_of_scipy) {
    numeric_errors_are_results();
    FILE *scipy = scipy_begin("tests/analyze/thread_laws.py");
    unsigned short seed[3] = {2, 7, 1};
    for (size_t i = 0; i < CURVES; i++) {
        static struct made_up_curve made;
        double steps[THREAD_CURVE_COUNTS];
        make(&made, steps, i, seed);
        ask(scipy, &made.curve);
    }
    scipy_agrees(scipy);
}

TEST(gustafsons_numbers_are_those_of_scipy) {
    numeric_errors_are_results();
    FILE *scipy = scipy_begin("tests/analyze/gustafson.py");
    unsigned short seed[3] = {1, 6, 1};
    for (size_t i = 0; i < CURVES; i++) {
        static struct made_up_curve made;
        struct thread_law law;
        size_t set = i % (sizeof counts / sizeof *counts), used;
        struct made_up_scaling like = {.threads = counts[set].threads,
                                       .count = counts[set].count,
                                       .rounds = 3 + i % 7,
                                       .sigma = i % 4 == 1 ? 0 : 0.6 * erand48(seed),
                                       .lambda = 1000,
                                       .common = 0.05,
                                       .own = 0.0005 * pow(100, erand48(seed)),
                                       .bend = i % 5 == 3 ? 0.1 : 0,
                                       .grows = 1};
        make_curve(&made, &like, seed);
        thread_laws_fit_gustafson(&made.curve, 0.95, &law, &used);
        fprintf(scipy, "%zu %zu 0.95", like.count, like.rounds);
        scipy_write(scipy, " :", like.threads, like.count);
        scipy_write(scipy, " :", made.logs, like.count * like.rounds);
        scipy_write(scipy, " :",
                    (double[]){law.sigma.estimate, law.sigma.low, law.sigma.high,
                               law.lambda.estimate, law.rms, law.probability},
                    6);
        fputc('\n', scipy);
    }
    scipy_agrees(scipy);
}
