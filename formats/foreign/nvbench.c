/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nvbench.c: reads what NVBench writes with --json, --jsonbin or --csv (NVIDIA,
 * github.com/NVIDIA/nvbench; nvbench/json_printer.cu and csv_printer.cu).
 *
 * Each benchmark is an action, and each device a library, called as CUDA calls it. The values of
 * axes that are numbers are parameters, and others join the library: "NVIDIA H100 (T=F32)". A state
 * has a mean time on the device, of cold runs, else of a batch: its only sample (FACT_SAMPLES_ARE).
 * --jsonbin writes the times of all cold runs to files beside the JSON, "x.json-bin/0.bin", floats
 * in seconds; they are the samples where they can be read, and "nvbench_samples_left_out" tells of
 * others.
 * The time on the CPU, rates of bytes and items, and all other summaries are kept as
 * other_numbers.h has it. A state that was skipped is CELL_NOT_MEASURED, and "nvbench_skipped" has
 * a line with the reason.
 *
 * In a CSV, the columns behind "Device Name" are axes up to the first summary. */
#include "formats/foreign/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/harness/csv_rows.h"
#include "formats/harness/other_numbers.h"
#include "formats/harness/parameters.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"

enum { NAME = 2048, NOISE = 40 };

#define PREFIX "nvbench_"

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    json_object *devices;
    size_t count; /* of states so far */
};

static int refuse(const struct results *results, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: state %zu: %s", results->builder->path, results->count,
                   why);
}

/* --- names --- */

static const char *device_name(const struct results *results, json_object *state) {
    json_object *wanted = json_text_member(state, "device", json_type_int);
    size_t count = results->devices ? json_object_array_length(results->devices) : 0;
    for (size_t i = 0; wanted && i < count; i++) {
        json_object *device = json_object_array_get_idx(results->devices, i);
        json_object *id = json_text_member(device, "id", json_type_int);
        const char *name = json_text_string(device, "name");
        if (id && name && json_object_get_int64(id) == json_object_get_int64(wanted))
            return name;
    }
    return "nvbench";
}

/* Takes the values of axes. Numbers are written as texts, and a power of two has its value. */
static int read_axes(const struct results *results, struct parameters *parameters,
                     json_object *state, struct err *err) {
    json_object *values = json_text_member(state, "axis_values", json_type_array);
    size_t count = values ? json_object_array_length(values) : 0;
    for (size_t i = 0; i < count; i++) {
        json_object *one = json_object_array_get_idx(values, i), *value = NULL;
        const char *name = json_text_string(one, "name"), *text = NULL;
        if (name && json_object_object_get_ex(one, "value", &value))
            text = json_object_get_string(value);
        if (!text)
            return refuse(results, "an axis has no name or value", err);
        if (!parameters_add(parameters, name, text))
            return refuse(results, "too many axes", err);
    }
    return 0;
}

/* --- summaries --- */

/* Returns the text of what is called NAME in the data of a summary; NULL if there is none. */
static const char *datum_of(json_object *summary, const char *name) {
    json_object *data = json_text_member(summary, "data", json_type_array), *value = NULL;
    size_t count = data ? json_object_array_length(data) : 0;
    for (size_t i = 0; i < count; i++) {
        json_object *one = json_object_array_get_idx(data, i);
        const char *own = json_text_string(one, "name");
        if (own && strcmp(own, name) == 0 && json_object_object_get_ex(one, "value", &value) &&
            value)
            return json_object_get_string(value);
    }
    return NULL;
}

/* Returns the value of a summary; NaN if it has none. */
static double summary_value(json_object *summary) {
    const char *text = datum_of(summary, "value");
    double number;
    return text && decimal_read(text, strlen(text), &number) ? number : NAN;
}

