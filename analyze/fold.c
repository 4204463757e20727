/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/fold.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/conditions.h"
#include "analyze/drift.h"
#include "analyze/ratio.h"
#include "analyze/row.h"
#include "formats/utf8.h"

enum { NONE = -1 };

struct fold {
    const struct table_options *options;
    struct section section;
    struct row *rows;                 /* [points shown][libraries] */
    struct summary_row *summaries;    /* [libraries] */
    struct geometric_mean *geometric; /* [libraries], then the control's */

    /* Of the measurement, series by their position. */
    size_t rounds, max_seeds;
    int *libraries; /* [library_count]: those that are shown */
    size_t library_count;
    int reference, control, controlled; /* NONE where there is none */
    int *shown;                         /* [points]: where each stands among those that are */
    int has_threads;                    /* more than one, anywhere */

    struct warnings_source signs;
    double *round_sums;    /* [libraries + 1][rounds], lent to geometric */
    double *round_means;   /* [rounds] */
    double *values, *room; /* [rounds][seeds], and [rounds] at least */
    struct student student;
};

static int no_memory(const char *action, struct err *err) {
    return err_set(err, ERR_FAILED, "no memory to analyse %s", action);
}

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
    char *copy = strdup(text);
    if (copy) {
        utf8_clean(copy, '?');
        section->names[section->name_count++] = copy;
    }
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
    fold->shown = calloc(m->points, sizeof *fold->shown);
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
    describe_seeds(fold, m);
    return ok && tell_errors(fold, m);
}

