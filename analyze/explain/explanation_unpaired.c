/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/explain/explanation_parts.h"
#include "analyze/statistics/location.h"
#include "analyze/inference/ratio.h"

/* --- by rounds --- */

static size_t finite_logarithms(const struct explaining *e, const double *seconds, size_t n) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        double value = unpaired_logarithm(seconds[i]);
        if (isfinite(value))
            e->workspace[found++] = value;
    }
    return found;
}

/* Columns FIRST to FIRST + 2 of a round's line: samples, kept, location. */
static void list_side(const struct explaining *e, struct listing *listing, const double *seconds,
                      size_t round, size_t first) {
    size_t n = finite_logarithms(e, seconds + round * e->chosen->seeds, e->chosen->seeds);
    struct trimmed t = location_trimmed(e->workspace, n, RATIO_TRIM);
    snprintf(listing_cell(listing, round, first), LISTING_CELL, "%zu", n);
    snprintf(listing_cell(listing, round, first + 1), LISTING_CELL, "%zu", t.kept);
    snprintf(listing_cell(listing, round, first + 2), LISTING_CELL, "%s", LOG(t.mean));
}

static void list_unpaired_rounds(struct explaining *e, const struct explanation_sides *sides) {
    static const char *const headings[] = {"round", "samples",      "kept", "L",
                                           "of it", "kept of them", "L'",   NULL};
    struct listing *listing = explanation_listing(e, headings, e->chosen->rounds);
    LINE("nothing pairs the samples, so that each library has a location of its own. L: the mean "
         "of a round's ln t(%s) without the smallest and largest floor(%g × samples) of them; L': "
         "of %s likewise; the rounds of the two have nothing to do with each other [Tukey, "
         "McLaughlin, Less vulnerable confidence, 1963]",
         sides->of, RATIO_TRIM, sides->to);
    for (size_t r = 0; listing && r < e->chosen->rounds; r++) {
        snprintf(listing_cell(listing, r, 0), LISTING_CELL, "%zu", r + 1);
        list_side(e, listing, sides->library, r, 1);
        list_side(e, listing, sides->reference, r, 4);
    }
    if (listing)
        listing_add_to(e->document, listing);
}

static void tell_rounds(const struct explaining *e, const char *what,
                        const struct welch_side *side) {
    LINE("mean of %s over %zu rounds = %s; se = sd / √%zu = %s / √%zu = %s", what, side->units,
         LOG(side->mean), side->units, LOG(side->se * sqrt((double)side->units)), side->units,
         LOG(side->se));
}

/* --- by samples --- */

static void tell_samples(const struct explaining *e, const char *of, const double *seconds,
                         const struct welch_side *side) {
    size_t n = finite_logarithms(e, seconds, e->chosen->rounds * e->chosen->seeds);
    double h = (double)side->units;
    LINE("%s: of %zu ln t the %zu in the middle have the mean %s; winsorized Σ(ln t − mean)², what "
         "was cut replaced by the nearest kept, = %s; se = √(that / (h (h − 1))) = %s with h = %zu "
         "[Yuen, The two-sample trimmed t, 1974]",
         of, n, side->units, LOG(side->mean), PLAIN(side->se * side->se * h * (h - 1)),
         LOG(side->se), side->units);
}

/* --- the two together --- */

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
    LINE("se = √(%s² + %s²) = %s, with se⁴ / (%s⁴ / %zu + %s⁴ / %zu) = %s degrees of freedom; "
         "± t × se = ± %s × %s; %.6g %% interval from %s to %s [Welch, The generalization of "
         "Student's problem, 1947]",
         LOG(library->se), LOG(reference->se), LOG(welch->se), LOG(library->se), library->units - 1,
         LOG(reference->se), reference->units - 1, PLAIN(welch->degrees),
         PLAIN((interval.high - interval.centre) / welch->se), LOG(welch->se),
         100 * e->student.confidence, LOG(interval.low), LOG(interval.high));
}

void explanation_unpaired(struct explaining *e, const struct explanation_sides *sides) {
    struct unpaired library = explanation_side(e, sides->library, unpaired_logarithm);
    struct unpaired reference = explanation_side(e, sides->reference, unpaired_logarithm);
    struct welch welch = unpaired_between(&library, &reference);
    if (unpaired_by_rounds(&library, &reference)) {
        list_unpaired_rounds(e, sides);
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
