/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/aggregate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/aggregate_points.h"
#include "analyze/aggregate/aggregate_verdicts.h"
#include "analyze/aggregate/bands.h"
#include "analyze/aggregate/point_draws.h"
#include "formats/text/decimal.h"
#include "analyze/aggregate/replication.h"
#include "analyze/aggregate/scaling.h"
#include "analyze/inference/multiplicity.h"
#include "analyze/model/conditions.h"
#include "analyze/statistics/distribution.h"
#include "formats/model/left_running.h"
#include "formats/text/suggest.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- names --- */

/* Returns a printable copy that lives as long as the section; NULL for NULL. */
static const char *keep(struct section *section, const char *text) {
    size_t n = section->name_count;
    if (!text)
        return NULL;
    if ((n & (n - 1)) == 0)
        section->names = xreallocarray(section->names, n ? 2 * n : 1, sizeof *section->names);
    return section->names[section->name_count++] = xutf8_escape(text);
}

/* --- libraries and the reference --- */

static int position(const struct measurement *m, const struct series *series) {
    return series ? (int)(series - m->series) : NONE;
}

static const struct series *first_library(const struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++)
        if (!control_library(m, &m->series[i]))
            return &m->series[i];
    return NULL;
}

/* A measurement without libraries has no reference and no rows. */
static int find_reference(struct aggregate *aggregate, const struct run *run,
                          const struct measurement *m, struct err *err) {
    const char *wanted = aggregate->options->reference;
    const char *own = facts_text(&m->facts, FACT_REFERENCE, NULL);
    const struct series *reference = NULL;
    aggregate->reference = NONE;
    if (!m->series_count)
        return 0;
    if (wanted)
        reference = measurement_find_reference(m, wanted);
    else if (!own || !(reference = measurement_find(m, own)))
        reference = first_library(m);
    if (!reference) {
        const char *name = wanted ? wanted : own ? own : "";
        struct known_names known = {.suggestion = {.wanted = name}};
        for (size_t i = 0; i < m->series_count; i++)
            if (!control_library(m, &m->series[i]))
                known_names_add(&known, m->series[i].name);
        const char *machine = run_machine(&run->facts), *file = aggregate->options->archive;
        return err_set(
            err, ERR_USAGE, "%s%s%s (%s%s%s) has no library \"%s\" to be the reference%s",
            file ? file : "", file ? ": " : "", m->name, run->name ? run->name : "the only run",
            *machine ? " on " : "", machine, name, known_words(&known, "it has").text);
    }
    const struct series *controlled = control_library(m, reference);
    aggregate->reference = position(m, controlled ? controlled : reference);
    return 0;
}

/* --- preparation without samples --- */

static void choose_points(struct aggregate *aggregate, const struct measurement *m) {
    const struct filter *filter = aggregate->options->filter;
    struct parameter_grid *space = aggregate->section.space = parameter_grid_new(m);
    int count = 0;
    aggregate->shown = xcalloc(m->points, sizeof *aggregate->shown);
    for (size_t p = 0; p < m->points; p++)
        aggregate->shown[p] = !filter || filter_has_point(filter, space, p) ? count++ : NONE;
    parameter_grid_keep(space, aggregate->shown);
}

/* Finds the cells that left processes running. */
static void find_left(struct aggregate *aggregate, const struct measurement *m) {
    unsigned char *marks = xcalloc(m->points, 1);
    unsigned char *left = xcalloc(aggregate->section.row_count, 1);
    aggregate->diagnostics.left = left;
    for (size_t l = 0; l < aggregate->library_count; l++) {
        memset(marks, 0, m->points);
        if (!left_running_recall(&m->facts, m->series[aggregate->libraries[l]].name, m->points,
                                 marks))
            continue;
        for (size_t p = 0; p < m->points; p++)
            if (aggregate->shown[p] >= 0)
                left[(size_t)aggregate->shown[p] * aggregate->library_count + l] = marks[p];
    }
    free(marks);
}

