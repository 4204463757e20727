/* SPDX-License-Identifier: GPL-3.0-or-later */
/* google_benchmark.c: reads and writes the JSON of programs that use Google Benchmark
 * (--benchmark_format=json; docs/user_guide.md of github.com/google/benchmark, version 1.8), and
 * reads their CSV (--benchmark_format=csv; src/csv_reporter.cc), whose rows have the same members.
 *
 * A file is one library, named after the program that wrote it unless options->library names it.
 * Use the option to compare files that the same program wrote, as is usual.
 *
 * The reader takes the name of a benchmark, "BM_axpy<float>/8/stride:2/threads:4", apart:
 *
 *     action       what stands before the first argument, without BM_: "axpy". <float> and
 *                  <double> become its type; other template arguments stay in the name
 *     arguments    a number, called arg0, arg1, ... by its place, or one with a name, stride. Of
 *                  these the size is options->size_param, else what all benchmarks of the action
 *                  show (size_choice.h); all others are parameters
 *     threads      a parameter
 *     iterations, repeats, min_time, min_warmup_time, process_time, real_time, manual_time
 *                  how it was measured; left out, unless it is all that tells two benchmarks of the
 *                  file apart (name_settings.h): "axpy/real_time" then
 *
 * The time is real_time, in its time_unit, and every repetition is a sample of one round. The
 * reader keeps cpu_time only if "process_time" says that it covers all threads. It leaves out
 * aggregates, but if a benchmark has nothing else, its mean becomes its only sample
 * (FACT_SAMPLES_ARE), and median and standard deviation are measures beside it. A benchmark with an
 * error is CELL_FAILED, and one that was skipped without an error is CELL_NOT_MEASURED; the fact
 * "google_benchmark_errors" has a line for each with its message. So has a counter "Passed" that is
 * 0, after which the cell is CELL_FAILED and keeps its time. Counters, and bytes and items per
 * second, are kept as other_numbers.h has it, labels in the fact "google_benchmark_labels". A
 * benchmark that was registered twice is numbered.
 *
 * Only one benchmark of a file is parsed at a time, so that a file of any length takes little more
 * memory than its text. */

/* The writer makes the same JSON, so that Google Benchmark's tools/compare.py and other programs
 * that read it accept our results.
 *
 * Each library at each point is a benchmark of its own, "axpy/openblas/8". `compare.py filters FILE
 * openblas FILE blis` compares two libraries, `compare.py benchmarks OLD NEW` two runs. A cell that
 * is not CELL_OK is an error, with the name of its status as the message. Each sample is a
 * repetition; the aggregates mean, median, stddev and cv follow the samples. cpu_time is that of
 * the sample if the archive has it, else its real_time, which is right for a single thread that
 * never waits. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/harness/csv_rows.h"
#include "formats/harness/name_settings.h"
#include "formats/harness/other_numbers.h"
#include "formats/import/benchmark_name.h"
#include "formats/import/format.h"
#include "formats/json/json_read.h"
#include "formats/json/json_write.h"
#include "formats/model/ascending.h"
#include "formats/model/run.h"
#include "formats/text/decimal.h"

/* --- reading --- */

enum { NAME = 256 };

#define PREFIX     "google_benchmark_"
#define THREADS    "threads"
#define CSV_HEADER "name,iterations,real_time,cpu_time,time_unit,"

/* Words behind a name that say how it was measured. */
static const char setting_words[] = "iterations repeats min_time min_warmup_time process_time "
                                    "real_time manual_time " THREADS;

/* What the file tells of all repetitions of a benchmark, besides their mean. */
struct aggregates {
    uint64_t key; /* a hash of its name */
    double median, std;
};

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    char library[NAME];
    int has_means; /* some benchmark is a mean */
    struct name_settings settings;
    struct aggregates *aggregates; /* [aggregate_count] */
    size_t aggregate_count;
    struct slots by_name;
    uint64_t entry; /* of the last repetition, where nothing tells families apart */
    struct {
        char *text; /* one error per line */
        size_t length;
        FILE *stream;
    } errors;
};

