/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/warnings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/diagnostics/trend.h"
#include "analyze/aggregate/number.h"
#include "analyze/aggregate/row.h"
#include "analyze/aggregate/table.h"
#include "formats/model/culprits.h"
#include "formats/text/xalloc.h"

/* The fraction of samples above which the rule on disturbed ones warns. */
static const double many = 0.05;
static const double level = WARNINGS_LEVEL;
static const double least_ticks = 1000, least_trend = 0.01;
enum { LEAST_ROUNDS = 3 };

struct cell {
    const struct warnings_source *source;
    const struct row *row;
};

/* The texts of a rule for quantities other than seconds. */
struct words {
    const char *brief, *advice, *what;
};

/* GRAVE: numbers are wrong or missing. OF_RUN: it is not about single cells. OF_FAILED: it is about
 * cells without samples, too. */
enum { GRAVE = 1, OF_RUN = 2, OF_FAILED = 4 };

struct rule {
    const char *name, *brief, *advice;
    /* Writes the finding to TEXT and sets FLAGS [rows]; returns 0 if there is nothing to warn
     * about. */
    int (*holds)(const struct warnings_source *source, const struct rule *rule,
                 unsigned char *flags, FILE *text);
    /* For holds_for_cells: the rule holds if more than SHARE of the cells measure more than BOUND.
     */
    double (*measure)(const struct cell *cell);
    double bound, share;
    const char *what, *number_of; /* NULL: do not print the measured value */
    struct words otherwise;       /* brief NULL: the rule is about seconds only */
    const char *sizeless;         /* the advice if there is no size to choose; NULL: the same */
    unsigned is;                  /* GRAVE, OF_RUN, OF_FAILED */
};

/* Two significant digits, but never 1.5e+02; above 1000000 % only a bound. */
static void write_percent(double part, FILE *text) {
    double percent = 100 * part;
    if (percent < 1e6)
        fprintf(text, "%.*g %%", percent < 99.5 ? 2 : (int)log10(percent + 0.5) + 1, percent);
    else
        fputs("more than 1000000 %", text);
}

/* --- cells --- */

static size_t row_count(const struct warnings_source *source) {
    return source->section->row_count;
}

static double wrongness(const struct cell *cell) {
    return cell->row->status == CELL_WRONG;
}

static double without_logarithm(const struct cell *cell) {
    return (double)cell->row->diagnostics.not_positive;
}

static double variation(const struct cell *cell) {
    return cell->row->rounds < LEAST_ROUNDS ? NAN : cell->row->round_sd / cell->row->mean.estimate;
}

static double unsteadiness(const struct cell *cell) {
    return cell->row->diagnostics.unsteady;
}

static double coarseness(const struct cell *cell) {
    int64_t calls = cell->row->diagnostics.interval_calls;
    double interval = calls > 0 ? (double)calls * cell->row->mean.estimate : NAN;
    return least_ticks * cell->source->tick / interval;
}

static double threads_of(const struct row *row, double otherwise) {
    const struct parameter_grid_axis *threads = parameter_grid_find(row->space, FACT_THREADS);
    return threads ? threads->values[row->point] : otherwise;
}

/* The threads for each CPU. */
static double crowd(const struct cell *cell) {
    return threads_of(cell->row, cell->source->threads) / cell->source->section->cpus;
}

static double rank_error(const struct cell *cell) {
    return cell->row->diagnostics.rank_error;
}

double warnings_overhead(const struct warnings *warnings, const struct section *section,
                         const struct row *row) {
    double threads = fmin(threads_of(row, warnings->threads), section->cpus);
    return warnings->overhead / (warnings->is_team ? fmax(threads, 1) : 1);
}

static double overhead(const struct cell *cell) {
    const struct warnings_source *source = cell->source;
    const struct warnings known = {
        .overhead = source->overhead, .threads = source->threads, .is_team = source->is_team};
    return warnings_overhead(&known, source->section, cell->row) / cell->row->mean.estimate;
}

static void write_cell(const struct rule *rule, const struct row *row, FILE *text) {
    fprintf(text, "%s: %s at ", rule->what, row->library);
    parameter_grid_write_point(row->space, row->point, text);
}