/* Returns the number of CPUs that a fact tells; NaN if it is none. Tables and teams tell it as
 * text.
 */
static double cpus_told(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    double cpus = NAN;
    if (fact && fact->kind == FACT_INTEGER)
        cpus = (double)fact->integer;
    else if (fact && fact->kind == FACT_TEXT)
        decimal_read(fact->text, strlen(fact->text), &cpus);
    return cpus >= 1 && isfinite(cpus) ? cpus : NAN;
}

/* Returns NaN if the measurement does not tell. */
static double seconds_told(const struct measurement *m, const char *name) {
    const struct fact *fact = facts_find(&m->facts, name);
    return fact && fact->kind == FACT_REAL && fact->real > 0 ? fact->real : NAN;
}

static double cpus_of(const struct run *run, const struct measurement *m) {
    double team = cpus_told(&m->facts, FACT_TEAM_CPUS);
    return isnan(team) ? cpus_told(&run->facts, FACT_LOGICAL_CPUS) : team;
}

static void tell_left_out(struct aggregate *aggregate, const struct run *run) {
    struct left_outs *outs = &aggregate->section.left_out;
    const struct filter *filter = aggregate->options->filter;
    char *text = xutf8_escape(facts_text(&run->facts, FACT_LEFT_OUT, ""));
    size_t kept = 0;
    if (!left_outs_read(outs, text))
        xalloc_die();
    free(text);
    for (size_t i = 0; i < outs->count; i++)
        if (!filter || filter_has_library(filter, outs->items[i].library))
            outs->items[kept++] = outs->items[i];
    outs->count = kept;
}

static void describe(struct aggregate *aggregate, const struct run *run,
                     const struct measurement *m) {
    const struct facts *of_run = &run->facts, *of_action = &m->facts;
    struct section *section = &aggregate->section;
    char *conditions = conditions_words(m, section->space);
    const char *samples_are = aggregate->options->quantity == quantity_of_measurement(m)
                                  ? facts_text(of_action, FACT_SAMPLES_ARE, NULL)
                                  : NULL;
    struct {
        const char **kept, *text;
    } const texts[] = {
        {&section->archive, aggregate->options->archive},
        {&section->action, m->name},
        {&section->run, run->name},
        {&section->reference,
         aggregate->reference != NONE ? m->series[aggregate->reference].name : NULL},
        {&section->controlled,
         aggregate->controlled != NONE ? m->series[aggregate->controlled].name : NULL},
        {&section->type, facts_text(of_action, FACT_TYPE, NULL)},
        {&section->about, facts_text(of_action, FACT_ABOUT, NULL)},
        {&section->size_means, facts_text(of_action, FACT_SIZE_MEANS, NULL)},
        {&section->mode, facts_text(of_action, FACT_MODE, NULL)},
        {&section->conditions, *conditions ? conditions : NULL},
        {&section->samples_are, samples_are},
        {&section->code_placement, facts_text(of_action, FACT_CODE_PLACEMENT, NULL)},
        {&section->started, facts_text(of_run, FACT_STARTED, NULL)},
        {&section->state, facts_text(of_run, FACT_STATE, NULL)},
        {&section->cpu, facts_text(of_run, FACT_CPU, NULL)},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i].kept = keep(section, texts[i].text);
    free(conditions);
    section->over = aggregate->options->over;
    section->cpus = cpus_of(run, m);
    section->round_seconds = seconds_told(m, FACT_ROUND_SECONDS);
    section->round_start_seconds = seconds_told(m, FACT_ROUND_START_SECONDS);
    section->quantity = aggregate->options->quantity;
    if (section->quantity != QUANTITY_SECONDS)
        aggregate->arrays = quantity_arrays_of(m);
    section->statistic = aggregate->options->statistic;
    section->confidence = aggregate->student.confidence;
    section->are_simultaneous = aggregate->options->are_simultaneous;
    section->noise = noise_unknown;
    section->pairing = aggregate->pairs_samples ? PAIRING_PAIRED
                       : aggregate->is_paired   ? PAIRING_BY_ROUND
                                                : PAIRING_UNPAIRED;
    if (strcmp(facts_text(of_action, FACT_CACHE_STATE, "warm"), "cold") != 0)
        section->caches = aggregate->caches;
    section->test = aggregate->options->test ? aggregate->options->test
                                             : hypothesis_default(aggregate->is_paired);
    section->min_effect = aggregate->options->min_effect;
    section->equal = aggregate->options->equal;
    section->detectable = section->most_detectable = NAN;
    int is_asked = aggregate->options->has_min_effect || section->min_effect > 0;
    section->min_effect_alone = is_asked ? section->min_effect : VERDICT_ALONE;

    /* The rest describes the shown points only. */
    section->rounds_wanted = m->rounds;
    section->has_trials = m->team > 0;
    section->sample_word = conditions_sample_word(m);
    section->follow_others = conditions_take_turns(m);
    section->fewest_seeds = m->max_seeds;
    for (size_t p = 0; p < m->points; p++) {
        size_t seeds = m->seeds[p] > 0 ? (size_t)m->seeds[p] : 0;
        if (aggregate->shown[p] == NONE)
            continue;
        if (seeds < section->fewest_seeds)
            section->fewest_seeds = seeds;
        if (seeds > section->most_seeds)
            section->most_seeds = seeds;
    }

    if (aggregate->options->with_provenance)
        section->provenance = provenance_new(run, m);
    tell_left_out(aggregate, run);
    for (size_t l = 0; l < aggregate->library_count; l++)
        errors_add(&section->errors, m, &m->series[aggregate->libraries[l]], aggregate->shown);
    find_left(aggregate, m);
}

