/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pytest_benchmark.c: reads what pytest-benchmark writes with --benchmark-json or --benchmark-save
 * (I. C. Maries, github.com/ionelmc/pytest-benchmark; versions 3 to 5, in
 * src/pytest_benchmark/session.py).
 *
 * A benchmark with a group is a library of the action that the group is; one without a group is an
 * action of the library "python", or of options->library. Its name is that of the function without
 * "test_" or "bench_", after its file where functions of several files have the same name. Params
 * that are numbers are its arguments, by the rules of benchmark_name.h; others join the name of the
 * library: "python (kind=list)". Each round of pytest-benchmark is a sample of one round, since all
 * are of one process; `data` has them, divided by the iterations. A file of --benchmark-save has
 * `data` only with --benchmark-save-data; without, the mean is the only sample (FACT_SAMPLES_ARE).
 *
 * Numbers of extra_info are kept as other_numbers.h has it, once for each benchmark, and texts in
 * the fact "pytest_benchmark_extra_info". Machine, commit and version are facts
 * "pytest_benchmark_<name>".
 *
 * --benchmark-save and --benchmark-autosave write to a directory, ".benchmarks", with one for each
 * machine in it: 0001_before.json. Each file of it is a run, called after the file. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/compressed.h"
#include "formats/harness/directory_files.h"
#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

#define PREFIX "pytest_benchmark_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *files; /* the file of each function, or "" if several have one of its name */
};

static int refuse(const struct results *results, size_t entry, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: %s", results->builder->path, entry, why);
}

/* --- names --- */

/* Writes what stands before the params, "test_loop" of "test_loop[100]", to TEXT. */
static void write_function(char *text, size_t size, const char *name) {
    snprintf(text, size, "%.*s", (int)strcspn(name, "["), name);
}

/* Writes the file of a benchmark, "tests/test_sums.py". */
static void write_file(char *text, size_t size, json_object *object) {
    const char *whole = json_text_string(object, "fullname");
    const char *end = whole ? strstr(whole, "::") : NULL;
    snprintf(text, size, "%.*s", end ? (int)(end - whole) : 0, whole ? whole : "");
}

static void note_files(const struct results *results, json_object *benchmarks) {
    char function[BENCHMARK_NAME_BYTES], file[BENCHMARK_NAME_BYTES];
    for (size_t i = 0; i < json_object_array_length(benchmarks); i++) {
        json_object *object = json_object_array_get_idx(benchmarks, i);
        const char *name = json_text_string(object, "name");
        if (!name)
            continue;
        write_function(function, sizeof function, name);
        write_file(file, sizeof file, object);
        const char *known = json_text_string(results->files, function);
        if (!known || (*known && strcmp(known, file) != 0))
            json_object_object_add(results->files, function,
                                   json_object_new_string(known ? "" : file));
    }
}

/* The name of a benchmark, with its arguments, and what joins the name of its library. */
struct texts {
    char name[2 * BENCHMARK_NAME_BYTES + 4], variant[BENCHMARK_NAME_BYTES];
};

static void append(char *text, size_t size, const char *separator, const char *word,
                   const char *value) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s=%s", used ? separator : "", word, value);
}

static void write_name(const struct results *results, struct texts *texts, json_object *object,
                       const char *name) {
    char function[BENCHMARK_NAME_BYTES], file[BENCHMARK_NAME_BYTES];
    write_function(function, sizeof function, name);
    write_file(file, sizeof file, object);
    const char *known = json_text_string(results->files, function), *word = function;
    int is_ambiguous = known && !*known && *file;
    if (strncmp(word, "test_", 5) == 0 && word[5])
        word += 5;
    else if (strncmp(word, "bench_", 6) == 0 && word[6])
        word += 6;
    snprintf(texts->name, sizeof texts->name, "%s%s%s", is_ambiguous ? file : "",
             is_ambiguous ? "::" : "", word);

    json_object *params = json_text_member(object, "params", json_type_object);
    *texts->variant = '\0';
    if (params) {
        json_object_object_foreach(params, key, value) {
            double number;
            const char *text = json_object_get_string(value);
            int is_number = json_text_number(value, &number) ||
                            (json_object_is_type(value, json_type_string) &&
                             decimal_read_amount(text, strlen(text), &number));
            if (is_number && isfinite(number) && !strpbrk(key, "/<>"))
                append(texts->name, sizeof texts->name, "/", key, digits_shortest(number).text);
            else
                append(texts->variant, sizeof texts->variant, ", ", key, text ? text : "null");
        }
    } else if (strchr(name, '[')) {
        snprintf(texts->variant, sizeof texts->variant, "%s", strchr(name, '[') + 1);
        texts->variant[strcspn(texts->variant, "]")] = '\0';
    }
    if (strlen(texts->variant) == sizeof texts->variant - 1)
        utf8_end_in(texts->variant, sizeof texts->variant, "...");
}

