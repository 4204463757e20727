/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmarkdotnet.c: reads what BenchmarkDotNet's JsonExporter.Full, .FullCompressed and .Brief
 * write (A. Akinshin and others, github.com/dotnet/BenchmarkDotNet;
 * src/BenchmarkDotNet/Exporters/Json).
 *
 * The methods of a class are compared: the class is the action and a method the library. Parameters
 * that are numbers are parameters, and others join the library, as does the job where there are
 * several: "Sum (Kind=list, .NET 8.0)". The results of the workload are samples, divided by their
 * operations; each launch is a process, and so a round. A brief file has no results: there its
 * original values, or else its mean, are the samples (FACT_SAMPLES_ARE). Metrics are kept as
 * other_numbers.h has it.
 *
 * A directory, such as BenchmarkDotNet.Artifacts/results, is one run of all such files in it; of
 * several of one class the one that tells most is read. HostEnvironmentInfo is facts
 * "benchmarkdotnet_<name>". */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/harness/directory_files.h"
#include "formats/harness/other_numbers.h"
#include "formats/harness/parameters.h"
#include "formats/json/json_read.h"

enum { NAME = 2048, MOST_LAUNCHES = 10000 };

#define PREFIX "benchmarkdotnet_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    size_t place; /* of the last benchmark, of all files */
    int jobs_vary;
};

static int refuse(const struct results *results, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: %s", results->builder->path,
                   results->place, why);
}

/* --- names --- */

/* Writes the job of "Class.Method: Job(Runtime=.NET 8.0) [N=100]". */
static void write_job(char job[NAME], json_object *benchmark) {
    const char *info = json_text_string(benchmark, "DisplayInfo");
    const char *begin = info ? strstr(info, ": ") : NULL;
    snprintf(job, NAME, "%s", begin ? begin + 2 : "");
    char *end = strstr(job, " [");
    if (end)
        *end = '\0';
}

static void note_jobs(struct results *results, json_object *benchmarks) {
    char first[NAME], job[NAME];
    for (size_t i = 0; i < json_object_array_length(benchmarks); i++) {
        write_job(i ? job : first, json_object_array_get_idx(benchmarks, i));
        results->jobs_vary |= i && strcmp(first, job) != 0;
    }
}

/* Takes "N=100, Kind=list", or with "&" between them, apart. The names point into TEXT. */
static int read_parameters(const struct results *results, struct parameters *parameters, char *text,
                           struct err *err) {
    while (text && *text) {
        char *comma = strstr(text, ", "), *amp = strchr(text, '&');
        char *end = amp && (!comma || amp < comma) ? amp : comma;
        char *next = end ? end + (*end == '&' ? 1 : 2) : NULL;
        if (end)
            *end = '\0';
        char *equals = strchr(text, '=');
        if (!equals || equals == text)
            return refuse(results, "a parameter has no name", err);
        *equals = '\0';
        if (!parameters_add(parameters, text, equals + 1))
            return refuse(results, "too many parameters", err);
        text = next;
    }
    return 0;
}

/* --- samples --- */

static int is_text(json_object *object, const char *key, const char *wanted) {
    const char *text = json_text_string(object, key);
    return text && strcmp(text, wanted) == 0;
}

/* Adds the results of the workload. Sets COUNT to how many there are. */
static int add_measurements(const struct results *results, struct import_builder_sample *sample,
                            json_object *measurements, size_t *count, struct err *err) {
    size_t all = measurements ? json_object_array_length(measurements) : 0;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < all; i++) {
        json_object *one = json_object_array_get_idx(measurements, i);
        json_object *launch = json_text_member(one, "LaunchIndex", json_type_int);
        double operations, nanoseconds;
        /* Before 0.11 the mode alone said it. */
        int is_old = !json_object_object_get_ex(one, "IterationStage", NULL);
        if (is_old ? !is_text(one, "IterationMode", "Result")
                   : !is_text(one, "IterationMode", "Workload") ||
                         !is_text(one, "IterationStage", "Result"))
            continue;
        if (!json_text_number_or_nan(one, "Operations", &operations) || !(operations >= 1) ||
            !json_text_number_or_nan(one, "Nanoseconds", &nanoseconds) || isnan(nanoseconds))
            return refuse(results, "a measurement has no operations and nanoseconds", err);
        int64_t number = launch ? json_object_get_int64(launch) : 1;
        if (number < 0 || number > MOST_LAUNCHES)
            return refuse(results, "a launch has no number", err);
        sample->round = number;
        sample->calls = operations < 0x1p53 ? (int64_t)operations : -1;
        sample->seconds = nanoseconds / operations / 1e9;
        rc = import_builder_add(results->builder, sample, err);
        other_numbers_take(sample);
        ++*count;
    }
    return rc;
}

