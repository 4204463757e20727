/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/order.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

/* --- order --- */

/* The ranks from FIRST up to, but not including, END. */
struct span {
    size_t first, end;
};

static int has(struct span span, size_t rank) {
    return rank >= span.first && rank < span.end;
}

static struct span below(struct span span, size_t rank) {
    return (struct span){span.first, rank < span.end ? rank : span.end};
}

static struct span above(struct span span, size_t rank) {
    return (struct span){rank >= span.first ? rank + 1 : span.first, span.end};
}

static void swap(double *a, double *b) {
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* --- selection --- */

/* More numbers than FEW_TO_SELECT are split by a pivot from a SAMPLE of them. It lies a little
 * farther from the nearer end than the wanted rank, by BEYOND places of the sample, so that the
 * rank is nearly always on the near side, and the far side is dropped. */
enum { FEW_TO_SELECT = 1024, SAMPLE = 256, BEYOND = 24 };

/* Moves the numbers below PIVOT, or not above it, to the front, and returns their number. Without a
 * branch, because no processor predicts it. */
static size_t split(double *values, size_t n, double pivot, int with_equal) {
    size_t front = 0;
    for (size_t i = 0; i < n; i++) {
        double value = values[i];
        size_t goes = (size_t)((value < pivot) | (with_equal & (value == pivot)));
        values[i] = values[front];
        values[front] = value;
        front += goes;
    }
    return front;
}

static double choose_pivot(const double *values, size_t n, size_t rank) {
    double sample[SAMPLE];
    for (size_t i = 0; i < SAMPLE; i++)
        sample[i] = values[(2 * i + 1) * (n / (2 * SAMPLE))];
    size_t place = (size_t)((double)rank / (double)n * SAMPLE);
    if (rank < n / 2)
        place = place + BEYOND < SAMPLE ? place + BEYOND : SAMPLE - 1;
    else
        place = place > BEYOND ? place - BEYOND : 0;
    return gsl_stats_select(sample, 1, SAMPLE, place);
}

static void select_within(double *values, struct span span, size_t rank) {
    while (span.end - span.first > FEW_TO_SELECT) {
        double *from = values + span.first;
        size_t n = span.end - span.first;
        double pivot = choose_pivot(from, n, rank - span.first);
        size_t end_of_smaller = span.first + split(from, n, pivot, 0);
        if (rank < end_of_smaller) {
            span.end = end_of_smaller;
            continue;
        }
        size_t end_of_equal =
            end_of_smaller + split(values + end_of_smaller, span.end - end_of_smaller, pivot, 1);
        if (rank < end_of_equal)
            return;
        span.first = end_of_equal;
    }
    gsl_stats_select(values + span.first, 1, span.end - span.first, rank - span.first);
}

double order_select(double *values, size_t n, size_t rank) {
    select_within(values, (struct span){0, n}, rank);
    return values[rank];
}

/* Selects RANKS within SPAN, which holds the numbers of its own ranks; ranks outside it have theirs
 * already. The middle rank splits the span for the ranks on either side. */
static void select_ranks(double *values, struct span span, const size_t *ranks, size_t count) {
    if (!count)
        return;
    size_t middle = count / 2, rank = ranks[middle];
    if (has(span, rank))
        select_within(values, span, rank);
    select_ranks(values, below(span, rank), ranks, middle);
    select_ranks(values, above(span, rank), ranks + middle + 1, count - middle - 1);
}

void order_select_many(double *values, size_t n, const size_t *ranks, size_t count) {
    if (n)
        select_ranks(values, (struct span){0, n}, ranks, count);
}

/* --- quantiles --- */

static double between(const double *values, size_t rank, double part) {
    if (!(part > 0) || values[rank] == values[rank + 1])
        return values[rank];
    return values[rank] + part * (values[rank + 1] - values[rank]);
}

static void bring_smallest_first(double *values, struct span span) {
    size_t smallest = span.first;
    for (size_t i = span.first + 1; i < span.end; i++)
        if (values[i] < values[smallest])
            smallest = i;
    swap(&values[span.first], &values[smallest]);
}

/* As select_ranks, but also brings the next rank's number next to each. */
static void find_quantiles(double *values, struct span span, size_t n, const double *probabilities,
                           size_t count, double *quantiles) {
    if (!count)
        return;
    size_t middle = count / 2;
    double h = (double)(n - 1) * probabilities[middle];
    size_t rank = (size_t)h;
    if (has(span, rank))
        select_within(values, span, rank);
    if (has(span, rank + 1))
        bring_smallest_first(values, above(span, rank));
    quantiles[middle] = between(values, rank, h - (double)rank);
    find_quantiles(values, below(span, rank), n, probabilities, middle, quantiles);
    find_quantiles(values, above(span, rank), n, probabilities + middle + 1, count - middle - 1,
                   quantiles + middle + 1);
}

void order_quantiles(double *values, size_t n, const double *probabilities, size_t count,
                     double *quantiles) {
    for (size_t i = 0; i < count; i++)
        quantiles[i] = NAN;
    if (n)
        find_quantiles(values, (struct span){0, n}, n, probabilities, count, quantiles);
}

double order_quantile(double *values, size_t n, double probability) {
    double quantile;
    order_quantiles(values, n, &probability, 1, &quantile);
    return quantile;
}

/* The tolerance is needed because 1 - 0.99 is not exactly a hundredth. */
int order_has_quantile(size_t n, double probability) {
    double beyond = fmin(probability, 1 - probability);
    return n > 0 && (beyond == 0 || (double)n * beyond >= 1 - 1e-9);
}

double order_median(double *values, size_t n) {
    return order_quantile(values, n, 0.5);
}

double order_mad(double *values, size_t n) {
    double median = order_median(values, n);
    for (size_t i = 0; i < n; i++)
        values[i] = values[i] == median ? 0 : fabs(values[i] - median);
    return order_median(values, n);
}

/* --- the median's interval --- */

/* Returns P(B < RANK): the binomial distribution by the beta distribution. */
static double tail_below(size_t rank, size_t n) {
    return rank ? gsl_cdf_beta_P(0.5, (double)(n - rank + 1), (double)rank) : 0;
}

struct order_interval order_median_interval(double *values, size_t n, double confidence) {
    if (!n)
        return (struct order_interval){NAN, NAN, NAN, 0};

    /* Finds the largest rank, from 1, whose tail is at most TAIL; 0 if there is none. */
    double tail = (1 - confidence) / 2;
    size_t rank = 0, high = (n + 1) / 2;
    while (rank < high) {
        size_t middle = high - (high - rank) / 2;
        if (tail_below(middle, n) <= tail)
            rank = middle;
        else
            high = middle - 1;
    }

    if (!rank)
        return (struct order_interval){NAN, NAN, 1 - 2 * tail_below(1, n), 0};
    struct order_interval interval = {.level = 1 - 2 * tail_below(rank, n), .rank = rank};
    interval.low = order_select(values, n, rank - 1);
    interval.high = order_select(values, n, n - rank);
    return interval;
}

/* --- sort --- */

enum { BITS = 11, VALUES = 1 << BITS, DIGITS = 6 };

/* Below this, counting the digits takes longer than sorting. */
enum { FEW = 2000 };

/* Returns a key that rises with the number. */
static uint64_t key_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static size_t digit_of(double value, unsigned digit) {
    return key_of(value) >> (BITS * digit) & (VALUES - 1);
}

static void count_digits(const double *values, size_t n, uint32_t counts[DIGITS][VALUES]) {
    memset(counts, 0, DIGITS * sizeof *counts);
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(values[i]);
        for (unsigned d = 0; d < DIGITS; d++)
            counts[d][key >> (BITS * d) & (VALUES - 1)]++;
    }
}

struct tables {
    uint32_t counts[DIGITS][VALUES];
    size_t places[VALUES];
};

void sort_numbers(double *values, size_t n, double *workspace) {
    if (n < FEW || n > UINT32_MAX) {
        gsl_sort(values, 1, n);
        return;
    }
    struct tables *tables = xmalloc(sizeof *tables);
    double *from = values, *to = workspace;
    count_digits(values, n, tables->counts);
    for (unsigned d = 0; d < DIGITS; d++) {
        if (tables->counts[d][digit_of(from[0], d)] == n)
            continue;

        const uint32_t *counts = tables->counts[d];
        size_t place = 0;
        for (size_t v = 0; v < VALUES; v++) {
            tables->places[v] = place;
            place += counts[v];
        }

        size_t *places = tables->places;
        for (size_t i = 0; i < n; i++)
            to[places[digit_of(from[i], d)]++] = from[i];
        double *dealt = to;
        to = from;
        from = dealt;
    }
    if (from != values)
        memcpy(values, from, n * sizeof *values);
    free(tables);
}
