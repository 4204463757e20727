/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/registry.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/import/assemble.h"
#include "formats/json/benchmat_json.h"
#include "formats/files/compressed.h"
#include "formats/files/hdf5.h"
#include "formats/files/stream.h"
#include "formats/foreign/foreign.h"
#include "formats/foreign/reports.h"
#include "formats/csv/csv.h"
#include "formats/mat_runs/mat.h"
#include "formats/text/unicode.h"
#include "formats/import/format.h"
#include "formats/import/split.h"
#include "formats/text/suggest.h"

int foreign_has(const char *head, size_t n, const char *word) {
    return memmem(head, n, word, strlen(word)) != NULL;
}

const struct format *const formats[] = {
    &google_benchmark_format,
    &jmh_format,
    &pyperf_format,
    &pytest_benchmark_format,
    &nanobench_format,
    &hyperfine_format,
    &criterion_format,
    &catch2_format,
    &go_benchmark_format,
    &benchmarkdotnet_format,
    &nvbench_format,
    &asv_format,
    &benchmark_ips_format,
    &benchmarktools_format,
    &vitest_format,
    &clickbench_format,
    &mimalloc_bench_format,
    &mat_format,
    &btl_format,
    &benchmat_json_format,
    &json_table_format,
    &csv_format,
    &tsv_format,
    &markdown_format,
    &github_action_format,
    &sqlite_format,
    NULL,
};

enum {
    NAMES = 512,        /* bytes for the names of all formats */
    MOST_FILES = 10000, /* in a directory */
    UNSIZED = 1000,     /* bytes for the names of benchmarks without the size parameter */
};

/* --- finding formats --- */

int format_is_read(const struct format *format) {
    return format->read || format->read_runs;
}

/* Too many programs write JSON for its name to tell that it is ours. */
static int is_told_by_name(const struct format *format) {
    return format_is_read(format) && format != &benchmat_json_format;
}

static int is_written(const struct format *format) {
    return format->writer != NULL;
}

static int is_any(const struct format *format) {
    (void)format;
    return 1;
}

/* Writes the names of the formats that ARE_WANTED accepts to BUFFER, and returns it. */
static const char *list_names(char *buffer, int (*are_wanted)(const struct format *format)) {
    size_t used = 0;
    for (size_t f = 0; formats[f]; f++)
        if (are_wanted(formats[f]) && used < NAMES)
            used += (size_t)snprintf(buffer + used, NAMES - used, "%s%s", used ? ", " : "",
                                     formats[f]->name);
    return buffer;
}

const struct format *format_find(const char *name, struct err *err) {
    char names[NAMES];
    struct suggestion suggestion = {.wanted = name};
    for (size_t f = 0; formats[f]; f++) {
        suggest_consider(&suggestion, formats[f]->name);
        if (strcmp(formats[f]->name, name) == 0)
            return formats[f];
    }
    err_set(err, ERR_USAGE, "unknown format '%s'; formats are %s%s", name,
            list_names(names, is_any), suggest_words(&suggestion).text);
    return NULL;
}

static int is_hdf5(const char *head, size_t n) {
    for (size_t at = 0; at + HDF5_SIGNATURE_SIZE <= n; at = at ? at * 2 : 512)
        if (memcmp(head + at, HDF5_SIGNATURE, HDF5_SIGNATURE_SIZE) == 0)
            return 1;
    return 0;
}

/* Writes NAME without the extension of a compressed file to BUFFER, and returns it. */
static const char *uncompressed(char buffer[NAMES], const char *name) {
    snprintf(buffer, NAMES, "%.*s", (int)compressed_name_length(name), name);
    return buffer;
}

static int has_extension_of(const struct format *format, const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && words_have(format->extensions, dot + 1);
}

/* Returns the first format with the extension of PATH that IS_WANTED accepts, or NULL. */
static const struct format *of_extension(const char *path,
                                         int (*is_wanted)(const struct format *format)) {
    const char *slash = strrchr(path, '/');
    char name[NAMES];
    for (size_t f = 0; formats[f]; f++)
        if (is_wanted(formats[f]) &&
            has_extension_of(formats[f], uncompressed(name, slash ? slash + 1 : path)))
            return formats[f];
    return NULL;
}

