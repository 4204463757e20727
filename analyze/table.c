/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/table.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/conditions.h"
#include "analyze/ratio.h"
#include "analyze/row.h"
#include "formats/utf8.h"

/* What one table_add works with. */
struct fold {
    struct table *table;
    const struct measurement *m;
    const struct series *reference, *control, *controlled;
    const struct series **libraries; /* [library_count]: all series but controls */
    size_t library_count;
    int has_threads; /* more than one, anywhere */
    struct section section;
    struct row *rows;                 /* of this measurement */
    struct summary_row *summaries;    /* [libraries] */
    struct geometric_mean *geometric; /* [libraries], then the control's */
    double *round_sums;               /* [libraries + 1][rounds], lent to geometric */
    double *round_means;              /* [rounds] */
    double *room;                     /* [rounds][seeds] */
    struct student student;
};

/* --- names --- */

/* A printable copy that lives as long as the table. NULL for NULL, and when there is no memory. */
static const char *keep(struct table *table, const char *text) {
    size_t n = table->name_count;
    if (!text)
        return NULL;
    if ((n & (n - 1)) == 0) {
        char **names = realloc(table->names, (n ? 2 * n : 1) * sizeof *names);
        if (!names)
            return NULL;
        table->names = names;
    }
    char *copy = strdup(text);
    if (copy) {
        utf8_clean(copy, '?');
        table->names[table->name_count++] = copy;
    }
    return copy;
}

static void forget(struct table *table, size_t count) {
    while (table->name_count > count)
        free(table->names[--table->name_count]);
}

/* --- the reference --- */

static int unknown_reference(const struct fold *fold, const char *name, struct err *err) {
    char list[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < fold->library_count && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   fold->libraries[i]->name);
    return err_set(err, ERR_USAGE, "%s has no library '%s' to be the reference; it has %s",
                   fold->m->name, name, list);
}

/* A measurement without libraries has no reference, and no rows either. */
static int find_reference(struct fold *fold, const char *wanted, struct err *err) {
    const struct measurement *m = fold->m;
    const char *own = facts_text(&m->facts, FACT_REFERENCE, NULL);
    if (!fold->library_count)
        return 0;
    if (wanted)
        fold->reference = measurement_find_reference(m, wanted);
    else if (!own || !(fold->reference = measurement_find(m, own)))
        fold->reference = fold->libraries[0];
    if (!fold->reference)
        return unknown_reference(fold, wanted, err);
    const struct series *controlled = control_library(m, fold->reference);
    if (controlled)
        fold->reference = controlled;
    return 0;
}

static int find_libraries(struct fold *fold) {
    const struct measurement *m = fold->m;
    fold->control = control_find(m);
    fold->controlled = fold->control ? control_library(m, fold->control) : NULL;
    fold->libraries = calloc(m->series_count + 1, sizeof *fold->libraries);
    for (size_t i = 0; fold->libraries && i < m->series_count; i++)
        if (!control_library(m, &m->series[i]))
            fold->libraries[fold->library_count++] = &m->series[i];
    return fold->libraries != NULL;
}

/* --- folding --- */

static void describe_seeds(struct section *section, const struct measurement *m) {
    section->rounds_wanted = m->rounds;
    section->fewest_seeds = m->max_seeds;
    for (size_t p = 0; p < m->points; p++) {
        size_t seeds = m->seeds[p] > 0 ? (size_t)m->seeds[p] : 0;
        if (seeds < section->fewest_seeds)
            section->fewest_seeds = seeds;
        if (seeds > section->most_seeds)
            section->most_seeds = seeds;
    }
}

static int describe(struct fold *fold, const struct run *run, const struct table_options *options) {
    const struct facts *of_run = &run->facts, *of_action = &fold->m->facts;
    char *conditions = conditions_words(fold->m, fold->section.space);
    struct {
        const char **kept, *text;
    } const texts[] = {
        {&fold->section.archive, options->archive},
        {&fold->section.action, fold->m->name},
        {&fold->section.run, run->name},
        {&fold->section.reference, fold->reference ? fold->reference->name : NULL},
        {&fold->section.controlled, fold->controlled ? fold->controlled->name : NULL},
        {&fold->section.type, facts_text(of_action, FACT_TYPE, NULL)},
        {&fold->section.about, facts_text(of_action, FACT_ABOUT, NULL)},
        {&fold->section.size_means, facts_text(of_action, FACT_SIZE_MEANS, NULL)},
        {&fold->section.conditions, conditions && *conditions ? conditions : NULL},
        {&fold->section.started, facts_text(of_run, FACT_STARTED, NULL)},
        {&fold->section.state, facts_text(of_run, FACT_STATE, NULL)},
        {&fold->section.cpu, facts_text(of_run, FACT_CPU, NULL)},
    };
    int ok = conditions != NULL;
    for (size_t i = 0; ok && i < sizeof texts / sizeof *texts; i++)
        ok = (*texts[i].kept = keep(fold->table, texts[i].text)) || !texts[i].text;
    free(conditions);
    fold->section.confidence = fold->student.confidence;
    describe_seeds(&fold->section, fold->m);
    return ok;
}