static void write_others(size_t count, FILE *text) {
    if (count)
        fprintf(text, ", and %zu cell%s more", count, count == 1 ? "" : "s");
}

static int holds_for_cells(const struct warnings_source *source, const struct rule *rule,
                           unsigned char *flags, FILE *text) {
    size_t count = row_count(source), found = 0, worst = 0;
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        struct cell cell = {source, &source->rows[i]};
        double value = cell.row->n || (rule->is & OF_FAILED) ? rule->measure(&cell) : NAN;
        flags[i] = value > rule->bound;
        found += flags[i];
        if (flags[i] && value > most) {
            most = value;
            worst = i;
        }
    }
    if (!found || (double)found <= rule->share * (double)count)
        return 0;
    write_cell(rule, &source->rows[worst], text);
    if (rule->number_of) {
        fprintf(text, " (%s ", rule->number_of);
        write_percent(most, text);
        fputs(")", text);
    }
    write_others(found - 1, text);
    return 1;
}

static int has_lost_cells(const struct warnings_source *source, const struct rule *rule,
                          unsigned char *flags, FILE *text) {
    const struct row *rows = source->rows;
    size_t found = 0, first = 0;
    for (size_t i = 0; i < row_count(source); i++) {
        flags[i] = rows[i].status >= CELL_CRASHED;
        if (flags[i] && !found++)
            first = i;
    }
    if (!found)
        return 0;
    write_cell(rule, &rows[first], text);
    fprintf(text, " (%s)", cell_status_name((int)rows[first].status));
    write_others(found - 1, text);
    return 1;
}

/* NaN if it may well be chance. */
static double trend(const struct cell *cell) {
    const struct diagnostics *diagnostics = &cell->row->diagnostics;
    double p_value = diagnostics->p_value * (double)row_count(cell->source);
    return p_value <= level / 2 ? fabs(diagnostics->rise) : NAN;
}

/* NaN if P_VALUE may well be chance. A larger value means stronger evidence. */
static double evidence(const struct cell *cell, double p_value) {
    return p_value * (double)row_count(cell->source) <= level ? 1 - p_value : NAN;
}

static double excess(const struct cell *cell, enum slow_calls because) {
    const struct row *row = cell->row;
    return row->diagnostics.slow_calls == because && row_leaves_slow_calls_out(row)
               ? row->diagnostics.batch_factor.estimate - 1
               : NAN;
}

static double excess_of_its_own(const struct cell *cell) {
    return excess(cell, SLOW_CALLS_OWN);
}

static double excess_by_others(const struct cell *cell) {
    return excess(cell, SLOW_CALLS_TAKEN);
}

static double excess_unexplained(const struct cell *cell) {
    return excess(cell, SLOW_CALLS_UNSEEN);
}

static double left_running(const struct cell *cell) {
    return cell->source->left[cell->row - cell->source->rows];
}

static double several_modes(const struct cell *cell) {
    return evidence(cell, cell->row->diagnostics.one_mode);
}

static double several_groups(const struct cell *cell) {
    return evidence(cell, cell->row->diagnostics.one_group);
}

/* --- the run as a whole --- */

static int has_few_rounds(const struct warnings_source *source, const struct rule *rule,
                          unsigned char *flags, FILE *text) {
    (void)rule;
    const struct row *rows = source->rows;
    size_t count = row_count(source), few = 0, single = 0, intervals = 0;
    for (size_t i = 0; i < count; i++) {
        flags[i] = rows[i].n > 0 && rows[i].rounds < LEAST_ROUNDS;
        few += flags[i];
        single += rows[i].rounds == 1;
        intervals += rows[i].n > 1;
    }
    if (few && (few < count && source->rounds >= LEAST_ROUNDS))
        fprintf(text, "%zu of %zu rows: ", few, count);
    if (!intervals)
        fputs("single round: one sample each has no interval", text);
    else if (single == few)
        fputs("single round: intervals are over samples and too narrow", text);
    else
        fputs("fewer than 3 rounds: intervals are much wider than they need be", text);
    return few > 0;
}

