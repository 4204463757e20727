/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/explain/explanation_parts.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/distribution.h"
#include "analyze/inference/ratio.h"

/* Two series that are paired. */
struct paired_series {
    const char *d, *of, *to; /* what a difference is called, and of whom to whom it is */
    const double *library, *reference;
    size_t with_pairs; /* rounds */
    double sd;         /* of the rounds' trimmed means */
    struct trimmed last;
};

static double logarithm_of_quotient(double library, double reference) {
    return logarithm_of(library) - logarithm_of(reference);
}

static double difference(double library, double reference) {
    return library - reference;
}

typedef double pair_function(double library, double reference);

/* Those of round R that are there. */
static size_t finite_pairs(const struct explaining *e, const struct paired_series *p, pair_function *of,
                      size_t r, double *gathered) {
    size_t seeds = e->chosen->seeds, n = 0;
    for (size_t k = 0; k < seeds; k++) {
        double d = of(p->library[r * seeds + k], p->reference[r * seeds + k]);
        if (isfinite(d))
            gathered[n++] = d;
    }
    return n;
}

static double fraction_of(const struct explaining *e) {
    return e->chosen->rounds > 1 ? RATIO_TRIM : RATIO_TRIM_ALONE;
}

/* --- what each round has --- */

struct round_pairs {
    const struct explaining *e;
    const struct paired_series *p;
    size_t round;
};

static void write_differences(const void *context, FILE *file) {
    const struct round_pairs *pairs = context;
    const struct explaining *e = pairs->e;
    size_t n = finite_pairs(e, pairs->p, logarithm_of_quotient, pairs->round, e->workspace);
    fprintf(file, "%s, round %zu: ", pairs->p->d, pairs->round + 1);
    for (size_t k = 0; k < n && k < EXPLANATION_SAMPLES; k++)
        fprintf(file, "%s%s", k ? DOCUMENT_SEPARATOR : "", LOG(e->workspace[k]));
    if (n > EXPLANATION_SAMPLES)
        fprintf(file, DOCUMENT_SEPARATOR "… (%zu in all)", n);
    fputs(n ? "" : "no pairs", file);
}

static void list_round(struct explaining *e, struct paired_series *p, struct listing *listing,
                       size_t r) {
    size_t n = finite_pairs(e, p, logarithm_of_quotient, r, e->workspace), cut;
    struct trimmed d = location_trimmed(e->workspace, n, fraction_of(e));
    cut = (n - d.kept) / 2;
    snprintf(listing_cell(listing, r, 0), LISTING_CELL, "%zu", r + 1);
    snprintf(listing_cell(listing, r, 1), LISTING_CELL, "%zu", n);
    snprintf(listing_cell(listing, r, 2), LISTING_CELL, "%zu", cut);
    snprintf(listing_cell(listing, r, 3), LISTING_CELL, "%zu", d.kept);
    snprintf(listing_cell(listing, r, 4), LISTING_CELL, "%s", LOG(d.mean * (double)d.kept));
    snprintf(listing_cell(listing, r, 5), LISTING_CELL, "%s", LOG(d.mean));
    if (n) {
        p->with_pairs++;
        p->last = d;
    }
    n = finite_pairs(e, p, difference, r, e->workspace);
    d = location_trimmed(e->workspace, n, fraction_of(e));
    snprintf(listing_cell(listing, r, 6), LISTING_CELL, "%s", TIME(d.mean));
}

static const char *const headings[] = {"round",     "pairs", "cut at each end",    "kept",
                                       "their sum", "D",     "trimmed difference", NULL};

static void list_rounds(struct explaining *e, struct paired_series *p) {
    struct listing *listing = explanation_listing(e, headings, e->chosen->rounds);
    p->with_pairs = 0;
    LINE("pairs of the same round and seed: %s = ln t(%s) − ln t(%s) [Law, Simulation Modeling and "
         "Analysis, 11.2]",
         p->d, p->of, p->to);
    for (size_t r = 0; r < e->chosen->rounds; r++)
        document_write(e->document, DOCUMENT_LINE, write_differences,
                       &(struct round_pairs){e, p, r});
    LINE("D: the mean of a round's %s without the smallest and largest floor(%g × pairs) of them "
         "[Tukey, McLaughlin, Less vulnerable confidence, 1963]; the last column: of the "
         "differences of times, likewise, in %s",
         p->d, fraction_of(e), e->unit->name);
    for (size_t r = 0; listing && r < e->chosen->rounds; r++)
        list_round(e, p, listing, r);
    if (listing)
        listing_add_to(e->document, listing);
}

