/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "analyze/aggregate/replication.h"
#include "analyze/explain/explanation_parts.h"
#include "analyze/statistics/distribution.h"

/* --- the test --- */

/* Gathers the units of a paired test in e->workspace: the rounds' D or, for a single round, the
 * pairs' d. */
static size_t gather_units(const struct explaining *e) {
    const struct selected_cell *c = e->chosen;
    size_t n =
        explanation_gather(e->section->round_ratios + c->row * c->rounds, c->rounds, e->workspace);
    if (n >= 2)
        return n;
    n = 0;
    for (size_t i = 0; i < c->rounds * c->seeds; i++) {
        double library = c->seconds[SELECTED_CELL_LIBRARY][i],
               reference = c->seconds[SELECTED_CELL_REFERENCE][i];
        if (has_logarithm(library) && has_logarithm(reference))
            e->workspace[n++] = log(library) - log(reference);
    }
    return n;
}

static const char *name_of_units(const struct explaining *e) {
    const struct selected_cell *c = e->chosen;
    size_t n =
        explanation_gather(e->section->round_ratios + c->row * c->rounds, c->rounds, e->workspace);
    return n >= 2 ? "D of the rounds" : "d of the pairs, as there is one round only";
}

static struct welford units_of(const struct explaining *e) {
    struct welford w = {0};
    size_t n = gather_units(e);
    for (size_t i = 0; i < n; i++)
        welford_add(&w, e->workspace[i]);
    return w;
}

/* The default test's way to p is short enough to show. */
static void explain_t(struct explaining *e, const struct welford *units) {
    double sd = welford_sd(units), mean = welford_mean(units), margin = e->row->margin;
    double error = sd / sqrt((double)units->n), beyond = fabs(mean) - margin;
    if (beyond <= 0) {
        LINE("|mean| = %s is not beyond the margin, so that p = 1", LOG(fabs(mean)));
        return;
    }
    LINE("t = (|mean| − margin) / (sd / √n) = (%s − %s) / (%s / √%zu) = %s, with %zu degrees of "
         "freedom",
         LOG(fabs(mean)), LOG(margin), LOG(sd), units->n, PLAIN(beyond / error), units->n - 1);
}

static void explain_moderated(struct explaining *e, const struct welford *units) {
    const struct row *row = e->row;
    double beyond = fabs(row->log_ratio) - row->margin;
    if (row->ratio_rounds < 2)
        explain_t(e, units);
    else if (beyond <= 0)
        LINE("|ln ratio| = %s is not beyond the margin, so that p = 1", LOG(fabs(row->log_ratio)));
    else
        LINE("t = (|ln ratio| − margin) / se = (%s − %s) / %s = %s, with %s degrees of freedom, as "
             "above",
             LOG(fabs(row->log_ratio)), LOG(row->margin), LOG(row->ratio_se),
             PLAIN(beyond / row->ratio_se), PLAIN(row->ratio_degrees));
}

static void explain_welch(struct explaining *e, const struct welford *units) {
    struct unpaired library =
        explanation_side(e, e->chosen->seconds[SELECTED_CELL_LIBRARY], unpaired_logarithm);
    struct unpaired reference =
        explanation_side(e, e->chosen->seconds[SELECTED_CELL_REFERENCE], unpaired_logarithm);
    struct welch welch = unpaired_between(&library, &reference);
    double beyond = fabs(welch.difference) - e->row->margin;
    (void)units;
    if (beyond <= 0)
        LINE("|difference| = %s is not beyond the margin, so that p = 1",
             LOG(fabs(welch.difference)));
    else
        LINE("t = (|difference| − margin) / se = (%s − %s) / %s = %s, with %s degrees of freedom",
             LOG(fabs(welch.difference)), LOG(e->row->margin), LOG(welch.se),
             PLAIN(beyond / welch.se), PLAIN(welch.degrees));
}

/* Counts the units beyond the margin, on the side to which the test points. */
static void explain_signs(struct explaining *e, const struct welford *units) {
    const struct row *row = e->row;
    size_t beyond = 0, short_of = 0, n = gather_units(e);
    (void)units;
    for (size_t i = 0; i < n; i++) {
        beyond += row->side * e->workspace[i] > row->margin;
        short_of += row->side * e->workspace[i] < row->margin;
    }
    if (row->side && beyond)
        LINE("%zu of %zu are %s %s: P = P(B ≥ %zu), B binomial of %zu with 1/2", beyond,
             beyond + short_of, row->side > 0 ? "above" : "below", LOG(row->side * row->margin),
             beyond, beyond + short_of);
}