/* An exact test of few rounds has a smallest possible p, which the correction for many rows
 * multiplies. */
static int shows_nothing(const struct warnings_source *source, const struct rule *rule,
                         unsigned char *flags, FILE *text) {
    (void)rule;
    const struct section *section = source->section;
    double wanted = (1 - section->confidence) / (double)section->hypotheses;
    size_t units = section->rounds > 1 ? section->rounds : section->most_seeds;
    size_t least = hypothesis_least_units(section->test, wanted, 0);
    if (!section->hypotheses || (least && least <= units))
        return 0;
    for (size_t i = 0; i < row_count(source); i++)
        flags[i] = !isnan(source->rows[i].p);
    fprintf(text, "%s can show no difference with %zu %s and %zu rows", section->test->name, units,
            section->rounds > 1 ? "rounds" : "samples", section->hypotheses);
    return least ? fprintf(text, "; it takes %zu", least) > 0 : 1;
}

static int drifts(const struct warnings_source *source, const struct rule *rule,
                  unsigned char *flags, FILE *text) {
    (void)rule;
    for (size_t i = 0; i < row_count(source); i++)
        flags[i] = source->rows[i].rounds == source->rounds;
    double *workspace = xcalloc(source->rounds, sizeof *workspace);
    struct drift drift =
        drift_over_rounds(source->drift_sums, source->rounds, source->drift_cells, workspace);
    free(workspace);
    if (!(fabs(drift.rise) > least_trend) || drift.p_value > level / 2)
        return 0;
    fprintf(text, "%s %s by ", quantity_words(source->section->quantity)->many,
            drift.rise > 0 ? "rise" : "fall");
    write_percent(fabs(drift.rise), text);
    return fprintf(text, " from the first to the second half of the rounds") > 0;
}

static int is_disturbed(const struct warnings_source *source, const struct rule *rule,
                        unsigned char *flags, FILE *text) {
    (void)rule;
    int64_t samples = (int64_t)source->section->samples;

    /* Newer archives say it for every sample; -1 if they do not. */
    size_t all = 0, told = 0;
    for (size_t i = 0; i < row_count(source); i++) {
        const struct diagnostics *diagnostics = &source->rows[i].diagnostics;
        all += diagnostics->disturbed;
        told += diagnostics->disturbance_told;
        flags[i] = diagnostics->disturbed > 0;
    }
    int64_t disturbed = told ? (int64_t)all : -1;
    if (disturbed < 0 && source->disturbed >= 0) {
        disturbed = source->disturbed;
        for (size_t i = 0; i < row_count(source); i++)
            flags[i] = 1;
    }
    if (disturbed > samples || !((double)disturbed > many * (double)samples))
        return 0;
    fprintf(text,
            "%lld of %lld samples were disturbed: they read slow, and intervals do not account for "
            "it",
            (long long)disturbed, (long long)samples);
    return !*source->culprits ||
           fprintf(text, "; of all that were measured, %s", source->culprits) > 0;
}

static int was_throttled(const struct warnings_source *source, const struct rule *rule,
                         unsigned char *flags, FILE *text) {
    (void)rule;
    for (size_t i = 0; i < row_count(source); i++)
        flags[i] = 1;
    return *source->quota && fputs(source->quota, text) >= 0;
}

static int proves_nothing(const struct warnings_source *source, const struct rule *rule,
                          unsigned char *flags, FILE *text) {
    size_t first = strcspn(source->unproven, "\n"), more = 0;
    (void)rule;
    for (size_t i = 0; i < row_count(source); i++)
        flags[i] = 1;
    for (const char *c = source->unproven; *c; c++)
        more += *c == '\n';
    fprintf(text, "right answers prove nothing about %.*s", (int)first, source->unproven);
    if (more)
        fprintf(text, ", and %zu more", more);
    return first > 0;
}

static double means_apart(const struct row *row) {
    return fabs(log(row->mean_ratio.estimate / row->ratio.estimate));
}

