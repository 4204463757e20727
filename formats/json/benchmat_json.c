/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/benchmat_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/measures.h"
#include "formats/model/run.h"
#include "formats/json/json_write.h"
#include "formats/import/format.h"

/* The run whose measurements are being written. */
struct state {
    char *run; /* NULL before the first */
};

static FILE *file_of(const struct writing *writing) {
    return writing->destination.file;
}

static void key(FILE *file, const char *before, const char *name) {
    fprintf(file, "%s\"%s\": ", before, name);
}

/* --- samples --- */

/* Writes the seeds of a round: numbers, or of single threads the numbers of each team. */
static void write_round(FILE *file, const struct measurement *m, enum detail_shape shape,
                        const double *values) {
    if (shape == PER_SAMPLE) {
        json_write_reals(file, values, m->max_seeds);
        return;
    }
    fputc('[', file);
    for (size_t k = 0; k < m->max_seeds; k++) {
        fputs(k ? ", " : "", file);
        json_write_reals(file, values + k * m->team, m->team);
    }
    fputc(']', file);
}

/* Writes an array by point, round and seed, and of single threads by thread. */
static void write_array(FILE *file, const struct measurement *m, enum detail_shape shape,
                        const double *values) {
    size_t round = shape == PER_SAMPLE ? m->max_seeds : m->max_seeds * m->team;
    fputc('[', file);
    for (size_t p = 0; p < m->points; p++) {
        fputs(p ? ",\n         [" : "[", file);
        for (size_t r = 0; r < m->rounds; r++) {
            fputs(r ? ", " : "", file);
            write_round(file, m, shape, values + (p * m->rounds + r) * round);
        }
        fputc(']', file);
    }
    fputc(']', file);
}

/* Writes the numbers of a detail; null for an integer that is unknown. Returns 0 if memory runs
 * out.
 */
static int write_detail(FILE *file, const struct measurement *m, const struct series_detail *detail,
                        const void *values) {
    size_t count = measurement_elements(m, detail->shape);
    double *reals = detail->type == DETAIL_INTEGER ? calloc(count + 1, sizeof *reals) : NULL;
    const int64_t *integers = values;
    if (detail->type == DETAIL_INTEGER && !reals)
        return 0;
    for (size_t i = 0; reals && i < count; i++)
        reals[i] = integers[i] < 0 ? NAN : (double)integers[i];
    if (detail->shape == PER_POINT)
        json_write_reals(file, reals ? reals : values, count);
    else
        write_array(file, m, detail->shape, reals ? reals : values);
    free(reals);
    return 1;
}

/* The status has a member of its own, and so have measures. */
static int is_written(const struct measurement *m, const struct series *series,
                      const struct series_detail *detail) {
    return strcmp(detail->name, "status") != 0 && measures_number(detail) == RUN_MAX_MEASURES &&
           series_detail_is_known(m, series, detail);
}

/* Writes what only the file has a name for, under that name. */
static void write_measures(FILE *file, const struct measurement *m, const struct series *series) {
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    size_t written = 0;
    for (size_t k = 0; measures_take(&list, &measure); k++) {
        if (!series_detail_is_known(m, series, measures_detail(k)))
            continue;
        fputs(written++ ? ",\n        " : ",\n       \"measures\": {", file);
        json_write_text(file, measure.name);
        fputs(": ", file);
        write_array(file, m, PER_SAMPLE, series->measures[k]);
    }
    fputs(written ? "}" : "", file);
}

static int write_samples(FILE *file, const struct measurement *m, const struct series *series) {
    size_t written = 0;
    int ok = 1;
    key(file, ",\n       ", "seconds");
    write_array(file, m, PER_SAMPLE, series->seconds);
    for (size_t d = 0; ok && d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        if (!is_written(m, series, detail))
            continue;
        if (!written++)
            fputs(",\n       \"details\": {", file);
        key(file, written > 1 ? ",\n        " : "", detail->name);
        ok = write_detail(file, m, detail, series_detail_values(series, detail));
    }
    fputs(written ? "}" : "", file);
    write_measures(file, m, series);
    return ok;
}

static const struct {
    const char *name;
    size_t offset; /* of a double in struct cell_summary */
} statistics[] = {{"mean", offsetof(struct cell_summary, mean)},
                  {"sd", offsetof(struct cell_summary, sd)},
                  {"min", offsetof(struct cell_summary, min)},
                  {"max", offsetof(struct cell_summary, max)}};

static int write_summary(FILE *file, const struct measurement *m, const struct series *series) {
    key(file, ",\n       ", "n");
    for (size_t p = 0; p < m->points; p++)
        fprintf(file, "%s%zu", p ? ", " : "[", cell_summary_of(m, series, p).n);
    fputc(']', file);
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        key(file, ",\n       ", statistics[i].name);
        for (size_t p = 0; p < m->points; p++) {
            const struct cell_summary summary = cell_summary_of(m, series, p);
            fputs(p ? ", " : "[", file);
            json_write_real(file, *(const double *)(const void *)((const char *)&summary +
                                                                  statistics[i].offset));
        }
        fputc(']', file);
    }
    return 1;
}

