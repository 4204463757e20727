/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_benchmark.c: reads what `go test -bench` prints (The Go Authors, "Go Benchmark Data Format",
 * design document 14313).
 *
 *     goos: linux
 *     pkg: example.org/axpy
 *     BenchmarkAxpy/n=8-2     1000     6.911 ns/op     27781.80 MB/s     0 B/op
 *
 * A file is one library, called "go" unless options->library names it; with another name, two files
 * of the same benchmarks can be compared. The name "BenchmarkAxpy/fast/n=8-2" has the action
 * "Axpy/fast", with the package before it if there are several, and arguments by the rules in
 * google_benchmark.c. The number after the last "-" is GOMAXPROCS, which is a parameter
 * "gomaxprocs" if it varies, else the fact "go_gomaxprocs". Each line is a sample, with its
 * iterations as the calls. Lines with a new head come from another process, and so are another
 * round. The other measures of a result are in the fact "go_measures", up to JSON_FACTS_MOST_LINES
 * lines. Lines "goos:", "goarch:" and "pkg:" are facts "go_<key>", and "cpu:" is FACT_CPU. The fact
 * "go_failed" names benchmarks that failed. The reader skips everything else, such as the output of
 * tests. */
#include "formats/foreign/foreign.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/benchmark_name.h"
#include "formats/text/decimal.h"
#include "formats/json/json_read.h"

enum { LIBRARY = 256, LINE = 4096, MOST_WORDS = 64 };

#define PREFIX    "go_"
#define BENCHMARK "Benchmark"

/* A line split into words, which point into ROOM. */
struct line {
    char room[LINE];
    const char *words[MOST_WORDS];
    size_t count, number;
};

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    char library[LIBRARY];
    int64_t round;
    int has_samples; /* since the last line of a head */
    char package[LIBRARY];
    int packages_vary; /* benchmarks come from several packages */
    int procs_vary;    /* GOMAXPROCS varies */
    int64_t procs;     /* GOMAXPROCS of the last result; 0 before the first */
};

/* --- lines --- */

/* Splits the N bytes at TEXT into words. A line that does not fit in ROOM is no result and gets
 * none. */
static void split(struct line *line, const char *text, size_t n) {
    char *next = line->room;
    line->count = 0;
    if (n >= sizeof line->room)
        return;
    memcpy(line->room, text, n);
    line->room[n] = 0;
    for (char *word; line->count < MOST_WORDS && (word = strtok_r(next, " \t\r", &next));)
        line->words[line->count++] = word;
}

static int begins(const char *word, const char *with) {
    return strncmp(word, with, strlen(with)) == 0;
}

/* "BenchmarkAxpy-2 1000 6.911 ns/op" */
static int is_result(const struct line *line) {
    int64_t iterations;
    return line->count >= 4 && begins(line->words[0], BENCHMARK) &&
           decimal_read_whole(line->words[1], strlen(line->words[1]), &iterations);
}

/* Returns the word before "ns/op"; NULL if the line has none. */
static const char *find_time(const struct line *line) {
    for (size_t i = 2; i + 1 < line->count; i += 2)
        if (strcmp(line->words[i + 1], "ns/op") == 0)
            return line->words[i];
    return NULL;
}

/* Returns the 2 of "Axpy-2", and sets LENGTH to that of "Axpy". Returns 1 without such a number: Go
 * leaves it out for 1. */
static int64_t procs_of(const char *name, size_t *length) {
    const char *dash = strrchr(name, '-');
    int64_t procs = 1;
    *length = strlen(name);
    if (!dash || !dash[1] || strspn(dash + 1, "0123456789") != strlen(dash + 1) ||
        !decimal_read_whole(dash + 1, strlen(dash + 1), &procs) || procs < 1)
        return 1;
    *length = (size_t)(dash - name);
    return procs;
}

/* --- facts --- */