static int means_disagree(const struct warnings_source *source, const struct rule *rule,
                          unsigned char *flags, FILE *text) {
    const struct row *rows = source->rows;
    size_t found = 0, worst = 0;
    for (size_t i = 0; i < row_count(source); i++) {
        flags[i] = (unsigned char)row_means_disagree(&rows[i]);
        if (flags[i] && (!found++ || means_apart(&rows[i]) > means_apart(&rows[worst])))
            worst = i;
    }
    if (!found)
        return 0;
    const struct row *row = &rows[worst];
    write_cell(rule, row, text);
    fputs(" is ", text);
    number_ratio_in_words(row->mean_ratio, text);
    fputs(" by means, ", text);
    number_ratio_in_words(row->own_ratio, text);
    fputs(" typically", text);
    write_others(found - 1, text);
    return 1;
}

static int has_too_few(const struct warnings_source *source, const struct rule *rule,
                       unsigned char *flags, FILE *text) {
    size_t found = 0, first = 0;
    (void)rule;
    for (size_t i = 0; i < row_count(source); i++) {
        flags[i] = source->rows[i].samples_needed > 0;
        if (flags[i] && !found++)
            first = i;
    }
    if (!found)
        return 0;
    const struct row *row = &source->rows[first];
    char name[STATISTIC_NAME];
    statistic_name(row->statistic, name);
    fprintf(text, "too few samples: %s needs %zu, but %s has %zu at ", name, row->samples_needed,
            row->library, row->n);
    parameter_grid_write_point(row->space, row->point, text);
    write_others(found - 1, text);
    return fputs(", and no ratio", text) >= 0;
}

/* prog at size 1: run 8 of 20 took 3.3 times the median */
static int has_far_runs(const struct warnings_source *source, const struct rule *rule,
                        unsigned char *flags, FILE *text) {
    const struct row *rows = source->rows;
    size_t runs = 0, worst = 0;
    double most = 0;
    for (size_t i = 0; i < row_count(source); i++) {
        const struct far_runs *far = &rows[i].diagnostics.far;
        double off = far->count ? fabs(log(far->factor)) : 0;
        flags[i] = far->count > 0;
        runs += far->count;
        if (off > most) {
            most = off;
            worst = i;
        }
    }
    if (!runs)
        return 0;
    const struct far_runs *far = &rows[worst].diagnostics.far;
    write_cell(rule, &rows[worst], text);
    fprintf(text, ", run %zu of %zu, %.3g times its median", far->worst + 1, rows[worst].rounds,
            far->factor);
    if (runs > 1)
        fprintf(text, ", and %zu run%s more", runs - 1, runs == 2 ? "" : "s");
    return 1;
}

static int control_differs(const struct warnings_source *source, const struct rule *rule,
                           unsigned char *flags, FILE *text) {
    (void)rule;
    const struct section *section = source->section;
    size_t libraries = source->section->summary_count, missed = 0, known = 0, worst = 0;
    double farthest = 0;
    for (size_t i = 0; libraries && i < row_count(source); i++) {
        const struct noise *noise = &source->rows[i].noise;
        flags[i] = interval_side(interval_log(noise->ratio), 0) != 0;
        missed += i % libraries == 0 && flags[i];
        known += i % libraries == 0 && interval_has_ends(noise->ratio);
        if (flags[i] && fabs(log(noise->ratio.estimate)) > farthest) {
            farthest = fabs(log(noise->ratio.estimate));
            worst = i;
        }
    }
    double luck =
        missed ? gsl_cdf_binomial_Q((unsigned)missed - 1, 1 - section->confidence, (unsigned)known)
               : 1;
    if (luck > level + 1e-9)
        return 0;
    const struct row *row = &source->rows[worst];
    fprintf(text, "the control, %s measured a second time, differs from it by ",
            section->controlled);
    write_percent(fabs(row->noise.ratio.estimate - 1), text);
    fputs(" at ", text);
    parameter_grid_write_point(row->space, row->point, text);
    return fprintf(text, "; its interval misses 1 at %zu of %zu %s", missed, known,
                   parameter_grid_word(row->space, 2)) > 0;
}

/* --- the rules, the gravest first --- */