/* --- samples --- */

static int add_samples(const struct results *results, struct import_builder_sample *sample,
                       struct other_numbers *numbers, json_object *stats, struct err *err) {
    static const struct told_spread spreads[] = {{"stddev", "std", "s"},
                                                 {"median", "median", "s"},
                                                 {"min", "min", "s"},
                                                 {"max", "max", "s"},
                                                 {"rounds", "rounds", "1"}};
    json_object *data = json_text_member(stats, "data", json_type_array), *mean = NULL;
    json_object *calls = json_text_member(stats, "iterations", json_type_int);
    int rc = 0;
    sample->calls = calls ? json_object_get_int64(calls) : -1;
    for (size_t i = 0; rc == 0 && data && i < json_object_array_length(data); i++) {
        if (!json_text_number(json_object_array_get_idx(data, i), &sample->seconds))
            return refuse(results, sample->place, "a time is not a number", err);
        rc = import_builder_add(results->builder, sample, err);
        other_numbers_take(sample);
    }
    if (rc || (data && json_object_array_length(data)))
        return rc;
    sample->samples_are = "means";
    if (!json_object_object_get_ex(stats, "mean", &mean) ||
        !json_text_number(mean, &sample->seconds))
        return refuse(results, sample->place, "it has neither data nor a mean", err);
    other_numbers_add_spreads(numbers, stats, spreads, sizeof spreads / sizeof *spreads);
    other_numbers_give(numbers, sample);
    return import_builder_add(results->builder, sample, err);
}

/* Takes what the test itself has said: numbers, and texts, which are facts. */
static void read_extra(const struct results *results, json_object *object,
                       struct other_numbers *numbers, const char *name) {
    json_object *extra = json_text_member(object, "extra_info", json_type_object);
    char line[2000];
    if (!extra)
        return;
    json_object_object_foreach(extra, key, value) {
        double number;
        const char *text = json_object_get_string(value);
        if (json_text_number(value, &number)) {
            other_numbers_add(numbers, key, NULL, number);
            continue;
        }
        snprintf(line, sizeof line, "%.500s: %.500s=%.900s", name, key, text ? text : "null");
        json_facts_join_line(&results->builder->facts, PREFIX, "extra_info", line);
    }
}

/* What is known of one benchmark: too much for a stack. */
struct told {
    struct texts texts;
    struct grouped_name grouped;
    struct other_numbers numbers;
};

static int add_told(const struct results *results, struct told *told, json_object *object,
                    size_t entry, struct err *err) {
    json_object *stats = json_text_member(object, "stats", json_type_object);
    const char *name = json_text_string(object, "name");
    if (!name || !stats)
        return refuse(results, entry, name ? "it has no object \"stats\"" : "it has no name", err);
    write_name(results, &told->texts, object, name);
    const struct grouped_words words = {.group = json_text_string(object, "group"),
                                        .name = told->texts.name,
                                        .variant =
                                            *told->texts.variant ? told->texts.variant : NULL,
                                        .library = "python",
                                        .place = entry};
    struct import_builder_sample sample;
    int rc =
        grouped_name_read(&told->grouped, results->builder, results->options, &words, &sample, err);
    if (rc)
        return rc;
    read_extra(results, object, &told->numbers, name);
    other_numbers_give(&told->numbers, &sample);
    return add_samples(results, &sample, &told->numbers, stats, err);
}

