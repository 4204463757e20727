/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ratio.h"
#include "analyze/row.h"
#include "formats/utf8.h"

/* What one table_add works with. */
struct fold {
    struct table *table;
    const struct measurement *m;
    const struct series *reference;
    struct section section;
    struct row *rows;                 /* of this measurement */
    struct summary_row *summaries;    /* [series] */
    struct geometric_mean *geometric; /* [series] */
    double *round_sums;               /* [series][rounds], lent to geometric */
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

static int unknown_reference(const struct measurement *m, const char *name, struct err *err) {
    char list[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < m->series_count && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "",
                                   m->series[i].name);
    return err_set(err, ERR_USAGE, "%s has no library '%s' to be the reference; it has %s", m->name,
                   name, list);
}

/* A measurement without libraries has no reference, and no rows either. */
static int find_reference(struct fold *fold, const char *wanted, struct err *err) {
    const struct measurement *m = fold->m;
    const char *own = facts_text(&m->facts, FACT_REFERENCE, NULL);
    if (!m->series_count)
        return 0;
    if (wanted)
        fold->reference = measurement_find_reference(m, wanted);
    else if (!own || !(fold->reference = measurement_find(m, own)))
        fold->reference = &m->series[0];
    return fold->reference ? 0 : unknown_reference(m, wanted, err);
}

/* --- folding --- */

static void describe_seeds(struct section *section, const struct measurement *m) {
    section->rounds = m->rounds;
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
    struct {
        const char **kept, *text;
    } const texts[] = {
        {&fold->section.archive, options->archive},
        {&fold->section.action, fold->m->name},
        {&fold->section.run, run->name},
        {&fold->section.reference, fold->reference ? fold->reference->name : NULL},
        {&fold->section.type, facts_text(of_action, FACT_TYPE, NULL)},
        {&fold->section.about, facts_text(of_action, FACT_ABOUT, NULL)},
        {&fold->section.size_means, facts_text(of_action, FACT_SIZE_MEANS, NULL)},
        {&fold->section.started, facts_text(of_run, FACT_STARTED, NULL)},
        {&fold->section.state, facts_text(of_run, FACT_STATE, NULL)},
        {&fold->section.cpu, facts_text(of_run, FACT_CPU, NULL)},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!(*texts[i].kept = keep(fold->table, texts[i].text)) && texts[i].text)
            return 0;
    fold->section.confidence = fold->student.confidence;
    describe_seeds(&fold->section, fold->m);
    return 1;
}

static int prepare_summaries(struct fold *fold) {
    const struct section *section = &fold->section;
    for (size_t l = 0; l < fold->m->series_count; l++) {
        const struct series *series = &fold->m->series[l];
        fold->summaries[l] = (struct summary_row){.archive = section->archive,
                                                  .action = section->action,
                                                  .run = section->run,
                                                  .type = section->type,
                                                  .library = keep(fold->table, series->name),
                                                  .reference = section->reference,
                                                  .is_reference = series == fold->reference};
        if (!fold->summaries[l].library)
            return 0;
        geometric_mean_init(&fold->geometric[l], fold->round_sums + l * fold->m->rounds,
                            fold->m->rounds);
    }
    return 1;
}

static void fold_row(struct fold *fold, struct row *row, size_t point, size_t library) {
    const struct measurement *m = fold->m;
    const struct series *series = &m->series[library];
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
                        .is_reference = summary->is_reference,
                        .status = (enum cell_status)series->status[point]};
    row_fold_times(row, &samples, &fold->student, fold->room);
    double log_ratio = row_fold_ratio(row, &samples, fold->reference->seconds + at, &fold->student,
                                      fold->round_means, fold->room);
    fold->section.single_round_rows += row->rounds == 1;
    fold->section.samples += row->n;
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
}

static void fold_all(struct fold *fold) {
    const struct measurement *m = fold->m;
    for (size_t p = 0; p < m->points; p++)
        for (size_t l = 0; l < m->series_count; l++)
            fold_row(fold, &fold->rows[p * m->series_count + l], p, l);
    for (size_t l = 0; l < m->series_count; l++)
        finish_summary(fold, l);
}

/* --- the table --- */

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
    size_t libraries = fold->m->series_count, rounds = fold->m->rounds;
    fold->section.first_row = t->row_count;
    fold->section.row_count = fold->m->points * libraries;
    fold->section.first_summary = t->summary_count;
    fold->section.summary_count = libraries;
    if (!grow(t, fold->section.row_count, libraries))
        return 0;
    fold->rows = t->rows + t->row_count;
    fold->summaries = t->summaries + t->summary_count;
    fold->geometric = calloc(libraries + 1, sizeof *fold->geometric);
    fold->round_sums = calloc(libraries * rounds + 1, sizeof *fold->round_sums);
    fold->round_means = calloc(rounds, sizeof *fold->round_means);
    fold->room = calloc(rounds * fold->m->max_seeds, sizeof *fold->room);
    return fold->geometric && fold->round_sums && fold->round_means && fold->room;
}

static void release(struct fold *fold) {
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

/* Some waiting is everywhere; it is worth a word from a twentieth of the samples on. */
static void note_disturbance(struct fold *fold) {
    const struct fact *disturbed = facts_find(&fold->m->facts, FACT_DISTURBED);
    double share = disturbed && disturbed->kind == FACT_INTEGER
                       ? (double)disturbed->integer / (double)fold->section.samples
                       : 0;
    if (share > 0.05 && share <= 1)
        fold->section.disturbed = (size_t)disturbed->integer;
}

int table_add(struct table *table, const struct run *run, const struct measurement *measurement,
              const struct table_options *options, struct err *err) {
    struct fold fold = {.table = table, .m = measurement};
    size_t names = table->name_count;
    double confidence = options->confidence == 0 ? 0.95 : options->confidence;
    int rc = find_reference(&fold, options->reference, err);
    if (rc == 0 && !(confidence > 0 && confidence < 1))
        rc = err_set(err, ERR_USAGE, "a confidence of %g is not between 0 and 1", confidence);
    if (rc)
        return rc;
    student_init(&fold.student, confidence);
    if (allocate(&fold) && describe(&fold, run, options) && prepare_summaries(&fold)) {
        fold_all(&fold);
        note_disturbance(&fold);
        commit(&fold);
    } else {
        forget(table, names);
        rc = err_set(err, ERR_FAILED, "%s: no memory for the analysis of %zu sizes x %zu libraries",
                     measurement->name, measurement->points, measurement->series_count);
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