static const struct known_summary {
    const char *tag;
    int rank;                  /* of times: the least is taken; 0: no time */
    const char *detail, *unit; /* of rates; NULL: none */
} known[] = {
    {"nv/cold/time/gpu/mean", 1, NULL, NULL},
    {"nv/batch/time/gpu/mean", 2, NULL, NULL},
    {"nv/cpu_only/time/cpu/mean", 3, NULL, NULL},
    {"nv/cold/bw/global/bytes_per_second", 0, "byte_rate", "B/s"},
    {"nv/cold/bw/item_rate", 0, "rate", "items/s"},
};

static const struct known_summary *find_known(const char *tag) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].tag, tag) == 0)
            return &known[i];
    return NULL;
}

/* Returns the unit that a hint, which says how to show a summary, stands for; NULL: none. */
static const char *unit_of(const char *hint) {
    static const struct {
        const char *hint, *unit;
    } hints[] = {{"duration", "s"}, {"byte_rate", "B/s"}, {"item_rate", "items/s"}, {"bytes", "B"}};
    for (size_t i = 0; hint && i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].hint, hint) == 0)
            return hints[i].unit;
    return NULL;
}

static void read_summaries(const struct results *results, json_object *state,
                           struct other_numbers *numbers, struct import_builder_sample *sample) {
    json_object *summaries = json_text_member(state, "summaries", json_type_array);
    size_t count = summaries ? json_object_array_length(summaries) : 0;
    int rank = 0;
    for (size_t i = 0; i < count; i++) {
        json_object *summary = json_object_array_get_idx(summaries, i);
        const char *tag = json_text_string(summary, "tag"),
                   *name = json_text_string(summary, "name");
        const struct known_summary *one = tag ? find_known(tag) : NULL;
        double value = summary_value(summary);
        if (!tag || isnan(value))
            continue;
        if (one && one->rank && (!rank || one->rank < rank)) {
            rank = one->rank;
            sample->seconds = value;
        }
        const char *unit = unit_of(json_text_string(summary, "hint"));
        if (!one)
            other_numbers_add(numbers, name ? name : tag, unit, value);
        else if (!one->rank) {
            other_numbers_add(numbers, one->detail, NULL, value);
            file_rates_call(&results->builder->rates, name ? name : tag, unit ? unit : one->unit);
        }
    }
}

/* --- samples --- */

/* Reads the COUNT times of PATH, floats in little-endian order, one after the other; NULL, with
 * errno set, if it cannot or is no file of as many. */
static float *read_times(const char *path, size_t count) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return NULL;
    int is_whole = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                   status.st_size == (off_t)(count * sizeof(uint32_t));
    float *times = is_whole ? reallocarray(NULL, count, sizeof *times) : NULL;
    FILE *stream = fdopen(file, "rb");
    errno = is_whole ? errno : EINVAL;
    for (size_t i = 0; times && i < count; i++) {
        unsigned char byte[sizeof(uint32_t)] = {0};
        if (!stream || fread(byte, 1, sizeof byte, stream) != sizeof byte) {
            free(times);
            times = NULL;
            break;
        }
        uint32_t bits = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                        (uint32_t)byte[3] << 24;
        memcpy(&times[i], &bits, sizeof bits);
    }
    if (stream)
        fclose(stream);
    else
        close(file);
    return times;
}

/* Whether NAME is a path within the directory of the file that it stands in. */
static int is_beside(const char *name) {
    if (!*name || *name == '/')
        return 0;
    for (const char *at = name; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2]))
            return 0;
    }
    return 1;
}

/* Returns the COUNT times of the cold runs of STATE, which stand in a file of their own beside this
 * one; NULL: there are none, or they cannot be read, of which a fact tells. */
