/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_benchmark.c: reads what `go test -bench` prints (The Go Authors, "Go Benchmark Data Format",
 * design document 14313), also with -json (go_json.h).
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
 * iterations as the calls.
 *
 * Lines of configuration, "goarch: amd64" or "note: faster", hold for the results that follow. What
 * differs between results tells libraries apart, "go (goarch=arm64, cpu=B)"; where it is the same,
 * new lines of configuration come from another process, and so begin another round. They are facts
 * "go_<key>", and "cpu:" is FACT_CPU. The other measures of a result are kept as other_numbers.h
 * has it, MB/s as a rate of bytes. The fact "go_failed" names benchmarks that failed. The reader
 * skips everything else, such as the output of tests. */
#include "formats/foreign/foreign.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/go_json.h"
#include "formats/harness/other_numbers.h"
#include "formats/import/benchmark_name.h"
#include "formats/import/header_words.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

enum { LIBRARY = 512, LINE = 4096, MOST_WORDS = 64 };

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
    /* Objects of JSON. */
    json_object *configuration; /* what holds now, by key */
    json_object *at_first;      /* what held at the first result; NULL before */
    json_object *varied;        /* the keys of which results have different values */
    json_object *rounds;        /* how many each library has had */
    int is_changed;             /* a line of configuration came since the last result */
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

/* --- configuration --- */

/* Whether the N bytes at TEXT are "KEY: VALUE", whose key begins with a small letter and has
 * neither blanks nor capitals. What tests print often is not meant so. */
static int find_configuration(const char *text, size_t n, char key[LIBRARY], char value[LIBRARY]) {
    static const char messages[] = "testing panic warning error fatal exit info debug";
    const char *colon = n < LINE ? memchr(text, ':', n) : NULL;
    size_t length = colon ? (size_t)(colon - text) : 0, at = length + 1;
    if (!length || length >= LIBRARY || !islower((unsigned char)*text) ||
        (at < n && !strchr(" \t\r", text[at])))
        return 0;
    for (size_t i = 0; i < length; i++)
        if (isupper((unsigned char)text[i]) || isspace((unsigned char)text[i]))
            return 0;
    while (at < n && isspace((unsigned char)text[at]))
        at++;
    while (n > at && isspace((unsigned char)text[n - 1]))
        n--;
    snprintf(key, LIBRARY, "%.*s", (int)length, text);
    snprintf(value, LIBRARY, "%.*s", (int)(n - at), text + at);
    utf8_clean(value, '?');
    return !words_have(messages, key) && header_read(key).role != HEADER_MOMENT;
}

static void set(json_object *object, const char *key, const char *value) {
    json_object_object_add(object, key, json_object_new_string(value));
}

static int is_same(json_object *a, json_object *b, const char *key) {
    const char *one = json_text_string(a, key), *other = json_text_string(b, key);
    return one && other ? strcmp(one, other) == 0 : one == other;
}

/* In a first pass, notes in what the results differ. Packages do not tell libraries apart. */
static void note_varied(struct results *results) {
    json_object *objects[] = {results->configuration, results->at_first};
    for (size_t i = 0; i < 2; i++) {
        json_object_object_foreach(objects[i], key, value) {
            (void)value;
            if (strcmp(key, "pkg") != 0 && !is_same(objects[0], objects[1], key))
                set(results->varied, key, "");
        }
    }
}

/* Names the library after what tells it apart, and numbers its round. */
static void begin_round(struct results *results) {
    size_t used = (size_t)snprintf(results->library, sizeof results->library, "%s",
                                   results->options->library ? results->options->library : "go");
    const char *between = " (";
    json_object_object_foreach(results->varied, key, nothing) {
        const char *value = json_text_string(results->configuration, key);
        (void)nothing;
        if (!value || used >= sizeof results->library)
            continue;
        used += (size_t)snprintf(results->library + used, sizeof results->library - used, "%s%s=%s",
                                 between, key, value);
        between = ", ";
    }
    if (*between == ',' && used + 1 < sizeof results->library)
        strcpy(results->library + used, ")");
    utf8_clean(results->library, '?');
    json_object *round = json_text_member(results->rounds, results->library, json_type_int);
    results->round = round ? json_object_get_int64(round) + 1 : 0;
    json_object_object_add(results->rounds, results->library,
                           json_object_new_int64(results->round));
    results->is_changed = 0;
}

static void keep_fact(struct results *results, const char *key, const char *value) {
    if (strcmp(key, "cpu") == 0 && !json_object_object_get_ex(results->varied, key, NULL))
        facts_set_text(&results->builder->facts, FACT_CPU, value);
    else
        join_fact(results, key, value, strlen(value));
}

/* --- samples --- */

/* Returns the unit of a measure, for which Go has its name alone: "B/op", "p99-ns", "1.5e6 keys/s".
 */