/* --- over the rounds --- */

static double spread(const struct explaining *e, const struct paired_series *p, pair_function *of) {
    struct welford w = {0};
    for (size_t r = 0; r < e->chosen->rounds; r++) {
        size_t n = finite_pairs(e, p, of, r, e->workspace);
        if (n)
            welford_add(&w, location_trimmed(e->workspace, n, fraction_of(e)).mean);
    }
    return welford_sd(&w);
}

static void explain_one_round(struct explaining *e, const struct paired_series *p,
                              struct interval interval) {
    struct student student = e->student;
    double h = (double)p->last.kept, error = p->last.standard_error;
    double t = student_quantile(&student, p->last.kept - 1);
    LINE("only one round has pairs, so that the interval is over samples, and too narrow");
    if (isnan(error)) {
        LINE("ln ratio = D = %s; no interval: too few pairs are kept", LOG(interval.centre));
        return;
    }
    LINE("winsorized Σ(d − mean)², what was cut replaced by the nearest kept, = %s; se = √(that / "
         "(h (h − 1))) = %s with h = %zu kept [Tukey, McLaughlin, 1963]",
         PLAIN(error * error * h * (h - 1)), LOG(error), p->last.kept);
    LINE("ln ratio = D ± t × se = %s ± %s × %s = ± %s; %.6g %% interval from %s to "
         "%s, %zu degrees of freedom",
         LOG(interval.centre), PLAIN(t), LOG(error), LOG(t * error), 100 * e->student.confidence,
         LOG(interval.low), LOG(interval.high), p->last.kept - 1);
}

static void explain_logarithm(struct explaining *e, const struct paired_series *p,
                              struct interval ratio) {
    struct interval logs = {log(ratio.centre), log(ratio.low), log(ratio.high)};
    if (e->section->sides) {
        explanation_unpaired(e,
                             &(struct explanation_sides){p->of, p->to, p->library, p->reference});
    } else if (p->with_pairs == 1) {
        explain_one_round(e, p, logs);
    } else {
        double sd = spread(e, p, logarithm_of_quotient);
        LINE("mean of D over the %zu rounds = %s; their sd = √(Σ(D − mean)² / %zu) = √(%s / %zu) = "
             "%s",
             p->with_pairs, LOG(logs.centre), p->with_pairs - 1,
             PLAIN(sd * sd * (double)(p->with_pairs - 1)), p->with_pairs - 1, LOG(sd));
        explanation_interval(e, "ln ratio", logs, sd, p->with_pairs, figure_log);
    }
    LINE("ratio = exp(%s) = %s; interval from exp(%s) = %s to exp(%s) = %s", LOG(logs.centre),
         LOG(ratio.centre), LOG(logs.low), LOG(ratio.low), LOG(logs.high), LOG(ratio.high));
}

/* As of the ratio, but of the times themselves. */
static void explain_unpaired_difference(struct explaining *e, const struct paired_series *p) {
    const struct row *row = e->row;
    struct unpaired library = explanation_side(e, p->library, unpaired_seconds);
    struct unpaired reference = explanation_side(e, p->reference, unpaired_seconds);
    struct welch welch = unpaired_between(&library, &reference);
    int by_rounds = unpaired_by_rounds(&library, &reference);
    LINE("difference of times: likewise of t in place of ln t: %s − %s = %s; se = %s, %s degrees "
         "of freedom; interval from %s to %s",
         TIME(by_rounds ? library.rounds.mean : library.samples.mean),
         TIME(by_rounds ? reference.rounds.mean : reference.samples.mean), TIME(row->difference),
         TIME(welch.se), PLAIN(welch.degrees), TIME(row->difference_low),
         TIME(row->difference_high));
}

/* What is known of the steps of either beside the other's. */
struct steps {
    struct resolution own, reference;
};

static struct steps steps_of(const struct explaining *e, const struct paired_series *p) {
    const struct resolution *own = &e->row->resolution;
    struct resolution reference = resolution_of(p->reference, e->chosen->rounds * e->chosen->seeds);
    return (struct steps){resolution_beside(own, &reference), resolution_beside(&reference, own)};
}