static float *find_times(const struct results *results, json_object *state, size_t *count) {
    static const char tag[] = "nv/json/bin:nv/cold/sample_times";
    json_object *summaries = json_text_member(state, "summaries", json_type_array), *found = NULL;
    const char *slash = strrchr(results->builder->path, '/');
    char *path = NULL, *line = NULL;
    int64_t size;
    for (size_t i = 0; summaries && !found && i < json_object_array_length(summaries); i++) {
        json_object *one = json_object_array_get_idx(summaries, i);
        const char *own = json_text_string(one, "tag");
        found = own && strcmp(own, tag) == 0 ? one : NULL;
    }
    const char *name = found ? datum_of(found, "filename") : NULL;
    const char *text = found ? datum_of(found, "size") : NULL;
    if (!name || !text || !decimal_read_whole(text, strlen(text), &size) || size < 1 ||
        size > IMPORT_BUILDER_MOST_SAMPLES)
        return NULL;
    *count = (size_t)size;
    int is_there = is_beside(name) &&
                   asprintf(&path, "%.*s%s", slash ? (int)(slash + 1 - results->builder->path) : 0,
                            results->builder->path, name) >= 0;
    float *times = is_there ? read_times(path, *count) : NULL;
    const char *why = !is_beside(name)  ? "it is not beside this file"
                      : errno == EINVAL ? "it has not as many as told"
                                        : strerror(errno);
    if (!times && asprintf(&line, "samples in %.1000s: %s", name, why) >= 0)
        json_facts_join_line(&results->builder->facts, PREFIX, "samples_left_out", line);
    if (is_there)
        free(path);
    free(line);
    return times;
}

/* Adds each of TIMES in the place of the mean in SAMPLE; what is told of all of them is of the
 * first. */
static int add_times(struct results *results, struct import_builder_sample *sample,
                     const float *times, size_t count, struct err *err) {
    int rc = 0;
    sample->samples_are = NULL;
    for (size_t i = 0; rc == 0 && i < count; i++) {
        sample->seconds = times[i];
        rc = import_builder_add(results->builder, sample, err);
        other_numbers_take(sample);
    }
    return rc;
}

/* --- states --- */

static void note_skipped(const struct results *results, const char *of, const char *why) {
    char line[NAME];
    snprintf(line, sizeof line, "%.1000s: %.900s", of, why ? why : "");
    json_facts_join_line(&results->builder->facts, PREFIX, "skipped", line);
}

/* Begins with the next state, which is of ACTION. */
static struct import_builder_sample begin_state(struct results *results, const char *action) {
    results->count++;
    return (struct import_builder_sample){.action = action,
                                          .seed = IMPORT_BUILDER_NEXT,
                                          .seconds = NAN,
                                          .cpu_seconds = NAN,
                                          .calls = -1,
                                          .samples_are = "means",
                                          .place = results->count,
                                          .entry = results->count};
}

/* Gives SAMPLE the parameters, and its name, in LIBRARY [NAME], from DEVICE and those of them that
 * are no numbers. */
static int name_state(const struct results *results, struct parameters *parameters,
                      const char *device, struct import_builder_sample *sample, char *library,
                      struct err *err) {
    int rc = parameters_give(parameters, results->builder, results->options, sample, err);
    int has_variant = *parameters->variant != '\0';
    snprintf(library, NAME, "%.900s%s%s%s",
             results->options->library ? results->options->library : device,
             has_variant ? " (" : "", parameters->variant, has_variant ? ")" : "");
    sample->library = library;
    return rc;
}

static int add_state(struct results *results, const char *action, json_object *state,
                     struct err *err) {
    struct import_builder_sample sample = begin_state(results, action);
    struct parameters parameters = {.count = 0};
    struct other_numbers numbers = {.detail_count = 0};
    char library[NAME], of[NAME];
    const char *name = json_text_string(state, "name");
    int rc = read_axes(results, &parameters, state, err);
    rc = rc ? rc
            : name_state(results, &parameters, device_name(results, state), &sample, library, err);
    if (rc)
        return rc;
    json_object *is_skipped = json_text_member(state, "is_skipped", json_type_boolean);
    if (is_skipped && json_object_get_boolean(is_skipped)) {
        sample.status = CELL_NOT_MEASURED;
        snprintf(of, sizeof of, "%.1000s: %.1000s", action, name ? name : library);
        note_skipped(results, of, json_text_string(state, "skip_reason"));
    } else {
        read_summaries(results, state, &numbers, &sample);
        other_numbers_give(&numbers, &sample);
        if (isnan(sample.seconds))
            return refuse(results, "there is no mean time in its summaries", err);
        size_t count = 0;
        float *times = find_times(results, state, &count);
        if (times) {
            rc = add_times(results, &sample, times, count, err);
            free(times);
            return rc;
        }
    }
    return import_builder_add(results->builder, &sample, err);
}