static int prepare_summaries(struct fold *fold) {
    const struct section *section = &fold->section;
    size_t rounds = fold->m->rounds;
    for (size_t l = 0; l <= fold->library_count; l++)
        geometric_mean_init(&fold->geometric[l], fold->round_sums + l * rounds, rounds);
    for (size_t l = 0; l < fold->library_count; l++) {
        const struct series *series = fold->libraries[l];
        fold->summaries[l] = (struct summary_row){.archive = section->archive,
                                                  .action = section->action,
                                                  .run = section->run,
                                                  .type = section->type,
                                                  .library = keep(fold->table, series->name),
                                                  .reference = section->reference,
                                                  .is_reference = series == fold->reference};
        if (!fold->summaries[l].library)
            return 0;
    }
    return 1;
}

/* The control's ratio at one point. */
static struct noise fold_noise(struct fold *fold, size_t point) {
    if (!fold->control)
        return noise_unknown;
    const struct measurement *m = fold->m;
    size_t at = measurement_index(m, point, 0, 0);
    struct ratio_pair pair = {fold->control->seconds + at, fold->controlled->seconds + at,
                              m->rounds, m->max_seeds};
    struct interval logarithm = ratio_log(&pair, &fold->student, fold->round_means, fold->room);
    if (!isnan(logarithm.centre))
        geometric_mean_add(&fold->geometric[fold->library_count], logarithm.centre,
                           fold->round_means);
    struct noise noise = noise_of(ratio_exp(logarithm));
    if (!(noise.floor <= fold->section.noise.floor)) {
        fold->section.noise = noise;
        fold->section.noise_point = point;
    }
    return noise;
}

static void fold_row(struct fold *fold, struct row *row, size_t point, size_t library) {
    const struct measurement *m = fold->m;
    const struct series *series = fold->libraries[library];
    const struct summary_row *summary = &fold->summaries[library];
    size_t at = measurement_index(m, point, 0, 0);
    struct row_samples samples = {series->seconds + at, m->rounds, m->max_seeds};
    *row = (struct row){.archive = summary->archive,
                        .action = summary->action,
                        .run = summary->run,
                        .type = summary->type,
                        .library = summary->library,
                        .reference = summary->reference,
                        .size = m->sizes[point],
                        .space = fold->section.space,
                        .point = point,
                        .reports = reports_of(m, series, point, fold->has_threads),
                        .is_reference = summary->is_reference,
                        .status = (enum cell_status)series->status[point]};
    row_fold_times(row, &samples, &fold->student, fold->room);
    double log_ratio = row_fold_ratio(row, &samples, fold->reference->seconds + at, &fold->student,
                                      fold->round_means, fold->room);
    fold->section.samples += row->n;
    if (row->rounds > fold->section.rounds)
        fold->section.rounds = row->rounds;
    if (row->status == CELL_OK && fold->reference->status[point] == CELL_OK && !isnan(log_ratio))
        geometric_mean_add(&fold->geometric[library], log_ratio, fold->round_means);
}

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
}

static void fold_all(struct fold *fold) {
    for (size_t p = 0; p < fold->m->points; p++) {
        struct noise noise = fold_noise(fold, p);
        for (size_t l = 0; l < fold->library_count; l++) {
            struct row *row = &fold->rows[p * fold->library_count + l];
            fold_row(fold, row, p, l);
            row->noise = noise;
        }
    }
    for (size_t l = 0; l < fold->library_count; l++)
        finish_summary(fold, l);
}

static int warn(struct fold *fold, const struct run *run) {
    struct warnings_source source = {
        run, fold->m, fold->libraries, fold->library_count, &fold->section, fold->rows};
    fold->section.warnings = warnings_find(&source);
    for (size_t l = 0; l < fold->library_count; l++)
        fold->summaries[l].warned = (struct warned){fold->section.warnings, UINT_MAX};
    return fold->section.warnings != NULL;
}

static int tell_errors(struct fold *fold) {
    int ok = 1;
    for (size_t l = 0; ok && l < fold->library_count; l++)
        ok = errors_add(&fold->section.errors, fold->m, fold->libraries[l]);
    return ok;
}

/* --- the table --- */

static void release_section(struct section *section) {
    space_free(section->space);
    errors_release(&section->errors);
    warnings_free(section->warnings);
}

