/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/dunnett.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"

/* Hypotheses of a family that are alike. */
struct bin {
    size_t family, count;
    double own, own_degrees, degrees, common_degrees; /* own: 1 - share */
    double limit;                                     /* the quantile of the p in question */
};

/* Beyond so many standard deviations of its own part, no cell decides anything. */
#define REACH 8
/* asinh of where t has nothing left, on the side on which cells err less. */
#define FAR 7.5
enum { PANELS_BEFORE = 16, PANELS_WITHIN = 16, NODES = 8, EXACT = 128 };

/* --- one family --- */

/* The probability of any error in COUNT bins if the common part is X. */
static double any_error(const struct bin *bins, size_t count, double x, int sides) {
    double none = 0;
    for (size_t b = 0; b < count; b++) {
        const struct bin *bin = &bins[b];
        if (!bin->count)
            continue;
        double shift = sqrt(1 - bin->own) * x, own = sqrt(bin->own);
        double q = gsl_cdf_tdist_Q((bin->limit - shift) / own, bin->own_degrees);
        if (sides == 2)
            q += gsl_cdf_tdist_Q((bin->limit + shift) / own, bin->own_degrees);
        none += (double)bin->count * log1p(-fmin(q, 1));
    }
    return -expm1(none);
}

/* Gauss-Legendre over PANELS of asinh x, which t's long tails are even in. */
static double integrate(const struct bin *bins, size_t count, double low, double high,
                        size_t panels, int sides, const gsl_integration_glfixed_table *table) {
    double sum = 0, width = (high - low) / (double)panels;
    for (size_t p = 0; p < panels && width > 0; p++)
        for (size_t i = 0; i < NODES; i++) {
            double y, weight, from = low + (double)p * width;
            gsl_integration_glfixed_point(from, from + width, i, &y, &weight, table);
            sum += weight * cosh(y) * gsl_ran_tdist_pdf(sinh(y), bins->common_degrees) *
                   any_error(bins, count, sinh(y), sides);
        }
    return sum;
}

/* The probability of any error in a family with P as each one's own. */
static double family_error(struct bin *bins, size_t count, double p, int sides,
                           const gsl_integration_glfixed_table *table) {
    double low = INFINITY, high = 0, hypotheses = 0;
    for (size_t b = 0; b < count; b++) {
        struct bin *bin = &bins[b];
        hypotheses += (double)bin->count;
        if (!bin->count)
            continue;
        bin->limit = gsl_cdf_tdist_Qinv(p / sides, bin->degrees);
        low = fmin(low, (bin->limit - REACH * sqrt(bin->own)) / sqrt(1 - bin->own));
        high = fmax(high, (bin->limit + REACH * sqrt(bin->own)) / sqrt(1 - bin->own));
    }
    if (isinf(high) || !(p > 0) || hypotheses < 1)
        return p > 0 ? -expm1(hypotheses * log1p(-p)) : 0;
    double begin = asinh(fmax(low, 0)), end = asinh(high);
    double from = sides == 2 ? 0 : -FAR;
    double sum = integrate(bins, count, from, begin, PANELS_BEFORE, sides, table) +
                 integrate(bins, count, begin, end, PANELS_WITHIN, sides, table) +
                 gsl_cdf_tdist_Q(high, bins->common_degrees);
    return fmin(1, sides * sum);
}

/* --- all families --- */

static double round_up(double x) {
    return x > 0 ? fmin(1, pow(DUNNETT_STEP, ceil(log(x) / log(DUNNETT_STEP)))) : 0;
}

static double round_down(double x) {
    return isfinite(x) ? fmax(fmin(x, 1), pow(DUNNETT_STEP, floor(log(x) / log(DUNNETT_STEP))))
                       : 1e9;
}

static struct bin bin_of(const struct dunnett_test *one) {
    return (struct bin){one->family,
                        1,
                        round_up(1 - one->share),
                        round_down(one->own_degrees),
                        round_down(one->degrees),
                        one->common_degrees,
                        0};
}

static int compare_bins(const void *a, const void *b) {
    const struct bin *one = a, *other = b;
    if (one->family != other->family)
        return one->family < other->family ? -1 : 1;
    const double left[] = {one->own, one->own_degrees, one->degrees};
    const double right[] = {other->own, other->own_degrees, other->degrees};
    for (int i = 0; i < 3; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static int by_p(const void *a, const void *b, void *context) {
    const struct dunnett_test *all = context;
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    return all[i].p != all[j].p ? (all[i].p > all[j].p) - (all[i].p < all[j].p) : (i > j) - (i < j);
}

/* Returns the number of bins, which are sorted. */
static size_t make_bins(const struct dunnett_test *all, const size_t *order, size_t m,
                        struct bin *bins) {
    size_t count = 0;
    for (size_t i = 0; i < m; i++)
        bins[i] = bin_of(&all[order[i]]);
    qsort(bins, m, sizeof *bins, compare_bins);
    for (size_t i = 0; i < m; i++)
        if (count && compare_bins(&bins[count - 1], &bins[i]) == 0)
            bins[count - 1].count++;
        else
            bins[count++] = bins[i];
    return count;
}

static double error_of_all(struct bin *bins, size_t count, double p, int sides,
                           const gsl_integration_glfixed_table *table) {
    double none = 0;
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first; next < count && bins[next].family == bins[first].family;)
            next++;
        none += log1p(-family_error(bins + first, next - first, p, sides, table));
    }
    return -expm1(none);
}

void dunnett_adjust(struct dunnett_test *all, size_t n, int sides) {
    size_t *order = xcalloc(n, sizeof *order), m = 0;
    struct bin *bins = xcalloc(n, sizeof *bins);
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(NODES);
    for (size_t i = 0; i < n; i++)
        if (!isnan(all[i].p))
            order[m++] = i;
    qsort_r(order, m, sizeof *order, by_p, all);
    size_t count = make_bins(all, order, m, bins);
    double least = 0;
    for (size_t i = 0, next; i < m; i = next) {
        /* Far from the front, neighbours share the largest p of them. */
        next = i + 1 + i / EXACT < m ? i + 1 + i / EXACT : m;
        double p = all[order[next - 1]].p;
        if (least < 1)
            least = fmax(least, fmax(p, error_of_all(bins, count, p, sides, table)));
        for (; i < next; i++) {
            struct bin key = bin_of(&all[order[i]]),
                       *bin = bsearch(&key, bins, count, sizeof *bins, compare_bins);
            bin->count--;
            all[order[i]].p = least;
        }
    }
    free(order);
    free(bins);
    gsl_integration_glfixed_table_free(table);
}
