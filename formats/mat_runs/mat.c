/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/mat/mat_array.h"
#include "formats/mat/mat_file.h"
#include "formats/mat/mat_writer.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/mat_runs/mat_ours.h"
#include "formats/mat_runs/mat_variables.h"
#include "formats/model/measures.h"

/* --- writing --- */

enum { TEXT = 128 }; /* longer than the text of a file's header */

/* A file that is being written. */
struct state {
    struct mat_writer out;
    int is_begun;
    size_t planned;  /* number of actions to write */
    char text[TEXT]; /* text of the file's header */
    struct mat_build build;
    struct mat_fields variables; /* variables of the file */
    struct mat_fields actions;   /* what `benchmat` says of each action */
};

/* An action that is being written. */
struct part {
    struct state *state;
    const struct measurement *m;
    int has_samples;
    struct mat_build build;    /* memory of its variables until they are written */
    struct mat_fields *fields; /* variables of the action */
    struct mat_fields details; /* details of its libraries */
    /* In state->build until the end of the file. MEASURES also reserves the names of all details,
     * which come first. */
    struct mat_fields about, parameters, libraries, measures;
};

/* --- numbers --- */

/* Returns whole numbers as doubles, with which MATLAB calculates, or as int64 if a double cannot
 * hold one of them. */
static struct mat_array build_whole(struct mat_build *build, const int64_t *values, size_t count) {
    const int64_t most = (int64_t)1 << 53;
    const size_t dims[2] = {count, 1};
    double *reals = mat_memory_take(&build->memory, count, sizeof *reals);
    build->has_failed |= !reals;
    for (size_t i = 0; reals && i < count; i++) {
        if (values[i] > most || values[i] < -most)
            return mat_build_numbers(build, MAT_INT64, values, dims, 2);
        reals[i] = (double)values[i];
    }
    return mat_build_numbers(build, MAT_DOUBLE, reals, dims, 2);
}

static struct mat_array build_column(struct mat_build *build, const double *values, size_t count) {
    return mat_build_numbers(build, MAT_DOUBLE, values, (size_t[]){count, 1}, 2);
}

/* Our last dimension varies fastest and MATLAB's first, so the bytes are the same. */
static struct mat_array build_array(struct mat_build *build, const struct measurement *m,
                                    enum detail_shape shape, enum mat_class class,
                                    const void *values) {
    const size_t dims[] = {m->team, m->max_seeds, m->rounds, m->points};
    return shape == PER_POINT ? mat_build_numbers(build, class, values, (size_t[]){m->points, 1}, 2)
           : shape == PER_SAMPLE ? mat_build_numbers(build, class, values, dims + 1, 3)
                                 : mat_build_numbers(build, class, values, dims, 4);
}

static double mean_at(const struct measurement *m, const double *samples, size_t p) {
    long double sum = 0;
    size_t count = 0, first = measurement_index(m, p, 0, 0);
    for (size_t i = first; i < first + m->rounds * m->max_seeds; i++)
        if (!isnan(samples[i])) {
            sum += samples[i];
            count++;
        }
    return count ? (double)(sum / count) : NAN;
}

static struct mat_array build_means(struct mat_build *build, const struct measurement *m,
                                    const double *samples) {
    double *means = mat_memory_take(&build->memory, m->points, sizeof *means);
    build->has_failed |= !means;
    for (size_t p = 0; means && p < m->points; p++)
        means[p] = mean_at(m, samples, p);
    return build_column(build, means, m->points);
}

/* --- details --- */

static int is_defined(const struct measurement *m, const struct series_detail *detail,
                      const void *values) {
    size_t count = measurement_elements(m, detail->shape);
    for (size_t i = 0; values && i < count; i++)
        if (detail->type == DETAIL_REAL ? !isnan(((const double *)values)[i])
                                        : ((const int64_t *)values)[i] != -1)
            return 1;
    return 0;
}