static const char *unit_of(const char *name) {
    static const struct {
        const char *end, *unit;
    } ends[] = {{"B/op", "B"}, {"-bytes", "B"}, {"-ns", "ns"}, {"-ns/op", "ns"}, {"/s", NULL}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length >= end && strcmp(name + length - end, ends[i].end) == 0)
            return ends[i].unit;
    }
    return "1";
}

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
    if (results->is_changed)
        begin_round(results);
    if (!decimal_read(nanoseconds, strlen(nanoseconds), &time) &&
        !decimal_is_missing(nanoseconds, strlen(nanoseconds)))
        return err_set(err, ERR_DAMAGED, "%s: %s %zu: \"%.60s\" is not a number",
                       results->builder->path, results->builder->place_name, line->number,
                       nanoseconds);
    int rc = benchmark_name_parse(&name, *text ? text : BENCHMARK, results->options->size_param,
                                  NULL, err);
    if (rc)
        return err_prefix(err, rc, "%s: %s %zu", results->builder->path,
                          results->builder->place_name, line->number);
    if (results->options->size_param)
        import_builder_note_size(results->builder, name.action, !name.lacks_size_param);
    if (results->procs_vary)
        name.parameters[name.parameter_count++] =
            (struct import_builder_parameter){.name = "gomaxprocs", .value = (double)procs};
    char action[LIBRARY + sizeof name.action];
    snprintf(action, sizeof action, "%s%s%s", results->packages_vary ? results->package : "",
             results->packages_vary ? "." : "", name.action);
    struct import_builder_sample sample = {.action = action,
                                           .type = name.type,
                                           .library = results->library,
                                           .size = name.size,
                                           .size_name = name.size_name,
                                           .size_text = name.size_text,
                                           .parameters = name.parameters,
                                           .parameter_count = name.parameter_count,
                                           .round = results->round,
                                           .seed = IMPORT_BUILDER_NEXT,
                                           .seconds = time / 1e9,
                                           .cpu_seconds = NAN,
                                           .place = line->number};
    decimal_read_whole(line->words[1], strlen(line->words[1]), &sample.calls);

    struct other_numbers numbers = {.detail_count = 0};
    for (size_t i = 2; i + 1 < line->count; i += 2) {
        double value = NAN;
        const char *unit = line->words[i + 1];
        int is_bytes = strcmp(unit, "MB/s") == 0; /* of 10^6, as b.SetBytes has it */
        if (strcmp(unit, "ns/op") == 0)
            continue;
        decimal_read(line->words[i], strlen(line->words[i]), &value);
        other_numbers_add(&numbers, is_bytes ? "byte_rate" : unit, is_bytes ? unit : unit_of(unit),
                          value);
    }
    other_numbers_give(&numbers, &sample);
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

/* In a first pass over the file, notes whether there are several packages, or numbers of
 * processors, and what else differs: names depend on it. */
static int note_result(struct results *results, struct line *line, struct err *err) {
    size_t length;
    (void)err;
    if (!is_result(line))
        return 0;
    int64_t procs = procs_of(line->words[0], &length);
    results->procs_vary |= results->procs && procs != results->procs;
    results->procs = procs;
    if (!results->at_first) {
        results->at_first = json_object_new_object();
        json_object_object_foreach(results->configuration, key, value) {
            json_object_object_add(results->at_first, key, json_object_get(value));
        }
    } else if (results->is_changed)
        note_varied(results);
    results->is_changed = 0;
    return 0;
}

static void take_configuration(struct results *results, const char *text, size_t n, int is_first) {
    char key[LIBRARY], value[LIBRARY];
    if (!find_configuration(text, n, key, value))
        return;
    if (strcmp(key, "pkg") == 0) {
        results->packages_vary |=
            is_first && *results->package && strcmp(results->package, value) != 0;
        snprintf(results->package, sizeof results->package, "%s", value);
    }
    set(results->configuration, key, value);
    results->is_changed = 1;
    if (!is_first)
        keep_fact(results, key, value);
}

/* Calls USE for each line of SOURCE that is none of configuration. LINE holds one after the other.
 */
static int for_lines(struct results *results, const struct source *source, struct line *line,
                     int is_first, int (*use)(struct results *, struct line *, struct err *),
                     struct err *err) {
    size_t at = 0;
    int rc = 0;
    results->is_changed = 1;
    json_object_put(results->configuration);
    results->configuration = json_object_new_object();
    for (line->number = 1; rc == 0 && at < source->length; line->number++) {
        const char *text = source->text + at, *end = memchr(text, '\n', source->length - at);
        size_t n = end ? (size_t)(end - text) : source->length - at;
        split(line, text, n);
        take_configuration(results, text, n, is_first);
        rc = use(results, line, err);
        at += n + 1;
    }
    return rc;
}

static int read_text(struct results *results, const struct source *source, struct err *err) {
    struct line *line = malloc(sizeof *line);
    results->varied = json_object_new_object();
    results->rounds = json_object_new_object();
    int rc = source_check_text(source, err);
    if (rc == 0 && !(line && results->varied && results->rounds))
        rc = err_set(err, ERR_FAILED, "%s: no memory for a line", source->path);
    rc = rc ? rc : for_lines(results, source, line, 1, note_result, err);
    rc = rc ? rc : for_lines(results, source, line, 0, read_line, err);
    json_object_put(results->configuration);
    json_object_put(results->at_first);
    json_object_put(results->varied);
    json_object_put(results->rounds);
    free(line);
    return rc;
}

static int read_go_benchmark(struct import_builder *builder, const struct source *source,
                             const struct format_options *options, struct err *err) {
    struct results results = {.builder = builder, .options = options};
    struct source text = {.path = NULL};
    int rc, is_json = go_json_is(source->text, source->length);
    if (is_json) {
        builder->place_name = "line of the output";
        rc = go_json_text(&text, source, err);
        rc = rc ? rc : read_text(&results, &text, err);
        source_release(&text);
    } else
        rc = read_text(&results, source, err);
    if (rc == 0 && results.procs && !results.procs_vary)
        facts_set_integer(&builder->facts, PREFIX "gomaxprocs", results.procs);
    return rc;
}

/* A file is Go's if one of its first lines is a result. */
static int recognises(const char *head, size_t n, const char *path) {
    struct line line;
    (void)path;
    if (go_json_is(head, n))
        return 1;
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
    .about = "Go: the output of go test -bench, also with -json",
    .extensions = "",
    .has_families = 1,
    .recognises = recognises,
    .read = read_go_benchmark,
};
