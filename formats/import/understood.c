/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/understood.h"

#include <math.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/model/measures.h"
#include "formats/model/sample_words.h"

enum { LISTED = 6 }; /* most names in a list */

/* Finite numbers, and how far they go. */
struct span {
    double low, high;
    size_t count;
};

static void span_add(struct span *span, double value) {
    if (!isfinite(value))
        return;
    span->low = span->count ? fmin(span->low, value) : value;
    span->high = span->count ? fmax(span->high, value) : value;
    span->count++;
}

static int varies(const struct span *span) {
    return span->high > span->low;
}

/* --- names --- */

static void write_count(size_t count, const char *one, const char *many, FILE *file) {
    fprintf(file, "%zu %s", count, count == 1 ? one : many);
}

/* Writes the first names; NAME_OF returns NULL behind the last. */
static void write_names(const struct run *run, const char *(*name_of)(const struct run *, size_t),
                        size_t count, FILE *file) {
    for (size_t i = 0; i < count && i < LISTED; i++)
        fprintf(file, "%s%s", i ? ", " : " (", name_of(run, i));
    if (count > LISTED)
        fprintf(file, " and %zu others", count - LISTED);
    fputc(')', file);
}

static const char *action_of(const struct run *run, size_t i) {
    return run->measurements[i].name;
}

/* Whether a measurement before number M has a series called NAME. */
static int is_before(const struct run *run, size_t m, const char *name) {
    size_t i = 0;
    while (i < m && !measurement_find(&run->measurements[i], name))
        i++;
    return i < m;
}

/* Returns library number I of those in all measurements, each once; NULL behind the last. */
static const char *library_of(const struct run *run, size_t i) {
    for (size_t m = 0; m < run->measurement_count; m++)
        for (size_t s = 0; s < run->measurements[m].series_count; s++) {
            const char *name = run->measurements[m].series[s].name;
            if (!is_before(run, m, name) && i-- == 0)
                return name;
        }
    return NULL;
}

/* --- points --- */

static struct span sizes_of(const struct run *run) {
    struct span span = {NAN, NAN, 0};
    for (size_t m = 0; m < run->measurement_count; m++)
        for (size_t p = 0; p < run->measurements[m].points; p++)
            if (!facts_find(&run->measurements[m].facts, FACT_AXIS))
                span_add(&span, (double)run->measurements[m].sizes[p]);
    return span;
}

static struct span values_of(const struct run *run, const char *name) {
    struct span span = {NAN, NAN, 0};
    for (size_t m = 0; m < run->measurement_count; m++) {
        const struct parameter *parameter = measurement_find_parameter(&run->measurements[m], name);
        for (size_t p = 0; parameter && p < run->measurements[m].points; p++)
            span_add(&span, parameter->values[p]);
    }
    return span;
}

/* A list such as " by n (64 to 4096) and threads (1 to 4)", or " at n 64 and threads 1". */
struct axes {
    FILE *file;
    int varying; /* which of both */
    size_t count;
};

static void write_axis(struct axes *axes, const char *name, const struct span *span) {
    if (!span->count || varies(span) != axes->varying)
        return;
    fprintf(axes->file, "%s%s", axes->count++ ? " and " : axes->varying ? " by " : " at ", name);
    if (axes->varying)
        fprintf(axes->file, " (%.15g to %.15g)", span->low, span->high);
    else
        fprintf(axes->file, " %.15g", span->low);
}

/* Whether no measurement before number M has a parameter called NAME. */
static int is_first(const struct run *run, size_t m, const char *name) {
    size_t i = 0;
    while (i < m && !measurement_find_parameter(&run->measurements[i], name))
        i++;
    return i == m;
}

static void write_axes(const struct run *run, int varying, FILE *file) {
    struct axes axes = {file, varying, 0};
    const char *size = facts_text(&run->measurements[0].facts, FACT_SIZE_NAME, NULL);
    struct span sizes = sizes_of(run);
    if (size || varies(&sizes) || sizes.low != 1)
        write_axis(&axes, size ? size : "size", &sizes);
    for (size_t m = 0; m < run->measurement_count; m++)
        for (size_t k = 0; k < run->measurements[m].parameter_count; k++) {
            const char *name = run->measurements[m].parameters[k].name;
            struct span values = values_of(run, name);
            if (is_first(run, m, name))
                write_axis(&axes, name, &values);
        }
}

/* --- samples --- */

