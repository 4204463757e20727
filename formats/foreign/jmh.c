/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh.c: reads what the Java Microbenchmark Harness writes with -rf json, csv or scsv (OpenJDK, JMH
 * 1.37, in org/openjdk/jmh/results/format/JSONResultFormat.java and XSVResultFormat.java), or
 * prints (jmh_text.h). A table has neither raw data nor what says how it was measured; its rows
 * become objects such as the JSON has, and a row "b.Axpy.run:gc.alloc.rate" a secondary metric of
 * that before it.
 *
 * A file is one library, called "java" unless options->library names it; with another name, two
 * files of the same benchmarks can be compared. Each benchmark is an action with the same name,
 * followed by the mode if it was measured in several: "b.Axpy.run:thrpt". Each fork is a process of
 * its own, and so a round; its iterations are samples.
 *
 *     avgt, ss    a score is a time in its unit: "ns/op", ...
 *     thrpt       a score is a rate, "ops/ms", ..., of all threads together, which stands in the
 *                 place of times (FACT_MEASURED)
 *     sample      rawDataHistogram has times and how often each occurred: four million samples at
 *                 most
 *
 * A benchmark called "benchmat.ACTION" is one that jmh_write.c wrote: its params say the library,
 * the size, the type and the parameters, its secondary metrics the terms, and its scores are in
 * seconds or what was measured in their place, as they are.
 *
 * Params that are numbers, also "10K", are parameters; the size is options->size_param among them,
 * else what size_choice.h makes of all. A param that is not a number belongs to the library:
 * "results (impl=blas)". Threads are a parameter. A number may be written as a text, such as "NaN";
 * such a score was not measured. The reader refuses a negative or infinite score. If a benchmark
 * has no raw data, its score is its only sample (FACT_SAMPLES_ARE).
 *
 * The members that say how it was measured, "jvm", "warmupTime", ..., are facts "jmh_<name>", with
 * a line for each different value. The secondary metrics, "gc.alloc.rate", are kept as
 * other_numbers.h has it, and as the fact "jmh_secondary". */
#include "formats/foreign/jmh.h"
#include "formats/foreign/jmh_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/harness/csv_rows.h"
#include "formats/harness/other_numbers.h"
#include "formats/harness/parameters.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"

/* A few bytes of a histogram can stand for millions of samples. */
enum {
    NAME = 2048,
    MOST_OF_HISTOGRAMS = 4000000,
    MOST_ROWS = 200000, /* of a table */
};

#define PREFIX "jmh_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *modes; /* the mode of each benchmark, or "" if it has several */
};

/* How scores become seconds, or operations per second. */
struct unit {
    int is_rate;
    double factor; /* units per second: seconds are time / factor; a rate is score * factor */
};

/* One benchmark of a file. */
struct benchmark {
    json_object *object, *metric;
    char action[NAME], library[NAME];
    struct parameters parameters;
    struct unit unit;
    size_t fork, iteration; /* that are read */
    struct import_builder_sample sample;
    int is_ours, is_paired, has_own_size;
    int64_t own_size;
    const struct jmh_unit *own_unit; /* NULL: the unit above */
    struct import_builder_detail detail;
};

static int refuse(const struct results *results, const struct benchmark *b, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: %s", results->builder->path,
                   b->sample.place, why);
}

/* --- names --- */

static int read_name(const struct results *results, struct benchmark *b, struct err *err) {
    const char *name = json_text_string(b->object, "benchmark");
    const char *mode = json_text_string(b->object, "mode");
    if (!name)
        return refuse(results, b, "it has no name", err);
    const char *known = json_text_string(results->modes, name);
    int has_several = known && !*known;
    b->is_ours = strncmp(name, JMH_PREFIX, strlen(JMH_PREFIX)) == 0 && name[strlen(JMH_PREFIX)];
    name += b->is_ours ? strlen(JMH_PREFIX) : 0;
    b->sample.control_of = b->is_ours ? json_text_string(b->object, JMH_CONTROL_OF) : NULL;
    b->is_paired = b->is_ours && json_text_member(b->object, JMH_PAIRED, json_type_boolean);
    snprintf(b->action, sizeof b->action, "%s%s%s", name, has_several ? ":" : "",
             has_several && mode ? mode : "");
    snprintf(b->library, sizeof b->library, "%s",
             results->options->library ? results->options->library : "java");
    b->sample.action = b->action;
    b->sample.library = b->library;
    return 0;
}

