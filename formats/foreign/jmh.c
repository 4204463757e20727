/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh.c: reads what the Java Microbenchmark Harness writes with -rf json (OpenJDK, JMH 1.37, in
 * org/openjdk/jmh/results/format/JSONResultFormat.java).
 *
 * A file is one library, called "java" unless options->library names it; with another name, two
 * files of the same benchmarks can be compared. Each benchmark is an action with the same name,
 * followed by the mode if it was measured in several: "b.Axpy.run:thrpt". Each fork is a process of
 * its own, and so a round; its iterations are samples.
 *
 *     avgt, ss    a score is a time in its unit: "ns/op", ...
 *     thrpt       a score is a rate, "ops/ms", ..., of all threads together: the time is 1 / score,
 *                 and FACT_SAMPLES_ARE says so
 *     sample      rawDataHistogram has times and how often each occurred: four million samples at
 *                 most
 *
 * Params that are numbers, also "10K", are parameters; the size is options->size_param among them,
 * else what size_choice.h makes of all. A param that is not a number belongs to the library:
 * "results (impl=blas)". Threads are a parameter. A number may be written as a text, such as "NaN";
 * such a score was not measured. The reader refuses a negative or infinite score. If a benchmark
 * has no raw data, its score is its only sample (FACT_SAMPLES_ARE).
 *
 * The members that say how it was measured, "jvm", "warmupTime", ..., are facts "jmh_<name>", with
 * a line for each different value; so are the secondary metrics, "gc.alloc.rate", as
 * "jmh_secondary". */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "formats/json/json_read.h"

/* A few bytes of a histogram can stand for millions of samples. */
enum { NAME = 1024, MOST_PARAMETERS = 32, MOST_OF_HISTOGRAMS = 4000000 };

#define PREFIX "jmh_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *modes; /* the mode of each benchmark, or "" if it has several */
};

/* How scores become seconds. */
struct unit {
    int is_rate;
    double factor; /* units per second: seconds are time / factor, or 1 / (rate * factor) */
};

