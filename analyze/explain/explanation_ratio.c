/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/aggregate/row.h"
#include "analyze/explain/explanation_parts.h"
#include "analyze/inference/ratio.h"
#include "analyze/statistics/distribution.h"
#include "analyze/statistics/location.h"

/* --- paired series --- */

/* Two paired series. */
struct paired_series {
    const char *d, *of, *to; /* names of a difference and of the two series */
    const double *library, *reference;
    int is_moderated;  /* its error is that of the model */
    size_t with_pairs; /* rounds */
    double sd;         /* sd of the rounds' trimmed means */
    struct trimmed last;
};

static double logarithm_of_quotient(double library, double reference) {
    return logarithm_of(library) - logarithm_of(reference);
}

static double difference(double library, double reference) {
    return library - reference;
}

typedef double pair_function(double library, double reference);

/* Gathers the finite pairs of round R. */
static size_t finite_pairs(const struct explaining *e, const struct paired_series *p,
                           pair_function *of, size_t r, double *gathered) {
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

/* --- each round --- */

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

static const char *const round_headings[] = {"round",     "pairs", "cut at each end",    "kept",
                                             "their sum", "D",     "trimmed difference", NULL};

static void list_rounds(struct explaining *e, struct paired_series *p) {
    p->with_pairs = 0;
    LINE("pairs of the same round and seed: %s = ln t(%s) − ln t(%s) [Law, Simulation Modeling and "
         "Analysis, 11.2]",
         p->d, p->of, p->to);
    for (size_t r = 0; r < e->chosen->rounds; r++)
        document_write(e->document, DOCUMENT_LINE, write_differences,
                       &(struct round_pairs){e, p, r});
    LINE("D: the mean of a round's %s without the smallest and largest floor(%g × pairs) of them "
         "[Tukey, McLaughlin, Less vulnerable confidence, 1963]; the last column: of the "
         "differences of %s, likewise%s%s",
         p->d, fraction_of(e), e->quantity->many, *e->unit.name ? ", in " : "", e->unit.name);
    struct listing_line *lines = listing_add(e->document, round_headings, e->chosen->rounds);
    for (size_t r = 0; r < e->chosen->rounds; r++) {
        size_t n = finite_pairs(e, p, logarithm_of_quotient, r, e->workspace), cut;
        struct trimmed d = location_trimmed(e->workspace, n, fraction_of(e));
        cut = (n - d.kept) / 2;
        snprintf(lines[r].texts[0], LISTING_CELL, "%zu", r + 1);
        snprintf(lines[r].texts[1], LISTING_CELL, "%zu", n);
        snprintf(lines[r].texts[2], LISTING_CELL, "%zu", cut);
        snprintf(lines[r].texts[3], LISTING_CELL, "%zu", d.kept);
        snprintf(lines[r].texts[4], LISTING_CELL, "%s", LOG(d.mean * (double)d.kept));
        snprintf(lines[r].texts[5], LISTING_CELL, "%s", LOG(d.mean));
        if (n) {
            p->with_pairs++;
            p->last = d;
        }
        n = finite_pairs(e, p, difference, r, e->workspace);
        d = location_trimmed(e->workspace, n, fraction_of(e));
        snprintf(lines[r].texts[6], LISTING_CELL, "%s", TIME(d.mean));
    }
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
        LINE("ln ratio = D = %s; no interval: too few pairs are kept", LOG(interval.estimate));
        return;
    }
    LINE("winsorized Σ(d − mean)², what was cut replaced by the nearest kept, = %s; se = √(that / "
         "(h (h − 1))) = %s with h = %zu kept [Tukey, McLaughlin, 1963]",
         PLAIN(error * error * h * (h - 1)), LOG(error), p->last.kept);
    LINE("ln ratio = D ± t × se = %s ± %s × %s = ± %s; %.6g %% interval from %s to "
         "%s, %zu degrees of freedom",
         LOG(interval.estimate), PLAIN(t), LOG(error), LOG(t * error), 100 * e->student.confidence,
         LOG(interval.low), LOG(interval.high), p->last.kept - 1);
}