/* clang-format off */
static const struct rule rules[] = {
    {"wrong", "wrong answers",
     "do not use its times; bench-store show tells what was off, and the tolerance",
     holds_for_cells, wrongness, 0.5, 0, "wrong answer", NULL,
     {"wrong answers", "do not use its numbers; bench-store show tells what was off, and the tolerance", "wrong answer"}, NULL, GRAVE},
    {"zero", "zero or negative times",
     "they have no ratio; measure what takes longer than the clock can tell",
     holds_for_cells, without_logarithm, 0, 0, "samples are not above zero", NULL,
     {"zero or negative samples", "such a cell has no ratio: go by means and --difference", "samples are not above zero"}, NULL, GRAVE},
    {"lost", "some cells failed", "bench-store show tells why",
     has_lost_cells, NULL, 0, 0, "failed", NULL,
     {"some cells failed", "bench-store show tells why", "failed"}, NULL, GRAVE},
    {"left_running", "left a process running",
     "it ran beside later calls, and was ended: measure what ends all that it begins",
     holds_for_cells, left_running, 0, 0, "left a process running", NULL,
     {"left a process running", "it ran beside later calls, and was ended: measure what ends all that it begins", "left a process running"}, NULL, OF_FAILED},
    {"few_samples", "too few samples",
     "measure more rounds or seeds, or each call, with --mode sample; or choose another --statistic",
     has_too_few, NULL, 0, 0, NULL, NULL,
     {"too few samples", "measure more rounds or seeds; or choose another --statistic", NULL}, NULL, GRAVE},
    {"means", "mean and typical times disagree",
     "some calls are slow, which means count and typical ratios do not: decide by what a user waits for; --columns +p90,+max shows the tail",
     means_disagree, NULL, 0, 0, "means disagree with typical times", NULL,
     {"mean and typical samples disagree", "some samples are large, which means count and typical ratios do not; --columns +p90,+max shows the tail", "means disagree with typical samples"}, NULL, 0},
    {"far_run", "a run stands out",
     "typical times leave it out, means count it: look at what else ran then",
     has_far_runs, NULL, 0, 0, "a run stands out", NULL,
     {"a run stands out", "ratios leave it out, means count it: look at what else ran then", "a run stands out"}, NULL, GRAVE},
    {"slow_calls", "some calls are slow by themselves",
     "typical times leave them out, the mean counts them: --measure batch_mean compares by it, --mode sample of bench-collect shows them",
     holds_for_cells, excess_of_its_own, 0, 0, "calls that are slow by themselves make the mean longer than the typical time", "by", {NULL, NULL, NULL}, NULL, 0},
    {"interrupted", "means longer than typical times, as others had the CPU",
     "typical times leave that out, the mean counts it: measure again while nothing else runs",
     holds_for_cells, excess_by_others, 0, 0, "others had the CPU, which makes the mean longer than the typical time", "by", {NULL, NULL, NULL}, NULL, 0},
    {"slow_intervals", "means longer than typical times",
     "typical times leave them out, the mean counts them: calls may be slow by themselves, or others use caches and memory; --mode sample of bench-collect shows them",
     holds_for_cells, excess_unexplained, 0, 0, "slow intervals, in which nothing is known to have taken the CPU, make the mean longer than the typical time", "by", {NULL, NULL, NULL}, NULL, 0},
    {"control", "two measurements of one library differ",
     "do not believe differences below that; measure again, with more --rounds",
     control_differs, NULL, 0, 0, NULL, NULL,
     {"two measurements of one library differ", "do not believe differences below that; measure again, with more --rounds", NULL}, NULL, OF_RUN},
    {"disturbed", "disturbed samples", "bench-collect -v says how many were measured again",
     is_disturbed, NULL, 0, 0, NULL, NULL, {NULL, NULL, NULL}, NULL, OF_RUN},
    {"quota", "a CPU quota was used up", "raise the CPU limit of the container or job",
     was_throttled, NULL, 0, 0, NULL, NULL, {NULL, NULL, NULL}, NULL, OF_RUN},
    {"unproven", "answers prove nothing",
     "the reference's answer has no finite number there: choose other inputs, such as 'x in [0.1, 10)'",
     proves_nothing, NULL, 0, 0, NULL, NULL,
     {"answers prove nothing", "the reference's answer has no finite number there: choose other inputs, such as 'x in [0.1, 10)'", NULL}, NULL, OF_RUN},
    {"rounds", "too few rounds", "measure with --rounds 5 or more",
     has_few_rounds, NULL, 0, 0, NULL, NULL,
     {"too few rounds", "measure with --rounds 5 or more", NULL}, NULL, GRAVE | OF_RUN},
    {"test", "too little data to show a difference",
     "choose another --test or fewer rows, or measure with more --rounds",
     shows_nothing, NULL, 0, 0, NULL, NULL,
     {"too little data to show a difference", "choose another --test or fewer rows, or measure with more --rounds", NULL}, NULL, GRAVE | OF_RUN},
    {"variability", "times vary between rounds", "measure with more --rounds, by which intervals become narrower",
     holds_for_cells, variation, 0.10, 0.05, "times vary between rounds",
     "coefficient of variation",
     {"samples vary between rounds", "measure with more --rounds, by which intervals become narrower", "samples vary between rounds"}, NULL, 0},
    {"drift", "times drift over the rounds",
     "trust ratios, which are paired, rather than times; let the machine settle first",
     drifts, NULL, 0, 0, NULL, NULL,
     {"samples drift over the rounds", "trust ratios, which are paired, rather than means", NULL}, NULL, OF_RUN},
    {"trend", "times rise or fall within rounds",
     "where they fall, warm up longer, with a longer --stage-time; where they rise, look for what grows",
     holds_for_cells, trend, 0.01, 0, "times rise or fall within rounds", "second half to first",
     {"samples rise or fall within rounds", "look at them with --explain", "samples rise or fall within rounds"}, NULL, 0},
    {"modes", "times cluster around several values",
     "look at them with --explain, or as a chart; neither mean nor median tells what a user will see",
     holds_for_cells, several_modes, 0, 0, "times cluster around several values", NULL,
     {"samples cluster around several values", "look at them with --explain, or as a chart; neither mean nor median tells what a user will see", "samples cluster around several values"}, NULL, 0},
    {"groups", "rounds fall into fast and slow groups",
     "something keeps one of several speeds for a whole round, such as its process, or the machine then: more --rounds show how often each occurs",
     holds_for_cells, several_groups, 0, 0, "rounds fall into fast and slow groups", NULL,
     {"rounds fall into fast and slow groups", "look at them with --explain, or as a chart", "rounds fall into fast and slow groups"}, NULL, 0},
    {"unsteady", "times not steady after warm-up", "warm up longer, with a longer --stage-time",
     holds_for_cells, unsteadiness, 0.05, 0, "not steady after warm-up", "of the batches", {NULL, NULL, NULL}, NULL, 0},
    {"clock", "timings near the clock's resolution",
     "choose larger sizes, or, of batches of warm calls, a longer --stage-time",
     holds_for_cells, coarseness, 1, 0, "timed over less than 1000 ticks of the clock", NULL, {NULL, NULL, NULL},
     "measure what takes longer, or choose, of batches of warm calls, a longer --stage-time", 0},
    {"crowded", "more threads than CPUs",
     "these threads take turns; the times tell as much of the kernel's scheduler as of the library",
     holds_for_cells, crowd, 1, 0, "more threads than CPUs", NULL, {NULL, NULL, NULL}, NULL, 0},
    {"ranks", "ranks start at different times, or their clocks disagree",
     "times are wrong by up to that part; measure on a quieter machine, or choose larger sizes",
     holds_for_cells, rank_error, 0.1, 0, "ranks start at different times, or their clocks disagree", "of the time", {NULL, NULL, NULL}, NULL, GRAVE},
    {"overhead", "calls so short that overhead counts", "ratios are drawn towards 1; prefer larger sizes",
     holds_for_cells, overhead, 0.01, 0, "the harness takes part of a call", "overhead", {NULL, NULL, NULL},
     "ratios are drawn towards 1; measure what takes longer, such as more work at once", 0},
};
/* clang-format on */
enum { RULES = sizeof rules / sizeof *rules };

