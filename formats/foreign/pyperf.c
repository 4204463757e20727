/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf.c: reads what pyperf writes (V. Stinner, github.com/psf/pyperf; file format "1.0" of
 * pyperf 2, in pyperf/_bench.py).
 *
 * A file is one library, called "python" unless options->library names it; with another name, two
 * files of the same benchmarks can be compared. Each benchmark is an action; the rules in
 * google_benchmark.c take a name such as "axpy/8" or "axpy/n=8" apart. Each run is a process of its
 * own, and so a round. Its values are samples, and the loops of the benchmark are their calls. They
 * are seconds, or, as the unit of the benchmark has it, bytes or whole numbers: then they are a
 * measure (measures.h) that is called like the benchmark. The reader leaves out warm-ups, and runs
 * that only calibrated the number of loops.
 *
 * Metadata of the whole file and of single benchmarks are facts "pyperf_<name>", with a line for
 * each different value. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/harness/other_numbers.h"
#include "formats/import/benchmark_name.h"
#include "formats/json/json_read.h"

enum { LIBRARY = 256 };

#define PREFIX "pyperf_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    char library[LIBRARY];
    json_object *common; /* the metadata of the whole file; may be NULL */
};

/* One benchmark of a file. */
struct benchmark {
    json_object *object, *metadata;
    struct benchmark_name name;
    const char *unit; /* NULL: seconds */
    int64_t inner_loops;
    size_t entry;
};

static int refuse(const struct results *results, size_t entry, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: benchmark %zu: %s", results->builder->path, entry, why);
}

/* --- metadata --- */

static void add_metadata(struct facts *facts, json_object *metadata) {
    static const struct {
        const char *key, *fact;
    } known[] = {{"hostname", FACT_HOST}, {"cpu_model_name", FACT_CPU}};
    if (!metadata)
        return;
    json_object_object_foreach(metadata, key, value) {
        const char *fact = NULL;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strcmp(known[i].key, key) == 0)
                fact = known[i].fact;
        if (fact && json_object_is_type(value, json_type_string))
            facts_set_text(facts, fact, json_object_get_string(value));
        else if (strcmp(key, "name") != 0 && strcmp(key, "unit") != 0)
            json_facts_join(facts, PREFIX, key, value);
    }
}

/* Returns the metadata KEY of the benchmark, else that of the whole file. */
static json_object *find_metadata(const struct results *results, const struct benchmark *b,
                                  const char *key, enum json_type type) {
    json_object *own = json_text_member(b->metadata, key, type);
    return own ? own : json_text_member(results->common, key, type);
}

static int64_t whole_or(json_object *number, int64_t otherwise) {
    int64_t value = number ? json_object_get_int64(number) : otherwise;
    return value > 0 ? value : otherwise;
}

/* --- samples --- */

/* As ISO 8601 has it; pyperf writes a blank for the T. */
static void set_start(struct facts *facts, const char *date) {
    char text[64];
    snprintf(text, sizeof text, "%s", date);
    if (strlen(text) > 10 && text[10] == ' ')
        text[10] = 'T';
    facts_set_text(facts, FACT_STARTED, text);
}