static void explain_logarithm(struct explaining *e, const struct paired_series *p,
                              struct interval ratio) {
    struct interval logs = interval_log(ratio);
    if (e->section->sides) {
        explanation_unpaired(e,
                             &(struct explanation_sides){p->of, p->to, p->library, p->reference});
    } else if (p->with_pairs == 1) {
        explain_one_round(e, p, logs);
    } else {
        double sd = spread(e, p, logarithm_of_quotient);
        LINE("mean of D over the %zu rounds = %s; their sd = √(Σ(D − mean)² / %zu) = √(%s / %zu) = "
             "%s",
             p->with_pairs, LOG(logs.estimate), p->with_pairs - 1,
             PLAIN(sd * sd * (double)(p->with_pairs - 1)), p->with_pairs - 1, LOG(sd));
        if (p->is_moderated)
            explanation_error(e, logs);
        else
            explanation_interval(e, "ln ratio", logs, sd, p->with_pairs, figure_log);
    }
    LINE("ratio = exp(%s) = %s; interval from exp(%s) = %s to exp(%s) = %s", LOG(logs.estimate),
         LOG(ratio.estimate), LOG(logs.low), LOG(ratio.low), LOG(logs.high), LOG(ratio.high));
}

/* The resolution of each library, given the other's. */
struct steps {
    struct resolution own, reference;
};

static struct steps steps_of(const struct explaining *e, const struct paired_series *p) {
    const struct resolution *own = &e->row->resolution;
    struct resolution reference = quantity_resolution(e->section->quantity, p->reference,
                                                      e->chosen->rounds * e->chosen->seeds);
    return (struct steps){resolution_beside(own, &reference), resolution_beside(&reference, own)};
}

static void explain_coarse_difference(struct explaining *e, const struct paired_series *p) {
    const struct row *row = e->row;
    struct steps steps = steps_of(e, p);
    double least = resolution_of_trimmed(&steps.own) + resolution_of_trimmed(&steps.reference);
    if (least > 0 && interval_half(row->difference) <= least * (1 + 1e-9))
        LINE("the steps hide %s of the difference: its interval goes as far to either side, from "
             "%s to %s",
             TIME(least), TIME(row->difference.low), TIME(row->difference.high));
}

/* Row_fold_error widens the interval by a factor, which is that of ln ratio. */
static void explain_moderated_difference(struct explaining *e, const struct paired_series *p) {
    const struct row *row = e->row;
    double sd = spread(e, p, difference), half = interval_half(row->difference);
    struct student student = e->student;
    double alone = student_quantile(&student, p->with_pairs - 1) * sd / sqrt((double)p->with_pairs);
    LINE("difference of %s, mean over rounds = %s; by its own sd, %s, alone it would be ± %s; as "
         "with ln ratio the error of all cells counts, which makes it %s times as wide; interval "
         "from %s to %s",
         e->quantity->many, TIME(row->difference.estimate), TIME(sd), TIME(alone),
         PLAIN(half / alone), TIME(row->difference.low), TIME(row->difference.high));
}