static int is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Returns the format of the directory at PATH: the last that takes directories, unless an earlier
 * one has its files there. */
static const struct format *of_directory(const char *path) {
    const struct format *last = NULL;
    for (size_t f = 0; formats[f]; f++) {
        if (formats[f]->takes_directories)
            last = formats[f];
        if (formats[f]->is_directory && formats[f]->is_directory(path))
            return formats[f];
    }
    return last;
}

const struct format *format_of_head(const char *head, size_t n, const char *path) {
    size_t f = 0;
    while (formats[f] &&
           !(n && format_is_read(formats[f]) && formats[f]->recognises(head, n, path)))
        f++;
    const struct format *format = formats[f] ? formats[f] : of_extension(path, is_told_by_name);
    /* Words and numbers in columns may look like a table. */
    return format && format->has_columns && report_advice(head, n) ? NULL : format;
}

int format_refuse(const char *path, const char *head, size_t n, struct err *err) {
    const char *advice = report_advice(head, n);
    return err_set(
        err, ERR_DAMAGED, "%s: %s", path,
        advice ? advice
        : n && strchr("[{", *head)
            ? "JSON of no known layout; as a table it is an array of objects, such as "
              "[{\"library\": \"a\", \"time_ms\": 1.5}]"
        : n && !memchr(head, '\0', n)
            ? "unrecognised format; `bench-store formats` lists what is read; give --from "
              "csv if it is a table"
        : n ? "unrecognised format; `bench-store formats` lists what is read"
            : "the file is empty");
}

static int detect_in(const struct source *source, const struct format **format, struct err *err) {
    size_t n = source->length < FORMAT_HEAD ? source->length : FORMAT_HEAD;
    *format = NULL;
    if (is_hdf5(source->text, n))
        return 0;
    *format = format_of_head(source->text, n, source->path);
    return *format ? 0 : format_refuse(source->path, source->text, n, err);
}

int format_detect(const char *path, const struct format **format, struct err *err) {
    struct source source;
    *format = is_directory(path) ? of_directory(path) : NULL;
    if (*format)
        return 0;
    int rc = source_read(&source, path, FORMAT_HEAD, err);
    if (rc == 0)
        rc = detect_in(&source, format, err);
    source_release(&source);
    return rc;
}

int format_for_writing(const char *path, const struct format **format, struct err *err) {
    char names[NAMES];
    *format = of_extension(path, is_written);
    if (*format)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: its extension tells no format that is written; choose one with --to: %s",
                   path, list_names(names, is_written));
}

int format_suggest_split(const struct run *run, char *text, size_t size) {
    const char *name = facts_text(&run->facts, FACT_SOURCE_FORMAT, "");
    char why[300];
    size_t f = 0;
    while (formats[f] && strcmp(formats[f]->name, name) != 0)
        f++;
    if (!formats[f] || !formats[f]->has_families || facts_find(&run->facts, FACT_SPLIT) ||
        !split_suggest(run, why, sizeof why))
        return 0;
    snprintf(text, size, "%s; --split compares them", why);
    return 1;
}

/* --- reading --- */

/* A file while it is read. */
struct reading {
    const struct format *format;
    const struct format_options *options;
    const char *path;
    struct import_builder builder;
    struct runs runs;            /* of a format that makes runs without the builder */
    const struct source *source; /* NULL: a directory */
    struct split *split;
};

