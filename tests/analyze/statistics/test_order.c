/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/order.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

enum { MOST = 3000 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const double eleven[] = {3.1, -2.4, 7.7, 0.5, 12.25, -9.9, 4.4, 4.4, 1.6, 8.05, -0.3};

static double *copied(const double *x, size_t n) {
    static double copy[MOST];
    memcpy(copy, x, n * sizeof *x);
    return copy;
}

/* --- selection --- */

static double random_at(size_t i) {
    static unsigned short seed[3] = {1, 2, 3};
    return i ? erand48(seed) : 0;
}

static double rising(size_t i) {
    return (double)i;
}

static double falling(size_t i) {
    return -(double)i;
}

static double of_few_values(size_t i) {
    return (double)(i * i % 5);
}

static double all_equal(size_t i) {
    return (double)(i * 0 + 7);
}

static double with_a_peak(size_t i) {
    return i < 1500 ? (double)i : 3000 - (double)i;
}

static double saw(size_t i) {
    return (double)(i % 64);
}

static double infinite_ends(size_t i) {
    return i % 3 == 0 ? -INFINITY : i % 3 == 1 ? INFINITY : (double)i;
}

static double (*const shapes[])(size_t) = {random_at, rising,      falling, of_few_values,
                                           all_equal, with_a_peak, saw,     infinite_ends};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void check_rank(const double *x, const double *sorted, size_t n, size_t rank) {
    double *copy = copied(x, n);
    assert_true(order_select(copy, n, rank) == sorted[rank]);
    for (size_t i = 0; i < n; i++)
        assert_true(i < rank ? copy[i] <= copy[rank] : copy[i] >= copy[rank]);
    qsort(copy, n, sizeof *copy, by_value);
    assert_memory_equal(copy, sorted, n * sizeof *copy);
}

TEST(a_rank_has_its_number_whatever_the_order_was) {
    static const size_t lengths[] = {1, 2, 3, 10, 1024, 1025, MOST};
    static double x[MOST], sorted[MOST];
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            size_t n = lengths[l];
            for (size_t i = 0; i < n; i++)
                sorted[i] = x[i] = shapes[s](i);
            qsort(sorted, n, sizeof *sorted, by_value);
            for (size_t part = 0; part <= 8; part++)
                check_rank(x, sorted, n, part * (n - 1) / 8);
        }
}

TEST(many_ranks_have_their_numbers_at_once) {
    static double x[MOST], sorted[MOST];
    static const size_t ranks[] = {0, 1, 7, 7, 500, 1499, 1500, 2998, 2999};
    for (size_t s = 0; s < SHAPES; s++) {
        for (size_t i = 0; i < MOST; i++)
            sorted[i] = x[i] = shapes[s](i);
        qsort(sorted, MOST, sizeof *sorted, by_value);
        order_select_many(x, MOST, ranks, 9);
        for (size_t r = 0; r < 9; r++)
            assert_true(x[ranks[r]] == sorted[ranks[r]]);
    }
    order_select_many(NULL, 0, NULL, 0);
}

/* --- quantiles --- */

