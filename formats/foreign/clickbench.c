/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clickbench.c: reads a result of ClickBench (github.com/ClickHouse/ClickBench), the times of one
 * system in seconds:
 *
 *     {"system": "x", "machine": "y", "load_time": 100, "data_size": 1e9,
 *      "result": [[0.08, 0.03, 0.03], [null, null, null], ...]}
 *
 * The action is "queries" unless options->action names it, and the system is the library. Each list
 * is a query, whose number, from 1, is the size, and each time in it a sample, the first one of a
 * cold run; null was not measured. What else the file says are facts. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <string.h>

#include "formats/json/json_read.h"

#define PREFIX "clickbench_"

static int refuse(const struct import_builder *builder, size_t query, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: query %zu: %s", builder->path, query, why);
}

/* Adds the TIMES of the query of SAMPLE. */
static int add_query(struct import_builder *builder, struct import_builder_sample *sample,
                     json_object *times, struct err *err) {
    size_t query = sample->place, measured = 0;
    int rc = 0;
    if (!json_object_is_type(times, json_type_array))
        return refuse(builder, query, "it is no list of times", err);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(times); i++) {
        json_object *time = json_object_array_get_idx(times, i);
        if (!time)
            continue;
        if (!json_text_number(time, &sample->seconds) ||
            !(sample->seconds >= 0 && isfinite(sample->seconds)))
            return refuse(builder, query, "a time is none", err);
        measured++;
        rc = import_builder_add(builder, sample, err);
    }
    sample->seconds = NAN;
    sample->status = CELL_NOT_MEASURED;
    return rc || measured ? rc : import_builder_add(builder, sample, err);
}

static void take_facts(struct facts *facts, json_object *root) {
    json_object_object_foreach(root, key, value) {
        if (strcmp(key, "system") != 0 && strcmp(key, "result") != 0)
            json_facts_add(facts, PREFIX, key, value);
    }
}

static int read_clickbench(struct import_builder *builder, const struct source *source,
                           const struct format_options *options, struct err *err) {
    builder->place_name = "query";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *result = json_text_member(root, "result", json_type_array);
    const char *system = json_text_string(root, "system");
    int rc = result && system
                 ? 0
                 : err_set(err, ERR_DAMAGED, "%s: it has no system, or no result", source->path);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(result); i++) {
        struct import_builder_sample sample = {
            .action = options->action ? options->action : "queries",
            .library = system,
            .size = (int64_t)i + 1,
            .size_name = "query",
            .seed = IMPORT_BUILDER_NEXT,
            .cpu_seconds = NAN,
            .calls = -1,
            .place = i + 1,
        };
        rc = add_query(builder, &sample, json_object_array_get_idx(result, i), err);
    }
    if (rc == 0)
        take_facts(&builder->facts, root);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return n && *head == '{' && foreign_has(head, n, "\"system\"") &&
           foreign_has(head, n, "\"load_time\"") && foreign_has(head, n, "\"result\"");
}

const struct format clickbench_format = {
    .name = "clickbench",
    .about = "ClickBench: the results of a system, results/*.json",
    .extensions = "",
    .recognises = recognises,
    .read = read_clickbench,
};
