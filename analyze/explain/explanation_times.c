/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sort.h>
#include <string.h>

#include "analyze/aggregate/rates.h"
#include "analyze/explain/explanation_parts.h"
#include "analyze/statistics/order.h"
#include "analyze/statistics/welford.h"

/* --- the samples --- */

struct round_samples {
    const struct explaining *e;
    const char *whose;
    const double *seconds;
    size_t round;
};

static void write_round(const void *context, FILE *file) {
    const struct round_samples *samples = context;
    const struct explaining *e = samples->e;
    size_t seeds = e->chosen->seeds;
    fprintf(file, "%s, round %zu: ", samples->whose, samples->round + 1);
    for (size_t k = 0; k < seeds && k < EXPLANATION_SAMPLES; k++)
        fprintf(file, "%s%s", k ? DOCUMENT_SEPARATOR : "", TIME(samples->seconds[k]));
    if (seeds > EXPLANATION_SAMPLES)
        fprintf(file, DOCUMENT_SEPARATOR "… (%zu in all)", seeds);
}

static void add_samples(struct explaining *e, const char *whose, const double *seconds) {
    for (size_t r = 0; seconds && r < e->chosen->rounds; r++)
        document_write(e->document, DOCUMENT_LINE, write_round,
                       &(struct round_samples){e, whose, seconds + r * e->chosen->seeds, r});
}

/* The rounds' builds are part of the scatter of the rounds, like their memory layouts. */
static void add_builds(struct explaining *e) {
    const struct provenance *provenance = e->section->provenance;
    for (size_t i = 0; provenance && i < provenance->library_count; i++) {
        const struct provenance_library *library = &provenance->libraries[i];
        const char *drawn = facts_text(&library->facts, FACT_BUILDS_DRAWN, NULL);
        if (drawn)
            LINE("%s: builds %s by round, as bench-store show lists them; where their code lies is "
                 "part of the scatter of the rounds",
                 library->name, drawn);
    }
    if (e->section->code_placement && strcmp(e->section->code_placement, PLACED_ANEW) != 0)
        LINE("%s: where code lies can change its speed by some per cent, which the scatter of the "
             "rounds does not show; bench-collect --relink places it anew each round",
             e->section->code_placement);
}

void explanation_samples(struct explaining *e) {
    double *const *seconds = e->chosen->seconds;
    const struct row *row = e->row;
    const char *controlled = e->section->controlled;
    int is_other = row->reference && controlled && strcmp(controlled, row->reference) != 0;
    CAPTION("SAMPLES%s%s, by round, in the order of their seeds; - was not measured%s",
            *e->unit.name ? " in " : "", e->unit.name, row->trimmed ? " or was trimmed" : "");
    add_samples(e, row->library, seconds[SELECTED_CELL_LIBRARY]);
    if (!row->is_reference)
        add_samples(e, row->reference, seconds[SELECTED_CELL_REFERENCE]);
    if (is_other && strcmp(controlled, row->library) != 0)
        add_samples(e, controlled, seconds[SELECTED_CELL_CONTROLLED]);
    add_samples(e, "control", seconds[SELECTED_CELL_CONTROL]);
    if (e->section->quantity == QUANTITY_SECONDS)
        add_builds(e);
    if (row->status != CELL_OK)
        document_add(e->document, DOCUMENT_BAD, "status: %s", cell_status_name((int)row->status));
}

/* --- mean and standard deviation --- */

static struct welford aggregate(const double *values, size_t n) {
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            welford_add(&w, values[i]);
    return w;
}

/* The sum of the squares within rounds, in s². */
static double squares_within(const struct explaining *e) {
    const struct selected_cell *c = e->chosen;
    double sum = 0;
    for (size_t r = 0; r < c->rounds; r++)
        sum += aggregate(c->seconds[SELECTED_CELL_LIBRARY] + r * c->seeds, c->seeds).m2;
    return sum;
}