static void prepare_summaries(struct aggregate *aggregate, const struct measurement *m) {
    struct section *section = &aggregate->section;
    for (size_t i = 0; i < mean_count(aggregate); i++)
        geometric_mean_init(&aggregate->geometric[i], aggregate->round_sums + i * m->rounds,
                            m->rounds);
    for (size_t l = 0; l < aggregate->library_count; l++) {
        int series = aggregate->libraries[l];
        aggregate->summaries[l] =
            (struct summary_row){.archive = section->archive,
                                 .action = section->action,
                                 .run = section->run,
                                 .type = section->type,
                                 .library = keep(section, m->series[series].name),
                                 .reference = section->reference,
                                 .quantity = section->quantity,
                                 .statistic = section->statistic,
                                 .is_reference = series == aggregate->reference};
    }
}

static void allocate_rows(struct aggregate *aggregate) {
    struct section *section = &aggregate->section;
    size_t rows = section->space->points * aggregate->library_count;
    section->summary_count = aggregate->library_count;
    section->row_count = rows;
    section->quantiles = xcalloc(rows * aggregate->options->quantile_count, sizeof(double));
    section->round_logs = xcalloc(rows * aggregate->rounds, sizeof(double));
    section->round_ratios = xcalloc(rows * aggregate->rounds, sizeof(double));
    section->round_mean_ratios = xcalloc(rows * aggregate->rounds, sizeof(double));
    section->sides = aggregate->is_paired ? NULL : xcalloc(rows, sizeof *section->sides);
    section->shown = xcalloc(rows, sizeof *section->shown);
    if (aggregate->options->with_bases)
        section->bases = xcalloc(rows, sizeof *section->bases);
    if (aggregate->control != NONE)
        section->round_controls =
            xcalloc(section->space->points * aggregate->rounds, sizeof(double));
    aggregate->rows = xcalloc(rows, sizeof *aggregate->rows);
    aggregate->summaries = xcalloc(aggregate->library_count, sizeof *aggregate->summaries);
}

