/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asv.c: reads what airspeed velocity keeps of its runs (M. Droettboom, P. Virtanen and others,
 * github.com/airspeed-velocity/asv; docs/source/dev.rst, versions 1 and 2 of its files):
 *
 *     results/benchmarks.json                      units, and names of parameters
 *     results/<machine>/machine.json               the machine
 *     results/<machine>/<commit>-<environment>.json    the results of a commit
 *
 * Each of the last is a run, called after its file; a directory, results or that of a machine, is
 * read with all of them. A benchmark is an action of the library "python", or of options->library.
 * Its parameters that are numbers are parameters, and others join the library. The samples that asv
 * keeps (record_samples) are samples of one round; without them its result, a median, is the only
 * one (FACT_SAMPLES_ARE). A result of null is a benchmark that failed, and NaN one that was
 * skipped. What is no time, as of peakmem_ and track_, is kept as other_numbers.h has it. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "formats/harness/directory_files.h"
#include "formats/harness/other_numbers.h"
#include "formats/harness/parameters.h"
#include "formats/json/json_read.h"

enum { NAME = 2048, PATH = 4096, GIVEN_NAME = 32, MOST_COMBINATIONS = 1000000 };

#define PREFIX "asv_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *benchmarks; /* benchmarks.json; NULL: none */
    json_object *columns;    /* result_columns; NULL in version 1 */
    double started;          /* the first start in milliseconds; infinite: unknown */
    size_t place;
};

/* One benchmark of a file. */
struct benchmark {
    const char *name;
    json_object *value, *result, *params, *samples, *names;
    const char *unit;
    int is_time;
};

/* --- what it says of a benchmark --- */

/* Returns the member KEY of the result: of a list by the place of its column. */
static json_object *member(const struct results *results, json_object *value, const char *key) {
    json_object *found = NULL;
    size_t count = results->columns ? json_object_array_length(results->columns) : 0;
    if (json_object_is_type(value, json_type_object))
        json_object_object_get_ex(value, key, &found);
    for (size_t c = 0; json_object_is_type(value, json_type_array) && c < count; c++) {
        const char *column = json_object_get_string(json_object_array_get_idx(results->columns, c));
        if (column && strcmp(column, key) == 0)
            found = json_object_array_get_idx(value, c);
    }
    return found;
}

static json_object *list_or_null(json_object *value) {
    return json_object_is_type(value, json_type_array) ? value : NULL;
}

/* Returns the function of a benchmark, the "time_list" of "suite.Sort.time_list". */
static const char *function_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && dot[1] ? dot + 1 : name;
}

static int begins(const char *name, const char *word) {
    return strncmp(function_of(name), word, strlen(word)) == 0;
}

static void read_about(const struct results *results, struct benchmark *b) {
    json_object *about = json_text_member(results->benchmarks, b->name, json_type_object);
    const char *type = json_text_string(about, "type");
    b->names = json_text_member(about, "param_names", json_type_array);
    b->unit = json_text_string(about, "unit");
    b->is_time = b->unit ? strcmp(b->unit, "seconds") == 0
                 : type  ? strcmp(type, "time") == 0
                         : begins(b->name, "time_") || begins(b->name, "timeraw_");
}

/* --- combinations of parameters --- */

/* Writes the value that Python shows as TEXT: a text without its quotes. */
static void write_value(char value[NAME], const char *text) {
    size_t length = strlen(text);
    int is_quoted = length > 1 && (*text == '\'' || *text == '"') && text[length - 1] == *text;
    snprintf(value, NAME, "%.*s", (int)(is_quoted ? length - 2 : length), text + is_quoted);
}

/* Takes combination number I, of which the last parameter changes fastest. NAMES is room for the
 * names of those that have none. */
static int take_combination(struct parameters *parameters, const struct benchmark *b, size_t i,
                            char names[][GIVEN_NAME], size_t count) {
    size_t at[PARAMETERS_MOST];
    for (size_t k = count; k-- > 0;) {
        size_t length = json_object_array_length(json_object_array_get_idx(b->params, k));
        at[k] = i % length;
        i /= length;
    }
    for (size_t k = 0; k < count; k++) {
        char value[NAME];
        json_object *list = json_object_array_get_idx(b->params, k);
        json_object *name = b->names && k < json_object_array_length(b->names)
                                ? json_object_array_get_idx(b->names, k)
                                : NULL;
        const char *text = json_object_get_string(json_object_array_get_idx(list, at[k]));
        snprintf(names[k], sizeof names[k], "param%zu", k + 1);
        write_value(value, text ? text : "None");
        if (!parameters_add(parameters, name ? json_object_get_string(name) : names[k], value))
            return 0;
    }
    return 1;
}