/* The benchmarks of a file: rows of a CSV, or else elements of JSON. */
struct benchmarks {
    struct json_elements *elements;
    struct csv_rows *rows; /* NULL: none */
    int have_settings;     /* some name may have settings other than threads */
};

/* One benchmark of a file. */
struct benchmark {
    json_object *object;
    struct benchmark_name name;
    double threads;
    int is_process_time;
    struct import_builder_sample sample;
    struct other_numbers numbers;
};

static int refuse(const struct results *results, size_t entry, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: %s", results->builder->path,
                   results->builder->place_name, entry, why);
}

/* --- dates --- */

/* Old versions of Google Benchmark wrote the date in another form. */
static int is_iso_8601(const char *date) {
    return date && strlen(date) >= 19 && date[10] == 'T';
}

/* --- one benchmark --- */

static int is_true(json_object *object, const char *key) {
    json_object *member = json_text_member(object, key, json_type_boolean);
    return member && json_object_get_boolean(member);
}

/* Returns the name of the aggregate that OBJECT is; NULL if it is no aggregate. Before version 1.5
 * there was no run_type, and only the suffix of the name, or a member of a fit, says so. */
static const char *aggregate_of(json_object *object) {
    static const char *const suffixes[] = {"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
    const char *type = json_text_string(object, "run_type");
    const char *aggregate = json_text_string(object, "aggregate_name");
    const char *name = json_text_string(object, "name");
    size_t length = name ? strlen(name) : 0;
    if (aggregate || type)
        return aggregate ? aggregate : strcmp(type, "aggregate") == 0 ? "" : NULL;
    if (json_object_object_get_ex(object, "big_o", NULL) ||
        json_object_object_get_ex(object, "rms", NULL))
        return "fit";
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t end = strlen(suffixes[i]);
        if (length > end && strcmp(name + length - end, suffixes[i]) == 0)
            return suffixes[i] + 1;
    }
    return NULL;
}

/* Reads a time in its time_unit. Dividing by a power of ten, which a double holds exactly, gives
 * the nearest double. Returns 0 if the time or its unit is invalid. */
static int read_time(json_object *object, const char *key, double *seconds) {
    static const struct {
        const char *unit;
        double per_second;
    } units[] = {{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"s", 1}};
    const char *unit = json_text_string(object, "time_unit");
    if (!json_text_number_or_nan(object, key, seconds))
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit ? unit : "ns", units[i].unit) == 0) {
            *seconds /= units[i].per_second;
            return 1;
        }
    return 0;
}

static int64_t whole_or(json_object *object, const char *key, int64_t otherwise) {
    json_object *member = json_text_member(object, key, json_type_int);
    return member ? json_object_get_int64(member) : otherwise;
}

/* Takes the settings of NAME that mean more than others. */
static void take_settings(struct benchmark *b) {
    static const char threads[] = "/" THREADS ":", process_time[] = "/process_time";
    char *at = strstr(b->name.settings, threads), *process = strstr(b->name.settings, process_time);
    size_t length = at ? 1 + strcspn(at + 1, "/") : 0;
    size_t digits = at ? length - strlen(threads) : 0;
    int64_t count = 1;
    if (at && !decimal_read_whole(at + strlen(threads), digits, &count))
        count = 1;
    b->is_process_time = process != NULL;
    b->threads = (double)whole_or(b->object, "threads", count);
    if (at)
        memmove(at, at + length, strlen(at + length) + 1);
}

static int read_name(const struct results *results, struct benchmark *b, size_t entry,
                     struct err *err) {
    const char *text = json_text_string(b->object, "run_name");
    text = text ? text : json_text_string(b->object, "name");
    if (!text)
        return refuse(results, entry, "it has no name", err);
    char own[BENCHMARK_NAME_BYTES + 1]; /* if cut, still too long to be accepted */
    snprintf(own, sizeof own, "%s", text);

    /* "b/8_mean" is the mean of "b/8". */
    const char *aggregate = aggregate_of(b->object);
    size_t length = strlen(own), end = aggregate ? strlen(aggregate) : 0;
    if (end && length > end + 1 && own[length - end - 1] == '_' &&
        strcmp(own + length - end, aggregate) == 0)
        own[length - end - 1] = 0;

    int rc = benchmark_name_parse(&b->name, own, results->options->size_param, setting_words, err);
    if (rc)
        return err_prefix(err, rc, "%s: %s %zu", results->builder->path,
                          results->builder->place_name, entry);
    take_settings(b);
    return 0;
}

