/* SPDX-License-Identifier: GPL-3.0-or-later */
/* criterion.c: reads what Criterion.rs keeps of each benchmark (J. Aparicio, B. Heisler,
 * github.com/bheisler/criterion.rs, versions 0.3 to 0.5; src/connection.rs and src/measurement.rs):
 *
 *     target/criterion/<group>/<function>/<value>/new/    the latest measurement
 *         benchmark.json    names
 *         sample.json       the iterations of each sample and the nanoseconds that all took; up to
 *                           version 0.3.3 a list of these two
 *         raw.csv           the same, with names, up to 0.3 and on request
 *         estimates.json    statistics of them
 *
 * A directory is read with all that is below it, but only the latest measurements: saved baselines
 * (base, ...) can be given by themselves. So can a single sample.json or estimates.json, whose
 * names are in benchmark.json beside it, else in its path below a directory criterion, or a
 * raw.csv, also one of several put together.
 *
 * The group is the action and the function the library, which in a group without functions is
 * "rust", or options->library. A value that is a number is the size; another one joins the library.
 * Each sample is one of one round: its nanoseconds divided by its iterations. Without sample.json
 * the mean of estimates.json is the only sample (FACT_SAMPLES_ARE). Throughputs are the fact
 * "criterion_throughput". */
#include "formats/foreign/foreign.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/harness/csv_rows.h"
#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/import/header_words.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"

enum { PATH = 2048, MOST_DEPTH = 16, MOST_ENTRIES = 100000, PARTS = 5 };

#define PREFIX "criterion_"

/* What was measured; texts are those of benchmark.json, or of the path. */
struct names {
    json_object *object; /* benchmark.json; NULL if there is none */
    char path[PATH];
    const char *group, *function, *value; /* NULL: none */
};

static int refuse(const struct import_builder *builder, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s", builder->path, why);
}

/* --- names --- */

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int is_named_by_criterion(const char *path) {
    const char *base = base_of(path);
    return strcmp(base, "sample.json") == 0 || strcmp(base, "estimates.json") == 0;
}

/* Takes criterion/<group>/<function>/<value>/new/sample.json apart; there may be no function or no
 * value. */
static void take_path(struct names *names) {
    static const char root[] = "criterion/";
    char *parts[PARTS] = {NULL}, *rest = strstr(names->path, root), *part;
    size_t count = 0;
    double number;
    if (!rest)
        return;
    rest += strlen(root);
    while (count < PARTS && (part = strsep(&rest, "/")))
        parts[count++] = part;
    if (count < 3 || rest)
        return;
    names->group = parts[0];
    names->function = count > 3 ? parts[1] : NULL;
    names->value = count > 4 ? parts[2] : NULL;
    if (count == 4 && decimal_read_amount(parts[1], strlen(parts[1]), &number)) {
        names->value = names->function;
        names->function = NULL;
    }
}

static int read_names(struct names *names, const char *path, struct err *err) {
    snprintf(names->path, sizeof names->path, "%s", path);
    int rc = 0;
    char *slash = strrchr(names->path, '/');
    snprintf(slash ? slash + 1 : names->path,
             sizeof names->path - (slash ? (size_t)(slash + 1 - names->path) : 0), "%s",
             "benchmark.json");
    if (is_named_by_criterion(path) && access(names->path, R_OK) == 0) {
        struct source source;
        rc = source_read(&source, names->path, SOURCE_MOST_BYTES, err);
        if (rc == 0) {
            source.path = names->path;
            names->object = json_text_parse(&source, err);
            rc = names->object ? 0 : ERR_DAMAGED;
        }
        source_release(&source);
    }
    if (rc == 0 && names->object) {
        names->group = json_text_string(names->object, "group_id");
        names->function = json_text_string(names->object, "function_id");
        names->value = json_text_string(names->object, "value_str");
    } else if (rc == 0) {
        snprintf(names->path, sizeof names->path, "%s", path);
        take_path(names);
    }
    return rc;
}

/* Puts the group, the function and the value into WORDS; NAME is room for the function and value.
 */