void explanation_ratio(struct explaining *e) {
    const struct row *row = e->row;
    struct paired_series p = {"d",
                              row->library,
                              row->reference,
                              e->chosen->seconds[SELECTED_CELL_LIBRARY],
                              e->chosen->seconds[SELECTED_CELL_REFERENCE],
                              explanation_is_moderated(e),
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
    if (isnan(row->ratio.estimate)) {
        if (row->quantity != QUANTITY_SECONDS && row->n)
            LINE("ratio: there is none, as not all samples of both are above 0; means have one");
        else
            LINE("ratio: there are no %s, and none", e->section->sides ? "times above 0" : "pairs");
        return;
    }
    explain_logarithm(e, &p, row->ratio);
    if (row->is_coarse) {
        struct steps steps = steps_of(e, &p);
        if (steps.own.step > 0)
            explanation_resolution(e, p.of, &steps.own);
        if (steps.reference.step > 0)
            explanation_resolution(e, p.to, &steps.reference);
        LINE("so the interval of ln ratio, which is the larger of that by scatter and the sum of "
             "what the steps of either hide, over its %s, goes %s to either side",
             e->quantity->one, LOG(row->log_resolution));
    }
    LINE("speedup = 1 / ratio = 1 / %s = %s; interval from 1 / %s = %s to "
         "1 / %s = %s",
         LOG(row->ratio.estimate), LOG(row->speedup.estimate), LOG(row->ratio.high),
         LOG(row->speedup.low), LOG(row->ratio.low), LOG(row->speedup.high));
    if (e->section->sides) {
        /* The same as for the ratio, but with the times themselves. */
        struct unpaired library = explanation_side(e, p.library, unpaired_seconds);
        struct unpaired reference = explanation_side(e, p.reference, unpaired_seconds);
        struct welch welch = unpaired_between(&library, &reference);
        int by_rounds = unpaired_by_rounds(&library, &reference);
        LINE("difference of %s: likewise of t in place of ln t: %s − %s = %s; se = %s, %s "
             "degrees of freedom; interval from %s to %s",
             e->quantity->many, TIME(by_rounds ? library.rounds.mean : library.samples.mean),
             TIME(by_rounds ? reference.rounds.mean : reference.samples.mean),
             TIME(row->difference.estimate), TIME(welch.se), PLAIN(welch.degrees),
             TIME(row->difference.low), TIME(row->difference.high));
    } else if (p.is_moderated) {
        explain_moderated_difference(e, &p);
    } else if (p.with_pairs > 1) {
        char name[96];
        snprintf(name, sizeof name, "difference of %s, mean over rounds", e->quantity->many);
        explanation_interval(e, name, row->difference, spread(e, &p, difference), p.with_pairs,
                             figure_time);
    } else
        LINE("difference of %s = %s; interval from %s to %s, made as that of ln ratio is",
             e->quantity->many, TIME(row->difference.estimate), TIME(row->difference.low),
             TIME(row->difference.high));
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
                              0,
                              NAN,
                              {NAN, NAN, 0}};
    if (!p.library || !p.reference || isnan(noise->ratio.estimate)) {
        CAPTION(p.library && e->section->quantity != QUANTITY_SECONDS
                    ? "NOISE FLOOR: not all samples of the control are above 0, and there is none"
                    : "NOISE FLOOR: there was no control, and there is none");
        return;
    }
    CAPTION("NOISE FLOOR: %s measured a second time, as the control, over itself", p.to);
    if (!e->section->sides)
        list_rounds(e, &p);
    explain_logarithm(e, &p, noise->ratio);
    if (!interval_has_ends(noise->ratio))
        LINE("noise floor F = the larger of ratio and 1 / ratio = %s", LOG(noise->floor));
    else if (e->section->error_model)
        LINE("noise floor F = the largest of 1, %s and 1 / %s = %s; verdicts take the control's "
             "means "
             "at all points together, as tau²",
             LOG(noise->ratio.high), LOG(noise->ratio.low), LOG(noise->floor));
    else
        LINE("noise floor F = the largest of 1, %s and 1 / %s = %s: a ratio between 1 / F and F is "
             "as good as 1",
             LOG(noise->ratio.high), LOG(noise->ratio.low), LOG(noise->floor));
}

/* --- ratio of means --- */

struct both {
    const double *library, *reference; /* [rounds][seeds] */
};

/* The pairs among COUNT samples from FIRST. */
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

static void explain_pairs(struct explaining *e, const struct both *both, struct interval logs) {
    static const char *const headings[] = {"round", "pairs", "mean t", "mean t'", "L", NULL};
    struct welford rounds = {0};
    LINE("means of each round over its pairs%s, t of %s and t' of %s, in which %s samples count in "
         "full: L = ln(mean t / mean t')",
         e->section->are_typical ? ", of whole batches" : "", e->row->library, e->row->reference,
         e->section->quantity == QUANTITY_SECONDS ? "slow" : "large");
    struct listing_line *lines = listing_add(e->document, headings, e->chosen->rounds);
    for (size_t r = 0; r < e->chosen->rounds; r++) {
        struct welford reference;
        struct welford library = sums_of(both, r * e->chosen->seeds, e->chosen->seeds, &reference);
        double l = log(welford_mean(&library) / welford_mean(&reference));
        if (isfinite(l))
            welford_add(&rounds, l);
        snprintf(lines[r].texts[0], LISTING_CELL, "%zu", r + 1);
        snprintf(lines[r].texts[1], LISTING_CELL, "%zu", library.n);
        snprintf(lines[r].texts[2], LISTING_CELL, "%s", TIME(welford_mean(&library)));
        snprintf(lines[r].texts[3], LISTING_CELL, "%s", TIME(welford_mean(&reference)));
        snprintf(lines[r].texts[4], LISTING_CELL, "%s", LOG(l));
    }
    double sd = welford_sd(&rounds);
    const struct welch_side *side = &e->row->mean_side;
    if (!isnan(sd)) {
        explanation_interval(e, "ln ratio of means, mean of L", logs, sd, side->units, figure_log);
        return;
    }
    struct welford reference;
    struct welford library = sums_of(both, 0, e->chosen->rounds * e->chosen->seeds, &reference);
    LINE("only one round has pairs: ln ratio of means = ln(%s / %s) = %s",
         TIME(welford_mean(&library)), TIME(welford_mean(&reference)), LOG(logs.estimate));
    LINE("se = √(Σ(t / %s − t' / %s)² / (n (n − 1))) = %s with n = %zu pairs; ± t × se: %.6g %% "
         "interval from %s to %s, %zu degrees of freedom [Cochran, Sampling Techniques, 1977]",
         TIME(welford_mean(&library)), TIME(welford_mean(&reference)), LOG(side->se), side->units,
         100 * e->student.confidence, LOG(logs.low), LOG(logs.high), side->units - 1);
}