/* The source of each test and, if short enough to show, its way to p. */
static const struct way {
    const char *name, *p, *source;
    void (*explain)(struct explaining *e, const struct welford *units);
} ways[] = {
    {"moderated-t", "2 P(T > t) = ", "Student, The probable error of a mean, 1908",
     explain_moderated},
    {"paired-t", "2 P(T > t) = ", "Student, The probable error of a mean, 1908", explain_t},
    {"sign", "the smaller of 1 and 2 P = ", "Dixon, Mood, The statistical sign test, 1946",
     explain_signs},
    {"wilcoxon", "", "Wilcoxon, Individual comparisons by ranking methods, 1945", NULL},
    {"mann-whitney", "", "Mann, Whitney, On a test, 1947", NULL},
    {"bootstrap", "", "Hall, On symmetric bootstrap confidence intervals, 1988", NULL},
    {"welch-t", "2 P(T > t) = ", "Welch, The generalization of Student's problem, 1947",
     explain_welch},
};

/* --- Holm --- */

/* The order of multiplicity.c. */
static int is_before(double a, size_t i, double b, size_t j) {
    return a < b || (a == b && i < j);
}

/* The rank of a p among all M, from 1, and the largest product of the smaller ones. */
struct holm {
    size_t rank, m;
    double before;
    size_t before_rank;
};

static size_t rank_of(const struct row *rows, size_t count, size_t row) {
    size_t rank = 1;
    for (size_t i = 0; i < count; i++)
        rank += !isnan(rows[i].p) && is_before(rows[i].p, i, rows[row].p, row);
    return rank;
}

static void explain_holm(struct explaining *e) {
    const struct row *rows = e->rows;
    size_t count = e->section->row_count, m = e->section->hypotheses;
    struct holm holm = {rank_of(rows, count, e->chosen->row), m, 0, 0};
    for (size_t i = 0; i < count; i++) {
        size_t rank = isnan(rows[i].p) ? m : rank_of(rows, count, i);
        double product = fmin(1, (double)(m - rank + 1) * rows[i].p);
        if (rank < holm.rank && product > holm.before) {
            holm.before = product;
            holm.before_rank = rank;
        }
    }

    size_t factor = holm.m - holm.rank + 1;
    double product = fmin(1, (double)factor * e->row->p);
    LINE("Holm: p is number %zu of the %zu row%s that were tested, from the smallest, so it is "
         "multiplied by %zu − %zu + 1 = %zu; %s × %zu = %s%s [Holm, A simple sequentially "
         "rejective procedure, 1979]",
         holm.rank, holm.m, holm.m == 1 ? "" : "s", holm.m, holm.rank, factor, PLAIN(e->row->p),
         factor, PLAIN((double)factor * e->row->p),
         (double)factor * e->row->p > 1 ? ", at most 1" : "");
    if (holm.before > product)
        LINE("adjusted p = %s, what number %zu × %zu came to, as it may not be smaller",
             PLAIN(e->row->p_adjusted), holm.before_rank, holm.m - holm.before_rank + 1);
    else
        LINE("adjusted p = %s, as no smaller p came to more", PLAIN(e->row->p_adjusted));
}

/* --- power and equality --- */

static void explain_power(struct explaining *e) {
    const struct row *row = e->row;
    const struct section *section = e->section;
    if (isnan(row->detectable))
        return;
    double margin = row->margin, reach = log1p(row->detectable);
    LINE("power: a difference of %.3g %%, ln %s, would have been shown with a probability of %g "
         "%%, at the level %g / %zu of Holm's first step: (that − %s) / se = %s [Abramowitz, "
         "Stegun, 26.7.10]; over the rows the median is %.3g %%, the largest %.3g %%",
         100 * row->detectable, LOG(reach), 100 * TABLE_POWER, 1 - section->confidence,
         section->hypotheses, LOG(margin), PLAIN((reach - margin) / row->ratio_se),
         100 * section->detectable, 100 * section->most_detectable);
}

static void explain_equality(struct explaining *e) {
    const struct row *row = e->row;
    if (isnan(row->p_equal))
        return;
    double limit = log1p(e->section->equal) - (row->is_coarse ? row->log_resolution : 0);
    double inside = limit - fabs(row->log_ratio);
    if (inside > 0)
        LINE("equality: |ln ratio| is at least %s, the limit of %g %%%s, is the hypothesis: t = "
             "(%s − %s) / se = %s; p = 2 P(T > t) = %s, adjusted for all rows %s [Schuirmann, A "
             "comparison of the two one-sided tests procedure, 1987]",
             LOG(limit), 100 * e->section->equal,
             row->is_coarse ? ", less what the steps of the samples hide" : "", LOG(limit),
             LOG(fabs(row->log_ratio)), PLAIN(inside / row->ratio_se), PLAIN(row->p_equal),
             PLAIN(row->p_equal_adjusted));
    else
        LINE("equality: |ln ratio| = %s is not within the limit of %g %%, %s",
             LOG(fabs(row->log_ratio)), 100 * e->section->equal, LOG(limit));
}