/* --- parameters --- */

static void add_to_library(struct benchmark *b, const char *name, const char *value) {
    size_t used = strlen(b->library);
    snprintf(b->library + used, sizeof b->library - used, " (%s=%s)", name, value);
}

/* Reads a param of a benchmark of ours that is no parameter; returns whether it is one. */
static int read_own_param(const struct results *results, struct benchmark *b, const char *name,
                          const char *text) {
    if (strcmp(name, JMH_LIBRARY) == 0 && *text) {
        if (results->options->library)
            add_to_library(b, name, text);
        else
            snprintf(b->library, sizeof b->library, "%s", text);
        return 1;
    }
    if (strcmp(name, JMH_TYPE) == 0 && strlen(text) == 1 && strchr(IMPORT_BUILDER_TYPES, *text)) {
        b->sample.type = *text;
        return 1;
    }
    if (strcmp(name, JMH_SIZE) != 0 || !decimal_read_whole(text, strlen(text), &b->own_size) ||
        b->own_size < 0)
        return 0;
    b->has_own_size = 1;
    return 1;
}

static int read_parameter(const struct results *results, struct benchmark *b, const char *name,
                          const char *text, struct err *err) {
    if (b->is_ours && text && read_own_param(results, b, name, text))
        return 0;
    if (b->is_ours && strncmp(name, JMH_PARAMETER_MARK, strlen(JMH_PARAMETER_MARK)) == 0)
        name += strlen(JMH_PARAMETER_MARK);
    return parameters_add(&b->parameters, name, text ? text : "null")
               ? 0
               : refuse(results, b, "too many parameters", err);
}

/* A benchmark of ours says its size and its threads itself. */
static int give_parameters(const struct results *results, struct benchmark *b, struct err *err) {
    struct import_builder_sample *sample = &b->sample;
    json_object *threads = json_text_member(b->object, "threads", json_type_int);
    int rc = parameters_give(&b->parameters, results->builder, results->options, sample, err);
    if (rc == 0 && b->is_ours && !sample->size_name)
        sample->size = b->has_own_size ? b->own_size : IMPORT_BUILDER_NO_SIZE;
    if (!b->is_ours)
        b->parameters.items[sample->parameter_count++] = (struct import_builder_parameter){
            .name = FACT_THREADS, .value = threads ? (double)json_object_get_int64(threads) : 1};
    return rc;
}

/* --- units of ours --- */

static const struct jmh_unit own_units[] = {
    {"seconds", "avgt", "s/op", offsetof(struct series, seconds)},
    {"rate", "thrpt", "ops/s", offsetof(struct series, rate)},
    {"byte_rate", "thrpt", "B/s", offsetof(struct series, byte_rate)},
};
enum { OWN_UNITS = sizeof own_units / sizeof *own_units };

const struct jmh_unit *jmh_unit_of(const char *measured) {
    for (size_t i = 0; i < OWN_UNITS; i++)
        if (strcmp(own_units[i].measured, measured) == 0)
            return &own_units[i];
    return NULL;
}

const struct jmh_unit *jmh_unit_called(const char *name) {
    for (size_t i = 0; i < OWN_UNITS; i++)
        if (strcmp(own_units[i].name, name) == 0)
            return &own_units[i];
    return NULL;
}

const double *jmh_results(const struct series *series, const struct jmh_unit *unit) {
    const double *results;
    memcpy(&results, (const char *)series + unit->offset, sizeof results);
    return results;
}

int jmh_param_is_taken(const char *name) {
    return strcmp(name, JMH_LIBRARY) == 0 || strcmp(name, JMH_SIZE) == 0 ||
           strcmp(name, JMH_TYPE) == 0 ||
           strncmp(name, JMH_PARAMETER_MARK, strlen(JMH_PARAMETER_MARK)) == 0;
}

/* --- scores --- */