static int prepare_summaries(struct fold *fold, const struct measurement *m) {
    struct section *section = &fold->section;
    for (size_t l = 0; l <= fold->library_count; l++)
        geometric_mean_init(&fold->geometric[l], fold->round_sums + l * m->rounds, m->rounds);
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

static int allocate(struct fold *fold) {
    size_t libraries = fold->library_count, rounds = fold->rounds;
    size_t samples = rounds * fold->max_seeds;
    struct section *section = &fold->section;
    section->summary_count = libraries;
    section->row_count = section->space->points * libraries;
    fold->rows = calloc(section->row_count + 1, sizeof *fold->rows);
    fold->summaries = calloc(libraries + 1, sizeof *fold->summaries);
    fold->geometric = calloc(libraries + 1, sizeof *fold->geometric);
    fold->round_sums = calloc((libraries + 1) * rounds, sizeof *fold->round_sums);
    fold->signs.drift_sums = calloc(rounds, sizeof *fold->signs.drift_sums);
    fold->round_means = calloc(rounds, sizeof *fold->round_means);
    fold->values = calloc(samples, sizeof *fold->values);
    fold->room = calloc(samples, sizeof *fold->room);
    return fold->rows && fold->summaries && fold->geometric && fold->round_sums &&
           fold->signs.drift_sums && fold->round_means && fold->values && fold->room;
}

static int prepare(struct fold *fold, const struct run *run, const struct measurement *m) {
    fold->rounds = m->rounds;
    fold->max_seeds = m->max_seeds;
    fold->has_threads = measurement_threads(m) > 1;
    warnings_prepare(&fold->signs, run, m);
    return choose_points(fold, m) && allocate(fold) && describe(fold, run, m) &&
           prepare_summaries(fold, m);
}

int fold_begin(struct fold **result, const struct run *run, const struct measurement *whole,
               const struct table_options *options, struct err *err) {
    double confidence = options->confidence == 0 ? 0.95 : options->confidence;
    if (!(confidence > 0 && confidence < 1))
        return err_set(err, ERR_USAGE, "a confidence of %g is not between 0 and 1", confidence);
    struct fold *fold = calloc(1, sizeof *fold);
    if (!fold)
        return no_memory(whole->name, err);
    fold->options = options;
    student_init(&fold->student, confidence);
    int code = find_libraries(fold, whole) ? find_reference(fold, whole, err)
                                           : no_memory(whole->name, err);
    if (code == 0 && !prepare(fold, run, whole))
        code = no_memory(whole->name, err);
    if (code)
        fold_free(fold);
    *result = code ? NULL : fold;
    return code;
}

/* --- samples --- */

static const double *samples_of(const struct measurement *window, int series, size_t point) {
    return window->series[series].seconds + measurement_index(window, point, 0, 0);
}

/* The control's ratio at one point. */
static struct noise fold_noise(struct fold *fold, const struct measurement *window, size_t point,
                               size_t shown) {
    if (fold->control == NONE)
        return noise_unknown;
    struct ratio_pair pair = {samples_of(window, fold->control, point),
                              samples_of(window, fold->controlled, point), fold->rounds,
                              fold->max_seeds};
    struct interval logarithm = ratio_log(&pair, &fold->student, fold->round_means, fold->room);
    if (!isnan(logarithm.centre))
        geometric_mean_add(&fold->geometric[fold->library_count], logarithm.centre,
                           fold->round_means);
    struct noise noise = noise_of(ratio_exp(logarithm));
    if (!(noise.floor <= fold->section.noise.floor)) {
        fold->section.noise = noise;
        fold->section.noise_point = shown;
    }
    return noise;
}

static void count_disturbed(struct signs *signs, const int64_t *disturbed, size_t count) {
    for (size_t k = 0; disturbed && k < count; k++) {
        signs->disturbance_told += disturbed[k] >= 0;
        signs->disturbed += disturbed[k] == 1;
    }
}

static void fold_signs(struct fold *fold, struct row *row, const struct series *series,
                       size_t point, size_t at) {
    struct drift_samples samples = {series->seconds + at, fold->rounds, fold->max_seeds};
    struct drift drift = drift_within_rounds(&samples, fold->values, fold->room);
    row->signs = (struct signs){.rise = drift.rise,
                                .chance = drift.chance,
                                .unsteady = (double)series->unsteady[point] / (double)row->n,
                                .interval_calls = series->interval_calls[point]};
    count_disturbed(&row->signs, series->disturbed ? series->disturbed + at : NULL,
                    fold->rounds * fold->max_seeds);
    if (row->rounds == fold->rounds) {
        drift_add_rounds(&samples, fold->signs.drift_sums);
        fold->signs.drift_cells++;
    }
}

static void fold_ratio(struct fold *fold, struct row *row, const struct row_samples *samples,
                       const struct measurement *window, size_t point, size_t library) {
    const struct series *reference = &window->series[fold->reference];
    double log_ratio = row_fold_ratio(row, samples, samples_of(window, fold->reference, point),
                                      &fold->student, fold->round_means, fold->room);
    if (row->status == CELL_OK && reference->status[point] == CELL_OK && !isnan(log_ratio))
        geometric_mean_add(&fold->geometric[library], log_ratio, fold->round_means);
}

static void fold_row(struct fold *fold, struct row *row, const struct measurement *window,
                     size_t point, size_t library) {
    const struct series *series = &window->series[fold->libraries[library]];
    const struct summary_row *summary = &fold->summaries[library];
    size_t at = measurement_index(window, point, 0, 0);
    struct row_samples samples = {series->seconds + at, fold->rounds, fold->max_seeds};
    row->archive = summary->archive;
    row->action = summary->action;
    row->run = summary->run;
    row->type = summary->type;
    row->library = summary->library;
    row->reference = summary->reference;
    row->is_reference = summary->is_reference;
    row->status = (enum cell_status)series->status[point];
    row->reports = reports_of(window, series, point, fold->has_threads);
    row_fold_times(row, &samples, &fold->student, fold->room);
    fold_ratio(fold, row, &samples, window, point, library);
    fold_signs(fold, row, series, point, at);
    fold->section.samples += row->n;
    if (row->rounds > fold->section.rounds)
        fold->section.rounds = row->rounds;
}

static void fold_point(struct fold *fold, const struct measurement *window, size_t point,
                       size_t shown) {
    struct noise noise = fold_noise(fold, window, point, shown);
    for (size_t l = 0; l < fold->library_count; l++) {
        struct row *row = &fold->rows[shown * fold->library_count + l];
        *row = (struct row){.size = window->sizes[point],
                            .space = fold->section.space,
                            .point = shown,
                            .noise = noise};
        fold_row(fold, row, window, point, l);
    }
}

int fold_points(struct fold *fold, const struct measurement *window, size_t first,
                struct err *err) {
    (void)err;
    for (size_t p = 0; p < window->points; p++)
        if (fold->shown[first + p] != NONE)
            fold_point(fold, window, p, (size_t)fold->shown[first + p]);
    return 0;
}

/* --- the end --- */

static void finish_summary(struct fold *fold, size_t library) {
    struct summary_row *summary = &fold->summaries[library];
    struct interval ratio = geometric_mean_ratio(&fold->geometric[library], &fold->student);
    if (summary->is_reference && !isnan(ratio.centre))
        ratio = (struct interval){1, 1, 1};
    summary->sizes = fold->geometric[library].sizes;
    summary->ratio = ratio.centre;
    summary->ratio_low = ratio.low;
    summary->ratio_high = ratio.high;
    summary->noise =
        noise_of(geometric_mean_ratio(&fold->geometric[fold->library_count], &fold->student));
    summary->warned = (struct warned){fold->section.warnings, UINT_MAX};
}

static int warn(struct fold *fold) {
    fold->signs.section = &fold->section;
    fold->signs.rows = fold->rows;
    fold->section.warnings = warnings_find(&fold->signs);
    return fold->section.warnings != NULL;
}

int fold_end(struct fold *fold, struct table *table, struct err *err) {
    int ok = warn(fold);
    for (size_t l = 0; ok && l < fold->library_count; l++)
        finish_summary(fold, l);
    ok = ok && table_append(table, &fold->section, fold->rows, fold->summaries);
    int code = ok ? 0 : no_memory(fold->section.action, err);
    if (ok)
        fold->section = (struct section){0};
    fold_free(fold);
    return code;
}

void fold_free(struct fold *fold) {
    if (!fold)
        return;
    section_release(&fold->section);
    free(fold->rows);
    free(fold->summaries);
    free(fold->geometric);
    free(fold->libraries);
    free(fold->shown);
    free(fold->signs.drift_sums);
    free(fold->round_sums);
    free(fold->round_means);
    free(fold->values);
    free(fold->room);
    free(fold);
}