static void explain_coarse(struct explaining *e, const struct paired_series *p) {
    const struct row *row = e->row;
    struct steps steps = steps_of(e, p);
    if (steps.own.step > 0)
        explanation_resolution(e, p->of, &steps.own);
    if (steps.reference.step > 0)
        explanation_resolution(e, p->to, &steps.reference);
    LINE("so the interval of ln ratio, which is the larger of that by scatter and the sum of what "
         "the steps of either hide, over its time, goes %s to either side",
         LOG(row->log_resolution));
}

static void explain_coarse_difference(struct explaining *e, const struct paired_series *p) {
    const struct row *row = e->row;
    struct steps steps = steps_of(e, p);
    double least = resolution_of_trimmed(&steps.own) + resolution_of_trimmed(&steps.reference);
    if (least > 0 && row->difference_high - row->difference <= least * (1 + 1e-9))
        LINE("the steps hide %s of the difference: its interval goes as far to either side, from "
             "%s to %s",
             TIME(least), TIME(row->difference_low), TIME(row->difference_high));
}

void explanation_ratio(struct explaining *e) {
    const struct row *row = e->row;
    struct paired_series p = {"d",
                              row->library,
                              row->reference,
                              e->chosen->seconds[SELECTED_CELL_LIBRARY],
                              e->chosen->seconds[SELECTED_CELL_REFERENCE],
                              0,
                              NAN,
                              {NAN, NAN, 0}};
    if (!p.reference || row->is_reference) {
        CAPTION("RATIO: %s is the reference itself, whose ratio is 1", row->library);
        return;
    }
    CAPTION("RATIO of %s to %s%s", row->library, row->reference,
            e->section->sides ? ", of unpaired samples" : "");
    if (!e->section->sides)
        list_rounds(e, &p);
    if (isnan(row->ratio)) {
        LINE("ratio: there are no %s, and none", e->section->sides ? "times above 0" : "pairs");
        return;
    }
    explain_logarithm(e, &p, (struct interval){row->ratio, row->ratio_low, row->ratio_high});
    if (row->is_coarse)
        explain_coarse(e, &p);
    LINE("speedup = 1 / ratio = 1 / %s = %s; interval from 1 / %s = %s to "
         "1 / %s = %s",
         LOG(row->ratio), LOG(row->speedup), LOG(row->ratio_high), LOG(row->speedup_low),
         LOG(row->ratio_low), LOG(row->speedup_high));
    if (e->section->sides)
        explain_unpaired_difference(e, &p);
    else if (p.with_pairs > 1)
        explanation_interval(
            e, "difference of times, mean over rounds",
            (struct interval){row->difference, row->difference_low, row->difference_high},
            spread(e, &p, difference), p.with_pairs, figure_time);
    else
        LINE("difference of times = %s; interval from %s to %s, made as that of ln ratio is",
             TIME(row->difference), TIME(row->difference_low), TIME(row->difference_high));
    explain_coarse_difference(e, &p);
}

void explanation_noise(struct explaining *e) {
    const struct noise *noise = &e->row->noise;
    struct paired_series p = {"c",
                              "control",
                              e->section->controlled,
                              e->chosen->seconds[SELECTED_CELL_CONTROL],
                              e->chosen->seconds[SELECTED_CELL_CONTROLLED],
                              0,
                              NAN,
                              {NAN, NAN, 0}};
    if (!p.library || !p.reference || isnan(noise->ratio)) {
        CAPTION("NOISE FLOOR: there was no control, and there is none");
        return;
    }
    CAPTION("NOISE FLOOR: %s measured a second time, as the control, over itself", p.to);
    if (!e->section->sides)
        list_rounds(e, &p);
    explain_logarithm(e, &p, (struct interval){noise->ratio, noise->low, noise->high});
    if (isnan(noise->low))
        LINE("noise floor F = the larger of ratio and 1 / ratio = %s", LOG(noise->floor));
    else
        LINE("noise floor F = the largest of 1, %s and 1 / %s = %s: a ratio between 1 / F and F is "
             "as good as 1",
             LOG(noise->high), LOG(noise->low), LOG(noise->floor));
}