/* One benchmark of a file. */
struct benchmark {
    json_object *object, *metric;
    char action[NAME], library[NAME];
    struct import_builder_parameter parameters[MOST_PARAMETERS + 1];
    struct unit unit;
    struct import_builder_sample sample;
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

static int read_parameter(const struct results *results, struct benchmark *b, const char *name,
                          json_object *value, struct err *err) {
    struct import_builder_sample *sample = &b->sample;
    const char *text = json_object_get_string(value);
    double number;
    if (!text || !decimal_read_amount(text, strlen(text), &number) || !isfinite(number)) {
        add_to_library(b, name, text ? text : "null");
        return 0;
    }
    if (sample->parameter_count == MOST_PARAMETERS)
        return refuse(results, b, "too many parameters", err);
    b->parameters[sample->parameter_count++] = (struct import_builder_parameter){name, number};
    return 0;
}

static size_t find_parameter(const struct benchmark *b, const char *name) {
    size_t i = 0;
    while (i < b->sample.parameter_count && strcmp(b->parameters[i].name, name) != 0)
        i++;
    return i;
}

/* Takes the parameter that the user calls the size, if there is one; else all show which is. */
static int take_size(const struct results *results, struct benchmark *b, struct err *err) {
    struct import_builder_sample *sample = &b->sample;
    const char *wanted = results->options->size_param;
    size_t size = wanted ? find_parameter(b, wanted) : sample->parameter_count;
    int has_it = size < sample->parameter_count;
    if (wanted)
        import_builder_note_size(results->builder, sample->action, has_it);
    sample->size = sample->parameter_count ? IMPORT_BUILDER_ANY_SIZE : IMPORT_BUILDER_NO_SIZE;
    if (!has_it)
        return 0;
    if (!decimal_is_whole(b->parameters[size].value, &sample->size) || sample->size < 0)
        return refuse(results, b, "the size is not a whole number", err);
    sample->size_name = wanted;
    memmove(&b->parameters[size], &b->parameters[size + 1],
            (--sample->parameter_count - size) * sizeof *b->parameters);
    return 0;
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

/* Whether an iteration completed no operation. It has no time, and leaving it out would make the
 * benchmark look too fast. */
static int is_stuck(const struct unit *unit, double score) {
    return unit->is_rate && score == 0;
}

static double seconds_of(const struct unit *unit, double score) {
    if (is_stuck(unit, score))
        return NAN;
    return unit->is_rate ? 1 / (score * unit->factor) : score / unit->factor;
}

static int add_score(const struct results *results, struct benchmark *b, json_object *value,
                     struct err *err) {
    double score;
    if (!read_score(value, &score))
        return refuse(results, b, "a score is not a number", err);
    if (score < 0 || isinf(score))
        return refuse(results, b, "a score is negative or has no end", err);
    b->sample.seconds = seconds_of(&b->unit, score);
    b->sample.status = is_stuck(&b->unit, score) ? CELL_FAILED : CELL_OK;
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
            for (double j = 0; entry_rc == 0 && j < count; j++)
                entry_rc = add_score(results, b, json_object_array_get_idx(entry, 0), err);
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
        if (!json_object_is_type(iterations, json_type_array))
            return refuse(results, b, "its raw data have no list for each fork", err);
        for (size_t i = 0; rc == 0 && i < json_object_array_length(iterations); i++)
            rc = add(results, b, json_object_array_get_idx(iterations, i), err);
    }
    return rc;
}

static int add_scores(const struct results *results, struct benchmark *b, struct err *err) {
    const char *unit = json_text_string(b->metric, "scoreUnit");
    if (!b->metric || !read_unit(unit, &b->unit))
        return refuse(results, b, "the unit of its score is neither a time nor a rate", err);
    b->sample.samples_are = b->unit.is_rate ? "1 over a rate" : NULL;
    json_object *raw = json_text_member(b->metric, "rawData", json_type_array);
    json_object *histogram = json_text_member(b->metric, "rawDataHistogram", json_type_array);
    if (raw && json_object_array_length(raw))
        return add_forks(results, b, raw, add_score, err);
    if (histogram && json_object_array_length(histogram))
        return add_forks(results, b, histogram, add_histogram, err);

    json_object *score = NULL;
    b->sample.samples_are = b->unit.is_rate ? "1 over a mean rate" : "means";
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
        json_object *threads = json_text_member(b.object, "threads", json_type_int);
        b.sample.parameters = b.parameters;
        if (params) {
            json_object_object_foreach(params, name, value) {
                if (rc == 0)
                    rc = read_parameter(results, &b, name, value, err);
            }
        }
        if (rc == 0)
            rc = take_size(results, &b, err);
        b.parameters[b.sample.parameter_count++] = (struct import_builder_parameter){
            FACT_THREADS, threads ? (double)json_object_get_int64(threads) : 1};
    }
    rc = rc ? rc : add_scores(results, &b, err);
    if (rc == 0) {
        static const char *const elsewhere[] = {"benchmark", "mode",          "params",
                                                "threads",   "primaryMetric", "secondaryMetrics"};
        json_object_object_foreach(b.object, key, value) {
            int is_elsewhere = 0;
            for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
                is_elsewhere |= strcmp(elsewhere[i], key) == 0;
            if (!is_elsewhere)
                json_facts_join(&results->builder->facts, PREFIX, key, value);
        }

        json_object *metrics = json_text_member(b.object, "secondaryMetrics", json_type_object);
        char line[2 * NAME];
        if (metrics) {
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

static int read_jmh(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    int rc = read_all(&results, root, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"jmhVersion\"") ||
           (foreign_has(head, n, "\"benchmark\"") && foreign_has(head, n, "\"mode\""));
}

const struct format jmh_format = {
    .name = "jmh",
    .about = "Java Microbenchmark Harness: -rf json",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_jmh,
};