static void allocate_room(struct aggregate *aggregate) {
    size_t rounds = aggregate->rounds;
    struct {
        double **array;
        size_t count;
    } const arrays[] = {
        {&aggregate->round_sums, mean_count(aggregate) * rounds},
        {&aggregate->locations, rounds},
        {&aggregate->reference_locations, rounds},
        {&aggregate->diagnostics.drift_sums, rounds},
    };
    aggregate->geometric = xcalloc(mean_count(aggregate), sizeof *aggregate->geometric);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i].array = xcalloc(arrays[i].count, sizeof **arrays[i].array);
}

/* How many times a cell's samples the workspace must hold. */
static size_t room_for_samples(const struct aggregate *aggregate) {
    const unsigned simple = NEED_EXTREMES | NEED_SHAPE | NEED_REPORTS;
    unsigned needs = needs_of(aggregate);
    if (needs & NEED_TEST)
        return 5;
    return aggregate->options->with_bases || (needs & ~simple) != 0;
}

/* Allocates buffers for a cell's samples, or several times as many numbers. */
static void allocate_for_samples(struct aggregate *aggregate) {
    const struct table_options *options = aggregate->options;
    size_t samples = aggregate->rounds * aggregate->max_seeds;
    int is_trimmed = options->trim.rule != TRIM_NONE;
    size_t kept = is_trimmed || options->quantity != QUANTITY_SECONDS ? samples : 0;
    size_t costs = quantity_words(options->quantity)->is_rate ? samples : 0;
    size_t values = is_trimmed || !is_spared(aggregate, NEED_WARNINGS) ? samples : 0;
    struct {
        double **array;
        size_t count;
    } const arrays[] = {
        {&aggregate->kept[0], kept},
        {&aggregate->kept[1], kept},
        {&aggregate->costs[0], costs},
        {&aggregate->costs[1], costs},
        {&aggregate->batches[0], is_trimmed ? samples : 0},
        {&aggregate->batches[1], is_trimmed ? samples : 0},
        {&aggregate->values, values},
        {&aggregate->workspace, room_for_samples(aggregate) * samples + 3 * aggregate->max_seeds}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i].array = xcalloc(arrays[i].count, sizeof **arrays[i].array);
    if (!is_spared(aggregate, NEED_WARNINGS))
        aggregate->modes_workspace = xcalloc(1, sizeof *aggregate->modes_workspace);
    if (options->statistic.kind != STATISTIC_TYPICAL)
        aggregate->chosen =
            chosen_room_new(options->statistic, aggregate->rounds, aggregate->max_seeds,
                            aggregate->is_paired, aggregate->pairs_samples);
    if (options->chosen)
        aggregate->section.chosen = selected_cell_new(aggregate->rounds, aggregate->max_seeds);
}

/* The copy outlives the measurement; windows do not have these arrays. */
static double *copy_term(const struct measurement *m, const double *values) {
    double *copy = xcalloc(m->points, sizeof *copy);
    for (size_t p = 0; p < m->points; p++)
        copy[p] = values && values[p] > 0 && isfinite(values[p]) ? values[p] : NAN;
    return copy;
}

/* A round of bench-collect has one layout of memory for all libraries, even where single calls have
 * nothing in common. */
static int is_paired(const struct measurement *m, const struct table_options *options) {
    int pairs_rounds =
        options->statistic.kind != STATISTIC_TYPICAL && facts_find(&m->facts, FACT_SCHEDULE);
    return measurement_is_paired(m) || pairs_rounds;
}

static void prepare(struct aggregate *aggregate, const struct run *run,
                    const struct measurement *m) {
    aggregate->rounds = m->rounds;
    aggregate->max_seeds = m->max_seeds;
    aggregate->has_threads = measurement_threads(m) > 1;
    aggregate->pairs_samples = measurement_is_paired(m);
    aggregate->is_paired = is_paired(m, aggregate->options);
    warnings_prepare(&aggregate->diagnostics, run, m);
    aggregate->caches = cache_levels_of(&run->facts);
    aggregate->flops = copy_term(m, m->flops);
    aggregate->bytes = copy_term(m, m->bytes);
    choose_points(aggregate, m);
    allocate_rows(aggregate);
    allocate_room(aggregate);
    describe(aggregate, run, m);
    prepare_summaries(aggregate, m);
    allocate_for_samples(aggregate);
}