/* --- the verdict --- */

static void explain_outcome(struct explaining *e) {
    const struct row *row = e->row;
    double level = 1 - e->section->confidence;
    int is_beyond = row->side * row->log_ratio > row->margin;
    const char *sign = row->p_adjusted <= level ? "is at most" : "is above";
    if (row->verdict == VERDICT_ONE_PROCESS)
        LINE("verdict: one process only, which cannot tell %s from %s: nothing is known of what "
             "differs "
             "between processes, and ratio and interval are not all beyond the margin at %g",
             row->library, row->reference, level);
    else if (row->verdict == VERDICT_EQUAL)
        LINE("verdict: %s and %s are equal within %g %%, as the adjusted p of equality is at most "
             "%g",
             row->library, row->reference, 100 * e->section->equal, level);
    else if (row->verdict == VERDICT_NOT_SHOWN || row->verdict == VERDICT_INCONCLUSIVE)
        LINE("verdict: %s between %s and %s, as adjusted p %s %g%s",
             row->verdict == VERDICT_NOT_SHOWN ? "no difference is shown"
                                               : "inconclusive: neither a difference nor equality "
                                                 "is shown",
             row->library, row->reference, sign, level,
             row->p_adjusted <= level && !is_beyond ? ", but the ratio is not beyond the margin"
                                                    : "");
    else
        LINE("verdict: %s %s %s than %s, as adjusted p %s %g and ln ratio, %s, is beyond the "
             "margin on the test's side",
             row->library, row->quantity == QUANTITY_SECONDS ? "is" : "needs",
             verdict_words(row->verdict, row->quantity), row->reference, sign, level,
             LOG(row->log_ratio));
}

void explanation_verdict(struct explaining *e) {
    const struct row *row = e->row;
    if (row->is_reference || isnan(row->p)) {
        CAPTION("VERDICT: none, as %s", row->is_reference ? "this is the reference"
                                        : isnan(row->ratio.estimate)
                                            ? "there is no ratio"
                                            : "an answer was wrong, or there are too few units");
        return;
    }
    CAPTION("VERDICT on %s against %s", row->library, row->reference);

    double least = row->ratio_rounds > 1 ? e->section->min_effect : e->section->min_effect_alone;
    const char *more = row->is_coarse ? ", and what the steps of the samples hide, as above" : "";
    int has_floor = !isnan(row->noise.floor) && !explanation_is_moderated(e);
    if (!has_floor)
        LINE("margin = ln(1 + least effect%s) = ln(1 + %g)%s = %s",
             row->ratio_rounds > 1 ? " asked for" : "", least, more, LOG(row->margin));
    else
        LINE("margin = the larger of ln(1 + least effect asked for) = ln(1 + %g) = %s; and ln F = "
             "ln %s = %s%s; that is %s",
             least, LOG(log1p(least)), LOG(row->noise.floor), LOG(log(row->noise.floor)), more,
             LOG(row->margin));

    const struct hypothesis_test *test = e->section->test;
    struct welford units = {0};
    if (test->is_paired) {
        units = units_of(e);
        LINE("test: %s, %s: of %zu %s, mean %s, sd %s", test->name, test->about, units.n,
             name_of_units(e), LOG(welford_mean(&units)), LOG(welford_sd(&units)));
    } else {
        LINE("test: %s, %s: of the locations of ln t in the rounds of either, or of samples where "
             "not both have several rounds",
             test->name, test->about);
    }
    LINE("hypothesis: |ln ratio| is at most the margin [Hodges, Lehmann, Testing the approximate "
         "validity, 1954]");

    static const struct way unknown = {"", "", "", NULL};
    const struct way *way = &unknown;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].name, e->section->test->name) == 0)
            way = &ways[i];
    if (way->explain)
        way->explain(e, &units);
    LINE(
        "p = %s%s; the probability of something at least so far out, were the hypothesis true [%s]",
        way->p, PLAIN(e->row->p), way->source);

    explain_holm(e);
    explain_power(e);
    explain_equality(e);
    explain_outcome(e);
}