void explanation_means(struct explaining *e) {
    const struct row *row = e->row;
    const struct both both = {e->chosen->batches[SELECTED_CELL_LIBRARY],
                              e->chosen->batches[SELECTED_CELL_REFERENCE]};
    const struct interval logs = interval_log(row->mean_ratio);
    if (!both.reference || row->is_reference || isnan(row->mean_ratio.estimate))
        return;
    CAPTION("RATIO OF MEANS of %s to %s", row->library, row->reference);
    if (e->section->sides) {
        const struct welch_side *side = &e->row->mean_side;
        LINE("nothing pairs the samples: ln ratio of means = ln(mean t / mean t') = %s, of all "
             "samples of %s and of %s, in which %s ones count in full",
             LOG(logs.estimate), e->row->library, e->row->reference,
             e->section->quantity == QUANTITY_SECONDS ? "slow" : "large");
        LINE("se = √((se of mean t / mean t)² + (se of mean t' / mean t')²) = %s; %.6g %% interval "
             "from %s to %s [Welch, The generalization of Student's problem, 1947]",
             LOG(side->se), 100 * e->student.confidence, LOG(logs.low), LOG(logs.high));
    } else
        explain_pairs(e, &both, logs);
    LINE("ratio of means = exp(%s) = %s; interval from exp(%s) = %s to exp(%s) = %s",
         LOG(logs.estimate), LOG(row->mean_ratio.estimate), LOG(logs.low), LOG(row->mean_ratio.low),
         LOG(logs.high), LOG(row->mean_ratio.high));
    if (explanation_is_moderated(e))
        LINE("by its own rounds alone the interval of the ratio is from %s to %s",
             LOG(row->own_ratio.low), LOG(row->own_ratio.high));
    LINE(row_means_disagree(row)
             ? "it disagrees with the ratio: the two intervals have nothing in common, and the two "
               "lie %g %% apart at least"
             : "the two ratios do not disagree: their intervals meet, or they lie less than %g %% "
               "apart",
         100 * MEAN_RATIO_APART);
}

/* --- unpaired series, by rounds --- */

static size_t finite_logarithms(const struct explaining *e, const double *seconds, size_t n) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        double value = unpaired_logarithm(seconds[i]);
        if (isfinite(value))
            e->workspace[found++] = value;
    }
    return found;
}

/* Fills in columns FIRST to FIRST + 2 of a round's line: samples, kept, location. */
static void list_side(const struct explaining *e, struct listing_line *line, const double *seconds,
                      size_t round, size_t first) {
    size_t n = finite_logarithms(e, seconds + round * e->chosen->seeds, e->chosen->seeds);
    struct trimmed t = location_trimmed(e->workspace, n, RATIO_TRIM);
    snprintf(line->texts[first], LISTING_CELL, "%zu", n);
    snprintf(line->texts[first + 1], LISTING_CELL, "%zu", t.kept);
    snprintf(line->texts[first + 2], LISTING_CELL, "%s", LOG(t.mean));
}

static void tell_rounds(const struct explaining *e, const char *what,
                        const struct welch_side *side) {
    LINE("mean of %s over %zu rounds = %s; se = sd / √%zu = %s / √%zu = %s", what, side->units,
         LOG(side->mean), side->units, LOG(side->se * sqrt((double)side->units)), side->units,
         LOG(side->se));
}

/* --- unpaired series, by samples --- */

