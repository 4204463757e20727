/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/hypothesis.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/inference/bootstrap.h"
#include "analyze/statistics/location.h"
#include "analyze/inference/ranks.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/welford.h"

/* --- units --- */

/* Those of VALUES that are there, seen from SIDE, from SHIFT on. */
static size_t builder(const double *values, size_t n, int side, double shift, double *gathered) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            gathered[found++] = side * values[i] - shift;
    return found;
}

static struct welford aggregate(const double *values, size_t n) {
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        welford_add(&w, values[i]);
    return w;
}

static int sign_of(double x) {
    return (x > 0) - (x < 0);
}

/* --- the two sides of a test --- */

/* The one-sided p of what speaks for SIDE. */
typedef double one_sided(const struct hypothesis_units *units, int side, double *workspace);

static struct hypothesis_answer nearer(one_sided *p_of, const struct hypothesis_units *units,
                                       double *workspace) {
    double above = p_of(units, 1, workspace), below = p_of(units, -1, workspace),
           less = fmin(above, below);
    struct hypothesis_answer answer = {less > 0.5 ? 1 : 2 * less, sign_of(below - above)};
    return answer;
}

/* --- the tests --- */

static struct hypothesis_answer paired_t(const struct hypothesis_units *units, double *workspace) {
    size_t n = builder(units->differences, units->n, 1, 0, workspace);
    if (n < 2)
        return (struct hypothesis_answer){NAN, 0};
    struct welford w = aggregate(workspace, n);
    double mean = welford_mean(&w), beyond = fabs(mean) - units->margin;
    double error = welford_sd(&w) / sqrt((double)n);
    double p = beyond <= 0 ? 1 : 2 * gsl_cdf_tdist_Q(beyond / error, (double)(n - 1));
    return (struct hypothesis_answer){p, sign_of(mean)};
}

static double signs_above(const struct hypothesis_units *units, int side, double *workspace) {
    size_t n = builder(units->differences, units->n, side, units->margin, workspace);
    unsigned above = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        above += workspace[i] > 0;
        below += workspace[i] < 0;
    }
    return !n ? NAN : !above ? 1 : gsl_cdf_binomial_Q(above - 1, 0.5, above + below);
}

static struct hypothesis_answer sign(const struct hypothesis_units *units, double *workspace) {
    return nearer(signs_above, units, workspace);
}

static double signed_ranks_above(const struct hypothesis_units *units, int side,
                                 double *workspace) {
    size_t n = builder(units->differences, units->n, side, units->margin, workspace);
    return n ? ranks_signed_above(workspace, n) : NAN;
}

static struct hypothesis_answer wilcoxon(const struct hypothesis_units *units, double *workspace) {
    return nearer(signed_ranks_above, units, workspace);
}

static double rank_sum_above(const struct hypothesis_units *units, int side, double *workspace) {
    size_t n = builder(units->library, units->n, side, units->margin, workspace);
    double *reference = workspace + n;
    size_t m = builder(units->reference, units->n, side, 0, reference);
    return n > 1 && m > 1 ? ranks_sum_above(workspace, n, reference, m) : NAN;
}

static struct hypothesis_answer mann_whitney(const struct hypothesis_units *units,
                                             double *workspace) {
    return nearer(rank_sum_above, units, workspace);
}

static struct hypothesis_answer bootstrap(const struct hypothesis_units *units, double *workspace) {
    size_t n = builder(units->differences, units->n, 1, 0, workspace);
    struct welford w = aggregate(workspace, n);
    double p = bootstrap_p(workspace, n, units->margin, units->resamples);
    return (struct hypothesis_answer){p, n < 2 ? 0 : sign_of(welford_mean(&w))};
}

/* Reorders VALUES. */
static struct welch_side side_of(double *values, size_t n, double trim) {
    struct trimmed t = location_trimmed(values, n, trim);
    return welch_side_of(t.mean, t.standard_error, t.kept);
}

static struct hypothesis_answer welch_t(const struct hypothesis_units *units, double *workspace) {
    size_t n = builder(units->library, units->n, 1, 0, workspace);
    struct welch_side library = side_of(workspace, n, units->trim);
    size_t m = builder(units->reference, units->n, 1, 0, workspace);
    struct welch_side reference = side_of(workspace, m, units->trim);
    struct welch welch = welch_between(&reference, &library);
    return (struct hypothesis_answer){welch_probability_outside(&welch, units->margin),
                                      isnan(welch.se) ? 0 : sign_of(welch.difference)};
}

/* --- what they can reach --- */

static double least_of_t(size_t n, size_t resamples) {
    (void)resamples;
    return n < 2 ? NAN : 0;
}

static double least_of_signs(size_t n, size_t resamples) {
    (void)resamples;
    return n ? ldexp(1, 1 - (int)n) : NAN;
}

static double least_of_rank_sum(size_t n, size_t resamples) {
    (void)resamples;
    double least = n > 1 ? 2 : NAN;
    for (size_t i = 1; i <= n; i++)
        least *= (double)i / (double)(n + i);
    return least;
}

const struct hypothesis_test hypothesis_tests[] = {
    {"paired-t", "Student's t of the paired differences", 1, 0, paired_t, least_of_t},
    {"sign", "how many of the paired differences are above", 1, 1, sign, least_of_signs},
    {"wilcoxon", "signed ranks of the paired differences", 1, 1, wilcoxon, least_of_signs},
    {"mann-whitney", "ranks of the times, unpaired", 0, 1, mann_whitney, least_of_rank_sum},
    {"bootstrap", "resampled t of the paired differences", 1, 0, bootstrap, bootstrap_least_p},
    {"welch-t", "Welch's t of the times, unpaired", 0, 0, welch_t, least_of_t},
    {0},
};

const struct hypothesis_test *hypothesis_find(const char *name) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        if (strcmp(test->name, name) == 0)
            return test;
    return NULL;
}

const struct hypothesis_test *hypothesis_default(int is_paired) {
    return hypothesis_find(is_paired ? "paired-t" : "welch-t");
}

struct hypothesis_answer hypothesis_answer(const struct hypothesis_test *test,
                                           const struct hypothesis_units *units,
                                           double *workspace) {
    if (!(units->margin >= 0))
        return (struct hypothesis_answer){NAN, 0};
    return test->answer(units, workspace);
}

/* Below the smallest double there is nothing left to reach. */
enum { MOST_UNITS = 1100 };

size_t hypothesis_least_units(const struct hypothesis_test *test, double alpha, size_t resamples) {
    for (size_t n = 1; n <= MOST_UNITS; n++)
        if (test->least_p(n, resamples) <= alpha)
            return n;
    return 0;
}