static int is_given_up(const struct benchmark *b) {
    return is_true(b->object, "error_occurred") || is_true(b->object, "skipped");
}

static int read_benchmark(struct results *results, struct benchmark *b, size_t entry,
                          struct err *err) {
    int rc = read_name(results, b, entry, err);
    name_settings_join(&results->settings, &b->name);
    if (rc == 0 && results->options->size_param)
        import_builder_note_size(results->builder, b->name.action, !b->name.lacks_size_param);
    b->name.parameters[b->name.parameter_count++] =
        (struct import_builder_parameter){.name = FACT_THREADS, .value = b->threads};
    b->sample = (struct import_builder_sample){
        .action = b->name.action,
        .type = b->name.type,
        .library = results->library,
        .size = b->name.size,
        .size_name = b->name.size_name,
        .size_text = b->name.size_text,
        .parameters = b->name.parameters,
        .parameter_count = b->name.parameter_count,
        .seed = whole_or(b->object, "repetition_index", IMPORT_BUILDER_NEXT),
        .calls = whole_or(b->object, "iterations", -1),
        .place = entry,
    };
    if (rc)
        return rc;

    struct import_builder_sample *sample = &b->sample;
    if (!json_object_object_get_ex(b->object, "real_time", NULL) && !is_given_up(b))
        return refuse(results, entry, "it has no real_time", err);
    if (!read_time(b->object, "real_time", &sample->seconds) ||
        !read_time(b->object, "cpu_time", &sample->cpu_seconds))
        return refuse(results, entry, "its time is not a number, or has an unknown unit", err);
    if (!b->is_process_time)
        sample->cpu_seconds = NAN;
    return 0;
}

/* --- what else it tells --- */

/* Which registration a repetition is of; 0: nothing tells, and each is one more sample. */
static uint64_t entry_of(struct results *results, const struct benchmark *b) {
    int64_t family = whole_or(b->object, "family_index", -1);
    int64_t instance = whole_or(b->object, "per_family_instance_index", -1);
    int64_t repetition = whole_or(b->object, "repetition_index", -1);
    if (family >= 0 && instance >= 0)
        return ((uint64_t)family + 1) << 32 | ((uint64_t)instance & UINT32_MAX);
    if (repetition == 0)
        results->entry = b->sample.place;
    return repetition < 0 ? 0 : results->entry;
}

static void note_error(const struct results *results, const struct benchmark *b, const char *why) {
    const char *name = json_text_string(b->object, "name");
    fprintf(results->errors.stream, "%s%s: %s", ftell(results->errors.stream) ? "\n" : "",
            name ? name : b->name.action, why);
}

/* Takes the numbers that are no members of every benchmark: the counters. */
static void read_counters(const struct results *results, struct benchmark *b) {
    static const char own[] = "family_index per_family_instance_index repetitions repetition_index "
                              "threads iterations real_time cpu_time";
    static const struct {
        const char *key, *detail, *unit;
    } known[] = {{"bytes_per_second", "byte_rate", "B/s"}, {"items_per_second", "rate", "items/s"}};
    json_object_object_foreach(b->object, key, value) {
        const char *name = key;
        double number;
        if (!json_text_number(value, &number) || words_have(own, key))
            continue;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strcmp(key, known[i].key) == 0) {
                name = known[i].detail;
                file_rates_call(&results->builder->rates, key, known[i].unit);
            }
        other_numbers_add(&b->numbers, name, NULL, number);
        if (strcasecmp(key, "passed") == 0 && number == 0) {
            b->sample.status = CELL_FAILED;
            note_error(results, b, "Passed is 0");
        }
    }
}

static void keep_label(const struct results *results, const struct benchmark *b) {
    const char *name = json_text_string(b->object, "name");
    const char *label = json_text_string(b->object, "label");
    char line[2 * BENCHMARK_NAME_BYTES];
    if (!label || !*label)
        return;
    snprintf(line, sizeof line, "%.1000s: %.1000s", name ? name : b->name.action, label);
    json_facts_join_line(&results->builder->facts, PREFIX, "labels", line);
}

