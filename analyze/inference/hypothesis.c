/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/hypothesis.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/bootstrap.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/welford.h"
#include "formats/text/xalloc.h"

/* --- ranks --- */

static double cube_less_one(double equal) {
    return equal * (equal * equal - 1);
}

/* Returns twice the mean of the ranks from first + 1 to end, which equal numbers share. */
static size_t doubled_rank(size_t first, size_t end) {
    return first + 1 + end;
}

static double normal_tail(double above_mean, double variance) {
    return variance > 0 ? gsl_cdf_ugaussian_Q((above_mean - 0.5) / sqrt(variance)) : 1;
}

/* --- signed ranks --- */

enum { SIGNED_SUMS = RANKS_SIGNED_EXACT * (RANKS_SIGNED_EXACT + 1) + 1 };

struct signed_ranks {
    size_t n;
    double sum;  /* of the doubled ranks of the numbers above 0 */
    double ties; /* sum of t^3 - t */
    size_t doubled[RANKS_SIGNED_EXACT];
};

static int compare_sizes(const void *a, const void *b) {
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

double ranks_signed_above(double *x, size_t n) {
    struct signed_ranks ranks;
    size_t left = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0)
            x[left++] = x[i];

    ranks = (struct signed_ranks){.n = left};
    if (left)
        qsort(x, left, sizeof *x, compare_sizes);
    for (size_t first = 0, end; first < left; first = end) {
        for (end = first + 1; end < left && fabs(x[end]) == fabs(x[first]);)
            end++;

        size_t doubled = doubled_rank(first, end);
        for (size_t i = first; i < end; i++) {
            ranks.sum += x[i] > 0 ? (double)doubled : 0;
            if (ranks.n <= RANKS_SIGNED_EXACT)
                ranks.doubled[i] = doubled;
        }
        ranks.ties += cube_less_one((double)(end - first));
    }

    if (ranks.n <= RANKS_SIGNED_EXACT) {
        /* p_value[s]: probability that the doubled ranks so far sum to s, if each is as likely to
         * count as not. */
        double *p_value = xcalloc(SIGNED_SUMS, sizeof *p_value), tail = 0;
        size_t most = 0;
        p_value[0] = 1;
        for (size_t i = 0; i < ranks.n; i++) {
            size_t rank = ranks.doubled[i];
            most += rank;
            for (size_t s = most + 1; s-- > 0;)
                p_value[s] = (p_value[s] + (s >= rank ? p_value[s - rank] : 0)) / 2;
        }
        for (size_t s = most + 1; s-- > (size_t)ranks.sum;)
            tail += p_value[s];
        free(p_value);
        return fmin(tail, 1);
    }
    double k = (double)ranks.n;
    double variance = k * (k + 1) * (2 * k + 1) / 24 - ranks.ties / 48;
    return normal_tail(ranks.sum / 2 - k * (k + 1) / 4, variance);
}

/* --- rank sums --- */

enum {
    FEWER = 20,                     /* most numbers in the smaller of X and Y: its square is 400 */
    TOGETHER = RANKS_SUM_EXACT + 1, /* most numbers in X and Y: 1 and 400 */
    SUMS = FEWER * FEWER + FEWER + 2 * RANKS_SUM_EXACT + 1, /* sums of FEWER doubled ranks */
};

struct rank_sums {
    size_t n, m;
    double sum;  /* of the doubled ranks of X */
    double ties; /* sum of t^3 - t */
    int is_small;
    size_t doubled[TOGETHER];
};

static size_t count_equal(const double *sorted, size_t n, double value) {
    size_t equal = 0;
    while (equal < n && sorted[equal] == value)
        equal++;
    return equal;
}

/* Deals the ranks to the smaller of X and Y: a large rank sum of X is a small one of Y. */
static double exact_sum(const struct rank_sums *ranks) {
    double(*ways)[SUMS] = xcalloc(FEWER + 1, sizeof *ways), tail = 0, all = 0;
    double together = (double)(ranks->n + ranks->m);
    int deals_x = ranks->n <= ranks->m;
    size_t fewer = deals_x ? ranks->n : ranks->m;
    double seen = deals_x ? ranks->sum : together * (together + 1) - ranks->sum;

    ways[0][0] = 1;

    /* ways[taken][s]: number of ways to take TAKEN of the doubled ranks so that they sum to s. */
    size_t ways_together = ranks->n + ranks->m, most = fewer * (2 * ways_together - fewer + 1);
    for (size_t i = 0; i < ways_together; i++) {
        size_t rank = ranks->doubled[i];
        for (size_t taken = fewer < i + 1 ? fewer : i + 1; taken > 0; taken--)
            for (size_t s = rank; s <= most; s++)
                ways[taken][s] += ways[taken - 1][s - rank];
    }

    for (size_t s = 0; s < SUMS; s++) {
        all += ways[fewer][s];
        if (deals_x ? (double)s >= seen : (double)s <= seen)
            tail += ways[fewer][s];
    }
    free(ways);
    return tail / all;
}