/* --- warnings about this cell --- */

static void tell_variability(struct explaining *e, const struct warning *warning) {
    LINE("of this cell: sd of the rounds' means / mean = %s / %s = %s, above %g",
         TIME(e->row->round_sd), TIME(e->row->mean.estimate),
         PLAIN(e->row->round_sd / e->row->mean.estimate), warning->bound);
}

static void tell_trend(struct explaining *e, const struct warning *warning) {
    const struct diagnostics *diagnostics = &e->row->diagnostics;
    LINE("of this cell: second half to first %s, beyond ± %g; p = %s × %zu cells = %s, at most %g "
         "[Hirsch, Slack, Smith, Techniques of trend analysis, "
         "1982]",
         PLAIN(diagnostics->rise), warning->bound, PLAIN(diagnostics->p_value),
         e->section->row_count, PLAIN(diagnostics->p_value * (double)e->section->row_count),
         WARNINGS_LEVEL / 2);
}

static void tell_modes(struct explaining *e, const struct warning *warning) {
    double p_value = e->row->diagnostics.one_mode;
    (void)warning;
    LINE("of this cell: dip test p = %s × %zu cells = %s, at most %g [Hartigan, Hartigan, The dip "
         "test of unimodality, 1985]",
         PLAIN(p_value), e->section->row_count, PLAIN(p_value * (double)e->section->row_count),
         WARNINGS_LEVEL);
}

static void tell_groups(struct explaining *e, const struct warning *warning) {
    double p_value = e->row->diagnostics.one_group;
    (void)warning;
    LINE(
        "of this cell: p = %s × %zu cells = %s, at most %g; the larger one of the dip test of its "
        "rounds' medians [Hartigan, Hartigan, The dip test of unimodality, 1985] and of the chance "
        "that samples of a round agree so well",
        PLAIN(p_value), e->section->row_count, PLAIN(p_value * (double)e->section->row_count),
        WARNINGS_LEVEL);
}

static void tell_unsteadiness(struct explaining *e, const struct warning *warning) {
    LINE("of this cell: %s of the batches were not steady, above %g",
         PLAIN(e->row->diagnostics.unsteady), warning->bound);
}

static void tell_coarseness(struct explaining *e, const struct warning *warning) {
    const struct diagnostics *diagnostics = &e->row->diagnostics;
    double tick = e->section->warnings->tick;
    double interval = (double)diagnostics->interval_calls * e->row->mean.estimate;
    (void)warning;
    LINE("of this cell: calls timed together × mean / tick of the clock = %" PRId64
         " × %s / %s = %s ticks, below 1000",
         diagnostics->interval_calls, TIME(e->row->mean.estimate), TIME(tick),
         PLAIN(interval / tick));
}

static void tell_crowd(struct explaining *e, const struct warning *warning) {
    (void)warning;
    LINE("of this measurement: its threads may use %s CPUs", PLAIN(e->section->cpus));
}

static void tell_ranks(struct explaining *e, const struct warning *warning) {
    LINE("of this cell: start skew of the ranks, or error of their clock / what is timed = %s on "
         "average, above %g",
         PLAIN(e->row->diagnostics.rank_error), warning->bound);
}

static void tell_overhead(struct explaining *e, const struct warning *warning) {
    double overhead = warnings_overhead(e->section->warnings, e->section, e->row);
    LINE("of this cell: the harness's part of a call / mean = %s / %s = %s, above %g",
         TIME(overhead), TIME(e->row->mean.estimate), PLAIN(overhead / e->row->mean.estimate),
         warning->bound);
}

static void tell_control(struct explaining *e, const struct warning *warning) {
    (void)warning;
    LINE("of this point: the control's interval, %s to %s, does not cover 1",
         LOG(e->row->noise.ratio.low), LOG(e->row->noise.ratio.high));
}

static void tell_rounds(struct explaining *e, const struct warning *warning) {
    (void)warning;
    LINE("of this cell: %zu round%s, below 3", e->row->rounds, e->row->rounds == 1 ? "" : "s");
}

static void tell_disturbance(struct explaining *e, const struct warning *warning) {
    (void)warning;
    if (e->row->diagnostics.disturbance_told)
        LINE("of this cell: %zu of %zu samples were disturbed", e->row->diagnostics.disturbed,
             e->row->diagnostics.disturbance_told);
}