/* Makes room behind what is there for one section more. */
static int grow(struct table *t, size_t rows, size_t summaries) {
    struct row *r = reallocarray(t->rows, t->row_count + rows + 1, sizeof *r);
    if (r)
        t->rows = r;
    struct summary_row *s = reallocarray(t->summaries, t->summary_count + summaries + 1, sizeof *s);
    if (s)
        t->summaries = s;
    struct section *c = reallocarray(t->sections, t->section_count + 1, sizeof *c);
    if (c)
        t->sections = c;
    return r && s && c;
}

static int allocate(struct fold *fold) {
    struct table *t = fold->table;
    size_t libraries = fold->library_count, rounds = fold->m->rounds;
    fold->section.noise = noise_unknown;
    fold->section.space = space_new(fold->m);
    fold->section.first_row = t->row_count;
    fold->section.row_count = fold->m->points * libraries;
    fold->section.first_summary = t->summary_count;
    fold->section.summary_count = libraries;
    if (!grow(t, fold->section.row_count, libraries))
        return 0;
    fold->rows = t->rows + t->row_count;
    fold->summaries = t->summaries + t->summary_count;
    fold->geometric = calloc(libraries + 1, sizeof *fold->geometric);
    fold->round_sums = calloc((libraries + 1) * rounds, sizeof *fold->round_sums);
    fold->round_means = calloc(rounds, sizeof *fold->round_means);
    fold->room = calloc(rounds * fold->m->max_seeds, sizeof *fold->room);
    return fold->section.space && fold->geometric && fold->round_sums && fold->round_means &&
           fold->room;
}

static void release(struct fold *fold) {
    free(fold->libraries);
    free(fold->geometric);
    free(fold->round_sums);
    free(fold->round_means);
    free(fold->room);
}

static void commit(struct fold *fold) {
    struct table *t = fold->table;
    t->row_count += fold->section.row_count;
    t->summary_count += fold->section.summary_count;
    t->sections[t->section_count++] = fold->section;
}

static int no_memory(const struct measurement *m, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for the analysis of %zu sizes x %zu libraries",
                   m->name, m->points, m->series_count);
}

/* On failure what was kept of names is for the caller to forget. */
static int fold_measurement(struct fold *fold, const struct run *run,
                            const struct table_options *options, struct err *err) {
    if (!allocate(fold) || !describe(fold, run, options) || !prepare_summaries(fold))
        return no_memory(fold->m, err);
    fold_all(fold);
    if (!warn(fold, run) || !tell_errors(fold))
        return no_memory(fold->m, err);
    commit(fold);
    return 0;
}

int table_add(struct table *table, const struct run *run, const struct measurement *measurement,
              const struct table_options *options, struct err *err) {
    struct fold fold = {
        .table = table, .m = measurement, .has_threads = measurement_threads(measurement) > 1};
    size_t names = table->name_count;
    double confidence = options->confidence == 0 ? 0.95 : options->confidence;
    if (!(confidence > 0 && confidence < 1))
        return err_set(err, ERR_USAGE, "a confidence of %g is not between 0 and 1", confidence);
    student_init(&fold.student, confidence);
    int rc = find_libraries(&fold) ? find_reference(&fold, options->reference, err)
                                   : no_memory(measurement, err);
    if (rc == 0)
        rc = fold_measurement(&fold, run, options, err);
    if (rc) {
        release_section(&fold.section);
        forget(table, names);
    }
    release(&fold);
    return rc;
}

int table_visit(void *context, const struct run *run, const struct measurement *measurement,
                struct err *err) {
    const struct table_target *target = context;
    return table_add(target->table, run, measurement, target->options, err);
}

void table_release(struct table *table) {
    for (size_t i = 0; i < table->section_count; i++)
        release_section(&table->sections[i]);
    forget(table, 0);
    free(table->names);
    free(table->rows);
    free(table->summaries);
    free(table->sections);
    *table = (struct table){0};
}

/* A mean over fewer sizes is not comparable: those over the most sizes come first. */
static int compare_ratios(const void *a, const void *b, void *summaries) {
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const struct summary_row *rows = summaries;
    double first = rows[i].ratio, second = rows[j].ratio;
    if (rows[i].sizes != rows[j].sizes)
        return rows[i].sizes < rows[j].sizes ? 1 : -1;
    if (isnan(first) || isnan(second) || first == second)
        return isnan(first) - isnan(second) ? isnan(first) - isnan(second) : (i > j) - (i < j);
    return first < second ? -1 : 1;
}

size_t *table_fastest_first(const struct table *table, const struct section *section) {
    size_t *order = calloc(section->summary_count + 1, sizeof *order);
    for (size_t i = 0; order && i < section->summary_count; i++)
        order[i] = i;
    if (order)
        qsort_r(order, section->summary_count, sizeof *order, compare_ratios,
                table->summaries + section->first_summary);
    return order;
}
