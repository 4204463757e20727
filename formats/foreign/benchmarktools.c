/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmarktools.c: reads what BenchmarkTools.save of Julia's BenchmarkTools.jl writes, version 0.2
 * to 1 (src/serialization.jl of github.com/JuliaCI/BenchmarkTools.jl):
 *
 *     [{"Julia": "1.9.0", "BenchmarkTools": "1.3.2"},
 *      [["BenchmarkGroup", {"tags": [], "data": {"sum": ["Trial", {"times": [...], ...}], ...}}]]]
 *
 * Each value that is no number or text is a pair of its type and its members. A Trial has an
 * evaluation's times in nanoseconds, each of them a sample of one round, the time of it that the
 * garbage collector took, bytes and allocations, and in its Parameters how many evaluations each
 * sample is of. What stands in the place of the samples in a TrialEstimate, whichever it is of, is
 * one sample (FACT_SAMPLES_ARE).
 *
 * Of the keys that lead to a trial, the last one and the numbers behind it are its name, a library,
 * and those before are the group, the action (grouped_name.h): "axpy", "blas", 100. A key that is a
 * tuple, ("blas", 100), stands for its elements. Tags are the fact "benchmarktools_tags". */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"

#define PREFIX "benchmarktools_"

enum { MOST_KEYS = 64, PATH = BENCHMARK_NAME_BYTES };

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    size_t trials;
    char keys[PATH]; /* that lead to what is read, each with the 0 behind it */
    size_t ends[MOST_KEYS + 1], count;
};

static int refuse(const struct results *results, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: %s", results->builder->path,
                   results->builder->place_name, results->trials, why);
}

/* Returns the members of VALUE if it is a pair of TYPE, perhaps with its module before, and them;
 * else NULL. */
static json_object *members_of(json_object *value, const char *type) {
    static const char module[] = "BenchmarkTools.";
    if (!json_object_is_type(value, json_type_array) || json_object_array_length(value) != 2)
        return NULL;
    json_object *name = json_object_array_get_idx(value, 0);
    json_object *members = json_object_array_get_idx(value, 1);
    if (!json_object_is_type(name, json_type_string) ||
        !json_object_is_type(members, json_type_object))
        return NULL;
    const char *text = json_object_get_string(name);
    text += strncmp(text, module, sizeof module - 1) == 0 ? sizeof module - 1 : 0;
    return strcmp(text, type) == 0 ? members : NULL;
}

/* --- keys --- */

static const char *key_at(const struct results *results, size_t k) {
    return results->keys + results->ends[k];
}

/* Adds the N bytes at TEXT as a key. */
static int add_key(struct results *results, const char *text, size_t n) {
    size_t at = results->ends[results->count];
    if (results->count == MOST_KEYS || n + 1 > sizeof results->keys - at)
        return 0;
    snprintf(results->keys + at, n + 1, "%.*s", (int)n, text);
    results->ends[++results->count] = at + n + 1;
    return 1;
}

/* Adds KEY, or the elements of one that is a tuple: ("blas", 100), ("blas", :double). */
static int add_keys(struct results *results, const char *key) {
    size_t length = strlen(key);
    int ok = 1;
    if (length < 2 || key[0] != '(' || key[length - 1] != ')')
        return add_key(results, key, length);
    for (const char *at = key + 1, *end = key + length - 1; ok && at < end;) {
        int is_quoted = *at == '"';
        at += is_quoted || *at == ':';
        size_t n = is_quoted ? strcspn(at, "\"") : strcspn(at, ",");
        n = n < (size_t)(end - at) ? n : (size_t)(end - at);
        ok = add_key(results, at, n);
        at += n;
        at += strspn(at, "\", ");
    }
    return ok;
}

/* Whether KEY is a number, or has one behind "=". */
static int is_argument(const char *key) {
    const char *equals = strrchr(key, '=');
    double number;
    key = equals ? equals + 1 : key;
    return decimal_read_amount(key, strlen(key), &number);
}

/* Writes keys FROM to TO to TEXT [PATH], with slashes between. */
static void join_keys(const struct results *results, size_t from, size_t to, char *text) {
    size_t used = 0;
    *text = '\0';
    for (size_t k = from; k < to; k++)
        used += (size_t)snprintf(text + used, PATH - used, "%s%s", k > from ? "/" : "",
                                 key_at(results, k));
}

static void keep_tags(const struct results *results, json_object *group) {
    json_object *tags = json_text_member(group, "tags", json_type_array);
    char keys[PATH], line[2 * PATH];
    if (!tags || !json_object_array_length(tags))
        return;
    join_keys(results, 0, results->count, keys);
    snprintf(line, sizeof line, "%s: %.1000s", keys, json_object_get_string(tags));
    json_facts_join_line(&results->builder->facts, PREFIX, "tags", line);
}

/* --- trials --- */

/* Takes number I of LIST, in nanoseconds, as a measure. */
static void take_gc(json_object *list, size_t i, struct other_numbers *numbers) {
    double time;
    if (list && i < json_object_array_length(list) &&
        json_text_number(json_object_array_get_idx(list, i), &time))
        other_numbers_add(numbers, "gctime", "ns", time);
}