/* R: quantile(x, p, type = 7). */
TEST(quantiles_are_those_of_r) {
    static const double p[] = {0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
    static const double wanted[] = {-9.9, -9.15, -6.15, -2.4,  0.1,  3.1,
                                    6.05, 8.05,  10.15, 11.83, 12.25};
    double quantiles[11];
    order_quantiles(copied(eleven, 11), 11, p, 11, quantiles);
    for (size_t i = 0; i < 11; i++) {
        assert_close(quantiles[i], wanted[i], 4e-15);
        assert_close(order_quantile(copied(eleven, 11), 11, p[i]), wanted[i], 4e-15);
    }
    assert_close(order_quantile(copied(eleven, 10), 10, 0.25), 0.775, 1e-15);
    assert_close(order_quantile(copied(eleven, 10), 10, 0.75), 6.875, 1e-15);
}

/* One number at least is expected beyond it. */
TEST(few_numbers_have_no_far_quantiles) {
    static const struct {
        double p;
        size_t least;
    } cases[] = {{0.5, 2}, {0.05, 20}, {0.95, 20}, {0.99, 100}, {0.999, 1000}, {0, 1}, {1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(order_has_quantile(cases[i].least - 1, cases[i].p));
        assert_true(order_has_quantile(cases[i].least, cases[i].p));
    }
}

TEST(quantiles_at_once_are_those_one_by_one) {
    static const double p[] = {0, 0.1, 0.2, 0.2, 0.2, 0.77, 0.9999, 1};
    static double x[MOST];
    for (size_t s = 0; s < SHAPES - 1; s++) {
        double quantiles[8];
        for (size_t i = 0; i < MOST; i++)
            x[i] = shapes[s](i);
        order_quantiles(copied(x, MOST), MOST, p, 8, quantiles);
        for (size_t i = 0; i < 8; i++)
            assert_true(order_quantile(copied(x, MOST), MOST, p[i]) == quantiles[i]);
    }
}

TEST(the_median_is_the_middle) {
    double odd[] = {5, 1, 9, 3, 7}, even[] = {4, 1, 3, 2}, one[] = {8}, two[] = {-1, -2};
    assert_true(order_median(odd, 5) == 5);
    assert_true(order_median(even, 4) == 2.5);
    assert_true(order_median(one, 1) == 8);
    assert_true(order_median(two, 2) == -1.5);
    assert_true(isnan(order_median(NULL, 0)));
}

TEST(infinite_numbers_have_ranks_too) {
    double x[] = {INFINITY, 1, -INFINITY, 2, INFINITY}, same[] = {INFINITY, INFINITY};
    assert_true(order_median(x, 5) == 2);
    assert_true(order_quantile(x, 5, 0) == -INFINITY);
    assert_true(order_median(same, 2) == INFINITY);
}

TEST(subnormal_numbers_have_quantiles) {
    double x[] = {0x1p-1074, 0x3p-1074, 0x2p-1074};
    assert_true(order_median(x, 3) == 0x2p-1074);
    assert_true(order_quantile(x, 3, 0) == 0x1p-1074);
}

/* --- the median absolute deviation --- */

/* R: mad(x, constant = 1), mad(x). */
TEST(deviations_are_those_of_r) {
    assert_close(order_mad(copied(eleven, 11), 11), 3.4, 1e-15);
    assert_close(order_mad(copied(eleven, 11), 11) * ORDER_MAD_TO_SD, 5.04084, 1e-5);
    assert_close(order_mad(copied(eleven, 10), 10), 3.6, 1e-15);
}

TEST(few_or_equal_numbers_deviate_by_nothing) {
    double one[] = {3}, same[] = {2, 2, 2, 2}, infinite[] = {INFINITY, INFINITY, INFINITY};
    assert_true(order_mad(one, 1) == 0);
    assert_true(order_mad(same, 4) == 0);
    assert_true(order_mad(infinite, 3) == 0);
    assert_true(isnan(order_mad(NULL, 0)));
}

/* --- the median's interval --- */

/* SciPy: the largest r with 2 binom.cdf(r - 1, n, 0.5) <= 1 - confidence, and 1 less that. */
TEST(its_ranks_are_those_of_the_binomial_distribution) {
    static const struct {
        size_t n;
        double confidence;
        size_t rank;
        double level;
    } cases[] = {
        {6, 0.95, 1, 0.96875},
        {7, 0.95, 1, 0.984375},
        {8, 0.99, 1, 0.9921875},
        {10, 0.95, 2, 0.978515625},
        {15, 0.95, 4, 0.96484375},
        {15, 0.99, 3, 0.99261474609375},
        {40, 0.95, 14, 0.9615226917157997},
        {100, 0.99, 37, 0.9933628794840739},
        {1000, 0.95, 469, 0.9537088026395019},
        {100000, 0.95, 49690, 0.9504442853304775},
        {100000, 0.99, 49593, 0.9900415411987187},
    };
    static double x[100000];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        size_t n = cases[c].n;
        for (size_t i = 0; i < n; i++)
            x[i] = (double)(n - i);
        struct order_interval interval = order_median_interval(x, n, cases[c].confidence);
        assert_true(interval.low == (double)cases[c].rank);
        assert_true(interval.high == (double)(n + 1 - cases[c].rank));
        assert_close(interval.level, cases[c].level, 1e-11);
    }
}

TEST(too_few_numbers_have_no_interval) {
    for (size_t n = 1; n < 6; n++) {
        struct order_interval interval = order_median_interval(copied(eleven, n), n, 0.95);
        assert_true(isnan(interval.low) && isnan(interval.high));
        assert_close(interval.level, 1 - pow(2, 1 - (double)n), 1e-15);
    }
    assert_true(isnan(order_median_interval(NULL, 0, 0.95).level));
}

/* --- how often it holds the median, of independent numbers --- */

static double normal(unsigned short seed[3], double part) {
    (void)part;
    return made_up_normal(seed);
}

static double lognormal(unsigned short seed[3], double part) {
    (void)part;
    return exp(made_up_normal(seed));
}

/* Seven of ten in the left hump, where the median is. SciPy: norm.ppf(0.5 / 0.7). */
#define BIMODAL_MEDIAN 0.5659488219328631

static double bimodal(unsigned short seed[3], double part) {
    (void)part;
    return made_up_normal(seed) + (erand48(seed) < 0.3 ? 20 : 0);
}

/* Around a centre that rises by two standard deviations while it is measured. */
static double drifting(unsigned short seed[3], double part) {
    return made_up_normal(seed) + 2 * part - 1;
}

static double coverage(double (*draw)(unsigned short[3], double), double median, size_t n) {
    enum { TIMES = 4000 };
    unsigned short seed[3] = {7, 8, (unsigned short)n};
    double x[100];
    int held = 0;
    for (int t = 0; t < TIMES; t++) {
        for (size_t i = 0; i < n; i++)
            x[i] = draw(seed, made_up_part(i, n));
        struct order_interval interval = order_median_interval(x, n, 0.95);
        held += interval.low <= median && median <= interval.high;
    }
    return (double)held / TIMES;
}

/* By its construction it is conservative: the levels it can have are those of whole ranks. */
TEST(it_holds_the_median_as_often_as_it_says) {
    static const size_t lengths[] = {10, 40, 100};
    static const struct {
        double (*draw)(unsigned short[3], double);
        double median, most;
    } cases[] = {{normal, 0, 0.02},
                 {lognormal, 1, 0.02},
                 {bimodal, BIMODAL_MEDIAN, 0.02},
                 {drifting, 0, 0.05}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t l = 0; l < 3; l++) {
            double x[100] = {0}, held = coverage(cases[c].draw, cases[c].median, lengths[l]);
            double level = order_median_interval(x, lengths[l], 0.95).level;
            assert_uint_in_range((int)(held * 1e4), 9400, 10000);
            if (held > level + cases[c].most)
                fail_msg("case %zu: %g of intervals of level %g", c, held, level);
        }
}

/* R: pbinom(2, 12, 0.5) = 0.01928711, pbinom(3, 12, 0.5) = 0.07299805 */
TEST(medians_interval_tells_its_rank) {
    double values[] = {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    struct order_interval interval = order_median_interval(values, 12, 0.95);
    assert_int_equal(interval.rank, 3);
    assert_true(interval.low == 3 && interval.high == 10);
    assert_int_equal(order_median_interval(values, 5, 0.95).rank, 0);
}
