/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/benchmat_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/json/json_read.h"
#include "formats/model/measures.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"

/* Where in a file something is, for messages. */
struct place {
    const char *path;
    const char *run, *action, *library; /* NULL outside one */
};

__attribute__((format(printf, 3, 4))) static int refuse(const struct place *place, struct err *err,
                                                        const char *format, ...) {
    char why[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return err_set(err, ERR_DAMAGED, "%s: %s%s%s%s%s%s%s", place->path,
                   place->run ? place->run : "", place->action ? ", " : "",
                   place->action ? place->action : "", place->library ? ", " : "",
                   place->library ? place->library : "", place->run ? ": " : "", why);
}

static int no_memory(const struct place *place, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", place->path);
}

/* --- facts --- */

/* Puts PREFIX before the uuid: what was computed from a run is not that run. */
static int read_facts(const struct place *place, json_object *owner, const char *prefix,
                      struct facts *facts, struct err *err) {
    json_object *object = json_text_member(owner, "facts", json_type_object);
    if (object) {
        json_object_object_foreach(object, name, value) {
            if (json_object_is_type(value, json_type_array) ||
                json_object_is_type(value, json_type_object))
                return refuse(place, err, "the fact \"%.60s\" is neither text nor number", name);
            json_facts_add(facts, strcmp(name, FACT_UUID) == 0 ? prefix : "", name, value);
        }
    }
    return facts->incomplete ? no_memory(place, err) : 0;
}

/* --- arrays --- */

static size_t length_of(json_object *array) {
    return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : SIZE_MAX;
}

/* Reads a number, or null as MISSING. Returns 0 if VALUE is neither. */
static int read_real(json_object *value, double missing, double *number) {
    *number = missing;
    return !value || json_text_number(value, number);
}

static int read_integer(json_object *value, int64_t missing, int64_t *number) {
    *number = missing;
    if (!value)
        return 1;
    double real;
    return json_text_number(value, &real) && decimal_is_whole(real, number);
}

/* An array of a measurement: its dimensions, the last changing fastest, and where its numbers go.
 */
struct target {
    const char *name;
    size_t dimensions[4], depth;
    double *reals; /* or these are NULL, and */
    int64_t *integers;
};

/* Whether ARRAY has DEPTH DIMENSIONS. Nothing is allocated before it has. */
static int has_shape(json_object *array, const size_t *dimensions, size_t depth) {
    if (!depth)
        return 1;
    if (length_of(array) != *dimensions)
        return 0;
    for (size_t i = 0; i < *dimensions; i++)
        if (!has_shape(json_object_array_get_idx(array, i), dimensions + 1, depth - 1))
            return 0;
    return 1;
}

/* Takes the numbers in VALUE, which has DEPTH DIMENSIONS, from number AT of TARGET on; returns how
 * many, or SIZE_MAX if something is none. */
static size_t take_numbers(json_object *value, const struct target *target,
                           const size_t *dimensions, size_t depth, size_t at) {
    size_t taken = 0, more = 0;
    if (!depth)
        return (target->reals ? read_real(value, NAN, target->reals + at)
                              : read_integer(value, -1, target->integers + at))
                   ? 1
                   : SIZE_MAX;
    for (size_t i = 0; i < *dimensions; i++) {
        more = take_numbers(json_object_array_get_idx(value, i), target, dimensions + 1, depth - 1,
                            at + taken);
        if (more == SIZE_MAX)
            return more;
        taken += more;
    }
    return taken;
}

static int read_array(const struct place *place, json_object *array, const struct target *target,
                      struct err *err) {
    if (!has_shape(array, target->dimensions, target->depth))
        return refuse(place, err, "\"%s\" does not have the shape that the measurement says",
                      target->name);
    if (take_numbers(array, target, target->dimensions, target->depth, 0) == SIZE_MAX)
        return refuse(place, err, "something in \"%s\" is no number", target->name);
    return 0;
}

static json_object *member(json_object *object, const char *key) {
    json_object *value = NULL;
    return json_object_object_get_ex(object, key, &value) ? value : NULL;
}

/* --- libraries --- */

static struct target samples_target(const struct measurement *m, const char *name,
                                    enum detail_shape shape) {
    static const size_t depths[] = {[PER_POINT] = 1, [PER_SAMPLE] = 3, [PER_THREAD] = 4};
    return (struct target){.name = name,
                           .dimensions = {m->points, m->rounds, m->max_seeds, m->team},
                           .depth = depths[shape]};
}

static int read_status(const struct place *place, json_object *library, struct measurement *m,
                       struct series *series, struct err *err) {
    json_object *array = member(library, "status");
    if (length_of(array) != m->points)
        return refuse(place, err, "\"status\" does not have a word for each of %zu points",
                      m->points);
    for (size_t p = 0; p < m->points; p++) {
        json_object *word = json_object_array_get_idx(array, p);
        int status = 0;
        while (status < CELL_STATUSES &&
               (!json_object_is_type(word, json_type_string) ||
                strcmp(json_object_get_string(word), cell_status_name(status)) != 0))
            status++;
        if (status == CELL_STATUSES)
            return refuse(place, err, "\"status\" has a word that is none");
        series->status[p] = status;
    }
    return 0;
}

/* Reads ARRAY, which the file calls NAME. */
static int read_detail(const struct place *place, json_object *array, const char *name,
                       const struct series_detail *detail, struct measurement *m,
                       struct series *series, struct err *err) {
    struct target target = samples_target(m, name, detail->shape);
    if (!has_shape(array, target.dimensions, target.depth) ||
        (detail->shape == PER_THREAD && !m->team))
        return refuse(place, err, "\"%.60s\" does not have the shape that the measurement says",
                      name);
    int rc = measurement_add_detail(m, series, detail->name, err);
    void *values = series_detail_values(series, detail);
    if (rc == 0 && !values)
        rc = no_memory(place, err);
    *(detail->type == DETAIL_REAL ? (void **)&target.reals : (void **)&target.integers) = values;
    return rc ? rc : read_array(place, array, &target, err);
}

/* Details that are not known here may be of a newer version. */
static int read_details(const struct place *place, json_object *library, struct measurement *m,
                        struct series *series, struct err *err) {
    json_object *details = json_text_member(library, "details", json_type_object);
    int rc = 0;
    for (size_t d = 0; d < DETAILS && details && rc == 0; d++) {
        json_object *array = member(details, series_details[d].name);
        if (array && strcmp(series_details[d].name, "status") != 0)
            rc = read_detail(place, array, series_details[d].name, &series_details[d], m, series,
                             err);
    }
    return rc;
}

/* Reads what FACT_MEASURES has names for. */
static int read_measures(const struct place *place, json_object *library, struct measurement *m,
                         struct series *series, struct err *err) {
    json_object *measures = json_text_member(library, "measures", json_type_object);
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    int rc = 0;
    for (size_t k = 0; measures && rc == 0 && measures_take(&list, &measure); k++) {
        json_object *array = member(measures, measure.name);
        if (array)
            rc = read_detail(place, array, measure.name, measures_detail(k), m, series, err);
    }
    return rc;
}

static int check_seconds(const struct place *place, const struct measurement *m,
                         const struct series *series, struct err *err) {
    size_t count = measurement_elements(m, PER_SAMPLE);
    for (size_t i = 0; i < count; i++)
        if (series->seconds[i] < 0 || isinf(series->seconds[i]))
            return refuse(place, err, "a time is negative or has no end");
    return 0;
}

static int read_library(struct place *place, json_object *library, struct measurement *m,
                        int are_means, struct err *err) {
    place->library = json_text_string(library, "name");
    if (!place->library)
        return refuse(place, err, "a library has no name");
    if (measurement_find(m, place->library))
        return refuse(place, err, "it is there twice");
    const char *key = are_means ? "mean" : "seconds";
    struct target target = samples_target(m, key, are_means ? PER_POINT : PER_SAMPLE);
    if (!has_shape(member(library, key), target.dimensions, target.depth))
        return refuse(place, err, "\"%s\" does not have the shape that the measurement says", key);
    struct series *series = measurement_add_series(m, place->library, err);
    if (!series)
        return ERR_FAILED;
    target.reals = series->seconds;
    int rc = read_facts(place, library, "", &series->facts, err);
    rc = rc ? rc : read_status(place, library, m, series, err);
    rc = rc ? rc : read_array(place, member(library, key), &target, err);
    rc = rc ? rc : check_seconds(place, m, series, err);
    rc = rc ? rc : read_details(place, library, m, series, err);
    rc = rc ? rc : read_measures(place, library, m, series, err);
    place->library = NULL;
    return rc;
}

/* --- measurements --- */

/* Returns a number of at least 1 and at most RUN_MAX_ELEMENTS; 0 if the member is none. */
static size_t read_count(json_object *object, const char *key) {
    json_object *value = json_text_member(object, key, json_type_int);
    int64_t number = value ? json_object_get_int64(value) : 0;
    return number > 0 && (uint64_t)number <= RUN_MAX_ELEMENTS ? (size_t)number : 0;
}

static int read_parameters(const struct place *place, json_object *object, struct measurement *m,
                           struct err *err) {
    json_object *parameters = json_text_member(object, "parameters", json_type_object);
    if (!parameters)
        return 0;
    json_object_object_foreach(parameters, name, values) {
        struct parameter *parameter = measurement_add_parameter(m, name, err);
        struct target target = {.name = name, .dimensions = {m->points}, .depth = 1};
        if (!parameter)
            return ERR_FAILED;
        target.reals = parameter->values;
        int rc = read_array(place, values, &target, err);
        if (rc)
            return rc;
    }
    return 0;
}

static int read_terms(const struct place *place, json_object *object, struct measurement *m,
                      struct err *err) {
    int rc = 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS && rc == 0; i++) {
        struct target target = {
            .name = measurement_terms[i].name, .dimensions = {m->points}, .depth = 1};
        json_object *values = member(object, target.name);
        if (!values)
            continue;
        target.reals = measurement_add_term(m, target.name, err);
        rc = target.reals ? read_array(place, values, &target, err) : ERR_FAILED;
    }
    return rc;
}

