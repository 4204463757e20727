/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/fold.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/conditions.h"
#include "analyze/aggregate/fold_state.h"
#include "analyze/statistics/logarithm.h"
#include "formats/files/temporary_file.h"
#include "formats/text/utf8.h"

/* --- names --- */

/* A printable copy that lives as long as the section. NULL for NULL, and when there is no memory.
 */
static const char *keep(struct section *section, const char *text) {
    size_t n = section->name_count;
    if (!text)
        return NULL;
    if ((n & (n - 1)) == 0) {
        char **names = realloc(section->names, (n ? 2 * n : 1) * sizeof *names);
        if (!names)
            return NULL;
        section->names = names;
    }
    char *copy = utf8_escape(text);
    if (copy)
        section->names[section->name_count++] = copy;
    return copy;
}

/* --- libraries and the reference --- */

static int position(const struct measurement *m, const struct series *series) {
    return series ? (int)(series - m->series) : NONE;
}

static int find_libraries(struct fold *fold, const struct measurement *m) {
    const struct series *control = control_find(m);
    const struct pick *pick = fold->options->pick;
    fold->control = position(m, control);
    fold->controlled = control ? position(m, control_library(m, control)) : NONE;
    fold->libraries = calloc(m->series_count + 1, sizeof *fold->libraries);
    for (size_t i = 0; fold->libraries && i < m->series_count; i++)
        if (!control_library(m, &m->series[i]) &&
            (!pick || pick_has_library(pick, m->series[i].name)))
            fold->libraries[fold->library_count++] = (int)i;
    return fold->libraries != NULL;
}

static int unknown_reference(const struct measurement *m, const char *name, struct err *err) {
    char list[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < m->series_count && length < sizeof list; i++)
        if (!control_library(m, &m->series[i]))
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       length ? ", " : "", m->series[i].name);
    return err_set(err, ERR_USAGE, "%s has no library '%s' to be the reference; it has %s", m->name,
                   name, list);
}

static const struct series *first_library(const struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++)
        if (!control_library(m, &m->series[i]))
            return &m->series[i];
    return NULL;
}

/* A measurement without libraries has no reference, and no rows either. */
static int find_reference(struct fold *fold, const struct measurement *m, struct err *err) {
    const char *wanted = fold->options->reference;
    const char *own = facts_text(&m->facts, FACT_REFERENCE, NULL);
    const struct series *reference = NULL;
    fold->reference = NONE;
    if (!m->series_count)
        return 0;
    if (wanted)
        reference = measurement_find_reference(m, wanted);
    else if (!own || !(reference = measurement_find(m, own)))
        reference = first_library(m);
    if (!reference)
        return unknown_reference(m, wanted ? wanted : own ? own : "", err);
    const struct series *controlled = control_library(m, reference);
    fold->reference = position(m, controlled ? controlled : reference);
    return 0;
}

/* --- what is known before any sample --- */

/* Of the points that are shown. */
static void describe_seeds(struct fold *fold, const struct measurement *m) {
    struct section *section = &fold->section;
    section->rounds_wanted = m->rounds;
    section->fewest_seeds = m->max_seeds;
    for (size_t p = 0; p < m->points; p++) {
        size_t seeds = m->seeds[p] > 0 ? (size_t)m->seeds[p] : 0;
        if (fold->shown[p] == NONE)
            continue;
        if (seeds < section->fewest_seeds)
            section->fewest_seeds = seeds;
        if (seeds > section->most_seeds)
            section->most_seeds = seeds;
    }
}

static int choose_points(struct fold *fold, const struct measurement *m) {
    const struct pick *pick = fold->options->pick;
    struct space *space = fold->section.space = space_new(m);
    int count = 0;
    fold->shown = spill_new(m->points, sizeof *fold->shown);
    if (!space || !fold->shown)
        return 0;
    for (size_t p = 0; p < m->points; p++)
        fold->shown[p] = !pick || pick_has_point(pick, space, p) ? count++ : NONE;
    space_keep(space, fold->shown);
    return 1;
}

static int tell_errors(struct fold *fold, const struct measurement *m) {
    int ok = 1;
    for (size_t l = 0; ok && l < fold->library_count; l++)
        ok = errors_add(&fold->section.errors, m, &m->series[fold->libraries[l]], fold->shown);
    return ok;
}