static int read_source(struct reading *reading, const struct source *source, struct err *err) {
    int rc = reading->format ? 0 : detect_in(source, &reading->format, err);
    if (rc)
        return rc;
    if (!reading->format)
        return err_set(err, ERR_USAGE,
                       stream_is(source->path)
                           ? "%s: HDF5 cannot be read from a pipe; save it to a file first"
                       : compressed_name_length(source->path) < strlen(source->path)
                           ? "%s: a compressed HDF5 file; decompress it first"
                           : "%s: an HDF5 file, which is read as an archive; bench-store merge "
                             "takes the runs of one",
                       source->path);
    if (!format_is_read(reading->format))
        return err_set(err, ERR_USAGE, "%s: %s is a format that is only written", source->path,
                       reading->format->name);
    const struct format_options *options = reading->options;
    int takes_unit = reading->format->has_columns || reading->format->has_units;
    if ((options->unit && !takes_unit) || (options->as && !reading->format->has_columns))
        return err_set(
            err, ERR_USAGE,
            "%s: --%s is for tables, such as csv; %s says by itself what its numbers are",
            source->path, options->unit && !takes_unit ? "unit" : "as", reading->format->name);
    reading->builder.path = source->path;
    if (reading->format->read_runs)
        return reading->format->read_runs(&reading->runs, source, reading->options, err);
    return reading->format->read(&reading->builder, source, reading->options, err);
}

static int read_directory_file(struct reading *reading, const char *path, struct err *err) {
    struct source source;
    int rc = source_read(&source, path, SOURCE_MOST_BYTES, err);
    if (rc == 0)
        rc = read_source(reading, &source, err);
    source_release(&source);
    reading->builder.path = reading->path;
    return rc;
}

/* Whether a file of that NAME in a directory is one of FORMAT. */
static int is_wanted(const struct format *format, const char *name) {
    char buffer[NAMES];
    return *name != '.' && has_extension_of(format, uncompressed(buffer, name));
}

/* Moves the wanted of COUNT entries to the front, frees the others, and returns how many there are.
 */
static int keep_wanted(const struct format *format, struct dirent **entries, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (is_wanted(format, entries[i]->d_name))
            entries[kept++] = entries[i];
        else
            free(entries[i]);
    return kept;
}

static int read_directory(struct reading *reading, struct err *err) {
    if (reading->format->read_directory)
        return reading->format->read_directory(&reading->builder, reading->path, reading->options,
                                               err);
    struct dirent **entries = NULL;
    int count = scandir(reading->path, &entries, NULL, alphasort), rc = 0;
    if (count > 0)
        count = keep_wanted(reading->format, entries, count);
    if (count < 0)
        return err_set(err, ERR_FAILED, "%s: %s", reading->path, strerror(errno));
    if (count == 0 || count > MOST_FILES)
        rc = err_set(err, ERR_USAGE, "%s: %s files of %s (.%s) in this directory", reading->path,
                     count ? "too many" : "no", reading->format->name, reading->format->extensions);
    for (int i = 0; i < count; i++) {
        if (rc == 0) {
            const char *name = entries[i]->d_name;
            char *path = NULL;
            if (asprintf(&path, "%s/%s", reading->path, name) < 0)
                rc = err_set(err, ERR_FAILED, "no memory for the name of a file");
            else {
                int entry_rc = read_directory_file(reading, path, err);
                free(path);
                rc = entry_rc;
            }
        }
        free(entries[i]);
    }
    free(entries);
    return rc;
}

int format_mark_run(const struct format *format, const char *path, struct run *run,
                    struct err *err) {
    char stem[IMPORT_BUILDER_MOST_NAME];
    if (!run->name)
        run->name = strdup(source_stem(stem, sizeof stem, path));

    /* Keeps where the run came from before it was in this file. */
    static const char *const names[] = {FACT_SOURCE_FILE, FACT_SOURCE_FORMAT, FACT_SOURCE_SHA256};
    char name[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "earlier_%s", names[i]);
        facts_set_text(&run->facts, name, facts_text(&run->facts, names[i], NULL));
    }

    facts_set_text(&run->facts, FACT_SOURCE_FILE, path);
    facts_set_text(&run->facts, FACT_SOURCE_FORMAT, format->name);
    return run->name && !run->facts.incomplete ? 0 : err_set(err, ERR_FAILED, "no memory");
}

static int read_once(struct reading *reading, struct err *err) {
    return reading->source ? read_source(reading, reading->source, err)
                           : read_directory(reading, err);
}