/* Returns how many combinations there are; 0 if they are more than are read, or damaged. */
static size_t count_combinations(const struct benchmark *b) {
    size_t count = b->params ? json_object_array_length(b->params) : 0, all = 1;
    for (size_t k = 0; k < count; k++) {
        json_object *list = list_or_null(json_object_array_get_idx(b->params, k));
        size_t length = list ? json_object_array_length(list) : 0;
        if (count > PARAMETERS_MOST || !length || all > MOST_COMBINATIONS / length)
            return 0;
        all *= length;
    }
    return all;
}

/* --- samples --- */

static int refuse(const struct results *results, const struct benchmark *b, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s: %s", results->builder->path, b->name, why);
}

/* Adds the sample that RESULT is; what is no time goes into the numbers beside it. */
static int add_result(const struct results *results, const struct benchmark *b,
                      struct import_builder_sample *sample, json_object *result, struct err *err) {
    struct other_numbers numbers = {.detail_count = 0};
    double value = NAN;
    if (result && !json_text_number(result, &value))
        return refuse(results, b, "a result is not a number", err);
    sample->samples_are = "medians";
    sample->status = !result ? CELL_FAILED : isnan(value) ? CELL_NOT_MEASURED : CELL_OK;
    if (b->is_time)
        sample->seconds = value;
    else if (!isnan(value))
        other_numbers_add(&numbers,
                          begins(b->name, "peakmem_") ? "max_memory" : function_of(b->name),
                          b->unit                       ? b->unit
                          : begins(b->name, "peakmem_") ? "bytes"
                                                        : NULL,
                          value);
    other_numbers_give(&numbers, sample);
    return import_builder_add(results->builder, sample, err);
}

static int add_samples(const struct results *results, const struct benchmark *b,
                       struct import_builder_sample *sample, json_object *samples,
                       struct err *err) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < json_object_array_length(samples); i++) {
        if (!json_text_number(json_object_array_get_idx(samples, i), &sample->seconds))
            return refuse(results, b, "a sample is not a number", err);
        rc = import_builder_add(results->builder, sample, err);
    }
    return rc;
}

static json_object *item_or_null(json_object *list, size_t i) {
    return list && i < json_object_array_length(list) ? json_object_array_get_idx(list, i) : NULL;
}

static int add_combination(struct results *results, const struct benchmark *b, size_t i,
                           struct err *err) {
    struct parameters parameters = {.count = 0};
    char names[PARAMETERS_MOST][GIVEN_NAME], library[NAME];
    struct import_builder_sample sample = {.action = b->name,
                                           .library = library,
                                           .seed = IMPORT_BUILDER_NEXT,
                                           .seconds = NAN,
                                           .cpu_seconds = NAN,
                                           .calls = -1,
                                           .place = ++results->place,
                                           .entry = results->place};
    size_t count = b->params ? json_object_array_length(b->params) : 0;
    if (!take_combination(&parameters, b, i, names, count))
        return refuse(results, b, "too many parameters", err);
    int rc = parameters_give(&parameters, results->builder, results->options, &sample, err);
    if (rc)
        return rc;
    int has_variant = *parameters.variant != '\0';
    snprintf(library, sizeof library, "%.900s%s%s%s",
             results->options->library ? results->options->library : "python",
             has_variant ? " (" : "", parameters.variant, has_variant ? ")" : "");
    json_object *samples = list_or_null(item_or_null(b->samples, i));
    return samples && b->is_time && json_object_array_length(samples)
               ? add_samples(results, b, &sample, samples, err)
               : add_result(results, b, &sample, item_or_null(b->result, i), err);
}

static int add_benchmark(struct results *results, const char *name, json_object *value,
                         struct err *err) {
    struct benchmark b = {.name = name, .value = value};
    double started = NAN;
    json_object *start = member(results, value, "started_at");
    b.result = list_or_null(member(results, value, "result"));
    b.params = list_or_null(member(results, value, "params"));
    b.samples = list_or_null(member(results, value, "samples"));
    read_about(results, &b);
    if (start && json_text_number(start, &started))
        results->started = fmin(results->started, started);

    /* In version 1 a number alone is the result. */
    json_object *lonely = NULL;
    if (!value || json_object_is_type(value, json_type_double) ||
        json_object_is_type(value, json_type_int)) {
        lonely = b.result = json_object_new_array();
        json_object_array_add(lonely, json_object_get(value));
    }
    size_t count = count_combinations(&b);
    int rc = count ? 0 : refuse(results, &b, "its parameters are none, or too many", err);
    for (size_t i = 0; rc == 0 && i < count; i++)
        rc = add_combination(results, &b, i, err);
    json_object_put(lonely);
    return rc;
}

/* --- files --- */