static void put_names(const struct names *names, const struct format_options *options,
                      struct grouped_words *words, char name[PATH]) {
    double number;
    const char *group = names->group      ? names->group
                        : options->action ? options->action
                                          : "benchmark";
    const char *value = names->value && *names->value ? names->value : NULL;
    int is_number = value && decimal_read_amount(value, strlen(value), &number) && isfinite(number);
    words->group = names->function ? group : NULL;
    snprintf(name, PATH, "%s%s%s", names->function ? names->function : group, is_number ? "/" : "",
             is_number ? value : "");
    words->name = name;
    words->variant = is_number ? NULL : value;
    words->library = "rust";
}

/* --- samples --- */

static int add_samples(struct import_builder *builder, struct import_builder_sample *sample,
                       json_object *iterations, json_object *times, struct err *err) {
    size_t count = json_object_array_length(times);
    double calls, nanoseconds, first = NAN;
    int is_flat = 1, rc = 0;
    if (json_object_array_length(iterations) != count || !count)
        return refuse(builder, "its lists of iterations and times do not belong together", err);
    for (size_t i = 0; i < count; i++) {
        if (!json_text_number(json_object_array_get_idx(iterations, i), &calls) || !(calls >= 1))
            return refuse(builder, "a number of iterations is none", err);
        first = i ? first : calls;
        is_flat &= calls == first;
    }
    int64_t whole;
    sample->calls = is_flat && decimal_is_whole(first, &whole) ? whole : -1;
    for (size_t i = 0; rc == 0 && i < count; i++) {
        json_text_number(json_object_array_get_idx(iterations, i), &calls);
        if (!json_text_number(json_object_array_get_idx(times, i), &nanoseconds))
            return refuse(builder, "a time is not a number", err);
        sample->seconds = nanoseconds / calls / 1e9;
        rc = import_builder_add(builder, sample, err);
    }
    return rc;
}

static int add_mean(struct import_builder *builder, struct import_builder_sample *sample,
                    json_object *root, struct err *err) {
    json_object *mean = json_text_member(root, "mean", json_type_object), *point = NULL;
    mean = mean ? mean : json_text_member(root, "Mean", json_type_object); /* before 0.3.3 */
    double nanoseconds;
    if (!mean || !json_object_object_get_ex(mean, "point_estimate", &point) ||
        !json_text_number(point, &nanoseconds))
        return refuse(builder, "there are neither iterations and times nor a mean in it", err);
    static const struct told_spread of_mean[] = {{"standard_error", "stderr", "ns"}},
                                    of_interval[] = {{"lower_bound", "ci_low", "ns"},
                                                     {"upper_bound", "ci_high", "ns"},
                                                     {"confidence_level", "ci_level", "1"}};
    struct other_numbers numbers = {.detail_count = 0};
    other_numbers_add_spreads(&numbers, mean, of_mean, 1);
    other_numbers_add_spreads(&numbers,
                              json_text_member(mean, "confidence_interval", json_type_object),
                              of_interval, sizeof of_interval / sizeof *of_interval);
    other_numbers_give(&numbers, sample);
    sample->seconds = nanoseconds / 1e9;
    sample->samples_are = "means";
    return import_builder_add(builder, sample, err);
}

static void add_throughput(struct facts *facts, const struct names *names,
                           const struct grouped_words *words) {
    json_object *throughput = json_text_member(names->object, "throughput", json_type_object);
    char line[PATH];
    if (!throughput)
        return;
    snprintf(line, sizeof line, "%.900s%s%.900s: %.200s", words->group ? words->group : "",
             words->group ? "/" : "", words->name,
             json_object_to_json_string_ext(throughput, JSON_C_TO_STRING_PLAIN));
    json_facts_join_line(facts, PREFIX, "throughput", line);
}

/* --- raw.csv --- */

#define RAW_HEADER "group,function,value,throughput_num,throughput_type,sample_measured_value,"

/* The rows of a benchmark, which mostly stand together. */
struct raw {
    struct import_builder *builder;
    const struct format_options *options;
    struct csv_rows rows;
    size_t place; /* of the benchmark */
    char group[PATH], function[PATH], value[PATH], name[PATH];
    struct grouped_name grouped;
    struct import_builder_sample sample;
};

