/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_write.c: writes what JMH's viewers show, and jmh.c reads again to the same numbers.
 *
 * Each cell is a benchmark of that action, "benchmat.axpy", as viewers take the last two names for
 * a class and its method. Its params are the library, the size, the type and the parameters; of
 * these, one that is called like another param is "parameter:library". What the action says of a
 * call, its flops and bytes, are secondary metrics. Rounds are forks, and
 * samples iterations, in seconds, or per second where a rate was measured. A member says whether
 * they are paired. A cell that failed, or was wrong, has no score and is left out. JMH's errors
 * need quantiles of Student's t, which are unknown here: "NaN", as JMH writes of a single sample.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/jmh.h"
#include "formats/json/json_write.h"
#include "formats/model/ascending.h"
#include "formats/text/decimal.h"

/* The format that is written. */
#define JMH_VERSION "1.37"

/* One cell, and its results: times, or what was measured in their place. */
struct cell {
    FILE *file;
    const struct measurement *m;
    const struct series *series;
    size_t point;
    const double *results; /* [rounds][seeds] */
    const struct jmh_unit *unit;
    double *sorted; /* [count] */
    size_t count;
    int is_paired;
};

/* --- params --- */

static void write_param(FILE *file, const char *before, const char *name, const char *value) {
    fputs(before, file);
    json_write_text(file, name);
    fputs(": ", file);
    json_write_text(file, value);
}

/* Returns 0 if memory runs out. */
static int write_parameter(const struct cell *cell, const struct parameter *parameter) {
    double value = parameter->values[cell->point];
    char *name = NULL;
    if (!isfinite(value))
        return 1;
    if (asprintf(&name, "%s%s", jmh_param_is_taken(parameter->name) ? JMH_PARAMETER_MARK : "",
                 parameter->name) < 0)
        return 0;
    write_param(cell->file, ", ", name, digits_shortest(value).text);
    free(name);
    return 1;
}

static int write_params(const struct cell *cell) {
    const struct measurement *m = cell->m;
    const char *type = facts_text(&m->facts, FACT_TYPE, NULL);
    char size[32];
    int ok = 1;
    fputs("\"params\": ", cell->file);
    write_param(cell->file, "{", JMH_LIBRARY, cell->series->name);
    snprintf(size, sizeof size, "%lld", (long long)m->sizes[cell->point]);
    if (!facts_find(&m->facts, FACT_AXIS))
        write_param(cell->file, ", ", JMH_SIZE, size);
    if (type)
        write_param(cell->file, ", ", JMH_TYPE, type);
    if (facts_find(&m->facts, FACT_THREADS))
        write_param(cell->file, ", ", FACT_THREADS, digits_shortest(measurement_threads(m)).text);
    for (size_t i = 0; ok && i < m->parameter_count; i++)
        ok = write_parameter(cell, &m->parameters[i]);
    fputc('}', cell->file);
    return ok;
}

/* --- scores --- */

/* As JMH does: at (n + 1) P of the sorted scores, between two of them on the line. */
static double percentile(const struct cell *cell, double p) {
    double at = p / 100 * ((double)cell->count + 1);
    size_t below = at < 1 ? 1 : (size_t)at;
    if (below >= cell->count)
        return cell->sorted[cell->count - 1];
    double low = cell->sorted[below - 1], high = cell->sorted[below];
    return at < 1 ? low : low + (at - (double)below) * (high - low);
}

static void write_percentiles(const struct cell *cell) {
    static const char *const percents[] = {"0.0",  "50.0",  "90.0",   "95.0",    "99.0",
                                           "99.9", "99.99", "99.999", "99.9999", "100.0"};
    fputs(", \"scorePercentiles\": {", cell->file);
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        fprintf(cell->file, "%s\"%s\": ", i ? ", " : "", percents[i]);
        json_write_real(cell->file, percentile(cell, atof(percents[i])));
    }
    fputc('}', cell->file);
}

static void write_scores(const struct cell *cell) {
    const struct measurement *m = cell->m;
    double sum = 0;
    for (size_t i = 0; i < cell->count; i++)
        sum += cell->sorted[i];
    fputs(",\n    \"primaryMetric\": {\"score\": ", cell->file);
    json_write_real(cell->file, sum / (double)cell->count);
    fputs(", \"scoreError\": \"NaN\", \"scoreConfidence\": [\"NaN\", \"NaN\"]", cell->file);
    write_percentiles(cell);
    fprintf(cell->file, ", \"scoreUnit\": \"%s\", \"rawData\": [", cell->unit->name);
    for (size_t r = 0; r < m->rounds; r++) {
        size_t written = 0;
        fputs(r ? ", [" : "[", cell->file);
        for (size_t k = 0; k < m->max_seeds; k++) {
            double result = cell->results[r * m->max_seeds + k];
            if (!isfinite(result) && !cell->is_paired)
                continue;
            fputs(written++ ? ", " : "", cell->file);
            if (isfinite(result))
                json_write_real(cell->file, result);
            else
                fputs("\"NaN\"", cell->file);
        }
        fputc(']', cell->file);
    }
    fputs("]}", cell->file);
}