static void join_fact(struct results *results, const char *key, const char *text, size_t n) {
    json_object *value = json_object_new_string_len(text, (int)n);
    json_facts_join(&results->builder->facts, PREFIX, key, value);
    json_object_put(value);
}

/* Returns the LENGTH bytes after "KEY:" and blanks; NULL if the N bytes at TEXT begin otherwise. */
static const char *find_head(const char *text, size_t n, const char *key, size_t *length) {
    size_t at = strlen(key);
    if (n <= at || n >= LINE || memcmp(text, key, at) != 0 || text[at++] != ':')
        return NULL;
    while (at < n && (text[at] == ' ' || text[at] == '\t'))
        at++;
    const char *end = memchr(text + at, '\r', n - at);
    *length = end ? (size_t)(end - (text + at)) : n - at;
    return text + at;
}

static void copy(char to[LIBRARY], const char *text, size_t n) {
    snprintf(to, LIBRARY, "%.*s", (int)n, text);
}

/* Takes a line of a head, such as "goos: linux". A head begins the output of a process. */
static void take_head(struct results *results, const char *text, size_t n) {
    static const char *const keys[] = {"goos", "goarch", "pkg", "cpu"};
    char cpu[LIBRARY];
    for (size_t i = 0, length; i < sizeof keys / sizeof *keys; i++) {
        const char *value = find_head(text, n, keys[i], &length);
        if (!value)
            continue;
        if (strcmp(keys[i], "pkg") == 0)
            copy(results->package, value, length);
        if (strcmp(keys[i], "cpu") == 0) {
            copy(cpu, value, length);
            facts_set_text(&results->builder->facts, FACT_CPU, cpu);
        } else {
            join_fact(results, keys[i], value, length);
        }
        results->round += results->has_samples;
        results->has_samples = 0;
    }
}

/* --- samples --- */

static int add_result(struct results *results, const struct line *line, struct err *err) {
    struct benchmark_name name;
    char text[LINE];
    const char *nanoseconds = find_time(line);
    double time = NAN;
    size_t length;
    int64_t procs = procs_of(line->words[0] + strlen(BENCHMARK), &length);
    snprintf(text, sizeof text, "%.*s", (int)length, line->words[0] + strlen(BENCHMARK));
    if (!nanoseconds)
        return 0;
    if (!decimal_read(nanoseconds, strlen(nanoseconds), &time) &&
        !decimal_is_missing(nanoseconds, strlen(nanoseconds)))
        return err_set(err, ERR_DAMAGED, "%s: line %zu: \"%.60s\" is not a number",
                       results->builder->path, line->number, nanoseconds);
    int rc =
        benchmark_name_parse(&name, *text ? text : BENCHMARK, results->options->size_param, err);
    if (rc)
        return err_prefix(err, rc, "%s: line %zu", results->builder->path, line->number);
    if (results->options->size_param)
        import_builder_note_size(results->builder, name.action, !name.lacks_size_param);
    if (results->procs_vary)
        name.parameters[name.parameter_count++] =
            (struct import_builder_parameter){"gomaxprocs", (double)procs};
    char action[LIBRARY + sizeof name.action];
    snprintf(action, sizeof action, "%s%s%s", results->packages_vary ? results->package : "",
             results->packages_vary ? "." : "", name.action);
    struct import_builder_sample sample = {.action = action,
                                           .type = name.type,
                                           .library = results->library,
                                           .size = name.size,
                                           .size_name = name.size_name,
                                           .parameters = name.parameters,
                                           .parameter_count = name.parameter_count,
                                           .round = results->round,
                                           .seed = IMPORT_BUILDER_NEXT,
                                           .seconds = time / 1e9,
                                           .cpu_seconds = NAN,
                                           .place = line->number};
    decimal_read_whole(line->words[1], strlen(line->words[1]), &sample.calls);
    results->has_samples = 1;

    char measures_text[LINE];
    size_t used = (size_t)snprintf(measures_text, sizeof measures_text, "%s:", line->words[0]),
           before = used;
    for (size_t i = 2; i + 1 < line->count && used < sizeof measures_text; i += 2)
        if (strcmp(line->words[i + 1], "ns/op") != 0)
            used += (size_t)snprintf(measures_text + used, sizeof measures_text - used, "%s %s %s",
                                     used == before ? "" : ",", line->words[i], line->words[i + 1]);
    if (used > before)
        join_fact(results, "measures", measures_text, strlen(measures_text));

    return import_builder_add(results->builder, &sample, err);
}