/* --- measurements --- */

static int write_measurement(FILE *file, const struct measurement *m, enum writing_shape shape) {
    int ok = 1;
    fputs("    {\"action\": ", file);
    json_write_text(file, m->name);
    key(file, ", ", "facts");
    json_write_facts(file, &m->facts);

    fprintf(file, ",\n     \"points\": %zu, \"rounds\": %zu, \"seeds_most\": %zu", m->points,
            m->rounds, m->max_seeds);
    if (m->team)
        fprintf(file, ", \"team\": %zu", m->team);
    key(file, ",\n     ", "sizes");
    json_write_integers(file, m->sizes, m->points);
    key(file, ",\n     ", "seeds");
    json_write_integers(file, m->seeds, m->points);
    if (m->parameter_count) {
        key(file, ",\n     ", "parameters");
        for (size_t i = 0; i < m->parameter_count; i++) {
            fputs(i ? ", " : "{", file);
            json_write_text(file, m->parameters[i].name);
            fputs(": ", file);
            json_write_reals(file, m->parameters[i].values, m->points);
        }
        fputc('}', file);
    }
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *values = measurement_term_values(m, &measurement_terms[i]);
        if (!values)
            continue;
        key(file, ",\n     ", measurement_terms[i].name);
        json_write_reals(file, values, m->points);
    }

    fputs(",\n     \"libraries\": [", file);
    for (size_t s = 0; s < m->series_count; s++) {
        fputs(s ? ",\n" : "\n", file);
        const struct series *series = &m->series[s];
        fputs("      {\"name\": ", file);
        json_write_text(file, series->name);
        key(file, ", ", "facts");
        json_write_facts(file, &series->facts);
        key(file, ",\n       ", "status");
        for (size_t p = 0; p < m->points; p++) {
            fputs(p ? ", " : "[", file);
            json_write_text(file, cell_status_name((int)series->status[p]));
        }
        fputc(']', file);
        ok &= (shape == WRITING_SUMMARY ? write_summary : write_samples)(file, m, series);
        fputc('}', file);
    }
    fputs("]}", file);
    return ok;
}

/* --- runs --- */

static int begin(struct writing *writing, struct err *err) {
    writing->state = calloc(1, sizeof(struct state));
    fprintf(file_of(writing),
            "{\"format\": \"" BENCHMAT_JSON_NAME "\", \"version\": %d, \"runs\": [",
            BENCHMAT_JSON_VERSION);
    return writing->state ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}

static int begin_run(struct writing *writing, const struct run *run, struct err *err) {
    struct state *state = writing->state;
    FILE *file = file_of(writing);
    fputs(state->run ? "]},\n" : "\n", file);
    free(state->run);
    state->run = strdup(run->name ? run->name : "");
    if (!state->run)
        return err_set(err, ERR_FAILED, "no memory to write JSON");
    fputs("  {\"name\": ", file);
    json_write_text(file, run->name);
    key(file, ", ", "facts");
    json_write_facts(file, &run->facts);
    fputs(", \"measurements\": [\n", file);
    return 0;
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    struct state *state = writing->state;
    const char *measured = facts_text(&m->facts, FACT_MEASURED, NULL);
    if (measured && writing->options->shape == WRITING_SUMMARY)
        return err_set(err, ERR_USAGE,
                       "%s holds no times but %s, of which a summary has none; export samples",
                       m->name, measured);
    int is_same = state->run && strcmp(state->run, run->name ? run->name : "") == 0;
    int code = is_same ? 0 : begin_run(writing, run, err);
    if (code)
        return code;
    fputs(is_same ? ",\n" : "", file_of(writing));
    /* The commit reports a failed write. */
    return write_measurement(file_of(writing), m, writing->options->shape)
               ? 0
               : err_set(err, ERR_FAILED, "no memory to write JSON");
}

static int end(struct writing *writing, struct err *err) {
    (void)err;
    fputs("]}]}\n", file_of(writing));
    return 0;
}

static void release(void *state) {
    if (state)
        free(((struct state *)state)->run);
    free(state);
}

static const struct format_writer writer = {.has_mixed = 1,
                                            .shapes = 1 << WRITING_SAMPLES | 1 << WRITING_SUMMARY,
                                            .holds_many_runs = 1,
                                            .begin = begin,
                                            .add = add,
                                            .end = end,
                                            .release = release};

static int may_lack_times(const char *head, size_t n) {
    static const char key[] = "\"" FACT_MEASURED "\"";
    return memmem(head, n, key, sizeof key - 1) != NULL;
}

const struct format benchmat_json_format = {
    .name = "json",
    .about = "JSON of our own: all of a run",
    .extensions = "json",
    .recognises = benchmat_json_recognises,
    .read_runs = benchmat_json_read,
    .may_lack_times = may_lack_times,
    .writer = &writer,
};