double ranks_sum_above(double *x, size_t n, double *y, size_t m) {
    if (!n || !m)
        return 1;
    struct rank_sums ranks = {.n = n, .m = m, .is_small = n <= RANKS_SUM_EXACT / m};
    gsl_sort(x, 1, n);
    gsl_sort(y, 1, m);

    size_t i = 0, j = 0;
    while (i < ranks.n || j < ranks.m) {
        double next = j == ranks.m || (i < ranks.n && x[i] <= y[j]) ? x[i] : y[j];
        size_t first = i + j, of_x = count_equal(x + i, ranks.n - i, next);
        i += of_x;
        j += count_equal(y + j, ranks.m - j, next);
        size_t doubled = doubled_rank(first, i + j);
        ranks.sum += (double)of_x * (double)doubled;
        ranks.ties += cube_less_one((double)(i + j - first));
        for (size_t k = first; ranks.is_small && k < i + j; k++)
            ranks.doubled[k] = doubled;
    }

    if (ranks.is_small)
        return exact_sum(&ranks);
    double a = (double)n, b = (double)m, all = a + b;
    double variance = a * b / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
    return normal_tail((ranks.sum - a * (all + 1)) / 2, variance);
}

/* --- units --- */

/* Gathers SIDE * value - SHIFT of the finite VALUES; returns how many there are. */
static size_t finite_values(const double *values, size_t n, int side, double shift,
                            double *gathered) {
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

/* --- two-sided tests --- */

/* Returns the one-sided p-value of the evidence for SIDE. */
typedef double one_sided(const struct hypothesis_units *units, int side, double *workspace);

static struct hypothesis_answer nearer(one_sided *p_of, const struct hypothesis_units *units,
                                       double *workspace) {
    double above = p_of(units, 1, workspace), below = p_of(units, -1, workspace),
           less = fmin(above, below);
    struct hypothesis_answer answer = {less > 0.5 ? 1 : 2 * less, sign_of(below - above)};
    return answer;
}

/* --- tests --- */

static struct hypothesis_answer paired_t(const struct hypothesis_units *units, double *workspace) {
    size_t n = finite_values(units->differences, units->n, 1, 0, workspace);
    if (n < 2)
        return (struct hypothesis_answer){NAN, 0};
    struct welford w = aggregate(workspace, n);
    double mean = welford_mean(&w), beyond = fabs(mean) - units->margin;
    double error = welford_sd(&w) / sqrt((double)n);
    double p = beyond <= 0 ? 1 : 2 * gsl_cdf_tdist_Q(beyond / error, (double)(n - 1));
    return (struct hypothesis_answer){p, sign_of(mean)};
}

static double signs_above(const struct hypothesis_units *units, int side, double *workspace) {
    size_t n = finite_values(units->differences, units->n, side, units->margin, workspace);
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
    size_t n = finite_values(units->differences, units->n, side, units->margin, workspace);
    return n ? ranks_signed_above(workspace, n) : NAN;
}

static struct hypothesis_answer wilcoxon(const struct hypothesis_units *units, double *workspace) {
    return nearer(signed_ranks_above, units, workspace);
}

static double rank_sum_above(const struct hypothesis_units *units, int side, double *workspace) {
    size_t n = finite_values(units->library, units->n, side, units->margin, workspace);
    double *reference = workspace + n;
    size_t m = finite_values(units->reference, units->n, side, 0, reference);
    return n > 1 && m > 1 ? ranks_sum_above(workspace, n, reference, m) : NAN;
}

static struct hypothesis_answer mann_whitney(const struct hypothesis_units *units,
                                             double *workspace) {
    return nearer(rank_sum_above, units, workspace);
}

static struct hypothesis_answer bootstrap(const struct hypothesis_units *units, double *workspace) {
    size_t n = finite_values(units->differences, units->n, 1, 0, workspace);
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
    size_t n = finite_values(units->library, units->n, 1, 0, workspace);
    struct welch_side library = side_of(workspace, n, units->trim);
    size_t m = finite_values(units->reference, units->n, 1, 0, workspace);
    struct welch_side reference = side_of(workspace, m, units->trim);
    struct welch welch = welch_between(&reference, &library);
    return (struct hypothesis_answer){welch_probability_outside(&welch, units->margin),
                                      isnan(welch.se) ? 0 : sign_of(welch.difference)};
}

/* --- smallest p-values --- */

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
    {"moderated-t", "t of the paired differences, their error from all cells", 1, 0, 1, 1, paired_t,
     least_of_t},
    {"paired-t", "Student's t of the paired differences", 1, 0, 0, 1, paired_t, least_of_t},
    {"sign", "how many of the paired differences are above", 1, 1, 0, 0, sign, least_of_signs},
    {"wilcoxon", "signed ranks of the paired differences", 1, 1, 0, 0, wilcoxon, least_of_signs},
    {"mann-whitney", "ranks of the samples, unpaired", 0, 1, 0, 0, mann_whitney, least_of_rank_sum},
    {"bootstrap", "resampled t of the paired differences", 1, 0, 0, 0, bootstrap,
     bootstrap_least_p},
    {"welch-t", "Welch's t of the samples, unpaired", 0, 0, 0, 1, welch_t, least_of_t},
    {0},
};

const struct hypothesis_test *hypothesis_find(const char *name) {
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
        if (strcmp(test->name, name) == 0)
            return test;
    return NULL;
}

const struct hypothesis_test *hypothesis_default(int is_paired) {
    return hypothesis_find(is_paired ? "moderated-t" : "welch-t");
}

struct hypothesis_answer hypothesis_answer(const struct hypothesis_test *test,
                                           const struct hypothesis_units *units,
                                           double *workspace) {
    if (!(units->margin >= 0))
        return (struct hypothesis_answer){NAN, 0};
    return test->answer(units, workspace);
}

/* More units would need a p below the smallest double. */
enum { MOST_UNITS = 1100 };

size_t hypothesis_least_units(const struct hypothesis_test *test, double alpha, size_t resamples) {
    for (size_t n = 1; n <= MOST_UNITS; n++)
        if (test->least_p(n, resamples) <= alpha)
            return n;
    return 0;
}