/* Pairing unpaired samples would make the result depend on their arbitrary order. */
static int check_test(const struct measurement *m, const struct table_options *options,
                      struct err *err) {
    const struct hypothesis_test *test = options->test;
    if (!test || !test->is_paired || is_paired(m, options))
        return 0;
    return err_set(
        err, ERR_USAGE,
        "--test %s compares pairs, but nothing pairs the samples of %s%s%s; welch-t (the "
        "default there) and mann-whitney need no pairs",
        test->name, m->name, options->archive ? " in " : "",
        options->archive ? options->archive : "");
}

int aggregate_begin(struct aggregate **result, const struct run *run,
                    const struct measurement *whole, const struct table_options *options,
                    struct err *err) {
    double confidence = options->confidence == 0 ? 0.95 : options->confidence;
    if (!(confidence > 0 && confidence < 1))
        return err_set(err, ERR_USAGE, "a confidence of %g is not between 0 and 1", confidence);
    int refused = check_test(whole, options, err);
    if (refused)
        return refused;
    struct aggregate *aggregate = xcalloc(1, sizeof *aggregate);
    aggregate->options = options;
    student_init(&aggregate->student, confidence);

    const struct series *control = control_find(whole);
    const struct filter *filter = aggregate->options->filter;
    aggregate->control = position(whole, control);
    aggregate->controlled = control ? position(whole, control_library(whole, control)) : NONE;
    aggregate->libraries = xcalloc(whole->series_count, sizeof *aggregate->libraries);
    for (size_t i = 0; i < whole->series_count; i++)
        if (!control_library(whole, &whole->series[i]) &&
            (!filter || filter_has_library(filter, whole->series[i].name)))
            aggregate->libraries[aggregate->library_count++] = (int)i;
    int code = find_reference(aggregate, run, whole, err);
    if (code)
        aggregate_free(aggregate);
    else
        prepare(aggregate, run, whole);
    *result = code ? NULL : aggregate;
    return code;
}