static int read_points(const struct place *place, json_object *object, struct measurement *m,
                       int are_means, struct err *err) {
    struct target sizes = {.name = "sizes",
                           .dimensions = {m->points},
                           .depth = 1,
                           .integers = m->sizes},
                  seeds = {
                      .name = "seeds", .dimensions = {m->points}, .depth = 1, .integers = m->seeds};
    int rc = read_array(place, member(object, "sizes"), &sizes, err);
    if (rc == 0 && !are_means)
        rc = read_array(place, member(object, "seeds"), &seeds, err);
    for (size_t p = 0; are_means && p < m->points; p++)
        m->seeds[p] = 1;
    if (rc == 0 && measurement_check_seeds(m, NULL))
        rc = refuse(place, err, "\"seeds\" has a number that is below 0 or above seeds_most");
    rc = rc ? rc : read_parameters(place, object, m, err);
    return rc ? rc : read_terms(place, object, m, err);
}

/* A summary has means in the place of samples: each is one. */
static int has_means(json_object *libraries) {
    json_object *first = libraries ? json_object_array_get_idx(libraries, 0) : NULL;
    return first && !member(first, "seconds") && member(first, "mean");
}

static int read_measurement(struct place *place, json_object *object, struct run *run,
                            struct err *err) {
    place->action = json_text_string(object, "action");
    if (!place->action)
        return refuse(place, err, "a measurement has no \"action\"");
    if (run_find(run, place->action))
        return refuse(place, err, "it is there twice");
    json_object *libraries = json_text_member(object, "libraries", json_type_array);
    size_t points = read_count(object, "points"), rounds = read_count(object, "rounds"),
           seeds = read_count(object, "seeds_most");
    if (!libraries || !json_object_array_length(libraries) || !points || !rounds || !seeds ||
        length_of(member(object, "sizes")) != points)
        return refuse(place, err,
                      "it lacks \"libraries\", or numbers of points, rounds and seeds that its "
                      "arrays have");
    int are_means = has_means(libraries);
    char means[SAMPLE_MEANS];
    struct measurement *m = run_add_measurement(run, place->action, points, are_means ? 1 : rounds,
                                                are_means ? 1 : seeds, err);
    size_t team = are_means ? 0 : read_count(object, "team");
    if (!m)
        return ERR_FAILED;
    int rc = team ? measurement_set_team(m, team, err) : 0;
    rc = rc ? rc : read_facts(place, object, "", &m->facts, err);
    rc = rc ? rc : read_points(place, object, m, are_means, err);
    if (rc == 0 && are_means)
        facts_set_text(&m->facts, FACT_SAMPLES_ARE,
                       sample_means_of(facts_text(&m->facts, FACT_SAMPLES_ARE, NULL), means));
    for (size_t l = 0; rc == 0 && l < json_object_array_length(libraries); l++)
        rc = read_library(place, json_object_array_get_idx(libraries, l), m, are_means, err);
    place->action = NULL;
    return rc;
}

