/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/join.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/source.h"
#include "formats/import/assemble.h"
#include "formats/import/format.h"
#include "formats/import/import_builder.h"

enum { NAME = IMPORT_BUILDER_MOST_NAME, MOST_DETAILS = 64 };

struct joining {
    struct import_builder builder;
    int by_file;       /* all have the same one library */
    int by_path;       /* two files have the same name */
    int has_no_action; /* each file has one, which is called after it */
    char name[NAME + 1];
    struct import_builder_parameter *parameters;
    char words[RUN_MAX_PARAMETERS + 1][SPELLING_WORD];
    /* Of a sample. */
    struct import_builder_detail details[64 * DETAIL_WORDS];
    struct import_builder_measure measures[RUN_MAX_MEASURES];
    struct file_measure named[RUN_MAX_MEASURES];
};

/* Whether the libraries of RUN are called after their program, which may be another build. */
static int is_of_program(const struct run *run) {
    return strcmp(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "google-benchmark") == 0;
}

static void survey(struct joining *joining, const struct joined_file *files, size_t count) {
    const char *first = NULL;
    char a[NAME], b[NAME];
    joining->by_file = joining->has_no_action = 1;
    for (size_t i = 0; i < count; i++) {
        joining->has_no_action &= files[i].run->measurement_count == 1 &&
                                  strcmp(files[i].run->measurements[0].name,
                                         source_stem(a, sizeof a, files[i].path)) == 0;
        first = is_of_program(files[i].run) ? NULL : first;
        for (size_t m = 0; m < files[i].run->measurement_count; m++)
            for (size_t s = 0; s < files[i].run->measurements[m].series_count; s++) {
                const char *library = files[i].run->measurements[m].series[s].name;
                first = first ? first : library;
                joining->by_file &= strcmp(library, first) == 0;
            }
        for (size_t j = 0; j < i; j++)
            joining->by_path |= strcmp(source_stem(a, sizeof a, files[i].path),
                                       source_stem(b, sizeof b, files[j].path)) == 0;
    }
}

/* Returns how the file of M writes VALUE of a parameter, in WORD; NULL: as digits. */
static const char *spelled(const struct measurement *m, const char *parameter, double value,
                           char word[SPELLING_WORD]) {
    const char *list = facts_text(&m->facts, FACT_SPELLINGS, "");
    struct spelling spelling;
    while (spellings_take(&list, parameter, &spelling))
        if (spelling.value == value)
            return strcpy(word, spelling.word);
    return NULL;
}

/* Gives SAMPLE the point of M. */
static void take_point(struct joining *joining, struct import_builder_sample *sample,
                       const struct measurement *m, size_t point) {
    const struct fact *threads = facts_find(&m->facts, FACT_THREADS);
    sample->size = facts_find(&m->facts, FACT_AXIS) ? IMPORT_BUILDER_NO_SIZE : m->sizes[point];
    sample->size_name = facts_text(&m->facts, FACT_SIZE_NAME, NULL);
    sample->size_text = spelled(m, "", (double)m->sizes[point], joining->words[RUN_MAX_PARAMETERS]);
    sample->parameter_count = 0;
    for (size_t i = 0; i < m->parameter_count; i++)
        joining->parameters[sample->parameter_count++] = (struct import_builder_parameter){
            .name = m->parameters[i].name,
            .value = m->parameters[i].values[point],
            .text = spelled(m, m->parameters[i].name, m->parameters[i].values[point],
                            joining->words[i])};
    if (threads && threads->kind == FACT_INTEGER)
        joining->parameters[sample->parameter_count++] = (struct import_builder_parameter){
            .name = FACT_THREADS, .value = (double)threads->integer};
    sample->parameters = joining->parameters;
}

/* Gives SAMPLE the time at index AT of SERIES, and what else was measured with it. */
static void take_details(struct joining *joining, struct import_builder_sample *sample,
                         const struct measurement *m, const struct series *series, size_t at) {
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    sample->seconds = series->seconds[at];
    sample->details = joining->details;
    sample->detail_count = sample->measure_count = 0;
    for (size_t d = 0; d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        const double *values = series_detail_values(series, detail);
        if (detail->is_optional && detail->shape == PER_SAMPLE && values && isfinite(values[at]) &&
            measures_number(detail) == RUN_MAX_MEASURES)
            joining->details[sample->detail_count++] =
                (struct import_builder_detail){detail, values[at]};
    }
    sample->measures = joining->measures;
    for (size_t k = 0; k < RUN_MAX_MEASURES && measures_take(&list, &joining->named[k]); k++)
        if (series->measures[k] && isfinite(series->measures[k][at]))
            joining->measures[sample->measure_count++] =
                (struct import_builder_measure){joining->named[k].name, joining->named[k].unit,
                                                joining->named[k].better, series->measures[k][at]};
}