/* --- aggregates --- */

static int is_of_key(const void *things, uint32_t number, const void *key) {
    return ((const struct aggregates *)things)[number].key == *(const uint64_t *)key;
}

/* Returns a hash of the name of the benchmark that OBJECT is the AGGREGATE of. */
static uint64_t key_of(json_object *object, const char *aggregate) {
    const char *run = json_text_string(object, "run_name"),
               *name = json_text_string(object, "name");
    char own[BENCHMARK_NAME_BYTES];
    snprintf(own, sizeof own, "%s", run ? run : name ? name : "");
    size_t length = strlen(own), end = strlen(aggregate);
    if (!run && length > end)
        own[length - end - 1] = '\0';
    return slots_hash_text(slots_hash(), own);
}

static struct aggregates *find_aggregates(const struct results *results, uint64_t key) {
    uint32_t at = slots_find(&results->by_name, key, is_of_key, results->aggregates, &key);
    return at == SLOTS_NONE ? NULL : &results->aggregates[at];
}

/* Notes a median or a standard deviation. Returns 0 if memory runs out. */
static int note_aggregate(struct results *results, json_object *object, const char *aggregate) {
    uint64_t key = key_of(object, aggregate);
    struct aggregates *found = find_aggregates(results, key);
    size_t count = results->aggregate_count;
    int is_median = strcmp(aggregate, "median") == 0;
    double seconds;
    if ((!is_median && strcmp(aggregate, "stddev") != 0) ||
        !read_time(object, "real_time", &seconds))
        return 1;
    if (!found) {
        if ((count & (count - 1)) == 0 &&
            !(found = reallocarray(results->aggregates, count ? 2 * count : 1, sizeof *found)))
            return 0;
        results->aggregates = found ? found : results->aggregates;
        found = &results->aggregates[count];
        *found = (struct aggregates){key, NAN, NAN};
        if (!slots_add(&results->by_name, key, (uint32_t)count))
            return 0;
        results->aggregate_count++;
    }
    *(is_median ? &found->median : &found->std) = seconds;
    return 1;
}

/* --- all benchmarks --- */

static int note_name(struct results *results, json_object *object, size_t entry, struct err *err) {
    struct benchmark b = {.object = object};
    int rc = read_name(results, &b, entry, err);
    if (rc == 0 && !name_settings_note(&results->settings, &b.name, b.threads))
        rc = err_set(err, ERR_FAILED, "%s: no memory to read it", results->builder->path);
    return rc;
}

static int add_repetition(struct results *results, json_object *object, size_t entry,
                          struct err *err) {
    struct benchmark b = {.object = object};
    const char *aggregate = aggregate_of(object);
    results->has_means |= aggregate && strcmp(aggregate, "mean") == 0;
    if (aggregate)
        return note_aggregate(results, object, aggregate)
                   ? 0
                   : err_set(err, ERR_FAILED, "%s: no memory to read it", results->builder->path);
    int rc = read_benchmark(results, &b, entry, err);
    if (rc)
        return rc;
    b.sample.entry = entry_of(results, &b);

    /* A benchmark that was given up or skipped: its times are 0 or missing. */
    int is_error = is_true(b.object, "error_occurred");
    if (is_given_up(&b)) {
        const char *why = json_text_string(b.object, is_error ? "error_message" : "skip_message");
        b.sample.status = is_error ? CELL_FAILED : CELL_NOT_MEASURED;
        b.sample.seconds = b.sample.cpu_seconds = NAN;
        b.sample.calls = -1;
        note_error(results, &b, why ? why : "");
    } else {
        read_counters(results, &b);
        keep_label(results, &b);
        other_numbers_give(&b.numbers, &b.sample);
    }
    return import_builder_add(results->builder, &b.sample, err);
}