static int read_unit(const char *text, struct unit *unit) {
    static const struct {
        const char *name;
        double per_second;
    } units[] = {{"ns", 1e9},       {"us", 1e6},        {"ms", 1e3},         {"s", 1},
                 {"min", 1 / 60.0}, {"hr", 1 / 3600.0}, {"day", 1 / 86400.0}};
    const char *slash = text ? strchr(text, '/') : NULL;
    if (!slash)
        return 0;
    unit->is_rate = strncmp(text, "ops/", 4) == 0;
    const char *name = unit->is_rate ? slash + 1 : text;
    size_t length = unit->is_rate ? strlen(name) : (size_t)(slash - text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length && strncmp(units[i].name, name, length) == 0) {
            unit->factor = units[i].per_second;
            return unit->is_rate || strcmp(slash, "/op") == 0;
        }
    return 0;
}

/* Reads a number, or a text such as "NaN". */
static int read_score(json_object *value, double *score) {
    const char *text =
        json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
    *score = NAN;
    if (!text)
        return json_text_number(value, score);
    return decimal_is_missing(text, strlen(text)) || decimal_read(text, strlen(text), score) ||
           strcmp(text, "-Infinity") == 0;
}

/* Takes the secondary metrics of the iteration that is read, or those of all where they have no raw
 * data, once. */
static void read_secondary(struct benchmark *b, struct other_numbers *numbers) {
    json_object *metrics = json_text_member(b->object, "secondaryMetrics", json_type_object);
    if (!metrics || b->is_ours)
        return;
    json_object_object_foreach(metrics, name, metric) {
        json_object *raw = json_text_member(metric, "rawData", json_type_array);
        json_object *fork = raw && b->fork < json_object_array_length(raw)
                                ? json_object_array_get_idx(raw, b->fork)
                                : NULL;
        json_object *value = NULL;
        double score;
        if (json_object_is_type(fork, json_type_array) &&
            b->iteration < json_object_array_length(fork))
            value = json_object_array_get_idx(fork, b->iteration);
        else if (!raw && !b->fork && !b->iteration)
            json_object_object_get_ex(metric, "score", &value);
        if (value && read_score(value, &score))
            other_numbers_add(numbers, name, json_text_string(metric, "scoreUnit"), score);
    }
}

/* Takes JMH's error of a score without raw data: half of an interval of 99.9 %. */
static void read_error(const struct benchmark *b, struct other_numbers *numbers) {
    json_object *member = NULL;
    double error;
    if (!json_object_object_get_ex(b->metric, "scoreError", &member) || !read_score(member, &error))
        return;
    int is_rate = b->unit.is_rate;
    other_numbers_add(numbers, "error_99.9", is_rate ? "1/s" : "s",
                      is_rate ? error * b->unit.factor : error / b->unit.factor);
}

static int add_score(const struct results *results, struct benchmark *b, json_object *value,
                     struct err *err) {
    double score;
    if (!read_score(value, &score))
        return refuse(results, b, "a score is not a number", err);
    if (score < 0 || isinf(score))
        return refuse(results, b, "a score is negative or has no end", err);
    struct other_numbers numbers = {.detail_count = 0};
    int is_rate = !b->own_unit && b->unit.is_rate;
    if (is_rate) { /* before all others: it stands in the place of times */
        other_numbers_add(&numbers, "rate", NULL, score * b->unit.factor);
        file_rates_call(&results->builder->rates, "ops/s", "ops/s");
    }
    if (!is_rate || !isnan(score))
        read_secondary(b, &numbers);
    if (b->sample.samples_are && !b->own_unit)
        read_error(b, &numbers);
    other_numbers_give(&numbers, &b->sample);
    b->sample.seconds = is_rate ? NAN : score / b->unit.factor;
    if (b->own_unit && strcmp(b->own_unit->measured, "seconds") == 0)
        b->sample.seconds = score;
    else if (b->own_unit) {
        b->detail.value = score;
        b->sample.seconds = NAN;
        b->sample.details = &b->detail;
        b->sample.detail_count = 1;
        return import_builder_add(results->builder, &b->sample, err);
    }
    /* An iteration that ended no operation has no ratio to others. */
    b->sample.status = is_rate && score == 0 ? CELL_FAILED : CELL_OK;
    if (b->sample.status != CELL_OK) {
        char line[NAME + 64];
        snprintf(line, sizeof line, "%s: an iteration ended no operation", b->action);
        json_facts_join_line(&results->builder->facts, PREFIX, "errors", line);
    }
    return import_builder_add(results->builder, &b->sample, err);
}