/* How names are taken apart can be told once all are known: then the file is read again. */
static int read_split(struct reading *reading, struct err *err) {
    const char *pattern = reading->options->split;
    int rc = read_once(reading, err);
    if (rc || !pattern)
        return rc;
    if (reading->format->read_runs)
        return err_set(err, ERR_USAGE,
                       "%s: --split is for names of benchmarks; %s tells libraries by itself",
                       reading->path, reading->format->name);
    /* Named alike in all files, which so can be compared. */
    const char *action = reading->options->action, *whole = action ? action : "benchmarks";
    rc = split_new(&reading->split, &reading->builder, pattern, whole, err);
    if (rc)
        return rc;
    import_builder_release(&reading->builder);
    reading->builder = (struct import_builder){
        .path = reading->path, .place_name = "line", .split = reading->split};
    rc = read_once(reading, err);
    for (struct import_builder *builder = &reading->builder; builder; builder = builder->next)
        facts_set_text(&builder->facts, FACT_SPLIT, *pattern ? pattern : "names");
    return rc;
}

/* Refuses a size parameter that no benchmark has. */
static int no_such_size(const struct reading *reading, struct err *err) {
    struct suggestion suggestion = {.wanted = reading->options->size_param};
    for (const struct import_builder *b = &reading->builder; b; b = b->next)
        for (size_t a = 0; a < b->action_count; a++)
            for (size_t p = 0; p < b->actions[a]->parameter_count; p++)
                suggest_consider(&suggestion, b->actions[a]->parameters[p]);
    return err_set(err, ERR_USAGE, "%s: no benchmark in it has a parameter called %s%s",
                   reading->path, suggestion.wanted, suggest_words(&suggestion).text);
}

/* Makes the runs unless RC is an earlier failure, and releases the builder. */
static int finish(struct reading *reading, int rc, struct runs *runs, struct err *err) {
    *runs = reading->runs;
    if (rc == 0) {
        /* Names the benchmarks without the requested size parameter. */
        const struct facts *unsized = &reading->builder.unsized;
        char names[UNSIZED] = "";
        size_t used = 0;
        int has_sized = 0;
        for (const struct import_builder *one = &reading->builder; one; one = one->next)
            has_sized |= one->has_sized;
        if (unsized->count && !has_sized)
            rc = no_such_size(reading, err);
        else {
            for (size_t i = 0; i < unsized->count && used < sizeof names; i++)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                         used ? ", " : "", unsized->items[i].name);
            if (used >= sizeof names)
                utf8_end_in(names, sizeof names, " ...");
            utf8_clean(names, '?');
            if (used)
                facts_set_text(&reading->builder.facts, FACT_UNSIZED, names);
            rc = 0;
        }
    }
    if (rc == 0 && !runs->count)
        rc = assemble_runs(&reading->builder, runs, err);
    for (size_t i = 0; rc == 0 && i < runs->count; i++)
        rc = format_mark_run(reading->format, reading->path, runs->items[i], err);
    if (rc)
        runs_release(runs);
    import_builder_release(&reading->builder);
    split_free(reading->split);
    return rc;
}

static const struct format_options no_options;

static struct reading begin(const struct format *format, const char *path,
                            const struct format_options *options) {
    return (struct reading){.format = format,
                            .options = options ? options : &no_options,
                            .path = path,
                            .builder = {.path = path, .place_name = "line"}};
}

int format_read(const struct format *format, const char *path, const struct format_options *options,
                struct runs *runs, struct err *err) {
    struct reading reading = begin(format, path, options);
    if (!format && is_directory(path))
        reading.format = of_directory(path);
    int takes = reading.format && reading.format->takes_directories && is_directory(path);
    struct source source = {.path = path};
    int rc = takes ? 0 : source_read(&source, path, SOURCE_MOST_BYTES, err);
    reading.source = takes ? NULL : &source;
    rc = rc ? rc : read_split(&reading, err);
    source_release(&source);
    reading.builder.path = path;
    return finish(&reading, rc, runs, err);
}

int format_read_memory(const struct format *format, const char *text, size_t length,
                       const char *path, const struct format_options *options, struct runs *runs,
                       struct err *err) {
    struct reading reading = begin(format, path, options);
    struct source source = {.path = path, .text = text, .length = length};
    reading.source = &source;
    return finish(&reading, read_split(&reading, err), runs, err);
}