static int add_cell(struct joining *joining, struct import_builder_sample *sample,
                    const struct measurement *m, const struct series *series, size_t point,
                    struct err *err) {
    int rc = 0;
    size_t added = 0;
    take_point(joining, sample, m, point);
    sample->status = (enum cell_status)series->status[point];
    sample->calls = series->calls[point];
    for (size_t r = 0; r < m->rounds; r++)
        for (size_t k = 0; rc == 0 && k < m->max_seeds; k++) {
            size_t at = measurement_index(m, point, r, k);
            sample->round = (int64_t)r;
            take_details(joining, sample, m, series, at);
            if (isnan(sample->seconds) && !sample->detail_count && !sample->measure_count)
                continue;
            added++;
            rc = import_builder_add(&joining->builder, sample, err);
        }
    sample->round = 0;
    sample->detail_count = 0;
    sample->seconds = NAN;
    sample->detail_count = sample->measure_count = 0;
    if (rc == 0 && !added && sample->status != CELL_NOT_MEASURED)
        rc = import_builder_add(&joining->builder, sample, err);
    return rc;
}

static int add_measurement(struct joining *joining, const struct measurement *m, const char *path,
                           struct err *err) {
    char stem[NAME];
    const char *file = joining->by_path ? path : source_stem(stem, sizeof stem, path);
    const char *type = facts_text(&m->facts, FACT_TYPE, "");
    const struct file_rates rates = file_rates_read(&m->facts);
    int rc = 0;
    for (size_t r = 0; r < FILE_RATES; r++)
        file_rates_note(&joining->builder.rates, &rates.of[r]);
    for (size_t s = 0; rc == 0 && s < m->series_count; s++) {
        struct import_builder_sample sample = {
            .action = joining->has_no_action ? JOIN_ACTION : m->name,
            .type = *type && strchr(IMPORT_BUILDER_TYPES, *type) ? *type : 0,
            .library = joining->name,
            .seed = IMPORT_BUILDER_NEXT,
            .cpu_seconds = NAN,
            .samples_are = facts_text(&m->facts, FACT_SAMPLES_ARE, NULL)};
        if (joining->by_file)
            snprintf(joining->name, sizeof joining->name, "%s", file);
        else
            snprintf(joining->name, sizeof joining->name, "%.2000s (%.2000s)", m->series[s].name,
                     file);
        for (size_t p = 0; rc == 0 && p < m->points; p++)
            rc = add_cell(joining, &sample, m, &m->series[s], p, err);
    }
    return rc;
}

int join_runs(struct runs *runs, const struct joined_file *files, size_t count, struct err *err) {
    struct joining *joining = calloc(1, sizeof *joining);
    int rc = 0;
    *runs = (struct runs){0};
    if (!joining ||
        !(joining->parameters = calloc(RUN_MAX_PARAMETERS + 1, sizeof *joining->parameters))) {
        free(joining);
        return err_set(err, ERR_FAILED, "no memory for so many files");
    }
    joining->builder = (struct import_builder){.path = files[0].path, .place_name = "sample"};
    survey(joining, files, count);
    for (size_t i = 0; rc == 0 && i < count; i++)
        for (size_t m = 0; rc == 0 && m < files[i].run->measurement_count; m++)
            rc = add_measurement(joining, &files[i].run->measurements[m], files[i].path, err);
    if (rc == 0)
        rc = assemble_runs(&joining->builder, runs, err);
    for (size_t i = 0; rc == 0 && i < runs->count; i++)
        if (!runs->items[i]->name && !(runs->items[i]->name = strdup("several files")))
            rc = err_set(err, ERR_FAILED, "no memory for so many files");
    if (rc)
        runs_release(runs);
    import_builder_release(&joining->builder);
    free(joining->parameters);
    free(joining);
    return rc;
}