/* Adds what the statistics have: the values, else the mean. */
static int add_statistics(const struct results *results, struct import_builder_sample *sample,
                          json_object *statistics, struct err *err) {
    json_object *values = json_text_member(statistics, "OriginalValues", json_type_array);
    size_t count = values ? json_object_array_length(values) : 0;
    double nanoseconds;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count; i++) {
        if (!json_text_number(json_object_array_get_idx(values, i), &nanoseconds))
            return refuse(results, "a value is not a number", err);
        sample->seconds = nanoseconds / 1e9;
        rc = import_builder_add(results->builder, sample, err);
        other_numbers_take(sample);
    }
    if (rc || count)
        return rc;
    sample->samples_are = "means";
    if (statistics &&
        (!json_text_number_or_nan(statistics, "Mean", &nanoseconds) || isnan(nanoseconds)))
        return refuse(results, "neither measurements nor a mean", err);
    sample->seconds = statistics ? nanoseconds / 1e9 : NAN;
    sample->status = statistics ? CELL_OK : CELL_FAILED;
    return import_builder_add(results->builder, sample, err);
}

static void read_metrics(json_object *benchmark, struct other_numbers *numbers) {
    json_object *metrics = json_text_member(benchmark, "Metrics", json_type_array);
    json_object *memory = json_text_member(benchmark, "Memory", json_type_object);
    size_t count = metrics ? json_object_array_length(metrics) : 0;
    double value;
    for (size_t i = 0; i < count; i++) {
        json_object *metric = json_object_array_get_idx(metrics, i);
        json_object *descriptor = json_text_member(metric, "Descriptor", json_type_object);
        const char *name = json_text_string(descriptor, "DisplayName");
        const char *unit = json_text_string(descriptor, "Unit");
        name = name ? name : json_text_string(descriptor, "Id");
        if (name && json_text_number_or_nan(metric, "Value", &value) && !isnan(value))
            other_numbers_add(numbers, name, unit && *unit ? unit : NULL, value);
    }
    if (!count && memory && json_text_number_or_nan(memory, "BytesAllocatedPerOperation", &value) &&
        !isnan(value))
        other_numbers_add(numbers, "Allocated", "B", value);
}

/* --- benchmarks --- */

static int add_benchmark(struct results *results, json_object *benchmark, struct err *err) {
    const struct format_options *options = results->options;
    const char *type = json_text_string(benchmark, "Type");
    const char *method = json_text_string(benchmark, "MethodTitle");
    const char *given = json_text_string(benchmark, "Parameters");
    char text[NAME], job[NAME] = "", library[2 * NAME];
    struct parameters parameters = {.count = 0};
    struct other_numbers numbers = {.detail_count = 0};
    results->place++;
    method = method ? method : json_text_string(benchmark, "Method");
    if (!type || !method)
        return refuse(results, "it has no type or method", err);
    struct import_builder_sample sample = {.action = type,
                                           .library = library,
                                           .seed = IMPORT_BUILDER_NEXT,
                                           .seconds = NAN,
                                           .cpu_seconds = NAN,
                                           .calls = -1,
                                           .place = results->place,
                                           .entry = results->place};
    snprintf(text, sizeof text, "%s", given ? given : "");
    int rc = read_parameters(results, &parameters, text, err);
    rc = rc ? rc : parameters_give(&parameters, results->builder, options, &sample, err);
    if (rc)
        return rc;
    if (results->jobs_vary)
        write_job(job, benchmark);
    int has_words = *parameters.variant || *job;
    snprintf(library, sizeof library, "%.900s%s%s%s%.900s%s", method, has_words ? " (" : "",
             parameters.variant, *parameters.variant && *job ? ", " : "", job,
             has_words ? ")" : "");
    read_metrics(benchmark, &numbers);
    other_numbers_give(&numbers, &sample);
    size_t count = 0;
    rc =
        add_measurements(results, &sample,
                         json_text_member(benchmark, "Measurements", json_type_array), &count, err);
    if (rc || count)
        return rc;
    return add_statistics(results, &sample,
                          json_text_member(benchmark, "Statistics", json_type_object), err);
}