static int add_benchmark(const struct results *results, json_object *object, size_t entry,
                         struct err *err) {
    struct told *told = calloc(1, sizeof *told);
    int rc = told ? add_told(results, told, object, entry, err)
                  : refuse(results, entry, "no memory for it", err);
    free(told);
    return rc;
}

/* --- whole files --- */

static void add_facts(struct facts *facts, json_object *root) {
    json_object *machine = json_text_member(root, "machine_info", json_type_object);
    json_object *cpu = json_text_member(machine, "cpu", json_type_object);
    const char *brand = json_text_string(cpu, "brand_raw");
    facts_set_text(facts, FACT_HOST, json_text_string(machine, "node"));
    facts_set_text(facts, FACT_CPU, brand ? brand : json_text_string(cpu, "brand"));
    facts_set_text(facts, FACT_STARTED, json_text_string(root, "datetime"));
    json_facts_add(facts, PREFIX, "version", json_text_member(root, "version", json_type_string));
    json_facts_add(facts, PREFIX, "commit_info",
                   json_text_member(root, "commit_info", json_type_object));
    if (machine) {
        json_object_object_foreach(machine, key, value) {
            if (strcmp(key, "node") != 0)
                json_facts_add(facts, PREFIX, key, value);
        }
    }
}

static int read_pytest_benchmark(struct import_builder *builder, const struct source *source,
                                 const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *benchmarks = json_text_member(root, "benchmarks", json_type_array);
    int rc = 0;
    results.files = json_object_new_object();
    if (!benchmarks)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no array \"benchmarks\" in it", builder->path);
    else if (!results.files)
        rc = err_set(err, ERR_FAILED, "%s: no memory to read it", builder->path);
    if (rc == 0) {
        add_facts(&builder->facts, root);
        note_files(&results, benchmarks);
    }
    for (size_t i = 0; rc == 0 && i < json_object_array_length(benchmarks); i++)
        rc = add_benchmark(&results, json_object_array_get_idx(benchmarks, i), i + 1, err);
    json_object_put(results.files);
    json_object_put(root);
    return rc;
}

/* --- directories --- */

struct files {
    struct import_builder *builder; /* NULL: looks only */
    const struct format_options *options;
    size_t found;
};

/* "0001_before.json" */
static int is_saved(const char *path) {
    const char *base = directory_files_base(path);
    size_t digits = strspn(base, "0123456789"), length = compressed_name_length(base);
    return digits >= 4 && base[digits] == '_' && length > digits + 5 &&
           strncmp(base + length - 5, ".json", 5) == 0;
}

static int take_file(void *context, const char *path, struct err *err) {
    struct files *files = context;
    char stem[BENCHMARK_NAME_BYTES];
    struct source source;
    if (!is_saved(path))
        return 0;
    files->found++;
    if (!files->builder)
        return 0;
    struct import_builder *run =
        import_builder_begin_run(files->builder, source_stem(stem, sizeof stem, path));
    const char *directory = files->builder->path;
    if (!run)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", path);
    int rc = source_read(&source, path, SOURCE_MOST_BYTES, err);
    run->path = path;
    rc = rc ? rc : read_pytest_benchmark(run, &source, files->options, err);
    run->path = directory;
    source_release(&source);
    return rc;
}

static int is_storage(const char *path) {
    struct files files = {.builder = NULL};
    return directory_files_each(path, 1, take_file, &files, NULL) == 0 && files.found;
}

static int read_directory(struct import_builder *builder, const char *path,
                          const struct format_options *options, struct err *err) {
    struct files files = {.builder = builder, .options = options};
    int rc = directory_files_each(path, 1, take_file, &files, err);
    if (rc == 0 && !files.found)
        rc = err_set(err, ERR_USAGE, "%s: no 0001_*.json of pytest-benchmark in this directory",
                     path);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"machine_info\"") &&
           (foreign_has(head, n, "\"commit_info\"") || foreign_has(head, n, "\"benchmarks\""));
}

const struct format pytest_benchmark_format = {
    .name = "pytest-benchmark",
    .about = "pytest-benchmark: --benchmark-json=FILE, or the directory of --benchmark-save",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_pytest_benchmark,
    .takes_directories = 1,
    .is_directory = is_storage,
    .read_directory = read_directory,
};
