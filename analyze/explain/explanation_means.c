/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/explain/explanation_parts.h"
#include "analyze/inference/ratio.h"
#include "analyze/aggregate/row.h"

struct both {
    const double *library, *reference; /* [rounds][seeds] */
};

/* --- paired --- */

/* The pairs of COUNT samples from the FIRST. */
static struct welford sums_of(const struct both *both, size_t first, size_t count,
                              struct welford *reference) {
    struct welford library = {0};
    *reference = (struct welford){0};
    for (size_t i = first; i < first + count; i++)
        if (isfinite(both->library[i]) && isfinite(both->reference[i])) {
            welford_add(&library, both->library[i]);
            welford_add(reference, both->reference[i]);
        }
    return library;
}

/* Returns the sd of L over the rounds. */
static double list_means_of_rounds(struct explaining *e, const struct both *both) {
    static const char *const headings[] = {"round", "pairs", "mean t", "mean t'", "L", NULL};
    struct listing *listing = explanation_listing(e, headings, e->chosen->rounds);
    struct welford rounds = {0};
    LINE("means of each round over its pairs, t of %s and t' of %s, in which slow samples count in "
         "full: L = ln(mean t / mean t')",
         e->row->library, e->row->reference);
    for (size_t r = 0; listing && r < e->chosen->rounds; r++) {
        struct welford reference;
        struct welford library = sums_of(both, r * e->chosen->seeds, e->chosen->seeds, &reference);
        double l = log(welford_mean(&library) / welford_mean(&reference));
        if (isfinite(l))
            welford_add(&rounds, l);
        snprintf(listing_cell(listing, r, 0), LISTING_CELL, "%zu", r + 1);
        snprintf(listing_cell(listing, r, 1), LISTING_CELL, "%zu", library.n);
        snprintf(listing_cell(listing, r, 2), LISTING_CELL, "%s", TIME(welford_mean(&library)));
        snprintf(listing_cell(listing, r, 3), LISTING_CELL, "%s", TIME(welford_mean(&reference)));
        snprintf(listing_cell(listing, r, 4), LISTING_CELL, "%s", LOG(l));
    }
    if (listing)
        listing_add_to(e->document, listing);
    return welford_sd(&rounds);
}

static void explain_pairs(struct explaining *e, const struct both *both, struct interval logs) {
    double sd = list_means_of_rounds(e, both);
    const struct welch_side *side = &e->row->mean_side;
    if (!isnan(sd)) {
        explanation_interval(e, "ln ratio of means, mean of L", logs, sd, side->units, figure_log);
        return;
    }
    struct welford reference;
    struct welford library = sums_of(both, 0, e->chosen->rounds * e->chosen->seeds, &reference);
    LINE("only one round has pairs: ln ratio of means = ln(%s / %s) = %s",
         TIME(welford_mean(&library)), TIME(welford_mean(&reference)), LOG(logs.centre));
    LINE("se = √(Σ(t / %s − t' / %s)² / (n (n − 1))) = %s with n = %zu pairs; ± t × se: %.6g %% "
         "interval from %s to %s, %zu degrees of freedom [Cochran, Sampling Techniques, 1977]",
         TIME(welford_mean(&library)), TIME(welford_mean(&reference)), LOG(side->se), side->units,
         100 * e->student.confidence, LOG(logs.low), LOG(logs.high), side->units - 1);
}

/* --- not paired --- */

static void explain_sides(struct explaining *e, struct interval logs) {
    const struct welch_side *side = &e->row->mean_side;
    LINE("nothing pairs the samples: ln ratio of means = ln(mean t / mean t') = %s, of all samples "
         "of %s and of %s, in which slow ones count in full",
         LOG(logs.centre), e->row->library, e->row->reference);
    LINE("se = √((se of mean t / mean t)² + (se of mean t' / mean t')²) = %s; %.6g %% interval "
         "from %s to %s [Welch, The generalization of Student's problem, 1947]",
         LOG(side->se), 100 * e->student.confidence, LOG(logs.low), LOG(logs.high));
}

void explanation_means(struct explaining *e) {
    const struct row *row = e->row;
    const struct both both = {e->chosen->seconds[SELECTED_CELL_LIBRARY],
                              e->chosen->seconds[SELECTED_CELL_REFERENCE]};
    const struct interval logs = {log(row->mean_ratio), log(row->mean_ratio_low),
                                  log(row->mean_ratio_high)};
    if (!both.reference || row->is_reference || isnan(row->mean_ratio))
        return;
    CAPTION("RATIO OF MEANS of %s to %s", row->library, row->reference);
    if (e->section->sides)
        explain_sides(e, logs);
    else
        explain_pairs(e, &both, logs);
    LINE("ratio of means = exp(%s) = %s; interval from exp(%s) = %s to exp(%s) = %s",
         LOG(logs.centre), LOG(row->mean_ratio), LOG(logs.low), LOG(row->mean_ratio_low),
         LOG(logs.high), LOG(row->mean_ratio_high));
    LINE(row_means_disagree(row)
             ? "it disagrees with the ratio: the two intervals have nothing in common, and the two "
               "lie %g %% apart at least"
             : "the two ratios do not disagree: their intervals meet, or they lie less than %g %% "
               "apart",
         100 * MEAN_RATIO_APART);
}