/* Gives each measure a field that no detail has, after its name. */
static void name_measures(struct part *part) {
    struct mat_build *build = &part->state->build;
    const char *list = facts_text(&part->m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    for (size_t d = 0; *list && d < DETAILS; d++)
        mat_fields_reserve(build, &part->measures, series_details[d].name);
    for (size_t k = 0; k < RUN_MAX_MEASURES && measures_take(&list, &measure); k++)
        mat_fields_add(build, &part->measures, measure.name, mat_build_text(build, measure.name));
}

static const char *field_of(const struct part *part, const struct series_detail *detail) {
    const struct identifiers *names = &part->measures.names;
    size_t k = measures_number(detail), at = DETAILS + k;
    return k < RUN_MAX_MEASURES && at < names->count ? names->items[at] : detail->name;
}

/* --- variables --- */

static struct mat_array describe_library(struct mat_build *build, const struct series *series) {
    struct mat_fields fields = {0};
    mat_fields_add(build, &fields, MAT_LAYOUT_NAME, mat_build_text(build, series->name));
    mat_facts_add(build, &fields, MAT_LAYOUT_FACTS, &series->facts);
    return mat_fields_end(build, &fields);
}

static void add_libraries(struct part *part) {
    struct mat_build *build = &part->state->build;
    for (size_t s = 0; s < part->m->series_count; s++) {
        const struct series *series = &part->m->series[s];
        const char *variable =
            mat_fields_add(&part->build, part->fields, series->name,
                           part->has_samples ? build_array(&part->build, part->m, PER_SAMPLE,
                                                           MAT_DOUBLE, series->seconds)
                                             : build_means(&part->build, part->m, series->seconds));
        if (!variable)
            return;
        mat_fields_add(build, &part->libraries, variable, describe_library(build, series));

        /* Adds the details that are defined somewhere; with means, those per size, and the means of
         * optional ones. */
        const struct measurement *m = part->m;
        struct mat_fields fields = {0};
        for (size_t d = 0; d < DETAILS; d++) {
            const struct series_detail *detail = &series_details[d];
            const void *values = series_detail_values(series, detail);
            enum mat_class class = detail->type == DETAIL_REAL ? MAT_DOUBLE : MAT_INT64;
            int has_means = detail->shape == PER_SAMPLE && detail->is_optional;
            if (!is_defined(m, detail, values) ||
                (detail->shape != PER_POINT && !part->has_samples && !has_means))
                continue;
            mat_fields_add(&part->build, &fields, field_of(part, detail),
                           has_means && !part->has_samples
                               ? build_means(&part->build, m, values)
                               : build_array(&part->build, m, detail->shape, class, values));
        }
        if (fields.names.count)
            mat_fields_add(&part->build, &part->details, variable,
                           mat_fields_end(&part->build, &fields));
        mat_fields_release(&fields);
    }
}

/* --- the description of an action --- */

static void add_struct(struct mat_build *build, struct mat_fields *to, const char *name,
                       struct mat_fields *fields) {
    if (fields->names.count)
        mat_fields_add(build, to, name, mat_fields_end(build, fields));
}

static void describe(struct part *part, const struct run *run, const char *variable) {
    struct mat_build *build = &part->state->build;
    mat_fields_add(build, &part->about, MAT_LAYOUT_NAME, mat_build_text(build, part->m->name));
    if (run->name)
        mat_fields_add(build, &part->about, MAT_LAYOUT_RUN_NAME, mat_build_text(build, run->name));
    mat_facts_add(build, &part->about, MAT_LAYOUT_RUN, &run->facts);

    const struct measurement *m = part->m;
    if (m->team && part->has_samples)
        mat_fields_add(build, &part->about, MAT_LAYOUT_TEAM,
                       mat_build_real(build, (double)m->team));

    struct facts facts = {0};
    char text[512];
    const char *were = facts_text(&m->facts, FACT_SAMPLES_ARE, NULL);
    build->has_failed |= facts_copy(&facts, &m->facts) != 0;
    snprintf(text, sizeof text, "means of up to %zu samples%s%s", m->rounds * m->max_seeds,
             were ? ", each " : "", were ? were : "");
    if (!part->has_samples && m->rounds * m->max_seeds > 1)
        facts_set_text(&facts, FACT_SAMPLES_ARE, text);
    build->has_failed |= facts.incomplete;
    mat_facts_add(build, &part->about, MAT_LAYOUT_FACTS, &facts);
    facts_release(&facts);

    add_struct(build, &part->about, MAT_LAYOUT_PARAMETERS, &part->parameters);
    add_struct(build, &part->about, MAT_LAYOUT_LIBRARIES, &part->libraries);
    add_struct(build, &part->about, MAT_LAYOUT_MEASURES, &part->measures);
    mat_fields_add(build, &part->state->actions, variable, mat_fields_end(build, &part->about));
}

/* --- the file --- */

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for a MAT-file of so many samples");
}