static int read_line(struct results *results, struct line *line, struct err *err) {
    if (is_result(line))
        return add_result(results, line, err);
    if (line->count >= 3 && strcmp(line->words[0], "---") == 0 &&
        strcmp(line->words[1], "FAIL:") == 0)
        join_fact(results, "failed", line->words[2], strlen(line->words[2]));
    return 0;
}

/* In a first pass over the file, notes whether there are several packages: the names of actions
 * depend on it. */
static void note_package(struct results *results, const char *text, size_t n) {
    char package[LIBRARY];
    size_t length;
    const char *value = find_head(text, n, "pkg", &length);
    if (!value)
        return;
    copy(package, value, length);
    results->packages_vary |= *results->package && strcmp(results->package, package) != 0;
    copy(results->package, package, strlen(package));
}

/* In the first pass, notes whether GOMAXPROCS varies: only then is it a parameter. */
static int note_procs(struct results *results, struct line *line, struct err *err) {
    size_t length;
    (void)err;
    if (!is_result(line))
        return 0;
    int64_t procs = procs_of(line->words[0], &length);
    results->procs_vary |= results->procs && procs != results->procs;
    results->procs = procs;
    return 0;
}

/* Calls USE for each line of SOURCE, after take_head if WITH_HEADS, else after note_package. LINE
 * holds one line after the other. */
static int for_lines(struct results *results, const struct source *source, struct line *line,
                     int with_heads, int (*use)(struct results *, struct line *, struct err *),
                     struct err *err) {
    size_t at = 0;
    int rc = 0;
    for (line->number = 1; rc == 0 && at < source->length; line->number++) {
        const char *text = source->text + at, *end = memchr(text, '\n', source->length - at);
        size_t n = end ? (size_t)(end - text) : source->length - at;
        split(line, text, n);
        if (line->count >= 2)
            (with_heads ? take_head : note_package)(results, text, n);
        rc = use(results, line, err);
        at += n + 1;
    }
    return rc;
}

static int read_go_benchmark(struct import_builder *builder, const struct source *source,
                             const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    int rc = source_check_text(source, err);
    struct line *line = malloc(sizeof *line);
    if (rc == 0 && !line)
        rc = err_set(err, ERR_FAILED, "%s: no memory for a line", builder->path);
    snprintf(results.library, sizeof results.library, "%s",
             options->library ? options->library : "go");
    rc = rc ? rc : for_lines(&results, source, line, 0, note_procs, err);
    rc = rc ? rc : for_lines(&results, source, line, 1, read_line, err);
    if (rc == 0 && results.procs && !results.procs_vary)
        facts_set_integer(&builder->facts, PREFIX "gomaxprocs", results.procs);
    free(line);
    return rc;
}

/* A file is Go's if one of its first lines is a result. */
static int recognises(const char *head, size_t n, const char *path) {
    struct line line;
    (void)path;
    for (size_t at = 0; at < n;) {
        const char *end = memchr(head + at, '\n', n - at);
        size_t length = end ? (size_t)(end - (head + at)) : n - at;
        split(&line, head + at, length);
        if (is_result(&line) && find_time(&line))
            return 1;
        at += length + 1;
    }
    return 0;
}

const struct format go_benchmark_format = {
    .name = "go",
    .about = "Go: the output of go test -bench",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_go_benchmark,
};