static int add_samples(struct results *results, struct import_builder_sample *sample,
                       json_object *trial, struct err *err) {
    static const struct told_spread of_all[] = {{"memory", "memory", "B"},
                                                {"allocs", "allocs", "1"}};
    json_object *times = json_text_member(trial, "times", json_type_array);
    json_object *gctimes = json_text_member(trial, "gctimes", json_type_array);
    int rc = 0;
    if (!times || !json_object_array_length(times))
        return refuse(results, "it has no times", err);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(times); i++) {
        struct other_numbers numbers = {.detail_count = 0};
        double nanoseconds;
        if (!json_text_number(json_object_array_get_idx(times, i), &nanoseconds))
            return refuse(results, "a time is not a number", err);
        take_gc(gctimes, i, &numbers);
        if (i == 0)
            other_numbers_add_spreads(&numbers, trial, of_all, sizeof of_all / sizeof *of_all);
        other_numbers_give(&numbers, sample);
        sample->seconds = nanoseconds / 1e9;
        rc = import_builder_add(results->builder, sample, err);
    }
    return rc;
}

static int add_estimate(struct results *results, struct import_builder_sample *sample,
                        json_object *estimate, struct err *err) {
    static const struct told_spread others[] = {
        {"gctime", "gctime", "ns"}, {"memory", "memory", "B"}, {"allocs", "allocs", "1"}};
    struct other_numbers numbers = {.detail_count = 0};
    double nanoseconds;
    if (!json_text_number_or_nan(estimate, "time", &nanoseconds) || isnan(nanoseconds))
        return refuse(results, "it has no time", err);
    other_numbers_add_spreads(&numbers, estimate, others, sizeof others / sizeof *others);
    other_numbers_give(&numbers, sample);
    sample->seconds = nanoseconds / 1e9;
    sample->samples_are = SAMPLES_ARE_ESTIMATES;
    return import_builder_add(results->builder, sample, err);
}

/* Adds a Trial, or what stands in its place. */
static int add_trial(struct results *results, json_object *trial, int is_estimate,
                     struct err *err) {
    json_object *parameters =
        members_of(json_text_member(trial, "params", json_type_array), "Parameters");
    json_object *evals = json_text_member(parameters, "evals", json_type_int);
    char group[PATH], name[PATH];
    struct grouped_name grouped;
    size_t first = results->count;
    results->trials++;
    while (first && is_argument(key_at(results, first - 1)))
        first--;
    first -= first > 0;
    join_keys(results, 0, first, group);
    join_keys(results, first, results->count, name);
    const struct grouped_words words = {.group = *group ? group : results->options->action,
                                        .name = *name ? name : "benchmark",
                                        .library = "julia",
                                        .place = results->trials};
    struct import_builder_sample sample;
    int rc = grouped_name_read(&grouped, results->builder, results->options, &words, &sample, err);
    if (rc)
        return rc;
    sample.calls = evals ? json_object_get_int64(evals) : -1;
    return (is_estimate ? add_estimate : add_samples)(results, &sample, trial, err);
}

/* Adds the trials in VALUE: one, or a group of them. */
static int add_value(struct results *results, json_object *value, struct err *err) {
    json_object *group = members_of(value, "BenchmarkGroup"), *trial = members_of(value, "Trial"),
                *estimate = members_of(value, "TrialEstimate"),
                *data = json_text_member(group, "data", json_type_object);
    size_t count = results->count;
    int rc = 0;
    if (trial || estimate)
        return add_trial(results, trial ? trial : estimate, !trial, err);
    if (!data)
        return 0;
    keep_tags(results, group);
    json_object_object_foreach(data, key, member) {
        int key_rc = rc;
        if (key_rc == 0)
            key_rc = add_keys(results, key)
                         ? add_value(results, member, err)
                         : err_set(err, ERR_DAMAGED, "%s: %.60s...: too long a name",
                                   results->builder->path, key);
        results->count = count;
        rc = key_rc;
    }
    return rc;
}

static int read_benchmarktools(struct import_builder *builder, const struct source *source,
                               const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    json_object *root = json_text_parse(source, err), *versions, *values;
    int rc = 0;
    builder->place_name = "trial";
    if (!root)
        return ERR_DAMAGED;
    int is_pair = json_object_is_type(root, json_type_array) && json_object_array_length(root) == 2;
    versions = is_pair ? json_object_array_get_idx(root, 0) : NULL;
    values = is_pair ? json_object_array_get_idx(root, 1) : NULL;
    if (json_object_is_type(versions, json_type_object)) {
        json_object_object_foreach(versions, key, version)
            json_facts_add(&builder->facts, PREFIX, key, version);
    }
    int is_list = json_object_is_type(values, json_type_array);
    for (size_t i = 0; rc == 0 && is_list && i < json_object_array_length(values); i++)
        rc = add_value(&results, json_object_array_get_idx(values, i), err);
    if (rc == 0 && !results.trials)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no trial in it", source->path);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return n && *head == '[' && foreign_has(head, n, "\"Julia\"") &&
           foreign_has(head, n, "\"BenchmarkTools\"");
}

const struct format benchmarktools_format = {
    .name = "benchmarktools",
    .about = "BenchmarkTools.jl (Julia): BenchmarkTools.save(FILE, results)",
    .extensions = "",
    .recognises = recognises,
    .read = read_benchmarktools,
};