static const struct {
    const char *rule;
    void (*tell)(struct explaining *e, const struct warning *warning);
} tellers[] = {
    {"variability", tell_variability}, {"trend", tell_trend},           {"modes", tell_modes},
    {"groups", tell_groups},           {"unsteady", tell_unsteadiness}, {"clock", tell_coarseness},
    {"overhead", tell_overhead},       {"control", tell_control},       {"rounds", tell_rounds},
    {"disturbed", tell_disturbance},   {"crowded", tell_crowd},         {"ranks", tell_ranks},
};

/* --- variance components --- */

/* What a round costs by itself, and what each of its seeds. */
static void explain_costs(struct explaining *e, const struct variance_components *c) {
    double start = e->section->round_start_seconds;
    double seed = (e->section->round_seconds - start) / (double)e->section->most_seeds;
    size_t seeds = variance_components_seeds(c, start, seed, REPLICATION_ROUNDS);
    if (c->between.estimate == 0)
        LINE("nothing is between processes, so more seeds bring as much as more rounds, and cost "
             "less");
    else if (seeds)
        LINE("a round takes %s s to start and end its processes and %s s for each seed of all "
             "libraries and points: with √(%s / %s × v / a), up to the next whole number, so with "
             "%zu seeds, a mean is known best after a given time [Kalibera, Jones, Rigorous "
             "benchmarking in reasonable time, 2013]",
             PLAIN(start), PLAIN(seed), PLAIN(start), PLAIN(seed), seeds);
}

void explanation_components(struct explaining *e) {
    const struct replication_basis *basis =
        e->section->bases ? &e->section->bases[e->chosen->row] : NULL;
    int is_paired = e->section->pairing == PAIRING_PAIRED && !e->row->is_reference;
    const struct variance_components *c = !basis ? NULL : is_paired ? &basis->ratio : &basis->times;
    if (!c || isnan(c->ms_rest))
        return;
    CAPTION("BETWEEN AND WITHIN PROCESSES");
    LINE("variance of %s, of %zu rounds × %zu seeds: mean squares of rounds %s%s%s, of the rest "
         "%s, with %s degrees of freedom",
         is_paired ? "ln ratio" : "ln t", c->rounds, c->seeds, PLAIN(c->ms_rounds),
         c->is_crossed ? ", of seeds, which are the same inputs in all rounds, " : "",
         c->is_crossed ? PLAIN(c->ms_seeds) : "", PLAIN(c->ms_rest), PLAIN(c->degrees_rest));
    LINE("between processes a = (%s − %s) / %zu, at least 0, = %s; within v = %s [Searle, Casella, "
         "McCulloch, Variance Components, 1992]",
         PLAIN(c->ms_rounds), PLAIN(c->ms_rest), c->seeds, PLAIN(c->between.estimate),
         PLAIN(c->within.estimate));
    if (isfinite(c->share.estimate))
        LINE("a / (a + v) = %.3g %% is between processes; %.6g %% interval from %.3g to %.3g %%",
             100 * c->share.estimate, 100 * e->student.confidence, 100 * c->share.low,
             100 * c->share.high);
    explain_costs(e, c);
    if (is_paired)
        LINE("--plan-for 1%% says how many rounds would bring every ratio within 1 %%");
}

/* --- status and warnings --- */

void explanation_warnings(struct explaining *e) {
    const struct row *row = e->row;
    const struct warnings *warnings = row->warned.of;
    size_t concern = 0;
    CAPTION("STATUS: %s", cell_status_name((int)row->status));
    if (row->status == CELL_WRONG) {
        const struct output_errors *errors = &e->section->errors;
        LINE("wrong: the largest error of an output is %s, the mean %s, their sum %s",
             PLAIN(row->reports.max_error), PLAIN(row->reports.mean_error),
             PLAIN(row->reports.total_error));
        for (size_t i = 0; i < errors->count; i++) {
            const struct output_error *error = &errors->items[i];
            if (error->point == row->point && strcmp(error->library, row->library) == 0)
                LINE("%s: at most %s, %s on average, %s in all", error->output, PLAIN(error->max),
                     PLAIN(error->mean), PLAIN(error->total));
        }
    }
    for (size_t i = 0; warnings && i < warnings->count; i++)
        if (warned_has(&row->warned, &warnings->items[i])) {
            const struct warning *warning = &warnings->items[i];
            document_add(e->document, DOCUMENT_WARNING, "warning: %s" DOCUMENT_SEPARATOR "%s",
                         warning->text, warning->advice);
            for (size_t j = 0; j < sizeof tellers / sizeof *tellers; j++)
                if (strcmp(tellers[j].rule, warning->rule) == 0)
                    tellers[j].tell(e, warning);

            concern++;
        }
    if (!concern)
        LINE("no warning concerns this cell");
}