static void explain_mean(struct explaining *e) {
    const struct row *row = e->row;
    int by_rounds = row->rounds > 1;
    size_t units = by_rounds ? row->rounds : row->n;
    double sd = by_rounds ? row->round_sd : row->sd;
    double squared = e->unit.worth * e->unit.worth;
    if (by_rounds)
        LINE("sd of the %zu rounds' means = √(Σ(round's mean − mean of these)² / "
             "%zu) = √(%s / %zu) = %s",
             units, units - 1, PLAIN(sd * sd * (double)(units - 1) / squared), units - 1, TIME(sd));
    else
        LINE("a single round: the sample has to be the unit, and the interval is too narrow");
    LINE("se = sd / √%zu = %s / √%zu = %s", units, TIME(sd), units, TIME(row->se));
    explanation_interval(e, "mean", row->mean, sd, units, figure_time);
    double least = resolution_of_mean(&row->resolution);
    if (!(least > 0 && interval_half(row->mean) <= least * (1 + 1e-9)))
        return;
    if (row->resolution.is_dithered)
        LINE("samples of %s come in steps of Q = %s, of which the mean of n = %zu is known to "
             "Q / (2 √n) = %s only [Widrow, Kollar, Quantization Noise, 2008]",
             row->library, PLAIN(row->resolution.step / e->unit.worth), row->resolution.samples,
             PLAIN(least / e->unit.worth));
    else
        explanation_resolution(e, row->library, &row->resolution);
    LINE("so the interval of the mean goes %s to either side: from %s to %s", TIME(least),
         TIME(row->mean.low), TIME(row->mean.high));
}

static void explain_shape(struct explaining *e) {
    const struct row *row = e->row;
    struct moments m = {0};
    double unit = e->unit.worth, n = (double)row->n;
    moments_add_block(&m, e->chosen->seconds[SELECTED_CELL_LIBRARY],
                      e->chosen->rounds * e->chosen->seeds);
    if (isnan(row->skewness)) {
        LINE("skewness: of fewer than three samples, or equal ones, there is none");
        return;
    }
    double second = m.two.m2 / unit / unit / n, third = m.m3 / unit / unit / unit / n;
    LINE("skewness: m2 = Σ(x − mean)² / n = %s; m3 = Σ(x − mean)³ / n = %s; G1 = √(n (n − 1)) / (n "
         "− 2) × m3 / m2^1.5 = %s × %s / %s^1.5 = %s [Joanes, Gill, "
         "Comparing measures of sample skewness and kurtosis, 1998]",
         PLAIN(second), PLAIN(third), PLAIN(sqrt(n * (n - 1)) / (n - 2)), PLAIN(third),
         PLAIN(second), PLAIN(row->skewness));
    if (isnan(row->kurtosis))
        return;
    double fourth = m.m4 / unit / unit / unit / unit / n;
    LINE("kurtosis: m4 = Σ(x − mean)⁴ / n = %s; G2 = (n − 1) / ((n − 2) (n − 3)) × ((n + 1) m4 / "
         "m2² "
         "− 3 (n − 1)) = %s × (%s × %s / %s² − %s) = %s",
         PLAIN(fourth), PLAIN((n - 1) / ((n - 2) * (n - 3))), PLAIN(n + 1), PLAIN(fourth),
         PLAIN(second), PLAIN(3 * (n - 1)), PLAIN(row->kurtosis));
}