static double real_fact(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->kind == FACT_REAL ? fact->real : NAN;
}

void warnings_prepare(struct warnings_source *source, const struct run *run,
                      const struct measurement *m) {
    const struct fact *disturbed = facts_find(&m->facts, FACT_DISTURBED);
    source->tick =
        fmax(real_fact(&run->facts, "clock_resolution"), real_fact(&run->facts, "clock_cost"));
    int has_own = m->team || facts_find(&m->facts, "harness_overhead");
    source->overhead = real_fact(has_own ? &m->facts : &run->facts, "harness_overhead");
    source->is_team = m->team > 0;
    source->threads = measurement_threads(m);
    const struct culprits culprits = culprits_recall(&m->facts);
    source->culprits_advice = culprits_tell(&culprits, source->culprits, sizeof source->culprits);
    culprits_tell_quota(&m->facts, source->quota, sizeof source->quota);
    source->unproven = facts_text(&m->facts, "unproven_answers", "");
    source->disturbed = disturbed && disturbed->kind == FACT_INTEGER ? disturbed->integer : -1;
    source->rounds = m->rounds;
}

/* Returns RULE with its texts for SOURCE; the brief is NULL if the rule does not apply to it. */
static struct rule rule_for(const struct rule *rule, const struct warnings_source *source) {
    const struct section *section = source->section;
    struct rule fitting = *rule;
    if (rule->holds == is_disturbed && source->culprits_advice)
        fitting.advice = source->culprits_advice;
    if (rule->sizeless && !section->space->has_size)
        fitting.advice = rule->sizeless;
    if (rule->measure == overhead && source->is_team) {
        fitting.brief = "operations so short that the action's own work counts";
        fitting.advice = "ratios are drawn towards 1, by that much of each operation";
        fitting.what = "the action's own work takes part of an operation";
    }
    if (section->quantity != QUANTITY_SECONDS) {
        fitting.brief = rule->otherwise.brief;
        fitting.advice = rule->otherwise.advice;
        fitting.what = rule->otherwise.what;
    }
    return fitting;
}

