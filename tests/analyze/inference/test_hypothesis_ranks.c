/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/inference/hypothesis.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods (1973), p. 29: the Hamilton
 * depression scale before and after, as in R's ?wilcox.test: p = 0.01953 one-sided. */
TEST(signed_ranks_are_those_of_the_textbook) {
    static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double differences[9];
    for (size_t i = 0; i < 9; i++)
        differences[i] = before[i] - after[i];
    assert_close(ranks_signed_above(differences, 9), 0.01953125, 1e-15);
}

/* The same, p. 69: permeability constants at two stages; R's ?wilcox.test: p = 0.1272. R:
 * wilcox.test(x, y, alternative = "g")$p.value is 0.1272061272061272. */
TEST(rank_sums_are_those_of_the_textbook) {
    double x[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    double y[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    assert_close(ranks_sum_above(x, 10, y, 5), 0.1272061272061272, 1e-15);
}

/* Of the 2^n signs one alone has all ranks above 0. */
TEST(all_above_is_the_rarest) {
    for (size_t n = 1; n <= RANKS_SIGNED_EXACT; n++) {
        double x[RANKS_SIGNED_EXACT];
        for (size_t i = 0; i < n; i++)
            x[i] = 1 + (double)i;
        assert_close(ranks_signed_above(x, n) / ldexp(1, -(int)n), 1, 1e-12);
    }
}

TEST(none_above_is_certain) {
    double x[] = {-3, -1, -2};
    assert_close(ranks_signed_above(x, 3), 1, 1e-15);
    assert_close(ranks_signed_above(NULL, 0), 1, 0);
    assert_close(ranks_sum_above((double[]){1, 2}, 2, (double[]){3, 4, 5}, 3), 1, 1e-15);
    assert_close(ranks_sum_above(NULL, 0, (double[]){1}, 1), 1, 0);
}

/* SciPy: permutation_test((v,), lambda v: (rankdata(abs(v)) * (v > 0)).sum(),
 * permutation_type='samples', alternative='greater', n_resamples=inf) is 13 / 256. */
TEST(ties_are_counted_exactly_and_zeros_dropped) {
    double x[] = {0.02, -0.01, 0.03, 0.01, 0.02, 0, -0.02, 0.04, 0.05, 0};
    assert_close(ranks_signed_above(x, 10), 0.1015625 / 2, 1e-15);
}

/* SciPy: permutation_test((a, b), lambda a, b: rankdata(np.r_[a, b])[:len(a)].sum(),
 * permutation_type='independent', n_resamples=inf) is 0.1774891774891775, two-sided. */
TEST(ties_of_rank_sums_are_counted_exactly) {
    double a[] = {1, 2, 2, 3, 5, 5}, b[] = {2, 4, 5, 6, 7};
    assert_close(ranks_sum_above(b, 5, a, 6), 0.1774891774891775 / 2, 1e-14);
}

/* P(R >= r) + P(R' >= r') = 1 + P(R = r): both ways of dealing tell of one distribution. */
TEST(either_sample_may_be_the_smaller) {
    double x[] = {1, 5, 7}, y[] = {2, 3, 4, 6, 8, 9, 10}, lower[] = {1, 5, 7};
    double above = ranks_sum_above(x, 3, y, 7), below = ranks_sum_above(y, 7, lower, 3);
    assert_close(above + below, 1 + 8. / 120, 1e-15); /* 1 + 5 + 7 is 13, as are 7 others */
}

TEST(the_largest_exact_samples_fit) {
    static const size_t shapes[][2] = {{20, 20}, {1, 400}, {400, 1}, {16, 25}, {2, 200}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        size_t n = shapes[k][0], m = shapes[k][1];
        double x[400], y[400], rarest = 1;
        for (size_t i = 0; i < n; i++)
            x[i] = 1000 + (double)i;
        for (size_t i = 0; i < m; i++)
            y[i] = (double)i;
        for (size_t i = 1; i <= n; i++)
            rarest *= (double)i / (double)(m + i);
        assert_close(ranks_sum_above(x, n, y, m) / rarest, 1, 1e-12);
    }
}

TEST(what_is_all_equal_says_nothing) {
    double x[500], y[500];
    for (size_t i = 0; i < 500; i++)
        x[i] = y[i] = 7;
    assert_close(ranks_sum_above(x, 5, y, 5), 1, 0);
    assert_close(ranks_sum_above(x, 500, y, 500), 1, 0);
}

/* By the normal distribution: a sum of squared ranks that no longer fits 53 bits. */
TEST(a_million_numbers_are_no_trouble) {
    enum { MANY = 1000000 };
    double *x = malloc(2 * MANY * sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (i % 2 ? 1. : -1.) * (1 + (double)(i * 7919 % MANY));
        x[MANY + i] = (double)(i * 7919 % MANY) + 0.5;
    }
    double p = ranks_signed_above(x, MANY);
    assert_true(p > 0.001 && p < 0.999);
    for (size_t i = 0; i < MANY; i++)
        x[i] = (double)i;
    assert_close(ranks_sum_above(x, MANY, x + MANY, MANY), 0.5, 0.001);
    free(x);
}