static int describe(struct fold *fold, const struct run *run, const struct measurement *m) {
    const struct facts *of_run = &run->facts, *of_action = &m->facts;
    struct section *section = &fold->section;
    char *conditions = conditions_words(m, section->space);
    struct {
        const char **kept, *text;
    } const texts[] = {
        {&section->archive, fold->options->archive},
        {&section->action, m->name},
        {&section->run, run->name},
        {&section->reference, fold->reference != NONE ? m->series[fold->reference].name : NULL},
        {&section->controlled, fold->controlled != NONE ? m->series[fold->controlled].name : NULL},
        {&section->type, facts_text(of_action, FACT_TYPE, NULL)},
        {&section->about, facts_text(of_action, FACT_ABOUT, NULL)},
        {&section->size_means, facts_text(of_action, FACT_SIZE_MEANS, NULL)},
        {&section->conditions, conditions && *conditions ? conditions : NULL},
        {&section->started, facts_text(of_run, FACT_STARTED, NULL)},
        {&section->state, facts_text(of_run, FACT_STATE, NULL)},
        {&section->cpu, facts_text(of_run, FACT_CPU, NULL)},
    };
    int ok = conditions != NULL;
    for (size_t i = 0; ok && i < sizeof texts / sizeof *texts; i++)
        ok = (*texts[i].kept = keep(section, texts[i].text)) || !texts[i].text;
    free(conditions);
    section->confidence = fold->student.confidence;
    section->noise = noise_unknown;
    section->pairing = fold->is_paired ? PAIRING_PAIRED : PAIRING_UNPAIRED;
    if (strcmp(facts_text(of_action, FACT_CACHE_STATE, "warm"), "cold") != 0)
        section->caches = fold->caches;
    section->test = fold->options->test ? fold->options->test : hypothesis_default(fold->is_paired);
    section->min_effect = fold->options->min_effect;
    int is_asked = fold->options->has_min_effect || section->min_effect > 0;
    section->min_effect_alone = is_asked ? section->min_effect : VERDICT_ALONE;
    describe_seeds(fold, m);
    if (ok && fold->options->with_provenance)
        ok = (section->provenance = provenance_new(run, m)) != NULL;
    return ok && tell_errors(fold, m);
}

static int prepare_summaries(struct fold *fold, const struct measurement *m) {
    struct section *section = &fold->section;
    for (size_t i = 0; i < mean_count(fold); i++)
        geometric_mean_init(&fold->geometric[i], fold->round_sums + i * m->rounds, m->rounds);
    for (size_t l = 0; l < fold->library_count; l++) {
        int series = fold->libraries[l];
        fold->summaries[l] = (struct summary_row){.archive = section->archive,
                                                  .action = section->action,
                                                  .run = section->run,
                                                  .type = section->type,
                                                  .library = keep(section, m->series[series].name),
                                                  .reference = section->reference,
                                                  .is_reference = series == fold->reference};
        if (!fold->summaries[l].library)
            return 0;
    }
    return 1;
}

static int allocate_rows(struct fold *fold) {
    struct section *section = &fold->section;
    size_t rows = section->space->points * fold->library_count;
    section->summary_count = fold->library_count;
    section->row_count = rows;
    section->quantiles = spill_new(rows * fold->options->quantile_count, sizeof(double));
    section->round_ratios = spill_new(rows * fold->rounds, sizeof(double));
    section->round_mean_ratios = spill_new(rows * fold->rounds, sizeof(double));
    section->sides = fold->is_paired ? NULL : spill_new(rows, sizeof *section->sides);
    section->shown = spill_new(rows, sizeof *section->shown);
    fold->rows = spill_new(rows, sizeof *fold->rows);
    fold->summaries = calloc(fold->library_count + 1, sizeof *fold->summaries);
    return section->quantiles && section->round_ratios && section->round_mean_ratios &&
           (fold->is_paired || section->sides) && section->shown && fold->rows && fold->summaries;
}

static int allocate_room(struct fold *fold) {
    size_t rounds = fold->rounds;
    struct {
        double **array;
        size_t count;
    } const arrays[] = {
        {&fold->round_sums, mean_count(fold) * rounds},
        {&fold->round_logs, rounds},
        {&fold->round_means, rounds},
        {&fold->locations, rounds},
        {&fold->reference_locations, rounds},
        {&fold->signs.drift_sums, rounds},
    };
    int ok = (fold->geometric = calloc(mean_count(fold), sizeof *fold->geometric)) != NULL;
    for (size_t i = 0; ok && i < sizeof arrays / sizeof *arrays; i++)
        ok = (*arrays[i].array = spill_new(arrays[i].count, sizeof **arrays[i].array)) != NULL;
    return ok;
}

/* Of how many times a cell's samples there has to be room. */
static size_t room_for_samples(const struct fold *fold) {
    const unsigned simple = NEED_EXTREMES | NEED_SHAPE | NEED_REPORTS;
    unsigned needs = NEED_ALL & ~fold->options->spared;
    return needs & NEED_TEST ? 5 : (needs & ~simple) != 0;
}