static int add_benchmark(struct results *results, json_object *benchmark, struct err *err) {
    const char *name = json_text_string(benchmark, "name");
    json_object *states = json_text_member(benchmark, "states", json_type_array);
    int rc = 0;
    if (!name || !states)
        return err_set(err, ERR_DAMAGED, "%s: a benchmark without a name or states",
                       results->builder->path);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(states); i++)
        rc = add_state(results, name, json_object_array_get_idx(states, i), err);
    return rc;
}

/* --- CSV --- */

static const char csv_device[] = "Device Name", csv_skipped[] = "Skipped";

/* Columns of summaries. The result is the time with the least rank. */
static const struct csv_summary {
    const char *column;
    int rank; /* 0: no time of a state */
    const char *name, *unit;
} csv_summaries[] = {
    {"GPU Time (sec)", 1, "GPU Time", "s"}, {"Batch GPU (sec)", 2, "Batch GPU", "s"},
    {"CPU Time (sec)", 3, "CPU Time", "s"}, {"GlobalMem BW (bytes/sec)", 0, "byte_rate", NULL},
    {"Elem/s (elem/sec)", 0, "rate", NULL}, {"Samples", 0, "Samples", "1"},
    {csv_skipped, 0, NULL, NULL},
};
enum { CSV_SUMMARIES = sizeof csv_summaries / sizeof *csv_summaries };

static const struct csv_summary *find_csv_summary(const char *column) {
    size_t i = 0;
    while (i < CSV_SUMMARIES && strcmp(csv_summaries[i].column, column) != 0)
        i++;
    return i < CSV_SUMMARIES ? &csv_summaries[i] : NULL;
}

static size_t find_csv_column(const struct csv_rows *rows, const char *name) {
    size_t c = 0;
    while (c < rows->count && strcmp(rows->columns[c], name) != 0)
        c++;
    return c;
}

/* Returns the first column behind the axes, which begin with column C. */
static size_t pass_axes(const struct csv_rows *rows, size_t c) {
    while (c < rows->count && !find_csv_summary(rows->columns[c]))
        c++;
    return c;
}

/* Returns the column with the time of the current row; `count` if it has none. */
static size_t find_csv_time(const struct csv_rows *rows) {
    size_t best = rows->count;
    int rank = 0;
    for (size_t c = 0; c < rows->count && c < rows->record.count; c++) {
        const struct csv_summary *summary = find_csv_summary(rows->columns[c]);
        if (!summary || !summary->rank || !*rows->record.fields[c] ||
            (rank && summary->rank >= rank))
            continue;
        rank = summary->rank;
        best = c;
    }
    return best;
}

/* Takes the summaries from column C on, save that in column TIME. Each "Noise" is named after the
 * time before it. NAMES [count] has room for that. */
static void read_csv_summaries(const struct csv_rows *rows, size_t c, size_t time,
                               struct other_numbers *numbers, char (*names)[NOISE]) {
    const char *last = "";
    for (; c < rows->count && c < rows->record.count; c++) {
        const struct csv_summary *summary = find_csv_summary(rows->columns[c]);
        const char *text = rows->record.fields[c], *name = rows->columns[c];
        double value;
        if (summary && summary->rank)
            last = summary->name;
        size_t length = strcspn(text, "%");
        if (c == time || !decimal_read(text, length, &value))
            continue;
        value /= text[length] ? 100 : 1;
        if (strncmp(name, "Noise", 5) == 0 && *last) {
            snprintf(names[c], sizeof names[c], "%.20s %s", last, name);
            name = names[c];
        }
        other_numbers_add(numbers, summary ? summary->name : name, summary ? summary->unit : "1",
                          value);
    }
}