static int add_lonely_mean(struct results *results, json_object *object, size_t entry,
                           struct err *err) {
    struct benchmark b = {.object = object};
    const char *aggregate = aggregate_of(object);
    if (!(aggregate && strcmp(aggregate, "mean") == 0))
        return 0;
    int rc = read_benchmark(results, &b, entry, err);
    if (rc || import_builder_has(results->builder, &b.sample))
        return rc;
    const struct aggregates *aggregates = find_aggregates(results, key_of(object, aggregate));
    if (aggregates) {
        other_numbers_add(&b.numbers, "median", "s", aggregates->median);
        other_numbers_add(&b.numbers, "std", "s", aggregates->std);
    }
    other_numbers_give(&b.numbers, &b.sample);
    b.sample.calls = -1;
    b.sample.samples_are = "means";
    return import_builder_add(results->builder, &b.sample, err);
}

static int for_all(struct results *results, struct json_elements *benchmarks,
                   int (*add)(struct results *, json_object *, size_t, struct err *),
                   struct err *err) {
    json_object *object;
    int rc, more;
    json_elements_rewind(benchmarks);
    do {
        rc = more = json_elements_next(benchmarks, &object, err);
        if (more == 1)
            rc = json_object_is_type(object, json_type_object)
                     ? add(results, object, benchmarks->number, err)
                     : refuse(results, benchmarks->number, "no object", err);
        json_object_put(object);
    } while (rc == 0 && more == 1);
    return rc;
}

/* Makes an object of a row: its numbers are numbers, save in columns of texts. */
static json_object *object_of(const struct csv_rows *rows) {
    json_object *object = json_object_new_object();
    for (size_t c = 0; c < rows->count && c < rows->record.count; c++) {
        const char *column = rows->columns[c], *text = rows->record.fields[c];
        double number;
        json_object *value = NULL;
        if (!*text)
            continue;
        if (strcmp(column, "error_occurred") == 0)
            value = json_object_new_boolean(strcmp(text, "true") == 0);
        else if (!words_have("name time_unit label error_message", column) &&
                 decimal_read(text, strlen(text), &number))
            value = strcmp(column, "iterations") == 0 ? json_object_new_int64((int64_t)number)
                                                      : json_object_new_double(number);
        else
            value = json_object_new_string(text);
        json_object_object_add(object, column, value);
    }
    return object;
}

/* Does the same as for_all with the rows of a CSV. */
static int for_all_rows(struct results *results, struct csv_rows *rows,
                        int (*add)(struct results *, json_object *, size_t, struct err *),
                        struct err *err) {
    int rc, more;
    csv_rows_rewind(rows, err);
    do {
        rc = more = csv_rows_next(rows, err);
        if (more == 1) {
            json_object *object = object_of(rows);
            rc = add(results, object, csv_rows_line(rows), err);
            json_object_put(object);
        }
    } while (rc == 0 && more == 1);
    return rc;
}

/* Reads the benchmarks of either. */
static int for_each(struct results *results, const struct benchmarks *benchmarks,
                    int (*add)(struct results *, json_object *, size_t, struct err *),
                    struct err *err) {
    return benchmarks->rows ? for_all_rows(results, benchmarks->rows, add, err)
                            : for_all(results, benchmarks->elements, add, err);
}

static int read_all(struct results *results, const struct benchmarks *benchmarks,
                    json_object *context, struct err *err) {
    struct facts *facts = &results->builder->facts;
    if (context) {
        json_object_object_foreach(context, key, value) {
            const char *text =
                json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
            if (strcmp(key, "host_name") == 0 && text)
                facts_set_text(facts, FACT_HOST, text);
            else if (strcmp(key, "date") == 0 && is_iso_8601(text))
                facts_set_text(facts, FACT_STARTED, text);
            else
                json_facts_add(facts, PREFIX, key, value);
        }
    }

    results->errors.stream = open_memstream(&results->errors.text, &results->errors.length);
    if (!results->errors.stream)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", results->builder->path);
    int rc = benchmarks->have_settings ? for_each(results, benchmarks, note_name, err) : 0;
    if (rc == 0)
        rc = for_each(results, benchmarks, add_repetition, err);
    if (rc == 0 && results->has_means)
        rc = for_each(results, benchmarks, add_lonely_mean, err);
    if (fclose(results->errors.stream) == 0 && results->errors.length)
        facts_set_text(&results->builder->facts, PREFIX "errors", results->errors.text);
    free(results->errors.text);
    name_settings_release(&results->settings);
    slots_release(&results->by_name);
    free(results->aggregates);
    return rc;
}