void aggregate_free(struct aggregate *aggregate) {
    if (!aggregate)
        return;
    section_release(&aggregate->section);
    chosen_room_free(aggregate->chosen);
    void *const arrays[] = {
        aggregate->rows,
        aggregate->shown,
        aggregate->flops,
        aggregate->bytes,
        aggregate->round_sums,
        aggregate->locations,
        aggregate->reference_locations,
        aggregate->diagnostics.drift_sums,
        aggregate->diagnostics.left,
        aggregate->kept[0],
        aggregate->kept[1],
        aggregate->costs[0],
        aggregate->costs[1],
        aggregate->batches[0],
        aggregate->batches[1],
        aggregate->values,
        aggregate->workspace,
        aggregate->modes_workspace,
        aggregate->summaries,
        aggregate->geometric,
        aggregate->libraries,
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(aggregate);
}

/* --- a whole measurement --- */

int aggregate_whole(struct table *table, const struct run *run,
                    const struct measurement *measurement, const struct table_options *options,
                    struct err *err) {
    struct aggregate *aggregate = NULL;
    int code = aggregate_begin(&aggregate, run, measurement, options, err);
    if (!code) {
        aggregate_points(aggregate, measurement, 0);
        aggregate_end(aggregate, table);
    }
    return code;
}

/* --- the finished section --- */

static struct partial_mean partial(struct aggregate *aggregate, enum group group, size_t library) {
    const struct geometric_mean *mean = mean_of(aggregate, group, library);
    const struct error_model *errors = aggregate->section.error_model;
    struct interval ratio = errors && group != OF_MEANS && mean->sizes
                                ? error_model_geometric(errors, mean, aggregate->student.confidence)
                                : geometric_mean_ratio(mean, &aggregate->student);
    if (aggregate->summaries[library].is_reference && !isnan(ratio.estimate))
        ratio = interval_exactly(1);
    return (struct partial_mean){geometric_mean_sizes(mean), ratio};
}

static double efficiency_of(const struct aggregate *aggregate, enum rates_kind kind,
                            struct interval rate, const double *largest) {
    double peak = rates_peak_value(&aggregate->options->peak, kind, largest[kind]);
    return rates_efficiency(rate, peak).estimate;
}

/* The largest measured rate can be the peak as well. Flops take precedence if they and their peak
 * are known. */
static void find_efficiency(struct aggregate *aggregate) {
    double largest[RATES_KINDS] = {NAN, NAN};
    for (size_t i = 0; i < aggregate->section.row_count; i++) {
        largest[RATES_FLOPS] = fmax(largest[RATES_FLOPS], aggregate->rows[i].flop_rate.estimate);
        largest[RATES_BYTES] = fmax(largest[RATES_BYTES], aggregate->rows[i].byte_rate.estimate);
    }
    for (size_t i = 0; i < aggregate->section.row_count; i++) {
        struct row *row = &aggregate->rows[i];
        row->efficiency = efficiency_of(aggregate, RATES_FLOPS, row->flop_rate, largest);
        if (isnan(row->efficiency))
            row->efficiency = efficiency_of(aggregate, RATES_BYTES, row->byte_rate, largest);
    }
}

void aggregate_end(struct aggregate *aggregate, struct table *table) {
    if (aggregate->chosen)
        rows_moderate_chosen(aggregate->rows, aggregate->section.row_count,
                             aggregate->library_count);
    aggregate_judge(aggregate);
    if (!is_spared(aggregate, NEED_WARNINGS)) {
        aggregate->diagnostics.section = &aggregate->section;
        aggregate->diagnostics.rows = aggregate->rows;
        aggregate->section.warnings = warnings_find(&aggregate->diagnostics);
    }
    if (aggregate->section.quantity == QUANTITY_SECONDS)
        scaling_fill(aggregate->rows, aggregate->library_count, aggregate->section.space,
                     aggregate->options->over, aggregate->section.confidence);
    if (!is_spared(aggregate, NEED_RATIO | NEED_FASTEST))
        point_draws_find_fastest(&aggregate->section, aggregate->rows);
    find_efficiency(aggregate);
    for (size_t l = 0; l < aggregate->library_count; l++) {
        struct summary_row *summary = &aggregate->summaries[l];
        struct partial_mean all = partial(aggregate, EVERYWHERE, l);
        summary->sizes = all.sizes;
        summary->ratio = all.ratio;
        summary->own_ratio =
            geometric_mean_ratio(mean_of(aggregate, EVERYWHERE, l), &aggregate->student);
        summary->speedup = interval_reciprocal(all.ratio);
        summary->means = partial(aggregate, OF_MEANS, l);
        summary->in_cache = partial(aggregate, IN_CACHE, l);
        summary->out_of_cache = partial(aggregate, OUT_OF_CACHE, l);
        summary->noise =
            noise_of(geometric_mean_ratio(mean_of_control(aggregate), &aggregate->student));
        summary->margin = aggregate->section.error_model
                              ? verdict_margin(aggregate->section.min_effect, NAN)
                              : log(summary->noise.floor);
        summary->warned = (struct warned){aggregate->section.warnings, UINT_MAX};
    }
    if (aggregate->options->are_simultaneous)
        bands_widen(&aggregate->section, aggregate->rows);
    table_append_own(table, &aggregate->section, aggregate->rows, aggregate->summaries);
    aggregate->section = (struct section){0};
    aggregate->rows = NULL;
    aggregate_free(aggregate);
}
