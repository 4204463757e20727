/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vitest.c: reads what `vitest bench --outputJson FILE` writes (vitest.dev), of benchmarks that
 * tinybench has timed in milliseconds.
 *
 * A group, "file > suite", is an action, without the file where there is only one. Each benchmark
 * is a library, without a last number, which is its size: "sort 100". Its samples are those of the
 * file or, where these are left out, as they mostly are, the mean, which FACT_SAMPLES_ARE tells.
 * Calls per second are its rate; what else was calculated is kept as other_numbers.h has it. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"

#define MILLISECOND 1e-3

/* The statistics of a benchmark, in milliseconds, that become measures. */
static const char *const times[] = {"min", "max", "median", "sd", "p75", "p99", "p995", "p999"};

/* Adds the samples of BENCHMARK in milliseconds, or the MEAN. */
static int add_samples(struct import_builder *builder, struct import_builder_sample *sample,
                       json_object *benchmark, double mean, struct err *err) {
    json_object *samples = json_text_member(benchmark, "samples", json_type_array);
    size_t count = samples ? json_object_array_length(samples) : 0;
    int rc = 0;
    sample->samples_are = count ? NULL : "means";
    sample->seconds = mean * MILLISECOND;
    if (!count)
        return import_builder_add(builder, sample, err);
    for (size_t i = 0; rc == 0 && i < count; i++) {
        double milliseconds;
        if (!json_text_number(json_object_array_get_idx(samples, i), &milliseconds) ||
            !(milliseconds >= 0))
            return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: sample %zu is no time",
                           builder->path, sample->place, i + 1);
        sample->seconds = milliseconds * MILLISECOND;
        rc = import_builder_add(builder, sample, err);
        other_numbers_take(sample);
    }
    return rc;
}

static int add_benchmark(struct import_builder *builder, const struct format_options *options,
                         json_object *benchmark, const char *group, size_t place, struct err *err) {
    const char *name = json_text_string(benchmark, "name");
    struct grouped_name grouped;
    struct other_numbers numbers = {.detail_count = 0};
    double mean, rate, error, value;
    if (!name || !json_text_number_or_nan(benchmark, "mean", &mean) || mean < 0 ||
        !json_text_number_or_nan(benchmark, "hz", &rate) ||
        !json_text_number_or_nan(benchmark, "rme", &error))
        return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: it has no name, or no mean",
                       builder->path, place);
    const struct grouped_words words = {.group = options->action ? options->action : group,
                                        .name = name,
                                        .library = "javascript",
                                        .place = place};
    struct import_builder_sample sample;
    int rc = grouped_name_read(&grouped, builder, options, &words, &sample, err);
    if (rc)
        return rc;
    other_numbers_add(&numbers, "rate", NULL, rate);
    other_numbers_add(&numbers, "rme", "%", error);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (json_text_number_or_nan(benchmark, times[i], &value))
            other_numbers_add(&numbers, times[i], "s", value * MILLISECOND);
    other_numbers_give(&numbers, &sample);
    return add_samples(builder, &sample, benchmark, mean, err);
}

/* Returns the name of a group called "file > suite" without the file, which is all that some have.
 */
static const char *without_file(const char *name) {
    static const char between[] = " > ";
    const char *behind = strstr(name, between);
    return behind ? behind + strlen(between) : name;
}

/* Adds the benchmarks of FILE, whose name its groups keep if it IS_ONE_OF_SEVERAL. */
static int add_file(struct import_builder *builder, const struct format_options *options,
                    json_object *file, int is_one_of_several, size_t *place, struct err *err) {
    json_object *groups = json_text_member(file, "groups", json_type_array);
    int rc = 0;
    for (size_t g = 0; rc == 0 && groups && g < json_object_array_length(groups); g++) {
        json_object *group = json_object_array_get_idx(groups, g);
        json_object *benchmarks = json_text_member(group, "benchmarks", json_type_array);
        const char *name = json_text_string(group, "fullName");
        name = !name ? "benchmark" : is_one_of_several ? name : without_file(name);
        for (size_t b = 0; rc == 0 && benchmarks && b < json_object_array_length(benchmarks); b++)
            rc = add_benchmark(builder, options, json_object_array_get_idx(benchmarks, b), name,
                               ++*place, err);
    }
    return rc;
}

static int read_vitest(struct import_builder *builder, const struct source *source,
                       const struct format_options *options, struct err *err) {
    builder->place_name = "benchmark";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *files = json_text_member(root, "files", json_type_array);
    size_t count = files ? json_object_array_length(files) : 0, place = 0;
    int rc = files ? 0 : err_set(err, ERR_DAMAGED, "%s: it has no files", source->path);
    for (size_t f = 0; rc == 0 && f < count; f++)
        rc =
            add_file(builder, options, json_object_array_get_idx(files, f), count > 1, &place, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return n && *head == '{' && foreign_has(head, n, "\"files\"") &&
           foreign_has(head, n, "\"groups\"") && foreign_has(head, n, "\"fullName\"");
}

const struct format vitest_format = {
    .name = "vitest",
    .about = "vitest (JavaScript): vitest bench --outputJson FILE",
    .extensions = "",
    .recognises = recognises,
    .read = read_vitest,
};