static int is_another(const struct raw *raw) {
    return !raw->sample.place || strcmp(raw->group, csv_rows_field(&raw->rows, "group")) != 0 ||
           strcmp(raw->function, csv_rows_field(&raw->rows, "function")) != 0 ||
           strcmp(raw->value, csv_rows_field(&raw->rows, "value")) != 0;
}

static int begin_raw(struct raw *raw, struct err *err) {
    struct grouped_words words = {.place = ++raw->place};
    const char *number = csv_rows_field(&raw->rows, "throughput_num");
    char line[2 * PATH];
    snprintf(raw->group, sizeof raw->group, "%s", csv_rows_field(&raw->rows, "group"));
    snprintf(raw->function, sizeof raw->function, "%s", csv_rows_field(&raw->rows, "function"));
    snprintf(raw->value, sizeof raw->value, "%s", csv_rows_field(&raw->rows, "value"));
    const struct names names = {.group = raw->group,
                                .function = *raw->function ? raw->function : NULL,
                                .value = raw->value};
    put_names(&names, raw->options, &words, raw->name);
    int rc =
        grouped_name_read(&raw->grouped, raw->builder, raw->options, &words, &raw->sample, err);
    if (rc)
        return rc;
    if (*number) {
        snprintf(line, sizeof line, "%.900s/%.900s: %.100s %.100s", raw->group, raw->name, number,
                 csv_rows_field(&raw->rows, "throughput_type"));
        json_facts_join_line(&raw->builder->facts, PREFIX, "throughput", line);
    }
    return 0;
}

static int add_row(struct raw *raw, struct err *err) {
    const char *value = csv_rows_field(&raw->rows, "sample_measured_value");
    const char *unit = csv_rows_field(&raw->rows, "unit");
    const char *iterations = csv_rows_field(&raw->rows, "iteration_count");
    struct measured_unit measured;
    double time, calls;
    if (!decimal_read(value, strlen(value), &time) ||
        !decimal_read(iterations, strlen(iterations), &calls) || !(calls >= 1) ||
        !measured_unit_read(unit, strlen(unit), &measured) || measured.kind != UNIT_TIME)
        return err_set(err, ERR_DAMAGED, "%s: line %zu: no time and number of iterations",
                       raw->builder->path, csv_rows_line(&raw->rows));
    raw->sample.seconds = time * measured.worth / calls;
    return import_builder_add(raw->builder, &raw->sample, err);
}

/* Reads a raw.csv whose first benchmark is number PLACE; it gets that of the last one. */
static int read_raw(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, size_t *place, struct err *err) {
    struct raw *raw = calloc(1, sizeof *raw);
    if (!raw)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    raw->builder = builder;
    raw->options = options;
    raw->place = *place - 1;
    int rc = csv_rows_begin(&raw->rows, source, 0, err);
    while (rc == 0 && (rc = csv_rows_next(&raw->rows, err)) == 1) {
        rc = is_another(raw) ? begin_raw(raw, err) : 0;
        rc = rc ? rc : add_row(raw, err);
    }
    *place = raw->place;
    csv_rows_end(&raw->rows);
    free(raw);
    return rc;
}

/* --- files --- */

static json_object *list_of(json_object *array, size_t i) {
    json_object *item = json_object_array_get_idx(array, i);
    return json_object_is_type(item, json_type_array) ? item : NULL;
}

/* Reads a file as entry PLACE, which gets that of its last one. */
static int read_entry(struct import_builder *builder, const struct source *source,
                      const struct format_options *options, size_t *place, struct err *err) {
    struct names names = {.object = NULL};
    char name[PATH];
    struct grouped_words words = {.place = *place};
    struct import_builder_sample sample;
    if (csv_rows_find(source->text, source->length, RAW_HEADER) == 0 && source->length)
        return read_raw(builder, source, options, place, err);
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    struct grouped_name *grouped = calloc(1, sizeof *grouped); /* too much for a stack */
    int rc = grouped ? read_names(&names, source->path, err) : refuse(builder, "no memory", err);
    if (rc == 0) {
        put_names(&names, options, &words, name);
        rc = grouped_name_read(grouped, builder, options, &words, &sample, err);
    }
    if (rc == 0) {
        int is_pair = json_object_is_type(root, json_type_array);
        json_object *iterations =
            is_pair ? list_of(root, 0) : json_text_member(root, "iters", json_type_array);
        json_object *times =
            is_pair ? list_of(root, 1) : json_text_member(root, "times", json_type_array);
        add_throughput(&builder->facts, &names, &words);
        rc = iterations && times ? add_samples(builder, &sample, iterations, times, err)
                                 : add_mean(builder, &sample, root, err);
    }
    free(grouped);
    json_object_put(names.object);
    json_object_put(root);
    return rc;
}

