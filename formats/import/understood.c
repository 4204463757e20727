/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/understood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/model/measures.h"
#include "formats/model/sample_words.h"
#include "formats/model/string_pool.h"

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

/* Writes the first names; one more is named rather than counted. */
static void write_names(const struct string_pool *names, FILE *file) {
    size_t listed = names->count > LISTED + 1 ? LISTED : names->count;
    for (uint32_t i = 0; i < listed; i++)
        fprintf(file, "%s%s", i ? ", " : " (", names->items[i]);
    if (names->count > listed)
        fprintf(file, " and %zu others", names->count - listed);
    fputc(')', file);
}

static void write_actions(const struct run *run, FILE *file) {
    struct string_pool names = {0};
    for (size_t m = 0; m < run->measurement_count; m++)
        string_pool_number(&names, run->measurements[m].name);
    write_count(run->measurement_count, "action", "actions", file);
    write_names(&names, file);
    string_pool_release(&names);
}

/* Of all actions, each once. */
static void write_libraries(const struct run *run, FILE *file) {
    struct string_pool names = {0};
    for (size_t m = 0; m < run->measurement_count; m++)
        for (size_t s = 0; s < run->measurements[m].series_count; s++)
            string_pool_number(&names, run->measurements[m].series[s].name);
    write_count(names.count, "library", "libraries", file);
    write_names(&names, file);
    string_pool_release(&names);
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

/* The parameters of all actions, each once. */
struct parameters {
    struct string_pool names;
    struct span *spans; /* [names.count] */
};

/* Those that there is no memory for are missing. */
static void parameters_find(struct parameters *parameters, const struct run *run) {
    *parameters = (struct parameters){0};
    for (size_t m = 0; m < run->measurement_count; m++)
        for (size_t k = 0; k < run->measurements[m].parameter_count; k++) {
            const struct parameter *parameter = &run->measurements[m].parameters[k];
            uint32_t known = parameters->names.count,
                     number = string_pool_number(&parameters->names, parameter->name);
            struct span *spans = parameters->spans;
            if (number == known)
                spans = reallocarray(spans, known + 1, sizeof *spans);
            if (!spans || number == STRING_POOL_NONE)
                return;
            parameters->spans = spans;
            if (number == known)
                spans[number] = (struct span){NAN, NAN, 0};
            for (size_t p = 0; p < run->measurements[m].points; p++)
                span_add(&spans[number], parameter->values[p]);
        }
}

static void parameters_release(struct parameters *parameters) {
    string_pool_release(&parameters->names);
    free(parameters->spans);
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

static void write_axes(const struct run *run, const struct parameters *parameters, int varying,
                       FILE *file) {
    struct axes axes = {file, varying, 0};
    const char *size = facts_text(&run->measurements[0].facts, FACT_SIZE_NAME, NULL);
    struct span sizes = sizes_of(run);
    if (size || varies(&sizes) || sizes.low != 1)
        write_axis(&axes, size ? size : "size", &sizes);
    for (uint32_t k = 0; k < parameters->names.count; k++)
        write_axis(&axes, parameters->names.items[k], &parameters->spans[k]);
}

/* --- samples --- */

/* Returns the results that stand in the place of times, else the times. */
static const double *results_of(const struct measurement *m, const struct series *series) {
    const char *name = facts_text(&m->facts, FACT_MEASURED, "");
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].is_optional && strcmp(series_details[d].name, name) == 0)
            return series->details[d];
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
/* Writes each measure once, whichever actions have it. */
static void write_measures(const struct run *run, FILE *file) {
    char names[RUN_MAX_MEASURES][MEASURE_NAME];
    const char *before = "";
    size_t count = 0;
    for (size_t i = 0; i < run->measurement_count; i++) {
        const char *list = facts_text(&run->measurements[i].facts, FACT_MEASURES, "");
        struct file_measure measure;
        if (strcmp(list, before) == 0)
            continue;
        before = list;
        while (count < RUN_MAX_MEASURES && measures_take(&list, &measure)) {
            size_t known = 0;
            while (known < count && strcmp(names[known], measure.name) != 0)
                known++;
            if (known < count)
                continue;
            snprintf(names[count], sizeof *names, "%s", measure.name);
            fprintf(file, "%s%s", count++ ? ", " : "; also ", measure.name);
        }
    }
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

/* In what the results are, and of what they are a statistic. */
static void write_unit(const struct run *run, FILE *file) {
    const char *unit = facts_text(&run->facts, FACT_SOURCE_UNIT, NULL);
    const char *samples_are = facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, NULL);
    const char *per = sample_per(samples_are);
    char quantile[SAMPLE_STATISTIC];
    fprintf(file, ", %s", unit ? unit : usual_unit(run));
    if (!unit && per)
        fprintf(file, "%s%s", SAMPLES_ARE_PER, per);
    if (sample_statistic_word(samples_are, quantile))
        fprintf(file, ", %.*s", (int)(per ? strcspn(samples_are, " ") : strlen(samples_are)),
                samples_are);
}

static int ends_in(const char *name, const char *end) {
    size_t n = strlen(name), of_end = strlen(end);
    return n > of_end && strcmp(name + n - of_end, end) == 0;
}

void understood_write(const struct run *run, FILE *file) {
    static const struct {
        const char *ending, *words;
    } told[] = {
        {"_left_out", "left out"},
        {"_skipped", "skipped"},
        {"_other_way", "the other way round"},
    };
    struct parameters parameters;
    if (!run->measurement_count)
        return;
    if (run->measurement_count > 1) {
        write_actions(run, file);
        fputs(" of ", file);
    }
    write_libraries(run, file);
    parameters_find(&parameters, run);
    write_axes(run, &parameters, 1, file);
    write_axes(run, &parameters, 0, file);
    parameters_release(&parameters);
    write_unit(run, file);
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
        for (size_t t = 0; fact->kind == FACT_TEXT && t < sizeof told / sizeof *told; t++)
            if (ends_in(fact->name, told[t].ending))
                fprintf(file, "; %s: %.*s", told[t].words, (int)strcspn(fact->text, "\n"),
                        fact->text);
    }
}
