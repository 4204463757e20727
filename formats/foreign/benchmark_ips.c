/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark_ips.c: reads what benchmark-ips writes with x.json! (E. Phoenix, N. Evans,
 * github.com/evanphx/benchmark-ips; lib/benchmark/ips/report.rb).
 *
 * The action is "benchmark" unless options->action names it, and each report is a library, without
 * a last number, which is its size: "sort 100". The time of an iteration is that of all, which the
 * file has beside their number; it is the only sample (FACT_SAMPLES_ARE). Without these it has
 * none. Iterations per second are its rate, and their deviation is kept as other_numbers.h has it.
 */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <string.h>

#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"

static int add_report(struct import_builder *builder, const struct format_options *options,
                      json_object *report, size_t place, struct err *err) {
    const char *name = json_text_string(report, "name");
    double rate, error, microseconds, iterations;
    struct grouped_name grouped;
    struct other_numbers numbers = {.detail_count = 0};
    if (!json_text_number_or_nan(report, "central_tendency", &rate) ||
        (isnan(rate) && !json_text_number_or_nan(report, "ips", &rate)) ||
        !json_text_number_or_nan(report, "error", &error) ||
        !json_text_number_or_nan(report, "microseconds", &microseconds) ||
        !json_text_number_or_nan(report, "iterations", &iterations) || !name || !(rate >= 0))
        return err_set(err, ERR_DAMAGED,
                       "%s: report %zu: it has no name, or no iterations per second", builder->path,
                       place);
    const struct grouped_words words = {.group = options->action ? options->action : "benchmark",
                                        .name = name,
                                        .library = "ruby",
                                        .place = place};
    struct import_builder_sample sample;
    int rc = grouped_name_read(&grouped, builder, options, &words, &sample, err);
    if (rc)
        return rc;
    other_numbers_add(&numbers, "rate", NULL, rate);
    file_rates_call(&builder->rates, "i/s", "i/s");
    if (!isnan(error))
        other_numbers_add(&numbers, "error", "i/s", error);
    other_numbers_give(&numbers, &sample);
    sample.samples_are = "means";
    if (microseconds > 0 && iterations > 0)
        sample.seconds = microseconds / iterations / 1e6;
    return import_builder_add(builder, &sample, err);
}

static int read_benchmark_ips(struct import_builder *builder, const struct source *source,
                              const struct format_options *options, struct err *err) {
    builder->place_name = "report";
    json_object *root = json_text_parse(source, err);
    int rc = 0;
    if (!root)
        return ERR_DAMAGED;
    if (!json_object_is_type(root, json_type_array))
        rc = err_set(err, ERR_DAMAGED, "%s: no list of reports", source->path);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(root); i++)
        rc = add_report(builder, options, json_object_array_get_idx(root, i), i + 1, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return n && *head == '[' && foreign_has(head, n, "\"ips\"") &&
           foreign_has(head, n, "\"microseconds\"") && foreign_has(head, n, "\"cycles\"");
}

const struct format benchmark_ips_format = {
    .name = "benchmark-ips",
    .about = "benchmark-ips (Ruby): x.json! FILE",
    .extensions = "",
    .recognises = recognises,
    .read = read_benchmark_ips,
};