/* Returns the results that stand in the place of times, else the times. */
static const double *results_of(const struct measurement *m, const struct series *series) {
    const char *name = facts_text(&m->facts, FACT_MEASURED, "");
    for (size_t d = 0; d < series_detail_count; d++)
        if (series_details[d].is_optional && strcmp(series_details[d].name, name) == 0)
            return series_detail_values(series, &series_details[d]);
    return series->seconds;
}

static struct span samples_of(const struct run *run) {
    struct span span = {NAN, NAN, 0};
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        size_t each = m->rounds * m->max_seeds;
        for (size_t s = 0; s < m->series_count; s++) {
            const double *results = results_of(m, &m->series[s]);
            for (size_t p = 0; results && p < m->points; p++) {
                size_t count = 0;
                for (size_t k = 0; k < each; k++)
                    count += isfinite(results[p * each + k]) != 0;
                if (count)
                    span_add(&span, (double)count);
            }
        }
    }
    return span;
}

/* Writes the names of what else was measured. */
static void write_measures(const struct run *run, FILE *file) {
    const char *list = facts_text(&run->measurements[0].facts, FACT_MEASURES, "");
    struct file_measure measure;
    for (size_t k = 0; measures_take(&list, &measure); k++)
        fprintf(file, "%s%s", k ? ", " : "; also ", measure.name);
}

/* Whether MEASURE tells how exact results are: "std", "ci_low", "error" in their unit. */
static int is_spread(const struct file_measure *measure) {
    static const char error[] = "error";
    const struct header header = header_read(measure->name);
    return (header.role == HEADER_SPREAD && header.rank < RANK_QUANTILE) ||
           (strncmp(measure->name, error, strlen(error)) == 0 && strcmp(measure->unit, "1") != 0);
}

/* Writes which measures are the file's own intervals, of results whose samples it lacks. */
static void write_spreads(const struct run *run, FILE *file) {
    const char *list = facts_text(&run->measurements[0].facts, FACT_MEASURES, "");
    struct file_measure measure;
    size_t count = 0;
    while (measures_take(&list, &measure))
        if (is_spread(&measure))
            fprintf(file, "%s%s", count++ ? ", " : "; in no interval, as the samples are missing: ",
                    measure.name);
}

/* In words what a format that says its own units has measured. */
static const char *usual_unit(const struct run *run) {
    size_t rates = 0;
    for (size_t m = 0; m < run->measurement_count; m++)
        rates += facts_find(&run->measurements[m].facts, FACT_MEASURED) != NULL;
    /* A table that has a column of seconds needs no guess. */
    if (!rates && strcmp(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "csv") == 0)
        return "seconds";
    return !rates ? "times" : rates == run->measurement_count ? "rates" : "times and rates";
}

static int ends_in(const char *name, const char *end) {
    size_t n = strlen(name), of_end = strlen(end);
    return n > of_end && strcmp(name + n - of_end, end) == 0;
}

void understood_write(const struct run *run, FILE *file) {
    size_t libraries = 0;
    if (!run->measurement_count)
        return;
    while (library_of(run, libraries))
        libraries++;
    if (run->measurement_count > 1) {
        write_count(run->measurement_count, "action", "actions", file);
        write_names(run, action_of, run->measurement_count, file);
        fputs(" of ", file);
    }
    write_count(libraries, "library", "libraries", file);
    write_names(run, library_of, libraries, file);
    write_axes(run, 1, file);
    write_axes(run, 0, file);
    fprintf(file, ", %s", facts_text(&run->facts, FACT_SOURCE_UNIT, usual_unit(run)));
    const char *samples_are = facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, NULL);
    if (sample_statistic_word(samples_are))
        fprintf(file, ", %s", samples_are);
    struct span samples = samples_of(run);
    if (samples.high > samples.low)
        fprintf(file, ", %.0f to %.0f samples each", samples.low, samples.high);
    else if (samples.count)
        fprintf(file, ", %.0f sample%s each", samples.low, samples.low > 1 ? "s" : "");
    write_measures(run, file);
    if (samples.high <= 1)
        write_spreads(run, file);
    for (size_t i = 0; i < run->facts.count; i++) {
        const struct fact *fact = &run->facts.items[i];
        int is_left_out = ends_in(fact->name, "_left_out");
        if (fact->kind == FACT_TEXT && (is_left_out || ends_in(fact->name, "_skipped")))
            fprintf(file, "; %s: %.*s", is_left_out ? "left out" : "skipped",
                    (int)strcspn(fact->text, "\n"), fact->text);
    }
}