/* --- runs --- */

static int read_run(struct place *place, json_object *object, struct runs *runs, struct err *err) {
    json_object *measurements = json_text_member(object, "measurements", json_type_array);
    const char *name = json_text_string(object, "name");
    if (!measurements || !json_object_array_length(measurements))
        return refuse(place, err, "a run has no \"measurements\"");
    struct run *run = run_new();
    if (!run || runs_add(runs, run) != 0)
        return no_memory(place, err);
    place->run = name && *name ? name : "a run";
    json_object *first = json_object_array_get_idx(measurements, 0);
    int are_means = first && has_means(json_text_member(first, "libraries", json_type_array));
    if (name && *name && !(run->name = strdup(name)))
        return no_memory(place, err);
    int rc = read_facts(place, object, are_means ? "json_" : "", &run->facts, err);
    for (size_t m = 0; rc == 0 && m < json_object_array_length(measurements); m++)
        rc = read_measurement(place, json_object_array_get_idx(measurements, m), run, err);
    place->run = NULL;
    return rc;
}

static int read_root(struct place *place, json_object *root, struct runs *runs, struct err *err) {
    const char *format = json_text_string(root, "format");
    json_object *all = json_text_member(root, "runs", json_type_array);
    if (!format || strcmp(format, BENCHMAT_JSON_NAME) != 0 || !all)
        return refuse(place, err, "no JSON that bench-store export wrote");
    if (read_count(root, "version") != BENCHMAT_JSON_VERSION)
        return refuse(place, err, "a version of the format that is not known here; version %d is",
                      BENCHMAT_JSON_VERSION);
    int rc = json_object_array_length(all) ? 0 : refuse(place, err, "no run is in it");
    for (size_t r = 0; rc == 0 && r < json_object_array_length(all); r++)
        rc = read_run(place, json_object_array_get_idx(all, r), runs, err);
    return rc;
}

int benchmat_json_read(struct runs *runs, const struct source *source,
                       const struct format_options *options, struct err *err) {
    struct place place = {.path = source->path};
    (void)options;
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    int rc = read_root(&place, root, runs, err);
    json_object_put(root);
    return rc;
}

int benchmat_json_recognises(const char *head, size_t n, const char *path) {
    static const char key[] = "\"format\"", name[] = "\"" BENCHMAT_JSON_NAME "\"";
    (void)path;
    size_t at = 0;
    while (at < n && strchr(" \t\r\n{", head[at]) && head[at])
        at++;
    return n - at >= sizeof key - 1 && memcmp(head + at, key, sizeof key - 1) == 0 &&
           memmem(head + at, n - at < 64 ? n - at : 64, name, sizeof name - 1) != NULL;
}