static int read_criterion(struct import_builder *builder, const struct source *source,
                          const struct format_options *options, struct err *err) {
    size_t place = 1;
    builder->place_name = "benchmark";
    return read_entry(builder, source, options, &place, err);
}

/* --- directories --- */

/* A walk through a directory: it reads what it finds, or only looks whether there is something. */
struct walk {
    struct import_builder *builder; /* NULL: looks only */
    const struct format_options *options;
    size_t found, entries;
};

static int is_file(const char *directory, const char *name, char path[PATH]) {
    struct stat status;
    return snprintf(path, PATH, "%s/%s", directory, name) < PATH && lstat(path, &status) == 0 &&
           S_ISREG(status.st_mode);
}

static int visit_measurement(struct walk *walk, const char *path, struct err *err) {
    struct source source;
    walk->found++;
    if (!walk->builder)
        return 0;
    const char *directory = walk->builder->path;
    int rc = source_read(&source, path, SOURCE_MOST_BYTES, err);
    walk->builder->path = path;
    if (rc == 0)
        rc = read_entry(walk->builder, &source, walk->options, &walk->found, err);
    walk->builder->path = directory;
    source_release(&source);
    return rc;
}

static int walk_through(struct walk *walk, const char *directory, size_t depth, struct err *err) {
    char path[PATH];
    struct stat status;
    struct dirent **entries = NULL;
    if (is_file(directory, "sample.json", path) || is_file(directory, "raw.csv", path) ||
        is_file(directory, "estimates.json", path))
        return depth == 0 || strcmp(base_of(directory), "new") == 0
                   ? visit_measurement(walk, path, err)
                   : 0;
    int rc = 0, count = depth < MOST_DEPTH ? scandir(directory, &entries, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        int is_sought = rc == 0 && *name != '.' && (walk->builder || !walk->found) &&
                        snprintf(path, sizeof path, "%s/%s", directory, name) < PATH &&
                        lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
        if (is_sought && ++walk->entries > MOST_ENTRIES)
            rc = err_set(err, ERR_USAGE, "%s: too many directories in it", directory);
        else if (is_sought)
            rc = walk_through(walk, path, depth + 1, err);
        free(entries[i]);
    }
    free(entries);
    return rc;
}

static int is_criterion_directory(const char *path) {
    struct walk walk = {.entries = 0};
    return walk_through(&walk, path, 0, NULL) == 0 && walk.found > 0;
}

static int read_directory(struct import_builder *builder, const char *path,
                          const struct format_options *options, struct err *err) {
    struct walk walk = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    int rc = walk_through(&walk, path, 0, err);
    if (rc == 0 && !walk.found)
        return err_set(err, ERR_USAGE, "%s: no new/sample.json of Criterion in this directory",
                       path);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    int is_pair = n && *head == '[' && strcmp(base_of(path), "sample.json") == 0;
    return is_pair || csv_rows_find(head, n, RAW_HEADER) == 0 ||
           (foreign_has(head, n, "\"iters\"") && foreign_has(head, n, "\"times\"") &&
            foreign_has(head, n, "\"sampling_mode\"")) ||
           ((foreign_has(head, n, "\"median_abs_dev\"") ||
             foreign_has(head, n, "\"MedianAbsDev\"")) &&
            foreign_has(head, n, "\"point_estimate\""));
}

const struct format criterion_format = {
    .name = "criterion",
    .about =
        "Criterion.rs: the directory target/criterion, or a sample.json, raw.csv or estimates.json",
    .extensions = "",
    .recognises = recognises,
    .read = read_criterion,
    .takes_directories = 1,
    .is_directory = is_criterion_directory,
    .read_directory = read_directory,
};
