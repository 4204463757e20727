/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench.c: reads what nanobench renders with its template json (M. Leitner-Ankerl,
 * github.com/martinus/nanobench, version 4; templates::json and Result::add in nanobench.h).
 *
 * A title is the heading of a table whose benchmarks are compared: it is the action, and the names
 * under it are libraries. With the title that nanobench uses where none was given, "benchmark", a
 * name is an action of the library "nanobench", or of options->library. grouped_name.h takes names
 * apart; where a name has no size, it is complexityN. Each epoch is a sample of one round:
 * nanobench has already divided `elapsed` by its iterations, so it is the time of one call. As in
 * its own table, that of one unit, of which a call has a batch, is what is compared:
 * FACT_SAMPLES_ARE says "times per byte". So it is with what the processor counted. Benchmarks of
 * another version, which have no epochs, are read by their median. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"
#include "formats/model/sample_words.h"

#define PREFIX "nanobench_"

static int refuse(const struct import_builder *builder, size_t entry, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: %s", builder->path, entry, why);
}

/* Takes what the processor counted, where it did: without leave to count all numbers are 0. */
static void read_counts(struct other_numbers *numbers, json_object *epoch, double batch) {
    static const struct {
        const char *key, *detail;
    } counts[] = {{"cpucycles", "cycles"},
                  {"instructions", "instructions"},
                  {"branchmisses", "branch_misses"},
                  {"pagefaults", "page_faults"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        double count;
        if (json_text_number_or_nan(epoch, counts[i].key, &count) && count > 0)
            other_numbers_add(numbers, counts[i].detail, NULL, count / batch);
    }
}

static int add_epochs(struct import_builder *builder, struct import_builder_sample *sample,
                      json_object *epochs, double batch, struct err *err) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < json_object_array_length(epochs); i++) {
        json_object *epoch = json_object_array_get_idx(epochs, i), *elapsed = NULL;
        json_object *calls = json_text_member(epoch, "iterations", json_type_int);
        if (!json_object_is_type(epoch, json_type_object) ||
            !json_object_object_get_ex(epoch, "elapsed", &elapsed) ||
            !json_text_number(elapsed, &sample->seconds))
            return refuse(builder, sample->place, "an epoch has no number of seconds", err);
        struct other_numbers numbers = {.detail_count = 0};
        read_counts(&numbers, epoch, batch);
        other_numbers_give(&numbers, sample);
        sample->seconds /= batch;
        sample->calls = calls ? json_object_get_int64(calls) : -1;
        rc = import_builder_add(builder, sample, err);
    }
    return rc;
}

static int add_benchmark(struct import_builder *builder, const struct format_options *options,
                         json_object *object, size_t entry, struct err *err) {
    const char *title = json_text_string(object, "title"), *name = json_text_string(object, "name");
    if (!name)
        return refuse(builder, entry, "it has no name", err);
    struct grouped_name grouped;
    const struct grouped_words words = {.group =
                                            title && strcmp(title, "benchmark") != 0 ? title : NULL,
                                        .name = name,
                                        .library = "nanobench",
                                        .place = entry};
    struct import_builder_sample sample;
    int rc = grouped_name_read(&grouped, builder, options, &words, &sample, err);
    if (rc)
        return rc;
    json_object *n = json_text_member(object, "complexityN", json_type_int);
    if (sample.size == IMPORT_BUILDER_NO_SIZE && n && json_object_get_int64(n) > 0)
        sample.size = json_object_get_int64(n);

    static const char *const settings[] = {"unit", "batch", "epochs", "warmup"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        json_object *value = NULL;
        if (json_object_object_get_ex(object, settings[i], &value))
            json_facts_join(&builder->facts, PREFIX, settings[i], value);
    }

    const char *unit = json_text_string(object, "unit");
    char samples_are[64];
    double batch = 1;
    json_object *batches = NULL;
    if (json_object_object_get_ex(object, "batch", &batches) &&
        (!json_text_number(batches, &batch) || !(batch > 0 && isfinite(batch))))
        return refuse(builder, entry, "its batch is not a number above 0", err);
    json_object *epochs = json_text_member(object, "measurements", json_type_array);
    json_object *median = NULL;
    int has_epochs = epochs && json_object_array_length(epochs);
    int is_of_unit = unit && *unit && strcmp(unit, "op") != 0;
    snprintf(samples_are, sizeof samples_are, "%s%s%.40s",
             has_epochs ? "times" : SAMPLES_ARE_MEDIANS, is_of_unit ? SAMPLES_ARE_PER : "",
             is_of_unit ? unit : "");
    sample.samples_are = is_of_unit || !has_epochs ? samples_are : NULL;
    if (has_epochs)
        return add_epochs(builder, &sample, epochs, batch, err);
    if (!json_object_object_get_ex(object, "median(elapsed)", &median) ||
        !json_text_number(median, &sample.seconds))
        return refuse(builder, entry, "neither measurements nor a median", err);
    sample.seconds /= batch;
    return import_builder_add(builder, &sample, err);
}

static int read_nanobench(struct import_builder *builder, const struct source *source,
                          const struct format_options *options, struct err *err) {
    builder->place_name = "benchmark";
    json_object *root = json_text_parse(source, err);
    json_object *results = json_text_member(root, "results", json_type_array);
    int rc = 0;
    if (!root)
        return ERR_DAMAGED;
    if (!results)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no array \"results\" in it", builder->path);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(results); i++)
        rc = add_benchmark(builder, options, json_object_array_get_idx(results, i), i + 1, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"results\"") && foreign_has(head, n, "\"median(elapsed)\"");
}

const struct format nanobench_format = {
    .name = "nanobench",
    .about = "nanobench: templates::json()",
    .extensions = "",
    .recognises = recognises,
    .read = read_nanobench,
};