/* Whether the N bytes at TEXT have a setting that may tell two benchmarks apart. */
static int have_settings(const char *text, size_t n) {
    static const char *const marks[] = {
        "/iterations:", "/repeats:",    "/min_time:",   "/min_warmup_",
        "/real_time",   "/manual_time", "/process_time"};
    size_t i = 0, count = sizeof marks / sizeof *marks;
    while (i < count && !memmem(text, n, marks[i], strlen(marks[i])))
        i++;
    return i < count;
}

/* Names the library as the user asked, else after the program that wrote the file. */
static void name_library(struct results *results, json_object *context) {
    const char *path = json_text_string(context, "executable");
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *program = slash && slash[1] ? slash + 1 : path;
    const char *name = results->options->library ? results->options->library : program;
    snprintf(results->library, sizeof results->library, "%s",
             name && *name ? name : "google-benchmark");
}

static int read_google_benchmark(struct import_builder *builder, const struct source *source,
                                 const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    size_t at = csv_rows_find(source->text, source->length, CSV_HEADER);
    struct json_elements elements = {.rest = NULL};
    struct csv_rows rows = {.columns = NULL};
    int is_csv = at < source->length, rc;
    const struct benchmarks benchmarks = {&elements, is_csv ? &rows : NULL,
                                          have_settings(source->text, source->length)};
    builder->place_name = is_csv ? "line" : "benchmark";
    rc = is_csv ? csv_rows_begin(&rows, source, at, err)
                : json_elements_begin(&elements, source, "benchmarks", err);
    if (rc == 0) {
        json_object *context = json_text_member(elements.rest, "context", json_type_object);
        name_library(&results, context);
        rc = read_all(&results, &benchmarks, context, err);
    }
    csv_rows_end(&rows);
    json_elements_end(&elements);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    if (csv_rows_find(head, n, CSV_HEADER) < n)
        return 1;
    return foreign_has(head, n, "\"context\"") &&
           (foreign_has(head, n, "\"benchmarks\"") || foreign_has(head, n, "\"num_cpus\""));
}

const struct format google_benchmark_format = {
    .name = "google-benchmark",
    .about = "Google Benchmark: --benchmark_format=json or csv",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_google_benchmark,
    .writer = &google_benchmark_writer,
};

/* --- writing --- */

static const double nanoseconds = 1e9;

/* One cell, which becomes a benchmark. */
struct cell {
    FILE *file;
    const struct measurement *m;
    const struct series *series;
    size_t point;
    char *name;
    struct cell_summary summary;
};

static FILE *file_of(const struct writing *writing) {
    return writing->destination.file;
}

/* Writes the beginning of an entry. */
static void begin_entry(const struct cell *cell, const char *suffix, const char *type) {
    fputs("\n    {\"name\": ", cell->file);
    char *name = NULL;
    if (asprintf(&name, "%s%s", cell->name, suffix) < 0)
        name = NULL;
    json_write_text(cell->file, name ? name : cell->name);
    free(name);
    fputs(", \"run_name\": ", cell->file);
    json_write_text(cell->file, cell->name);
    fprintf(cell->file, ", \"run_type\": \"%s\", \"repetitions\": %zu, \"threads\": 1", type,
            cell->summary.n);
}

static void write_time(FILE *file, const char *key, double seconds, double scale) {
    fprintf(file, ", \"%s\": ", key);
    json_write_real(file, seconds * scale);
}

static void write_sample(const struct cell *cell, size_t number, size_t at) {
    double seconds = cell->series->seconds[at];
    double cpu = cell->series->cpu_seconds ? cell->series->cpu_seconds[at] : NAN;
    int64_t calls = cell->series->calls[cell->point];
    begin_entry(cell, "", "iteration");
    fprintf(cell->file, ", \"repetition_index\": %zu, \"iterations\": %lld", number,
            (long long)(calls > 0 ? calls : 1));
    write_time(cell->file, "real_time", seconds, nanoseconds);
    write_time(cell->file, "cpu_time", isfinite(cpu) ? cpu : seconds, nanoseconds);
    fputs(", \"time_unit\": \"ns\"},", cell->file);
}