static int begin(struct writing *writing, struct err *err) {
    struct state *state = calloc(1, sizeof *state);
    if (!state)
        return no_memory(err);
    writing->state = state;
    mat_build_begin(&state->build);
    snprintf(state->text, sizeof state->text, "benchmat %s: ", BENCHMAT_VERSION);
    mat_fields_reserve(&state->build, &state->variables, MAT_LAYOUT_ABOUT);
    return 0;
}

static int plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err) {
    struct state *state = writing->state;
    size_t used = strlen(state->text);
    (void)run;
    (void)err;
    snprintf(state->text + used, sizeof state->text - used, "%s%s", state->planned ? ", " : "",
             whole->name);
    state->planned++;
    return 0;
}

static int begin_file(struct writing *writing, struct err *err) {
    struct state *state = writing->state;
    if (state->is_begun)
        return 0;
    state->is_begun = 1;
    return mat_writer_begin(&state->out, writing->destination.file, MAT_V7, state->text, err);
}

/* Writes each field as a variable of its own. */
static int write_variables(struct state *state, const struct mat_fields *fields, struct err *err) {
    int rc = 0;
    for (size_t f = 0; rc == 0 && f < fields->names.count; f++)
        if (fields->items[f].class)
            rc = mat_writer_add(&state->out, fields->names.items[f], &fields->items[f], err);
    return rc;
}

static int write_struct(struct part *part, const char *variable, struct err *err) {
    struct mat_array action = mat_fields_end(&part->build, part->fields);
    return part->build.has_failed ? no_memory(err)
                                  : mat_writer_add(&part->state->out, variable, &action, err);
}

static int write_part(struct part *part, const struct run *run, struct err *err) {
    struct state *state = part->state;
    struct mat_fields own = {0};
    int is_alone = state->planned <= 1;
    const char *variable =
        mat_fields_reserve(&state->build, is_alone ? &own : &state->variables, part->m->name);
    struct mat_fields alone = {0};
    part->fields = &alone;
    if (is_alone)
        mat_fields_reserve(&part->build, part->fields, MAT_LAYOUT_ABOUT);

    const struct measurement *m = part->m;
    mat_fields_add(&part->build, part->fields, MAT_LAYOUT_SIZES,
                   build_whole(&part->build, m->sizes, m->points));
    mat_fields_add(&part->build, part->fields, MAT_LAYOUT_SEEDS,
                   build_whole(&part->build, m->seeds, m->points));
    mat_fields_reserve(&part->build, part->fields, MAT_LAYOUT_DETAILS);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *values = measurement_term_values(m, &measurement_terms[i]);
        if (values)
            mat_fields_add(&part->build, part->fields, measurement_terms[i].name,
                           build_column(&part->build, values, m->points));
    }

    struct mat_build *build = &part->state->build;
    for (size_t k = 0; k < part->m->parameter_count; k++) {
        const struct parameter *parameter = &part->m->parameters[k];
        const char *parameters_variable =
            mat_fields_add(&part->build, part->fields, parameter->name,
                           build_column(&part->build, parameter->values, part->m->points));
        if (parameters_variable)
            mat_fields_add(build, &part->parameters, parameters_variable,
                           mat_build_text(build, parameter->name));
    }

    name_measures(part);
    add_libraries(part);

    /* Sets the field that was reserved for `details`. */
    struct mat_fields *fields = part->fields;
    if (part->details.names.count) {
        struct mat_array details = mat_fields_end(&part->build, &part->details);
        for (size_t f = 0; f < fields->names.count; f++)
            if (strcmp(fields->names.items[f], MAT_LAYOUT_DETAILS) == 0)
                fields->items[f] = details;
    }

    if (variable)
        describe(part, run, variable);
    int rc = part->build.has_failed || state->build.has_failed ? no_memory(err)
             : is_alone ? write_variables(state, part->fields, err)
                        : write_struct(part, variable, err);
    mat_fields_release(&own);
    mat_fields_release(&alone);
    return rc;
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    struct part part = {
        .state = writing->state, .m = m, .has_samples = writing->options->shape == WRITING_SAMPLES};
    int rc = begin_file(writing, err);
    if (rc)
        return rc;
    mat_build_begin(&part.build);
    rc = write_part(&part, run, err);
    struct mat_fields *const left[] = {&part.details, &part.about, &part.parameters,
                                       &part.libraries, &part.measures};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        mat_fields_release(left[i]);
    mat_build_release(&part.build);
    return rc;
}