struct warnings *warnings_find(const struct warnings_source *source) {
    struct warnings *warnings = xmalloc(sizeof *warnings);
    unsigned char *flags = xcalloc(row_count(source), 1);
    *warnings = (struct warnings){.items = xcalloc(RULES, sizeof *warnings->items),
                                  .tick = source->tick,
                                  .overhead = source->overhead,
                                  .threads = source->threads,
                                  .is_team = source->is_team};
    for (size_t i = 0; i < row_count(source); i++)
        source->rows[i].warned = (struct warned){warnings, 0};
    for (size_t rule = 0; rule < RULES; rule++) {
        const struct rule fitting = rule_for(&rules[rule], source);
        const struct rule *apply_rule = &fitting;
        struct warning *warning = &warnings->items[warnings->count];
        size_t size;
        *warning = (struct warning){.rule = apply_rule->name,
                                    .brief = apply_rule->brief,
                                    .advice = apply_rule->advice,
                                    .number = rule,
                                    .is_grave = (apply_rule->is & GRAVE) != 0,
                                    .bound = apply_rule->measure ? apply_rule->bound : NAN};
        FILE *text = xopen_memstream(&warning->text, &size);
        for (size_t i = 0; i < row_count(source); i++)
            flags[i] = 0;
        int holds = apply_rule->brief && apply_rule->holds(source, apply_rule, flags, text);
        xclose_memstream(text);
        if (holds) {
            for (size_t i = 0; i < row_count(source); i++) {
                source->rows[i].warned.rules |= (unsigned)flags[i] << rule;
                warning->cells += apply_rule->is & OF_RUN ? 0 : flags[i];
            }
            warnings->count++;
        } else {
            free(warning->text);
        }
    }
    free(flags);
    return warnings;
}

void warnings_free(struct warnings *warnings) {
    for (size_t i = 0; warnings && i < warnings->count; i++)
        free(warnings->items[i].text);
    if (warnings)
        free(warnings->items);
    free(warnings);
}

int warned_has(const struct warned *warned, const struct warning *warning) {
    return warned->rules >> warning->number & 1;
}
