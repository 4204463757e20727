/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our random effects beside those that NumPy and SciPy make of the same 400 sets of machines.
 * Skipped where SciPy is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/machines.h"
#include "tests/scipy.h"
#include "tests/test.h"

enum { SETS = 400 };

/* All sizes; every third alike, every fourth uneven; some with known errors, and some machines that
 * do not count. */
static size_t make(struct random_effects_unit *units, size_t i, unsigned short seed[3]) {
    static const size_t counts[] = {1, 2, 3, 4, 5, 10, MACHINES_MOST}, rounds[] = {2, 3, 5, 12};
    struct machines like = {counts[i % 7], rounds[i % 4], i % 3 ? 5 * erand48(seed) : 0,
                            i % 4 == 1};
    double size = pow(10, -6 * erand48(seed)), about = 4 * erand48(seed) - 2;
    machines_draw(units, &like, seed);
    for (size_t m = 0; m < like.count; m++) {
        units[m].log_ratio = about + size * units[m].log_ratio;
        units[m].se *= size;
        if (i % 5 == 2)
            units[m].degrees = INFINITY;
        if (i % 11 == 3 && m % 3 == 1)
            units[m].se = NAN;
        if (i % 13 == 5 && m % 4 == 2)
            units[m].log_ratio = NAN;
        if (i % 17 == 7 && m == 0)
            units[m].se = 0;
    }
    return like.count;
}

static void ask(FILE *scipy, const struct random_effects_unit *units, size_t count,
                double confidence) {
    struct random_effects found = random_effects_of(units, count, confidence);
    fprintf(scipy, "%.17g :", confidence);
    for (size_t i = 0; i < count; i++)
        fprintf(scipy, " %.17g", units[i].log_ratio);
    fputs(" :", scipy);
    for (size_t i = 0; i < count; i++)
        fprintf(scipy, " %.17g", units[i].se);
    fputs(" :", scipy);
    for (size_t i = 0; i < count; i++)
        fprintf(scipy, " %.17g", units[i].degrees);
    fprintf(
        scipy, " : %zu %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g :", found.count,
        found.log_ratio.estimate, found.log_ratio.low, found.log_ratio.high, found.se, found.tau,
        found.i_squared, found.q, found.q_p, found.predicted.low, found.predicted.high);
    for (size_t i = 0; i < count; i++)
        fprintf(scipy, " %.17g", random_effects_weight(&found, units, count, i));
    fputc('\n', scipy);
}

TEST(all_numbers_are_those_of_scipy) {
    numeric_errors_are_results();
    FILE *scipy = scipy_begin("tests/analyze/random_effects.py");
    unsigned short seed[3] = {2, 7, 1};
    for (size_t i = 0; i < SETS; i++) {
        struct random_effects_unit units[MACHINES_MOST];
        size_t count = make(units, i, seed);
        ask(scipy, units, count, i % 2 ? 0.95 : 0.9);
    }
    scipy_agrees(scipy);
}

/* 2000 repetitions: a standard error of 0.5 %. tests/soak/machines.c has more of all kinds. */
TEST(intervals_hold_the_truth) {
    static const size_t counts[] = {3, 5, 10};
    static const double taus[] = {0, 1, 5};
    unsigned short seed[3] = {1, 6, 1};
    numeric_errors_are_results();
    for (size_t k = 0; k < 3; k++)
        for (size_t t = 0; t < 3; t++) {
            const struct machines even = {counts[k], 5, taus[t], 0},
                                  uneven = {counts[k], 5, taus[t], 1};
            struct machines_found found = machines_find(&even, 2000, seed);
            if (found.mean < 91)
                fail_msg("%zu machines, tau %g: the interval holds the mean in %.1f %%", counts[k],
                         taus[t], found.mean);
            if (taus[t] > 3 && !(found.predicted >= 92))
                fail_msg("%zu machines, tau %g: that of one more holds it in %.1f %%", counts[k],
                         taus[t], found.predicted);
            if (taus[t] == 0 && !(found.denied <= 10 && found.denied < found.denied_by_chi))
                fail_msg("%zu machines that are alike are denied to be in %.1f %%", counts[k],
                         found.denied);
            found = machines_find(&uneven, 2000, seed);
            if (found.mean < 88)
                fail_msg("%zu uneven machines, tau %g: the interval holds the mean in %.1f %%",
                         counts[k], taus[t], found.mean);
        }
}