static int add_row(struct results *results, const struct csv_rows *rows, size_t device,
                   char (*names)[NOISE], struct err *err) {
    const char *const *fields = rows->record.fields;
    int has_action = device && strcmp(rows->columns[0], "Device") != 0;
    const char *action = has_action ? fields[0] : results->options->action;
    const size_t first = pass_axes(rows, device + 1), time = find_csv_time(rows);
    const char *skipped = csv_rows_field(rows, csv_skipped);
    struct import_builder_sample sample = begin_state(results, action ? action : "nvbench");
    struct parameters parameters = {.count = 0};
    struct other_numbers numbers = {.detail_count = 0};
    char library[NAME];
    int rc = rows->record.count == rows->count
                 ? 0
                 : refuse(results, "it has not as many columns as the header", err);
    for (size_t c = device + 1; rc == 0 && c < first; c++)
        if (*fields[c] && !parameters_add(&parameters, rows->columns[c], fields[c]))
            rc = refuse(results, "too many axes", err);
    rc = rc ? rc : name_state(results, &parameters, fields[device], &sample, library, err);
    if (rc)
        return rc;
    if (time < rows->count) {
        read_csv_summaries(rows, first, time, &numbers, names);
        other_numbers_give(&numbers, &sample);
        if (!decimal_read(fields[time], strlen(fields[time]), &sample.seconds))
            return refuse(results, "its time is not a number", err);
    } else {
        sample.status = CELL_NOT_MEASURED;
        note_skipped(results, library, skipped);
    }
    return import_builder_add(results->builder, &sample, err);
}

static int read_csv(struct results *results, const struct source *source, struct err *err) {
    struct csv_rows rows;
    int rc = csv_rows_begin(&rows, source, 0, err);
    size_t device = rc == 0 ? find_csv_column(&rows, csv_device) : 0;
    char(*names)[NOISE] = rc == 0 ? calloc(rows.count + 1, sizeof *names) : NULL;
    if (rc == 0 && device == rows.count)
        rc = err_set(err, ERR_DAMAGED, "%s: it has no column \"%s\"", source->path, csv_device);
    else if (rc == 0 && !names)
        rc = err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    while (rc == 0 && (rc = csv_rows_next(&rows, err)) == 1)
        rc = add_row(results, &rows, device, names, err);
    if (rc == 0 && !results->count)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no state in it", source->path);
    free(names);
    csv_rows_end(&rows);
    return rc;
}

static int is_csv(const char *head, size_t n) {
    const char *end = memchr(head, '\n', n);
    size_t length = end ? (size_t)(end - head) : 0;
    return length && foreign_has(head, length, csv_device) && foreign_has(head, length, "(sec)");
}

/* --- files --- */

static int read_nvbench(struct import_builder *builder, const struct source *source,
                        const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    builder->place_name = "state";
    if (is_csv(source->text, source->length))
        return read_csv(&results, source, err);
    json_object *root = json_text_parse(source, err);
    if (!root)
        return ERR_DAMAGED;
    json_object *benchmarks = json_text_member(root, "benchmarks", json_type_array);
    json_object *meta = json_text_member(root, "meta", json_type_object);
    results.devices = json_text_member(root, "devices", json_type_array);
    int rc = benchmarks ? 0
                        : err_set(err, ERR_DAMAGED, "%s: there is no array \"benchmarks\" in it",
                                  source->path);
    if (meta) {
        json_object_object_foreach(meta, key, value) {
            json_facts_add(&builder->facts, PREFIX, key, value);
        }
    }
    json_facts_add(&builder->facts, PREFIX, "devices", results.devices);
    for (size_t i = 0; rc == 0 && i < json_object_array_length(benchmarks); i++)
        rc = add_benchmark(&results, json_object_array_get_idx(benchmarks, i), err);
    json_object_put(root);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return is_csv(head, n) ||
           (foreign_has(head, n, "\"nvbench\"") && foreign_has(head, n, "\"devices\""));
}

const struct format nvbench_format = {
    .name = "nvbench",
    .about = "NVBench: --json FILE, --jsonbin FILE or --csv FILE",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_nvbench,
};
