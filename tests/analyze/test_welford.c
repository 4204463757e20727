/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Against the NIST Statistical Reference Datasets, univariate summary statistics,
 * https://www.itl.nist.gov/div898/strd/univ/homepage.html: certified values and, for the generated
 * sets, NIST's own rules of generation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/welford.h"

/* --- the data --- */

static size_t michelso(double *x) {
    static const short thousandths[] = {
        850,  740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760, 810, 1000,
        1000, 960, 960, 960,  940, 960, 940, 880, 800, 850, 880,  900, 840, 830, 790, 810, 880,
        880,  830, 800, 790,  760, 800, 880, 880, 880, 860, 720,  720, 620, 860, 970, 950, 880,
        910,  850, 870, 840,  840, 850, 840, 840, 840, 890, 810,  810, 820, 800, 770, 760, 740,
        750,  760, 910, 920,  890, 860, 880, 720, 840, 850, 850,  780, 890, 840, 780, 810, 760,
        810,  790, 810, 820,  850, 870, 870, 810, 740, 810, 940,  950, 800, 810, 870,
    };
    size_t n = sizeof thousandths / sizeof *thousandths;
    for (size_t i = 0; i < n; i++)
        x[i] = (299000 + thousandths[i]) / 1000.0;
    return n;
}

static size_t mavro(double *x) {
    static const short hundred_thousandths[] = {
        180, 170, 180, 190, 180, 170, 150, 140, 150, 150, 170, 180, 180, 190, 190, 210, 200,
        160, 140, 130, 130, 150, 150, 160, 150, 140, 130, 140, 150, 140, 150, 160, 150, 160,
        190, 200, 200, 210, 220, 230, 240, 250, 270, 260, 260, 260, 270, 260, 250, 240,
    };
    size_t n = sizeof hundred_thousandths / sizeof *hundred_thousandths;
    for (size_t i = 0; i < n; i++)
        x[i] = (200000 + hundred_thousandths[i]) / 100000.0;
    return n;
}

static size_t num_acc1(double *x) {
    x[0] = 10000001, x[1] = 10000003, x[2] = 10000002;
    return 3;
}

static size_t pairs(double *x, double first, double low, double high) {
    x[0] = first;
    for (size_t i = 1; i <= 1000; i++)
        x[i] = i % 2 ? low : high;
    return 1001;
}

static size_t num_acc2(double *x) {
    return pairs(x, 1.2, 1.1, 1.3);
}

static size_t num_acc3(double *x) {
    return pairs(x, 1000000.2, 1000000.1, 1000000.3);
}

static size_t num_acc4(double *x) {
    return pairs(x, 10000000.2, 10000000.1, 10000000.3);
}

/* The digits of sd that the sets 3 and 4 allow: their numbers are not doubles, so that even exact
 * arithmetic on the doubles next to them gives 9.5 and 8.3 digits. */
static const struct reference_set {
    const char *name;
    size_t (*generate)(double *x);
    double mean, sd;
    double mean_digits, sd_digits;
} sets[] = {
    {"Michelso", michelso, 299.852400000000, 0.0790105478190518, 14, 13},
    {"Mavro", mavro, 2.00185600000000, 0.000429123454003053, 14, 13},
    {"NumAcc1", num_acc1, 10000002, 1, 15, 15},
    {"NumAcc2", num_acc2, 1.2, 0.1, 13, 13},
    {"NumAcc3", num_acc3, 1000000.2, 0.1, 14, 9},
    {"NumAcc4", num_acc4, 10000000.2, 0.1, 14, 8},
};
enum { SETS = sizeof sets / sizeof *sets, MOST = 1001 };

static double correct_digits(double value, double certified) {
    return value == certified ? 17 : -log10(fabs(value - certified) / fabs(certified));
}

static void check(const struct reference_set *set, const struct welford *w) {
    double mean = correct_digits(welford_mean(w), set->mean);
    double sd = correct_digits(welford_sd(w), set->sd);
    if (mean < set->mean_digits || sd < set->sd_digits)
        fail_msg("%s: %.1f digits of the mean, %.1f of the sd", set->name, mean, sd);
}

/* --- the tests --- */

static void the_nist_sets_come_out_as_certified(void **state) {
    (void)state;
    static double x[MOST];
    for (size_t s = 0; s < SETS; s++) {
        struct welford w = {0};
        size_t n = sets[s].generate(x);
        for (size_t i = 0; i < n; i++)
            welford_add(&w, x[i]);
        assert_int_equal(w.n, n);
        check(&sets[s], &w);
    }
}

static void merged_parts_are_as_good_as_the_whole(void **state) {
    (void)state;
    static double x[MOST];
    for (size_t s = 0; s < SETS; s++) {
        struct welford all = {0}, empty = {0};
        size_t n = sets[s].generate(x);
        for (size_t from = 0; from < n; from += 7) {
            struct welford part = {0};
            for (size_t i = from; i < n && i < from + 7; i++)
                welford_add(&part, x[i]);
            welford_merge(&all, &part);
            welford_merge(&all, &empty);
        }
        assert_int_equal(all.n, n);
        check(&sets[s], &all);
    }
}

/* Exact to the precision of a long double, on the doubles as they are. */
static double two_pass_sd(const double *x, size_t n) {
    long double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] - x[0];
    long double mean = x[0] + sum / (long double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return (double)sqrtl(squares / (long double)(n - 1));
}

static void what_num_acc4_lacks_is_lost_in_its_doubles(void **state) {
    (void)state;
    static double x[MOST];
    size_t n = num_acc4(x);
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        welford_add(&w, x[i]);
    assert_true(correct_digits(two_pass_sd(x, n), 0.1) < 9);
    assert_true(correct_digits(welford_sd(&w), two_pass_sd(x, n)) > 9);
}

static void too_few_numbers_leave_it_undefined(void **state) {
    (void)state;
    struct welford w = {0};
    assert_true(isnan(welford_mean(&w)));
    assert_true(isnan(welford_sd(&w)));
    welford_add(&w, 3);
    assert_true(welford_mean(&w) == 3);
    assert_true(isnan(welford_sd(&w)));
    welford_add(&w, 3);
    assert_true(welford_sd(&w) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nist_sets_come_out_as_certified),
        cmocka_unit_test(merged_parts_are_as_good_as_the_whole),
        cmocka_unit_test(what_num_acc4_lacks_is_lost_in_its_doubles),
        cmocka_unit_test(too_few_numbers_leave_it_undefined),
    };
    return cmocka_run_group_tests_name("analyze/welford", tests, NULL, NULL);
}