static void tell_samples(const struct explaining *e, const char *of, const double *seconds,
                         const struct welch_side *side) {
    size_t n = finite_logarithms(e, seconds, e->chosen->rounds * e->chosen->seeds);
    double h = side->degrees + 1;
    LINE(
        "%s: of %zu ln t the %.0f in the middle have the mean %s; winsorized Σ(ln t − mean)², what "
        "was cut replaced by the nearest kept, = %s; se = √(that / (h (h − 1))) = %s with h = %.0f "
        "[Yuen, The two-sample trimmed t, 1974]",
        of, n, h, LOG(side->mean), PLAIN(side->se * side->se * h * (h - 1)), LOG(side->se), h);
}

/* --- unpaired series --- */

struct unpaired explanation_side(const struct explaining *e, const double *seconds,
                                 unpaired_scale *scale) {
    return unpaired_of(seconds, e->chosen->rounds, e->chosen->seeds, scale, NULL, e->workspace);
}

static void tell_welch(const struct explaining *e, const struct welch *welch,
                       const struct welch_side *library, const struct welch_side *reference) {
    struct interval interval = welch_interval(welch, e->student.confidence);
    LINE("ln ratio = %s − %s = %s", LOG(library->mean), LOG(reference->mean),
         LOG(welch->difference));
    if (isnan(welch->se)) {
        LINE("no interval: one of the two has a single sample");
        return;
    }
    LINE("se = √(%s² + %s²) = %s, with se⁴ / (%s⁴ / %.0f + %s⁴ / %.0f) = %s degrees of freedom; "
         "± t × se = ± %s × %s; %.6g %% interval from %s to %s [Welch, The generalization of "
         "Student's problem, 1947]",
         LOG(library->se), LOG(reference->se), LOG(welch->se), LOG(library->se), library->degrees,
         LOG(reference->se), reference->degrees, PLAIN(welch->degrees),
         PLAIN(interval_half(interval) / welch->se), LOG(welch->se), 100 * e->student.confidence,
         LOG(interval.low), LOG(interval.high));
}

void explanation_unpaired(struct explaining *e, const struct explanation_sides *sides) {
    struct unpaired library = explanation_side(e, sides->library, unpaired_logarithm);
    struct unpaired reference = explanation_side(e, sides->reference, unpaired_logarithm);
    struct welch welch = unpaired_between(&library, &reference);
    if (unpaired_by_rounds(&library, &reference) && unpaired_trim_of_rounds(e->chosen->seeds) > 0) {
        LINE("nothing pairs the rounds, and each has one sample, so that each library has a "
             "location "
             "of its own: the mean of ln t without the smallest and largest floor(%g × rounds)",
             RATIO_TRIM_ALONE);
        tell_samples(e, sides->of, sides->library, &library.rounds);
        tell_samples(e, sides->to, sides->reference, &reference.rounds);
        tell_welch(e, &welch, &library.rounds, &reference.rounds);
        return;
    }
    if (unpaired_by_rounds(&library, &reference)) {
        static const char *const headings[] = {"round", "samples",      "kept", "L",
                                               "of it", "kept of them", "L'",   NULL};
        LINE("nothing pairs the samples, so that each library has a location of its own. L: the "
             "mean of a round's ln t(%s) without the smallest and largest floor(%g × samples) of "
             "them; L': of %s likewise; the rounds of the two have nothing to do with each other "
             "[Tukey, McLaughlin, Less vulnerable confidence, 1963]",
             sides->of, RATIO_TRIM, sides->to);
        struct listing_line *lines = listing_add(e->document, headings, e->chosen->rounds);
        for (size_t r = 0; r < e->chosen->rounds; r++) {
            snprintf(lines[r].texts[0], LISTING_CELL, "%zu", r + 1);
            list_side(e, &lines[r], sides->library, r, 1);
            list_side(e, &lines[r], sides->reference, r, 4);
        }

        tell_rounds(e, "L", &library.rounds);
        tell_rounds(e, "L'", &reference.rounds);
        tell_welch(e, &welch, &library.rounds, &reference.rounds);
        return;
    }
    LINE(
        "nothing pairs the samples, and not both have several rounds, so that the interval is over "
        "samples, and too narrow: it knows nothing of what differs between processes");
    tell_samples(e, sides->of, sides->library, &library.samples);
    tell_samples(e, sides->to, sides->reference, &reference.samples);
    tell_welch(e, &welch, &library.samples, &reference.samples);
}