/* What the action says of a call: a metric that does not vary. */
static void write_terms(const struct cell *cell) {
    size_t written = 0;
    fputs(", \"secondaryMetrics\": {", cell->file);
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++) {
        const double *values = measurement_term_values(cell->m, &measurement_terms[t]);
        if (!values || !isfinite(values[cell->point]))
            continue;
        const struct digits value = digits_shortest(values[cell->point]);
        fprintf(cell->file,
                "%s\n      \"%s\": {\"score\": %s, \"scoreError\": \"NaN\", \"scoreConfidence\": "
                "[\"NaN\", \"NaN\"], \"scorePercentiles\": {}, \"scoreUnit\": \"%s/op\", "
                "\"rawData\": [[%s]]}",
                written++ ? "," : "", measurement_terms[t].name, value.text,
                measurement_terms[t].name, value.text);
    }
    fputs("}}", cell->file);
}

/* --- cells --- */

static double threads_of(const struct cell *cell) {
    const struct parameter *parameter = measurement_find_parameter(cell->m, FACT_THREADS);
    double threads = parameter ? parameter->values[cell->point] : measurement_threads(cell->m);
    return threads >= 1 && threads < 1e9 ? threads : 1;
}

/* Returns 0 if memory runs out. */
static int write_cell(const struct cell *cell, int is_first) {
    char *name = NULL;
    if (asprintf(&name, "%s%s", JMH_PREFIX, cell->m->name) < 0)
        return 0;
    fprintf(cell->file, "%s  {\"jmhVersion\": \"%s\", \"benchmark\": ", is_first ? "" : ",\n",
            JMH_VERSION);
    json_write_text(cell->file, name);
    free(name);
    fprintf(cell->file, ", \"mode\": \"%s\", \"threads\": %.0f, \"forks\": %zu, ", cell->unit->mode,
            threads_of(cell), cell->m->rounds);
    const char *control_of = facts_text(&cell->series->facts, FACT_CONTROL_OF, NULL);
    if (control_of) {
        write_param(cell->file, "", JMH_CONTROL_OF, control_of);
        fputs(", ", cell->file);
    }
    if (cell->is_paired)
        fprintf(cell->file, "\"%s\": true, ", JMH_PAIRED);
    int ok = write_params(cell);
    write_scores(cell);
    write_terms(cell);
    return ok;
}

/* Gathers the results of CELL; it has none if its answer was not right. Returns 0 if memory runs
 * out. */
static int sort_results(struct cell *cell) {
    size_t all = cell->m->rounds * cell->m->max_seeds;
    cell->count = 0;
    cell->sorted = calloc(all + 1, sizeof *cell->sorted);
    if (!cell->sorted)
        return 0;
    if (cell->series->status[cell->point] != CELL_OK)
        return 1;
    for (size_t i = 0; i < all; i++)
        if (isfinite(cell->results[i]))
            cell->sorted[cell->count++] = cell->results[i];
    qsort(cell->sorted, cell->count, sizeof *cell->sorted, ascending_reals);
    return 1;
}

/* How many entries have been written. */
struct state {
    size_t entries;
};

static int begin(struct writing *writing, struct err *err) {
    writing->state = calloc(1, sizeof(struct state));
    fputs("[\n", writing->destination.file);
    return writing->state ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    struct state *state = writing->state;
    const char *measured = facts_text(&m->facts, FACT_MEASURED, "seconds");
    const struct jmh_unit *unit = jmh_unit_of(measured);
    int ok = 1;
    (void)run;
    if (!unit)
        return err_set(err, ERR_USAGE, "JMH has times and rates, and %s holds %s", m->name,
                       measured);
    for (size_t s = 0; ok && s < m->series_count; s++)
        for (size_t p = 0; ok && p < m->points; p++) {
            const double *results = jmh_results(&m->series[s], unit);
            struct cell cell = {.file = writing->destination.file,
                                .m = m,
                                .series = &m->series[s],
                                .point = p,
                                .results = results ? results + measurement_index(m, p, 0, 0) : NULL,
                                .unit = unit,
                                .is_paired = measurement_is_paired(m)};
            ok = !results || sort_results(&cell);
            if (ok && cell.count)
                ok = write_cell(&cell, !state->entries++);
            free(cell.sorted);
        }
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}

static int end(struct writing *writing, struct err *err) {
    struct state *state = writing->state;
    if (!state->entries)
        return err_set(err, ERR_ABSENT, "no cell has a right answer, of which JMH could tell");
    fputs("\n]\n", writing->destination.file);
    return 0;
}

static void release(void *state) {
    free(state);
}

const struct format_writer jmh_writer = {.shapes = 1 << WRITING_SAMPLES,
                                         .has_calls_only = 1,
                                         .begin = begin,
                                         .add = add,
                                         .end = end,
                                         .release = release};