static void write_aggregate(const struct cell *cell, const char *name, double value, double scale,
                            const char *end) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%s", name);
    begin_entry(cell, suffix, "aggregate");
    fprintf(cell->file,
            ", \"aggregate_name\": \"%s\", \"aggregate_unit\": \"%s\", \"iterations\": %zu", name,
            scale == 1 ? "percentage" : "time", cell->summary.n);
    write_time(cell->file, "real_time", value, scale);
    write_time(cell->file, "cpu_time", value, scale);
    fprintf(cell->file, ", \"time_unit\": \"ns\"}%s", end);
}

static void write_cell(const struct cell *cell) {
    const struct measurement *m = cell->m;
    size_t number = 0;
    if (!cell->summary.n || cell->series->status[cell->point] != CELL_OK) {
        begin_entry(cell, "", "iteration");
        fputs(", \"iterations\": 0, \"error_occurred\": true, \"error_message\": ", cell->file);
        json_write_text(cell->file, cell_status_name((int)cell->series->status[cell->point]));
        fputs(", \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"}", cell->file);
        return;
    }
    for (size_t i = 0; i < m->rounds * m->max_seeds; i++) {
        size_t at = measurement_index(m, cell->point, 0, 0) + i;
        if (isfinite(cell->series->seconds[at]))
            write_sample(cell, number++, at);
    }
    write_aggregate(cell, "mean", cell->summary.mean, nanoseconds, ",");

    /* The median is NaN if memory runs out. */
    const double *seconds = cell->series->seconds + measurement_index(m, cell->point, 0, 0);
    double *sorted = malloc((cell->summary.n + 1) * sizeof *sorted), median = NAN;
    size_t n = 0;
    for (size_t i = 0; sorted && i < m->rounds * m->max_seeds; i++)
        if (isfinite(seconds[i]))
            sorted[n++] = seconds[i];
    if (n) {
        qsort(sorted, n, sizeof *sorted, ascending_reals);
        median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
    free(sorted);
    write_aggregate(cell, "median", median, nanoseconds, ",");
    write_aggregate(cell, "stddev", cell->summary.n > 1 ? cell->summary.sd : 0, nanoseconds, ",");
    write_aggregate(cell, "cv", cell->summary.n > 1 ? cell->summary.sd / cell->summary.mean : 0, 1,
                    "");
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    int code = 0;
    if (!writing->measurements) {
        FILE *file = file_of(writing);
        static const struct {
            const char *key, *fact;
        } known[] = {{"date", FACT_STARTED}, {"host_name", FACT_HOST}, {"benchmat_cpu", FACT_CPU}};
        fputs("{\n  \"context\": {\"executable\": \"bench-collect\"", file);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            const char *text = facts_text(&run->facts, known[i].fact, NULL);
            if (!text)
                continue;
            fprintf(file, ", \"%s\": ", known[i].key);
            json_write_text(file, text);
        }
        fputs(", \"benchmat_run\": ", file);
        json_write_text(file, run->name);
        fputs(", \"caches\": []},\n  \"benchmarks\": [", file);
    }
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points && code == 0; p++) {
            const struct series *series = &m->series[s];
            int is_first = !writing->measurements && !s && !p;
            struct cell cell = {
                file_of(writing), m, series, p, NULL, cell_summary_of(m, series, p)};
            size_t size = 0;
            FILE *name = open_memstream(&cell.name, &size);
            if (name)
                point_words_write(name, m, series, p);
            if (!name || fclose(name) != 0)
                code = err_set(err, ERR_FAILED, "no memory to write JSON");
            else {
                fputs(is_first ? "" : ",", cell.file);
                write_cell(&cell);
                free(cell.name);
                code = 0;
            }
        }
    return code;
}

static int end(struct writing *writing, struct err *err) {
    (void)err;
    fputs("\n  ]\n}\n", file_of(writing));
    return 0;
}

const struct format_writer google_benchmark_writer = {
    .shapes = 1 << WRITING_SAMPLES, .has_calls_only = 1, .add = add, .end = end};