static void set_facts(const struct results *results, json_object *root) {
    static const char *const keys[] = {"commit_hash",  "env_name", "python",
                                       "requirements", "env_vars", "date"};
    struct facts *facts = &results->builder->facts;
    json_object *machine = json_text_member(root, "params", json_type_object);
    facts_set_text(facts, FACT_HOST, json_text_string(machine, "machine"));
    facts_set_text(facts, FACT_CPU, json_text_string(machine, "cpu"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_object *value = NULL;
        if (json_object_object_get_ex(root, keys[i], &value))
            json_facts_add(facts, PREFIX, keys[i], value);
    }
    json_facts_add(facts, PREFIX, "machine", machine);
    int is_known = results->started >= 0 && results->started < 1e14;
    time_t seconds = is_known ? (time_t)(results->started / 1000) : 0;
    char text[64];
    struct tm utc;
    if (is_known && gmtime_r(&seconds, &utc) &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &utc))
        facts_set_text(facts, FACT_STARTED, text);
}

/* Reads a file of results. BENCHMARKS may be NULL. */
static int read_results(struct import_builder *builder, const struct source *source,
                        const struct format_options *options, json_object *benchmarks,
                        struct err *err) {
    struct results results = {
        .builder = builder, .options = options, .benchmarks = benchmarks, .started = INFINITY};
    builder->place_name = "result";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *all = json_text_member(root, "results", json_type_object);
    results.columns = json_text_member(root, "result_columns", json_type_array);
    int rc =
        all ? 0
            : err_set(err, ERR_DAMAGED, "%s: there is no object \"results\" in it", source->path);
    if (all) {
        json_object_object_foreach(all, name, value) {
            rc = rc ? rc : add_benchmark(&results, name, value, err);
        }
    }
    set_facts(&results, root);
    json_object_put(root);
    return rc;
}

/* Sets BENCHMARKS to the benchmarks.json in the directory of PATH, or the one above it; NULL if
 * there is none. */
static int find_benchmarks(json_object **benchmarks, const char *path, struct err *err) {
    int length = (int)(directory_files_base(path) - path), rc = 0;
    *benchmarks = NULL;
    for (int up = 0; up < 2 && rc == 0 && !*benchmarks; up++) {
        char beside[PATH];
        struct source source;
        snprintf(beside, sizeof beside, "%.*s%sbenchmarks.json", length, path, up ? "../" : "");
        if (strlen(beside) + 1 == sizeof beside || access(beside, R_OK) != 0)
            continue;
        rc = source_read(&source, beside, SOURCE_MOST_BYTES, err);
        if (rc == 0 && !(*benchmarks = json_text_parse(&source, err)))
            rc = ERR_DAMAGED;
        source_release(&source);
    }
    return rc;
}

static int read_asv(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, struct err *err) {
    json_object *benchmarks;
    int rc = find_benchmarks(&benchmarks, source->path, err);
    rc = rc ? rc : read_results(builder, source, options, benchmarks, err);
    json_object_put(benchmarks);
    return rc;
}

/* --- directories --- */

struct files {
    struct import_builder *builder; /* NULL: looks only */
    const struct format_options *options;
    size_t results, machines;
};

static int take_file(void *context, const char *path, struct err *err) {
    struct files *files = context;
    char stem[NAME];
    const char *base = directory_files_base(path), *dot = strrchr(base, '.');
    files->machines += strcmp(base, "machine.json") == 0;
    if (!dot || strcmp(dot, ".json") != 0 || strcmp(base, "machine.json") == 0 ||
        strcmp(base, "benchmarks.json") == 0)
        return 0;
    files->results++;
    if (!files->builder)
        return 0;
    struct source source;
    struct import_builder *run =
        import_builder_begin_run(files->builder, source_stem(stem, sizeof stem, path));
    const char *directory = files->builder->path;
    int rc = run ? source_read(&source, path, SOURCE_MOST_BYTES, err)
                 : err_set(err, ERR_FAILED, "%s: no memory to read it", path);
    if (!run)
        return rc;
    run->path = path;
    rc = rc ? rc : read_asv(run, &source, files->options, err);
    run->path = directory;
    source_release(&source);
    return rc;
}

static int is_asv_directory(const char *path) {
    struct files files = {.builder = NULL};
    return directory_files_each(path, 1, take_file, &files, NULL) == 0 && files.machines &&
           files.results;
}

static int read_directory(struct import_builder *builder, const char *path,
                          const struct format_options *options, struct err *err) {
    struct files files = {.builder = builder, .options = options};
    int rc = directory_files_each(path, 1, take_file, &files, err);
    if (rc == 0 && !files.results)
        rc = err_set(err, ERR_USAGE, "%s: no results of asv in this directory", path);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"commit_hash\"") &&
           (foreign_has(head, n, "\"result_columns\"") || foreign_has(head, n, "\"env_name\"") ||
            foreign_has(head, n, "\"results\""));
}

const struct format asv_format = {
    .name = "asv",
    .about = "airspeed velocity: the directory results, or a file in it",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_asv,
    .takes_directories = 1,
    .is_directory = is_asv_directory,
    .read_directory = read_directory,
};