static int add_histogram(const struct results *results, struct benchmark *b, json_object *entries,
                         struct err *err) {
    int rc = 0;
    if (!json_object_is_type(entries, json_type_array))
        return refuse(results, b, "its histogram is not a list", err);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(entries); i++) {
        /* an entry: [time, how often] */
        json_object *entry = json_object_array_get_idx(entries, i);
        double count;
        int entry_rc = 0;
        if (!json_object_is_type(entry, json_type_array) || json_object_array_length(entry) != 2 ||
            !json_text_number(json_object_array_get_idx(entry, 1), &count) ||
            !(count >= 0 && count == floor(count)))
            rc = refuse(results, b, "an entry of its histogram is not a time and count", err);
        else if ((double)results->builder->sample_count + count > MOST_OF_HISTOGRAMS)
            rc = refuse(results, b, "its histograms have more than four million samples", err);
        else {
            for (double j = 0; entry_rc == 0 && j < count; j++) {
                entry_rc = add_score(results, b, json_object_array_get_idx(entry, 0), err);
                b->iteration = SIZE_MAX; /* its secondary metrics are told once */
            }
            rc = entry_rc;
        }
    }
    return rc;
}

/* RAW has a list of iterations for each fork; calls ADD for each iteration. */
static int add_forks(const struct results *results, struct benchmark *b, json_object *raw,
                     int (*add)(const struct results *, struct benchmark *, json_object *,
                                struct err *),
                     struct err *err) {
    int rc = 0;
    for (size_t fork = 0; rc == 0 && fork < json_object_array_length(raw); fork++) {
        json_object *iterations = json_object_array_get_idx(raw, fork);
        b->sample.round = (int64_t)fork;
        b->fork = fork;
        b->sample.is_paired = b->is_paired;
        if (!json_object_is_type(iterations, json_type_array))
            return refuse(results, b, "its raw data have no list for each fork", err);
        for (size_t i = 0; rc == 0 && i < json_object_array_length(iterations); i++) {
            b->iteration = i;
            b->sample.seed = b->is_paired ? (int64_t)i : IMPORT_BUILDER_NEXT;
            rc = add(results, b, json_object_array_get_idx(iterations, i), err);
        }
    }
    return rc;
}

/* What a call of a benchmark of ours does. */
static int read_own_terms(const struct results *results, struct benchmark *b, struct err *err) {
    json_object *metrics = json_text_member(b->object, "secondaryMetrics", json_type_object);
    for (size_t t = 0; metrics && t < MEASUREMENT_TERMS; t++) {
        json_object *metric =
            json_text_member(metrics, measurement_terms[t].name, json_type_object);
        if (metric && !json_text_number_or_nan(metric, "score", &b->sample.terms[t]))
            return refuse(results, b, "the work of a call is not a number", err);
    }
    return 0;
}

/* What is measured in a benchmark of ours. */
static void read_own_unit(struct benchmark *b, const char *unit) {
    b->own_unit = unit ? jmh_unit_called(unit) : NULL;
    for (size_t d = 0; b->own_unit && d < DETAILS; d++)
        if (strcmp(series_details[d].name, b->own_unit->measured) == 0)
            b->detail.detail = &series_details[d];
}

static int add_scores(const struct results *results, struct benchmark *b, struct err *err) {
    const char *unit = json_text_string(b->metric, "scoreUnit");
    if (b->is_ours)
        read_own_unit(b, unit);
    if (!b->metric || (!b->own_unit && !read_unit(unit, &b->unit)))
        return refuse(results, b, "the unit of its score is neither a time nor a rate", err);
    b->sample.samples_are = NULL;
    json_object *raw = json_text_member(b->metric, "rawData", json_type_array);
    json_object *histogram = json_text_member(b->metric, "rawDataHistogram", json_type_array);
    if (raw && json_object_array_length(raw))
        return add_forks(results, b, raw, add_score, err);
    if (histogram && json_object_array_length(histogram))
        return add_forks(results, b, histogram, add_histogram, err);

    json_object *score = NULL;
    b->sample.samples_are = "means";
    if (!json_object_object_get_ex(b->metric, "score", &score))
        return refuse(results, b, "neither raw data nor a score", err);
    return add_score(results, b, score, err);
}

/* --- all benchmarks --- */