static int read_file(struct results *results, const struct source *source, struct err *err) {
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *benchmarks = json_text_member(root, "Benchmarks", json_type_array);
    json_object *host = json_text_member(root, "HostEnvironmentInfo", json_type_object);
    struct facts *facts = &results->builder->facts;
    int rc = benchmarks ? 0
                        : err_set(err, ERR_DAMAGED, "%s: there is no array \"Benchmarks\" in it",
                                  source->path);
    facts_set_text(facts, FACT_CPU, json_text_string(host, "ProcessorName"));
    if (host) {
        json_object_object_foreach(host, key, value) {
            json_facts_add(facts, PREFIX, key, value);
        }
    }
    if (benchmarks)
        note_jobs(results, benchmarks);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(benchmarks); i++)
        rc = add_benchmark(results, json_object_array_get_idx(benchmarks, i), err);
    json_object_put(root);
    return rc;
}

static int read_benchmarkdotnet(struct import_builder *builder, const struct source *source,
                                const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    return read_file(&results, source, err);
}

/* --- directories --- */

/* The one that tells most first. */
static const char *const endings[] = {"-report-full.json", "-report-full-compressed.json",
                                      "-report-brief.json", "-report-brief-compressed.json"};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* Files of a directory by class: the best ending that each has. */
struct found {
    struct results *results;
    json_object *best; /* the number of its ending by the path before it */
};

/* Writes what stands before the ending of PATH to STEM, and returns the ending's number; ENDINGS if
 * PATH has none of them. */
static size_t ending_of(const char *path, char stem[NAME]) {
    size_t e = 0, length = strlen(path), end = 0;
    for (; e < ENDINGS; e++) {
        end = strlen(endings[e]);
        if (length > end && strcmp(path + length - end, endings[e]) == 0)
            break;
    }
    snprintf(stem, NAME, "%.*s", e < ENDINGS ? (int)(length - end) : 0, path);
    return e;
}

static int note_file(void *context, const char *path, struct err *err) {
    struct found *found = context;
    char stem[NAME];
    size_t ending = ending_of(path, stem);
    json_object *best = json_text_member(found->best, stem, json_type_int);
    (void)err;
    if (ending < ENDINGS && (!best || (size_t)json_object_get_int64(best) > ending))
        json_object_object_add(found->best, stem, json_object_new_int64((int64_t)ending));
    return 0;
}

static int read_found(void *context, const char *path, struct err *err) {
    struct found *found = context;
    char stem[NAME];
    struct source source;
    size_t ending = ending_of(path, stem);
    json_object *best = json_text_member(found->best, stem, json_type_int);
    if (ending == ENDINGS || !best || (size_t)json_object_get_int64(best) != ending)
        return 0;
    const char *directory = found->results->builder->path;
    int rc = source_read(&source, path, SOURCE_MOST_BYTES, err);
    found->results->builder->path = path;
    rc = rc ? rc : read_file(found->results, &source, err);
    found->results->builder->path = directory;
    source_release(&source);
    return rc;
}

static int is_benchmarkdotnet_directory(const char *path) {
    struct found found = {.best = json_object_new_object()};
    directory_files_each(path, 1, note_file, &found, NULL);
    int count = json_object_object_length(found.best);
    json_object_put(found.best);
    return count > 0;
}

static int read_directory(struct import_builder *builder, const char *path,
                          const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    struct found found = {.results = &results, .best = json_object_new_object()};
    builder->place_name = "benchmark";
    int rc = directory_files_each(path, 1, note_file, &found, err);
    rc = rc ? rc : directory_files_each(path, 1, read_found, &found, err);
    if (rc == 0 && json_object_object_length(found.best) == 0)
        rc = err_set(err, ERR_USAGE, "%s: no *-report-full.json of BenchmarkDotNet in it", path);
    json_object_put(found.best);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"HostEnvironmentInfo\"") ||
           foreign_has(head, n, "\"BenchmarkDotNetVersion\"");
}

const struct format benchmarkdotnet_format = {
    .name = "benchmarkdotnet",
    .about = "BenchmarkDotNet: *-report-full.json, or a directory of them",
    .extensions = "",
    .recognises = recognises,
    .read = read_benchmarkdotnet,
    .takes_directories = 1,
    .is_directory = is_benchmarkdotnet_directory,
    .read_directory = read_directory,
};