void explanation_times(struct explaining *e) {
    if (e->section->quantity == QUANTITY_SECONDS)
        CAPTION("TIME of %s, by round", e->row->library);
    else
        CAPTION("%s of %s, by round", e->quantity->about, e->row->library);

    static const char *const headings[] = {"round",  "n", "mean", "S = Σ(x − mean)²",
                                           "median", NULL};
    const struct selected_cell *c = e->chosen;
    double squared = e->unit.worth * e->unit.worth;
    struct listing_line *lines = listing_add(e->document, headings, c->rounds);
    for (size_t r = 0; r < c->rounds; r++) {
        const double *seconds = c->seconds[SELECTED_CELL_LIBRARY] + r * c->seeds;
        struct welford w = aggregate(seconds, c->seeds);
        size_t n = explanation_gather(seconds, c->seeds, e->workspace);
        snprintf(lines[r].texts[0], LISTING_CELL, "%zu", r + 1);
        snprintf(lines[r].texts[1], LISTING_CELL, "%zu", w.n);
        snprintf(lines[r].texts[2], LISTING_CELL, "%s", TIME(welford_mean(&w)));
        snprintf(lines[r].texts[3], LISTING_CELL, "%s", PLAIN(w.m2 / squared));
        snprintf(lines[r].texts[4], LISTING_CELL, "%s", TIME(order_median(e->workspace, n)));
    }

    LINE("n = %zu in %zu round%s", e->row->n, e->row->rounds, e->row->rounds == 1 ? "" : "s");
    LINE("mean of all samples = Σ n × round's mean / Σ n = %s", TIME(e->row->mean.estimate));

    const struct row *row = e->row;
    double sd_squared = e->unit.worth * e->unit.worth, within = squares_within(e);
    double all = row->n > 1 ? row->sd * row->sd * (double)(row->n - 1) : 0;
    LINE("Σ(x − mean)² of all = Σ S + Σ n (round's mean − mean)² = %s + %s = %s [Chan, Golub, "
         "LeVeque, Updating formulae, 1979]",
         PLAIN(within / sd_squared), PLAIN(fmax(all - within, 0) / sd_squared),
         PLAIN(all / sd_squared));
    if (row->n > 1)
        LINE("sd = √(Σ(x − mean)² / (n − 1)) = √(%s / %zu) = %s [Welford, Note on a method, 1962]",
             PLAIN(all / sd_squared), row->n - 1, TIME(row->sd));
    else
        LINE("sd: of one sample there is none");
    LINE("cv = sd / mean = %s / %s = %s", TIME(row->sd), TIME(row->mean.estimate), PLAIN(row->cv));

    explain_mean(e);
    explain_shape(e);
}

/* --- rates --- */

static void explain_rate(struct explaining *e, const char *what, const char *unit, double work,
                         struct interval rate) {
    const struct row *row = e->row;
    if (isnan(rate.estimate))
        return;
    LINE("%s: %s of a call, as the action says, / mean = %s / (%s × %g s) = %s %s; interval by the "
         "ends of the mean's, the other way round: %s to %s",
         what, what, PLAIN(work), TIME(row->mean.estimate), e->unit.worth, PLAIN(rate.estimate),
         unit, PLAIN(rate.low), PLAIN(rate.high));
}

void explanation_rates(struct explaining *e) {
    const struct row *row = e->row;
    if (isnan(row->flop_rate.estimate) && isnan(row->byte_rate.estimate))
        return;
    double rate =
        isnan(row->flop_rate.estimate) ? row->byte_rate.estimate : row->flop_rate.estimate;
    CAPTION("RATES of %s", row->library);
    explain_rate(e, "flops", rates_unit(RATES_FLOPS), row->flops, row->flop_rate);
    explain_rate(e, "bytes", rates_unit(RATES_BYTES), row->bytes, row->byte_rate);
    if (!isnan(row->efficiency))
        LINE("efficiency = %s / rate of --peak = %s / %s = %s",
             isnan(row->flop_rate.estimate) ? "B/s" : "flop/s", PLAIN(rate),
             PLAIN(rate / row->efficiency), PLAIN(row->efficiency));
}

/* --- order --- */

/* Shows which of the sorted numbers the quantile lies between, and where. */
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

/* Deciles that are close together show where samples cluster. */
static void write_deciles(const void *context, FILE *file) {
    const struct explaining *e = context;
    fputs("deciles, 0 % to 100 %: ", file);
    for (int tenth = 0; tenth <= 10; tenth++)
        fprintf(file, "%s%s", tenth ? DOCUMENT_SEPARATOR : "",
                TIME(order_quantile(e->workspace, e->row->n, tenth / 10.0)));
}