static int add_benchmark(const struct results *results, json_object *object, size_t entry,
                         struct err *err) {
    struct benchmark b = {.object = object,
                          .metric = json_text_member(object, "primaryMetric", json_type_object),
                          .sample = {.seed = IMPORT_BUILDER_NEXT,
                                     .seconds = NAN,
                                     .cpu_seconds = NAN,
                                     .calls = -1,
                                     .place = entry,
                                     .entry = entry}};
    if (!json_object_is_type(object, json_type_object))
        return refuse(results, &b, "no object", err);
    int rc = read_name(results, &b, err);
    if (!rc) {
        json_object *params = json_text_member(b.object, "params", json_type_object);
        if (params) {
            json_object_object_foreach(params, name, value) {
                if (rc == 0)
                    rc = read_parameter(results, &b, name, json_object_get_string(value), err);
            }
        }
        if (*b.parameters.variant)
            snprintf(b.library + strlen(b.library), sizeof b.library - strlen(b.library), " (%s)",
                     b.parameters.variant);
        rc = rc ? rc : give_parameters(results, &b, err);
    }
    if (rc == 0 && b.is_ours)
        rc = read_own_terms(results, &b, err);
    rc = rc ? rc : add_scores(results, &b, err);
    if (rc == 0) {
        static const char *const elsewhere[] = {
            "benchmark", "mode",         "params",        "threads",
            JMH_PAIRED,  JMH_CONTROL_OF, "primaryMetric", "secondaryMetrics"};
        json_object_object_foreach(b.object, key, value) {
            int is_elsewhere = 0;
            for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
                is_elsewhere |= strcmp(elsewhere[i], key) == 0;
            if (!is_elsewhere)
                json_facts_join(&results->builder->facts, PREFIX, key, value);
        }

        json_object *metrics = json_text_member(b.object, "secondaryMetrics", json_type_object);
        char line[2 * NAME];
        if (metrics && !b.is_ours) {
            json_object_object_foreach(metrics, name, metric) {
                json_object *score = NULL;
                const char *unit = json_text_string(metric, "scoreUnit");
                if (!json_object_is_type(metric, json_type_object) ||
                    !json_object_object_get_ex(metric, "score", &score))
                    continue;
                snprintf(line, sizeof line, "%s: %s %s %s", b.action, name,
                         json_object_get_string(score), unit ? unit : "");
                json_object *text = json_object_new_string(line);
                json_facts_join(&results->builder->facts, PREFIX, "secondary", text);
                json_object_put(text);
            }
        }
    }
    return rc;
}

static int read_all(struct results *results, json_object *root, struct err *err) {
    int rc = 0;
    if (!json_object_is_type(root, json_type_array))
        return err_set(err, ERR_DAMAGED, "%s: no list of benchmarks", results->builder->path);
    results->modes = json_object_new_object();
    if (!results->modes)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", results->builder->path);
    for (size_t i = 0; i < json_object_array_length(root); i++) {
        json_object *object = json_object_array_get_idx(root, i);
        const char *name = json_text_string(object, "benchmark");
        const char *mode = json_text_string(object, "mode");
        if (name && mode) {
            const char *known = json_text_string(results->modes, name);
            if (!known || strcmp(known, mode) != 0)
                json_object_object_add(results->modes, name,
                                       json_object_new_string(known ? "" : mode));
        }
    }
    for (size_t i = 0; rc == 0 && i < json_object_array_length(root); i++)
        rc = add_benchmark(results, json_object_array_get_idx(root, i), i + 1, err);
    json_object_put(results->modes);
    return rc;
}

/* --- tables --- */

/* Writes TEXT, in which a comma may be the decimal mark, as a number of JSON, else as a text. */
static json_object *number_of(const char *text) {
    char copy[64];
    double number;
    snprintf(copy, sizeof copy, "%s", text);
    char *comma = strchr(copy, ',');
    if (comma)
        *comma = '.';
    return decimal_read(copy, strlen(copy), &number) && isfinite(number)
               ? json_object_new_double(number)
               : json_object_new_string(text);
}

static json_object *metric_of(const struct csv_rows *rows) {
    json_object *metric = json_object_new_object();
    const char *error = csv_rows_field(rows, "Score Error (99.9%)");
    error = *error ? error : csv_rows_field(rows, "Score Error (99,9%)");
    json_object_object_add(metric, "score", number_of(csv_rows_field(rows, "Score")));
    json_object_object_add(metric, "scoreError", number_of(error));
    json_object_object_add(metric, "scoreUnit",
                           json_object_new_string(csv_rows_field(rows, "Unit")));
    return metric;
}