static int end(struct writing *writing, struct err *err) {
    struct state *state = writing->state;
    struct mat_build *build = &state->build;
    struct mat_fields about = {0};
    int has_samples = writing->options->shape == WRITING_SAMPLES;
    mat_fields_add(build, &about, MAT_LAYOUT_VERSION, mat_build_real(build, 1));
    mat_fields_add(build, &about, MAT_LAYOUT_CREATOR,
                   mat_build_text(build, "benchmat " BENCHMAT_VERSION));
    mat_fields_add(build, &about, MAT_LAYOUT_HOLDS,
                   mat_build_text(build, has_samples ? MAT_LAYOUT_SAMPLES : MAT_LAYOUT_MEANS));
    add_struct(build, &about, MAT_LAYOUT_ACTIONS, &state->actions);
    struct mat_array whole = mat_fields_end(build, &about);
    return build->has_failed ? no_memory(err)
                             : mat_writer_add(&state->out, MAT_LAYOUT_ABOUT, &whole, err);
}

static void release(void *context) {
    struct state *state = context;
    if (!state)
        return;
    mat_writer_end(&state->out);
    mat_fields_release(&state->variables);
    mat_fields_release(&state->actions);
    mat_build_release(&state->build);
    free(state);
}

const struct format_writer mat_writer_of_runs = {
    .shapes = 1u << WRITING_SAMPLES,
    .has_mixed = 1,
    .begin = begin,
    .plan = plan,
    .add = add,
    .end = end,
    .release = release,
};

/* --- reading --- */

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return mat_recognises(head, n);
}

static int read_runs(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err) {
    struct mat_file file;
    struct mat_load load = {0};
    struct mat_variables variables = {0};
    const struct mat_origin origin = {source->path, file.text, options, &file.budget};
    int rc = mat_open(&file, source->path, source->text, source->length, options->memory, err);
    if (rc == 0)
        rc = mat_load(&file, 0, &load, err);
    if (rc == 0) {
        const char *path = source->path;
        for (size_t i = 0; rc == 0 && i < load.count; i++) {
            const struct mat_header *header = &load.items[i].header;
            rc =
                header->skipped
                    ? mat_variables_skip(&variables, header->name, header->skipped,
                                         *header->class_name ? header->class_name : NULL, path, err)
                    : mat_variables_add(&variables, header->name, &load.items[i].variable.array,
                                        path, err);
        }
    }
    if (rc == 0)
        rc = mat_variables_read(&variables, &origin, runs, err);
    mat_variables_release(&variables);
    mat_load_release(&load);
    mat_close(&file);
    return rc;
}

const struct format mat_format = {
    .name = "mat",
    .about = "MAT-files of MATLAB, Octave and SciPy: v4, v6, v7, v7.3",
    .extensions = "mat",
    .recognises = recognises,
    .read_runs = read_runs,
    .has_units = 1,
    .has_columns = 1,
    .writer = &mat_writer_of_runs,
};