/* For as many numbers as a cell has samples, or several times as many. */
static int allocate_for_samples(struct fold *fold, struct err *err) {
    const struct table_options *options = fold->options;
    size_t samples = fold->rounds * fold->max_seeds;
    size_t kept = options->trim.rule == TRIM_NONE ? 0 : samples;
    size_t values = kept || !is_spared(fold, NEED_WARNINGS) ? samples : 0;
    struct {
        double **array;
        size_t count;
    } const arrays[] = {{&fold->kept[0], kept},
                        {&fold->kept[1], kept},
                        {&fold->values, values},
                        {&fold->room, room_for_samples(fold) * samples}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i].array = spill_new(arrays[i].count, sizeof **arrays[i].array)))
            return no_room(fold->section.action, err);
    if (!is_spared(fold, NEED_WARNINGS) &&
        !(fold->modes_room = spill_new(1, sizeof *fold->modes_room)))
        return no_room(fold->section.action, err);
    int code = 0;
    if (options->chosen)
        code = chosen_new(&fold->section.chosen, fold->rounds, fold->max_seeds, err);
    return code;
}

/* Windows have no terms. */
static double *copy_term(const struct measurement *m, const double *values) {
    double *copy = spill_new(m->points, sizeof *copy);
    for (size_t p = 0; copy && p < m->points; p++)
        copy[p] = values && values[p] > 0 && isfinite(values[p]) ? values[p] : NAN;
    return copy;
}

static int prepare(struct fold *fold, const struct run *run, const struct measurement *m) {
    fold->rounds = m->rounds;
    fold->max_seeds = m->max_seeds;
    fold->has_threads = measurement_threads(m) > 1;
    fold->is_paired = measurement_is_paired(m);
    warnings_prepare(&fold->signs, run, m);
    fold->caches = cache_levels_of(&run->facts);
    fold->flops = copy_term(m, m->flops);
    fold->bytes = copy_term(m, m->bytes);
    return fold->flops && fold->bytes && choose_points(fold, m) && allocate_rows(fold) &&
           allocate_room(fold) && describe(fold, run, m) && prepare_summaries(fold, m);
}

/* What pairs samples that nothing pairs claims whatever the order of the samples says. */
static int check_test(const struct measurement *m, const struct table_options *options,
                      struct err *err) {
    const struct hypothesis_test *test = options->test;
    if (!test || !test->is_paired || measurement_is_paired(m))
        return 0;
    return err_set(
        err, ERR_USAGE,
        "--test %s compares pairs, but nothing pairs the samples of %s%s%s; welch-t (the "
        "default there) and mann-whitney need no pairs",
        test->name, m->name, options->archive ? " in " : "",
        options->archive ? options->archive : "");
}

int fold_begin(struct fold **result, const struct run *run, const struct measurement *whole,
               const struct table_options *options, struct err *err) {
    double confidence = options->confidence == 0 ? 0.95 : options->confidence;
    if (!(confidence > 0 && confidence < 1))
        return err_set(err, ERR_USAGE, "a confidence of %g is not between 0 and 1", confidence);
    int refused = check_test(whole, options, err);
    if (refused)
        return refused;
    struct fold *fold = calloc(1, sizeof *fold);
    if (!fold)
        return no_room(whole->name, err);
    fold->options = options;
    student_init(&fold->student, confidence);
    int code =
        find_libraries(fold, whole) ? find_reference(fold, whole, err) : no_room(whole->name, err);
    if (code == 0 && !prepare(fold, run, whole))
        code = no_room(whole->name, err);
    if (code == 0)
        code = allocate_for_samples(fold, err);
    if (code)
        fold_free(fold);
    *result = code ? NULL : fold;
    return code;
}

void fold_free(struct fold *fold) {
    if (!fold)
        return;
    section_release(&fold->section);
    void *const spilled[] = {
        fold->rows,
        fold->shown,
        fold->flops,
        fold->bytes,
        fold->round_sums,
        fold->round_logs,
        fold->locations,
        fold->reference_locations,
        fold->signs.drift_sums,
        fold->round_means,
        fold->kept[0],
        fold->kept[1],
        fold->values,
        fold->room,
        fold->modes_room,
    };
    for (size_t i = 0; i < sizeof spilled / sizeof *spilled; i++)
        spill_free(spilled[i]);
    free(fold->summaries);
    free(fold->geometric);
    free(fold->libraries);
    free(fold);
}

/* --- at once --- */

int fold_whole(struct table *table, const struct run *run, const struct measurement *measurement,
               const struct table_options *options, struct err *err) {
    struct fold *fold = NULL;
    int code = fold_begin(&fold, run, measurement, options, err);
    if (!code)
        code = fold_points(fold, measurement, 0, err);
    if (!code)
        return fold_end(fold, table, err);
    fold_free(fold);
    return code;
}
