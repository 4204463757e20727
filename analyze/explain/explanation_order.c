/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sort.h>

#include "analyze/explain/explanation_parts.h"
#include "analyze/statistics/order.h"

/* Of N sorted numbers: which of them the quantile lies between, and where. */
static void explain_quantile(struct explaining *e, const char *name, const double *sorted,
                             double probability, const char *source) {
    size_t n = e->row->n;
    double h = (double)(n - 1) * probability, value;
    size_t rank = (size_t)h, next = rank + 1 < n ? rank + 1 : rank;
    double part = h - (double)rank;
    value = sorted[rank] + part * (sorted[next] - sorted[rank]);
    if (part > 0)
        LINE("%s: number 1 + %g × (n − 1) = %.8g of the sorted: %s + %g × (%s − %s) = %s%s", name,
             probability, h + 1, TIME(sorted[rank]), part, TIME(sorted[next]), TIME(sorted[rank]),
             TIME(value), source);
    else
        LINE("%s: number 1 + %g × (n − 1) = %zu of the sorted: %s%s", name, probability, rank + 1,
             TIME(sorted[rank]), source);
}

/* --- the median's interval --- */

static size_t gather_units(struct explaining *e) {
    const struct selected_cell *c = e->chosen;
    const double *seconds = c->seconds[SELECTED_CELL_LIBRARY];
    double *medians = e->workspace + c->rounds * c->seeds;
    size_t count = 0;
    if (e->row->rounds == 1)
        return explanation_gather(seconds, c->rounds * c->seeds, medians);
    for (size_t r = 0; r < c->rounds; r++) {
        size_t n = explanation_gather(seconds + r * c->seeds, c->seeds, e->workspace);
        if (n)
            medians[count++] = order_median(e->workspace, n);
    }
    return count;
}

static void explain_interval(struct explaining *e) {
    const struct row *row = e->row;
    const char *units = row->rounds == 1 ? "samples" : "rounds' medians";
    double confidence = e->student.confidence;
    size_t n = gather_units(e);
    double *values = e->workspace + e->chosen->rounds * e->chosen->seeds;
    struct order_interval interval = order_median_interval(values, n, confidence);
    if (interval.rank)
        LINE("median's interval: numbers %zu and %zu of the %zu sorted %s, %s to %s; level 1 − 2 "
             "P(B < %zu) = %.6g %%, B binomial of %zu with 1/2; the largest rank "
             "that reaches %.6g %% [Conover, Practical Nonparametric Statistics, 1999, 3.2]",
             interval.rank, n + 1 - interval.rank, n, units, TIME(row->median_low),
             TIME(row->median_high), interval.rank, 100 * interval.level, n, 100 * confidence);
    else
        LINE("median's interval: none, as even the extremes of %zu %s have only the level "
             "1 − 2 / 2^%zu = %.6g %%, below %.6g %% [Conover, Practical Nonparametric "
             "Statistics, 1999, 3.2]",
             n, units, n, 100 * interval.level, 100 * confidence);
}

/* Where samples builder is to be seen in how near these are to each other. */
static void write_deciles(const void *context, FILE *file) {
    const struct explaining *e = context;
    fputs("deciles, 0 % to 100 %: ", file);
    for (int tenth = 0; tenth <= 10; tenth++)
        fprintf(file, "%s%s", tenth ? DOCUMENT_SEPARATOR : "",
                TIME(order_quantile(e->workspace, e->row->n, tenth / 10.0)));
}

/* --- distances and outliers --- */

static void explain_mad(struct explaining *e, double *sorted) {
    size_t n = e->row->n;
    for (size_t i = 0; i < n; i++)
        sorted[i] = fabs(sorted[i] - e->row->median);
    gsl_sort(sorted, 1, n);
    explain_quantile(e, "MAD, of the distances |x − median|", sorted, 0.5,
                     " [Hampel, The influence curve, 1974]");
    LINE("MAD × %.7g = %s estimates sd where the noise is normal", ORDER_MAD_TO_SD,
         TIME(ORDER_MAD_TO_SD * e->row->mad));
}

static void write_outside(struct explaining *e, const double *sorted, struct fences fences) {
    size_t n = e->row->n;
    struct outliers outliers = outliers_count(sorted, n, fences);
    LINE("outliers: %zu below, %zu above, %zu of %zu in all; smallest %s, largest %s",
         outliers.below, outliers.above, e->row->outliers, n, TIME(sorted[0]), TIME(sorted[n - 1]));
}

static void explain_outliers(struct explaining *e, double *sorted) {
    double quartiles[2];
    order_quantiles(sorted, e->row->n, (const double[]){0.25, 0.75}, 2, quartiles);
    struct fences fences = outliers_tukey(sorted, e->row->n);
    gsl_sort(sorted, 1, e->row->n);
    LINE("fences: Q1 − 1.5 × (Q3 − Q1) = %s − 1.5 × (%s − %s) = %s; Q3 + 1.5 × (Q3 − Q1) = %s + "
         "1.5 × (%s − %s) = %s [Tukey, Exploratory Data Analysis, 1977]",
         TIME(quartiles[0]), TIME(quartiles[1]), TIME(quartiles[0]), TIME(fences.low),
         TIME(quartiles[1]), TIME(quartiles[1]), TIME(quartiles[0]), TIME(fences.high));
    write_outside(e, sorted, fences);
}

void explanation_order(struct explaining *e) {
    static const char source[] = " [Hyndman, Fan, Sample quantiles, 1996, type 7]";
    const struct selected_cell *c = e->chosen;
    double *sorted = e->workspace;
    CAPTION("ORDER of all %zu samples of %s", e->row->n, e->row->library);
    explain_interval(e);
    explanation_gather(c->seconds[SELECTED_CELL_LIBRARY], c->rounds * c->seeds, sorted);
    gsl_sort(sorted, 1, e->row->n);
    explain_quantile(e, "median", sorted, 0.5, "");
    explain_quantile(e, "Q1", sorted, 0.25, source);
    explain_quantile(e, "Q3", sorted, 0.75, source);
    document_write(e->document, DOCUMENT_LINE, write_deciles, e);
    explain_outliers(e, sorted);
    explain_mad(e, sorted);
}