static json_object *benchmark_of(const struct csv_rows *rows) {
    static const char mark[] = "Param: ";
    json_object *benchmark = json_object_new_object(), *params = json_object_new_object();
    int64_t threads = 1;
    const char *text = csv_rows_field(rows, "Threads");
    decimal_read_whole(text, strlen(text), &threads);
    json_object_object_add(benchmark, "benchmark",
                           json_object_new_string(csv_rows_field(rows, "Benchmark")));
    json_object_object_add(benchmark, "mode", json_object_new_string(csv_rows_field(rows, "Mode")));
    json_object_object_add(benchmark, "threads", json_object_new_int64(threads));
    json_object_object_add(benchmark, "primaryMetric", metric_of(rows));
    json_object_object_add(benchmark, "secondaryMetrics", json_object_new_object());
    json_object_object_add(benchmark, "params", params);
    for (size_t c = 0; c < rows->count && c < rows->record.count; c++)
        if (strncmp(rows->columns[c], mark, strlen(mark)) == 0 && *rows->record.fields[c])
            json_object_object_add(params, rows->columns[c] + strlen(mark),
                                   json_object_new_string(rows->record.fields[c]));
    return benchmark;
}

/* Makes the list of benchmarks, ROOT, of a table. */
static int read_table(json_object *root, struct csv_rows *rows, struct err *err) {
    json_object *last = NULL;
    int more = 1;
    while (more == 1 && (more = csv_rows_next(rows, err)) == 1) {
        const char *name = csv_rows_field(rows, "Benchmark"), *colon = strchr(name, ':');
        const char *primary = json_text_string(last, "benchmark");
        if (rows->record.count > rows->count)
            more = err_set(err, ERR_DAMAGED,
                           "%s: line %zu: %zu fields, where the header has %zu, as numbers with "
                           "decimal commas make them; give JMH -rf json or scsv",
                           rows->table.path, csv_rows_line(rows), rows->record.count, rows->count);
        else if (json_object_array_length(root) >= MOST_ROWS)
            more = err_set(err, ERR_DAMAGED, "%s: more benchmarks than are read", rows->table.path);
        else if (colon && primary && strlen(primary) == (size_t)(colon - name) &&
                 strncmp(primary, name, strlen(primary)) == 0)
            json_object_object_add(json_text_member(last, "secondaryMetrics", json_type_object),
                                   colon + 1, metric_of(rows));
        else
            json_object_array_add(root, last = benchmark_of(rows));
    }
    return more;
}

/* Whether the first of N bytes are the header of a table. */
static int is_table(const char *head, size_t n) {
    const char *end = memchr(head, '\n', n);
    size_t length = end ? (size_t)(end - head) : n;
    return length && (*head == '"' || *head == 'B') && foreign_has(head, length, "Benchmark") &&
           foreign_has(head, length, "Mode") && foreign_has(head, length, "Score Error (99");
}

static json_object *parse(const struct source *source, struct err *err) {
    struct csv_rows rows;
    const int is_text = jmh_text_is(source->text, source->length);
    int rc = 0;
    if (!is_text && !is_table(source->text, source->length))
        return json_text_parse(source, err);
    json_object *root = json_object_new_array();
    if (is_text)
        rc = jmh_text_read(root, source, err);
    else {
        rc = csv_rows_begin(&rows, source, 0, err);
        rc = rc ? rc : read_table(root, &rows, err);
        csv_rows_end(&rows);
    }
    if (rc == 0)
        return root;
    json_object_put(root);
    return NULL;
}

static int read_jmh(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    json_object *root = parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    int rc = read_all(&results, root, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return is_table(head, n) || jmh_text_is(head, n) || foreign_has(head, n, "\"jmhVersion\"") ||
           (foreign_has(head, n, "\"benchmark\"") && foreign_has(head, n, "\"mode\""));
}

static int may_lack_times(const char *head, size_t n) {
    return foreign_has(head, n, "\"thrpt\"") || foreign_has(head, n, " thrpt ");
}

const struct format jmh_format = {
    .name = "jmh",
    .about = "Java Microbenchmark Harness: -rf json, csv, scsv or text",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_jmh,
    .may_lack_times = may_lack_times,
    .writer = &jmh_writer,
};
