/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strd.h: NIST's Statistical Reference Datasets, univariate summary statistics, all nine: the
 * numbers as doubles, the certified values, and the exact ones of those doubles.
 *
 * The certified standard deviations are those of decimal numbers. Of five sets these are no
 * doubles, and even exact arithmetic on the doubles next to them ends elsewhere: 13.1 digits agree
 * for Mavro, 13.8 for Michelso, 15.7 for NumAcc2, 9.5 for NumAcc3 and 8.3 for NumAcc4, whose
 * doubles are 1.9e-9 apart. EXACT_SD, SKEWNESS and KURTOSIS were computed with Python's fractions
 * from the doubles, and rounded once. */
#ifndef BENCHMAT_TESTS_ANALYZE_STRD_STRD_H
#define BENCHMAT_TESTS_ANALYZE_STRD_STRD_H

#include <math.h>
#include <stddef.h>

#include "tests/analyze/strd/numbers.h"

enum { STRD_MOST = 5000 };

static inline size_t strd_shorts(double *x, const short *numbers, size_t n, double add, double by) {
    for (size_t i = 0; i < n; i++)
        x[i] = (numbers[i] + add) / by;
    return n;
}

#define STRD_SHORTS(name, add, by)                                                                 \
    static inline size_t strd_make_##name(double *x) {                                             \
        return strd_shorts(x, strd_##name, sizeof strd_##name / sizeof *strd_##name, add, by);     \
    }

STRD_SHORTS(lew, 0, 1)
STRD_SHORTS(lottery, 0, 1)
STRD_SHORTS(mavro, 200000, 100000)
STRD_SHORTS(michelso, 299000, 1000)

static inline size_t strd_make_pi_digits(double *x) {
    for (size_t i = 0; i < 5000; i++)
        x[i] = strd_pi_digits[i / 2500][i % 2500] - '0';
    return 5000;
}

static inline size_t strd_make_num_acc1(double *x) {
    x[0] = 10000001, x[1] = 10000003, x[2] = 10000002;
    return 3;
}

static inline size_t strd_pairs(double *x, double first, double low, double high) {
    x[0] = first;
    for (size_t i = 1; i <= 1000; i++)
        x[i] = i % 2 ? low : high;
    return 1001;
}

static inline size_t strd_make_num_acc2(double *x) {
    return strd_pairs(x, 1.2, 1.1, 1.3);
}

static inline size_t strd_make_num_acc3(double *x) {
    return strd_pairs(x, 1000000.2, 1000000.1, 1000000.3);
}

static inline size_t strd_make_num_acc4(double *x) {
    return strd_pairs(x, 10000000.2, 10000000.1, 10000000.3);
}

static const struct strd_set {
    const char *name;
    size_t (*make)(double *x);
    double mean, sd;  /* certified */
    double sd_digits; /* of the certified one, that the doubles allow */
    double exact_sd, skewness, kurtosis;
} strd_sets[] = {
    {"PiDigits", strd_make_pi_digits, 4.53480000000000, 2.86733906028871, 14, 2.8673390602887081,
     -0.0079927186389017364, -1.2200087510472773},
    {"Lottery", strd_make_lottery, 518.958715596330, 291.699727470969, 14, 291.69972747096908,
     -0.09333165310779355, -1.1925609107485623},
    {"Lew", strd_make_lew, -177.435000000000, 277.332168044316, 14, 277.33216804431614,
     -0.050606638756334016, -1.4960497921444712},
    {"Mavro", strd_make_mavro, 2.00185600000000, 0.000429123454003053, 13, 0.00042912345400308540,
     0.64492948110915655, -0.82052379677318276},
    {"Michelso", strd_make_michelso, 299.852400000000, 0.0790105478190518, 13.5,
     0.07901054781905066715, -0.0185388637751961614, 0.33968459842020478},
    {"NumAcc1", strd_make_num_acc1, 10000002, 1, 15, 1, 0, NAN},
    {"NumAcc2", strd_make_num_acc2, 1.2, 0.1, 14, 0.09999999999999997779, 3.334003077e-18,
     -2.0030030030030030},
    {"NumAcc3", strd_make_num_acc3, 1000000.2, 0.1, 9.4, 0.10000000003492459654, 1.747977805e-12,
     -2.0030030030030030},
    {"NumAcc4", strd_make_num_acc4, 10000000.2, 0.1, 8.2, 0.10000000055879354477, 2.796764473e-11,
     -2.0030030030030030},
};
enum { STRD_SETS = sizeof strd_sets / sizeof *strd_sets };

/* The log relative error: how many digits of VALUE are right. 15 at most, as many as are certified.
 */
static inline double strd_digits(double value, double wanted) {
    double error = wanted == 0 ? fabs(value) : fabs(value - wanted) / fabs(wanted);
    return error < 1e-15 ? 15 : -log10(error);
}

#endif