/* --- distances and outliers --- */

static void explain_outliers(struct explaining *e, double *sorted) {
    double quartiles[2];
    order_quantiles(sorted, e->row->n, (const double[]){0.25, 0.75}, 2, quartiles);
    struct fences fences = outliers_tukey(sorted, e->row->n);
    gsl_sort(sorted, 1, e->row->n);
    LINE("fences: Q1 − 1.5 × (Q3 − Q1) = %s − 1.5 × (%s − %s) = %s; Q3 + 1.5 × (Q3 − Q1) = %s + "
         "1.5 × (%s − %s) = %s [Tukey, Exploratory Data Analysis, 1977]",
         TIME(quartiles[0]), TIME(quartiles[1]), TIME(quartiles[0]), TIME(fences.low),
         TIME(quartiles[1]), TIME(quartiles[1]), TIME(quartiles[0]), TIME(fences.high));
    size_t n = e->row->n;
    struct outliers outliers = outliers_count(sorted, n, fences);
    LINE("outliers: %zu below, %zu above, %zu of %zu in all; smallest %s, largest %s",
         outliers.below, outliers.above, e->row->outliers, n, TIME(sorted[0]), TIME(sorted[n - 1]));
}

void explanation_order(struct explaining *e) {
    static const char source[] = " [Hyndman, Fan, Sample quantiles, 1996, type 7]";
    const struct selected_cell *c = e->chosen;
    double *sorted = e->workspace;
    CAPTION("ORDER of all %zu samples of %s", e->row->n, e->row->library);

    const struct row *row = e->row;
    const char *units = row->rounds == 1 ? "samples" : "rounds' medians";
    double confidence = e->student.confidence;
    size_t n = gather_units(e);
    double *values = e->workspace + e->chosen->rounds * e->chosen->seeds;
    struct order_interval interval = order_median_interval(values, n, confidence);
    if (interval.rank)
        LINE("median's interval: numbers %zu and %zu of the %zu sorted %s, %s to %s; level 1 − 2 "
             "P(B < %zu) = %.6g %%, B binomial of %zu with 1/2; the largest rank that reaches %.6g "
             "%% [Conover, Practical Nonparametric Statistics, 1999, 3.2]",
             interval.rank, n + 1 - interval.rank, n, units, TIME(row->median.low),
             TIME(row->median.high), interval.rank, 100 * interval.level, n, 100 * confidence);
    else
        LINE("median's interval: none, as even the extremes of %zu %s have only the level 1 − 2 / "
             "2^%zu = %.6g %%, below %.6g %% [Conover, Practical Nonparametric Statistics, 1999, "
             "3.2]",
             n, units, n, 100 * interval.level, 100 * confidence);

    explanation_gather(c->seconds[SELECTED_CELL_LIBRARY], c->rounds * c->seeds, sorted);
    gsl_sort(sorted, 1, e->row->n);
    explain_quantile(e, "median", sorted, 0.5, "");
    explain_quantile(e, "Q1", sorted, 0.25, source);
    explain_quantile(e, "Q3", sorted, 0.75, source);
    document_write(e->document, DOCUMENT_LINE, write_deciles, e);
    explain_outliers(e, sorted);

    size_t m = e->row->n;
    for (size_t i = 0; i < m; i++)
        sorted[i] = fabs(sorted[i] - e->row->median.estimate);
    gsl_sort(sorted, 1, m);
    explain_quantile(e, "MAD, of the distances |x − median|", sorted, 0.5,
                     " [Hampel, The influence curve, 1974]");
    LINE("MAD × %.7g = %s estimates sd where the noise is normal", ORDER_MAD_TO_SD,
         TIME(ORDER_MAD_TO_SD * e->row->mad));
}