static int add_run(const struct results *results, const struct benchmark *b, json_object *run,
                   size_t round, struct err *err) {
    json_object *values = json_text_member(run, "values", json_type_array);
    json_object *metadata = json_text_member(run, "metadata", json_type_object);
    json_object *loops = json_text_member(metadata, "loops", json_type_int);
    int64_t calls = whole_or(loops ? loops : find_metadata(results, b, "loops", json_type_int), -1);
    int rc = 0;
    if (!values)
        return 0;
    if (calls > 0)
        calls = calls <= INT64_MAX / b->inner_loops ? calls * b->inner_loops : -1;

    /* The first run of the file is the earliest. */
    struct facts *facts = &results->builder->facts;
    const char *date = json_text_string(metadata, "date");
    if (date && !facts_find(facts, FACT_STARTED))
        set_start(facts, date);

    for (size_t i = 0; rc == 0 && i < json_object_array_length(values); i++) {
        /* pyperf has already divided each value by loops and inner_loops: it is the time of one
         * call. */
        json_object *value = json_object_array_get_idx(values, i);
        struct import_builder_sample sample = {.action = b->name.action,
                                               .type = b->name.type,
                                               .library = results->library,
                                               .size = b->name.size,
                                               .size_name = b->name.size_name,
                                               .size_text = b->name.size_text,
                                               .parameters = b->name.parameters,
                                               .parameter_count = b->name.parameter_count,
                                               .round = (int64_t)round,
                                               .seed = IMPORT_BUILDER_NEXT,
                                               .cpu_seconds = NAN,
                                               .calls = calls,
                                               .place = b->entry,
                                               .entry = b->entry};
        struct other_numbers numbers = {.detail_count = 0};
        double number;
        if (!json_text_number(value, &number))
            return refuse(results, b->entry, "a value is not a number", err);
        sample.seconds = b->unit ? NAN : number;
        if (b->unit)
            other_numbers_add(&numbers, b->name.action, b->unit, number);
        other_numbers_give(&numbers, &sample);
        rc = import_builder_add(results->builder, &sample, err);
    }
    return rc;
}

/* --- benchmarks --- */

static const char *text_or(json_object *text, const char *otherwise) {
    return text ? json_object_get_string(text) : otherwise;
}

static int add_benchmark(const struct results *results, json_object *object, size_t entry,
                         struct err *err) {
    struct benchmark b = {.object = object,
                          .metadata = json_text_member(object, "metadata", json_type_object),
                          .entry = entry};
    const char *name = text_or(find_metadata(results, &b, "name", json_type_string),
                               results->options->action ? results->options->action : "benchmark");
    const char *unit = text_or(find_metadata(results, &b, "unit", json_type_string), "second");
    b.unit = strcmp(unit, "second") == 0 ? NULL : strcmp(unit, "integer") == 0 ? "1" : unit;
    int rc = benchmark_name_parse(&b.name, name, results->options->size_param, NULL, err);
    if (rc)
        return err_prefix(err, rc, "%s: benchmark %zu", results->builder->path, entry);
    if (results->options->size_param)
        import_builder_note_size(results->builder, b.name.action, !b.name.lacks_size_param);
    add_metadata(&results->builder->facts, b.metadata);

    json_object *runs = json_text_member(b.object, "runs", json_type_array);
    int runs_rc = 0;
    if (!runs)
        return refuse(results, b.entry, "it has no array \"runs\"", err);
    b.inner_loops = whole_or(find_metadata(results, &b, "inner_loops", json_type_int), 1);
    for (size_t i = 0; runs_rc == 0 && i < json_object_array_length(runs); i++)
        runs_rc = add_run(results, &b, json_object_array_get_idx(runs, i), i, err);
    return runs_rc;
}

static int read_all(const struct results *results, json_object *root, struct err *err) {
    json_object *benchmarks = json_text_member(root, "benchmarks", json_type_array);
    int rc = 0;
    if (!benchmarks)
        return err_set(err, ERR_DAMAGED, "%s: there is no array \"benchmarks\" in it",
                       results->builder->path);
    add_metadata(&results->builder->facts, results->common);
    json_facts_add(&results->builder->facts, PREFIX, "format_version",
                   json_text_member(root, "version", json_type_string));
    for (size_t i = 0; rc == 0 && i < json_object_array_length(benchmarks); i++)
        rc = add_benchmark(results, json_object_array_get_idx(benchmarks, i), i + 1, err);
    return rc;
}

static int read_pyperf(struct import_builder *builder, const struct source *source,
                       const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "benchmark";
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    results.common = json_text_member(root, "metadata", json_type_object);
    snprintf(results.library, sizeof results.library, "%s",
             options->library ? options->library : "python");
    int rc = read_all(&results, root, err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "\"benchmarks\"") && foreign_has(head, n, "\"runs\"") &&
           (foreign_has(head, n, "\"values\"") || foreign_has(head, n, "\"warmups\""));
}

const struct format pyperf_format = {
    .name = "pyperf",
    .about = "pyperf: -o FILE.json",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_pyperf,
};
