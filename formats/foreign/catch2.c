/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catch2.c: reads benchmarks in the XML of Catch2's reporter (-r xml; M. Hořeňovský,
 * github.com/catchorg/Catch2, versions 2.9 to 3; reporters/catch_reporter_xml.cpp).
 *
 * The benchmarks of a test case are compared: the test case, with the sections around the
 * benchmark, "sums/reversed", is the action, and the names of benchmarks are libraries.
 * grouped_name.h takes these apart. The XML has no samples: the mean, which is in nanoseconds, is
 * the only one (FACT_SAMPLES_ARE), of one round. A benchmark that failed is CELL_FAILED, and the
 * fact "catch2_errors" has a line for each with its message. */
#include "formats/foreign/foreign.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/harness/grouped_name.h"
#include "formats/harness/other_numbers.h"
#include "formats/json/json_read.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

#define PREFIX "catch2_"

/* --- XML --- */

/* XML 1.0 as programs write it: elements, attributes, comments and character data, but neither
 * document types nor entities of one's own. */

enum { MOST_DEPTH = 64, XML_NAME = 64 };

enum tag_kind { TAG_OPEN, TAG_CLOSE, TAG_EMPTY, TAG_END };

struct xml {
    const struct source *source;
    size_t at, depth;
    char open[MOST_DEPTH][XML_NAME]; /* the elements around */
};

struct tag {
    enum tag_kind kind;
    char name[XML_NAME];
    const char *attributes, *end; /* what stands between the name and the end of the tag */
};

static int xml_refuse(const struct xml *xml, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", xml->source->path,
                   source_line(xml->source, xml->at), why);
}

/* Moves to the next '<' of a tag, past text, comments and the like. Returns 0 at the end. */
static int find_tag(struct xml *xml) {
    static const struct {
        const char *begin, *end;
    } passed[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};
    const char *text = xml->source->text, *end = text + xml->source->length;
    const char *at = memchr(text + xml->at, '<', xml->source->length - xml->at);
    while (at) {
        size_t p = 0, count = sizeof passed / sizeof *passed;
        while (p < count && ((size_t)(end - at) < strlen(passed[p].begin) ||
                             memcmp(at, passed[p].begin, strlen(passed[p].begin)) != 0))
            p++;
        if (p == count)
            break;
        at = memmem(at, (size_t)(end - at), passed[p].end, strlen(passed[p].end));
        at = at ? memchr(at, '<', (size_t)(end - at)) : NULL;
    }
    xml->at = at ? (size_t)(at - text) : xml->source->length;
    return at != NULL;
}

/* Returns the '>' that ends the tag from AT on, which may also stand in a value; NULL if none does.
 */
static const char *find_end(const char *at, const char *end) {
    char quote = 0;
    for (; at < end; at++) {
        if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

/* Keeps account of the elements around. */
static int enter(struct xml *xml, const struct tag *tag, struct err *err) {
    if (tag->kind == TAG_CLOSE &&
        (!xml->depth || strcmp(xml->open[xml->depth - 1], tag->name) != 0))
        return xml_refuse(xml, "an element ends that was not begun", err);
    if (tag->kind == TAG_CLOSE)
        xml->depth--;
    if (tag->kind == TAG_OPEN && xml->depth == MOST_DEPTH)
        return xml_refuse(xml, "elements stand too deep in each other", err);
    if (tag->kind == TAG_OPEN)
        memcpy(xml->open[xml->depth++], tag->name, sizeof tag->name);
    return 0;
}

static int next_tag(struct xml *xml, struct tag *tag, struct err *err) {
    *tag = (struct tag){.kind = TAG_END};
    if (!find_tag(xml))
        return xml->depth ? xml_refuse(xml, "the file ends within an element", err) : 0;
    const char *text = xml->source->text, *name = text + xml->at + 1;
    const char *end = find_end(name, text + xml->source->length);
    size_t length = 0;
    if (!end)
        return xml_refuse(xml, "the file ends within an element", err);
    tag->kind = *name == '/' ? TAG_CLOSE : end[-1] == '/' ? TAG_EMPTY : TAG_OPEN;
    name += tag->kind == TAG_CLOSE;
    while (name + length < end &&
           (isalnum((unsigned char)name[length]) || strchr("_:.-", name[length])))
        length++;
    if (length == 0 || length >= XML_NAME)
        return xml_refuse(xml, "not an element of XML", err);
    memcpy(tag->name, name, length);
    tag->attributes = name + length;
    tag->end = end - (tag->kind == TAG_EMPTY);
    int rc = enter(xml, tag, err);
    xml->at = (size_t)(end + 1 - text);
    return rc;
}

/* Writes the character that the entity at TEXT, which ends before END, stands for, to TO. Returns
 * the length of the entity; 0 if there is no such. */
static size_t take_entity(const char *text, const char *end, char *to, size_t *written) {
    static const struct {
        const char *name;
        char character;
    } entities[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    const char *stop = memchr(text, ';', (size_t)(end - text));
    char word[12], *rest;
    if (!stop || stop - text - 1 >= (ptrdiff_t)sizeof word)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)(stop - text - 1), text + 1);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strcmp(word, entities[i].name) == 0) {
            *to = entities[i].character;
            *written = 1;
            return (size_t)(stop + 1 - text);
        }
    int is_hexadecimal = word[0] == '#' && word[1] == 'x';
    unsigned long code = word[0] == '#' && isxdigit((unsigned char)word[1 + is_hexadecimal])
                             ? strtoul(word + 1 + is_hexadecimal, &rest, is_hexadecimal ? 16 : 10)
                             : 0;
    if (!code || *rest || code > 0x10ffff)
        return 0;
    *written = utf8_encode(to, (uint32_t)code);
    return (size_t)(stop + 1 - text);
}

/* Writes the value from FROM to END to VALUE. Returns whether it is one that fits. */
static int take_value(const char *from, const char *end, char *value, size_t size) {
    size_t used = 0;
    while (from < end && used + 5 < size) {
        size_t written = 1, taken = 1;
        value[used] = *from;
        if (*from == '&')
            taken = take_entity(from, end, value + used, &written);
        if (!taken)
            return 0;
        from += taken;
        used += written;
    }
    value[used] = '\0';
    return from == end;
}

/* Writes the attribute NAME of TAG to VALUE. Returns 0 if TAG has none, or one that is malformed or
 * too long. */
static int attribute(const struct tag *tag, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    const char *at = tag->attributes;
    while (at < tag->end) {
        while (at < tag->end && isspace((unsigned char)*at))
            at++;
        const char *word = at;
        while (at < tag->end && *at != '=' && !isspace((unsigned char)*at))
            at++;
        size_t word_length = (size_t)(at - word);
        at = memchr(at, '=', (size_t)(tag->end - at));
        while (at && at < tag->end && *at != '"' && *at != '\'')
            at++;
        const char *end =
            at && at < tag->end ? memchr(at + 1, *at, (size_t)(tag->end - at - 1)) : NULL;
        if (!end)
            return 0;
        if (word_length == length && memcmp(word, name, length) == 0)
            return take_value(at + 1, end, value, size);
        at = end + 1;
    }
    return 0;
}

/* --- benchmarks --- */

/* A file while it is read. */
struct results {
    struct import_builder *builder;
    const struct format_options *options;
    struct xml xml;
    char group[BENCHMARK_NAME_BYTES]; /* test case and sections */
    size_t ends[MOST_DEPTH];          /* the length of the group within each element */
    size_t count;                     /* of benchmarks so far */
    int is_open;                      /* within a benchmark */
    struct grouped_name name;
    struct import_builder_sample sample;
    struct other_numbers numbers;
};

/* The name of a test case or section joins the group. */
static int begin_group(struct results *results, const struct tag *tag, size_t before,
                       struct err *err) {
    char *group = results->group;
    size_t room = sizeof results->group - before;
    int is_case = strcmp(tag->name, "TestCase") == 0;
    size_t slash = is_case || !before ? 0 : 1;
    if (room < 16 || !attribute(tag, "name", group + before + slash, room - slash))
        return xml_refuse(&results->xml, "a test case or section without a name, or a long one",
                          err);
    if (slash)
        group[before] = '/';
    return 0;
}

static int begin_benchmark(struct results *results, const struct tag *tag, struct err *err) {
    char name[BENCHMARK_NAME_BYTES], number[32];
    if (results->is_open || !attribute(tag, "name", name, sizeof name))
        return xml_refuse(&results->xml, "a benchmark without a name, or a long one", err);
    const struct grouped_words words = {
        .group = results->group, .name = name, .library = "catch2", .place = ++results->count};
    int rc = grouped_name_read(&results->name, results->builder, results->options, &words,
                               &results->sample, err);
    if (rc)
        return rc;
    results->numbers = (struct other_numbers){.detail_count = 0};
    if (!attribute(tag, "iterations", number, sizeof number) ||
        !decimal_read_whole(number, strlen(number), &results->sample.calls))
        results->sample.calls = -1;
    results->sample.samples_are = "means";
    results->sample.status = CELL_NOT_MEASURED;
    results->is_open = 1;
    return 0;
}

/* Takes the mean, or why there is none. */
static int take_result(struct results *results, const struct tag *tag, struct err *err) {
    struct import_builder_sample *sample = &results->sample;
    char text[BENCHMARK_NAME_BYTES], line[2 * BENCHMARK_NAME_BYTES];
    static const struct told_spread bounds[] = {
        {"lowerBound", "ci_low", "ns"}, {"upperBound", "ci_high", "ns"}, {"ci", "ci_level", "1"}};
    double nanoseconds;
    if (strcmp(tag->name, "mean") == 0) {
        if (!attribute(tag, "value", text, sizeof text) ||
            !decimal_read(text, strlen(text), &nanoseconds))
            return xml_refuse(&results->xml, "a mean without a number", err);
        sample->seconds = nanoseconds / 1e9;
        sample->status = CELL_OK;
        for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
            if (attribute(tag, bounds[i].key, text, sizeof text) &&
                decimal_read(text, strlen(text), &nanoseconds))
                other_numbers_add(&results->numbers, bounds[i].name, bounds[i].unit, nanoseconds);
        other_numbers_give(&results->numbers, sample);
    } else if (strcmp(tag->name, "failed") == 0) {
        int has_message = attribute(tag, "message", text, sizeof text);
        snprintf(line, sizeof line, "%s: %s", sample->library, has_message ? text : "");
        utf8_clean(line, '?');
        json_facts_join_line(&results->builder->facts, PREFIX, "errors", line);
        sample->seconds = NAN;
        sample->calls = -1;
        sample->status = CELL_FAILED;
    }
    return 0;
}

static void note_program(const struct results *results, const struct tag *tag) {
    static const char *const names[] = {"name", "catch2-version"};
    char text[256];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (attribute(tag, names[i], text, sizeof text)) {
            utf8_clean(text, '?');
            facts_set_text(&results->builder->facts, i ? PREFIX "version" : PREFIX "program", text);
        }
}

static int is_group(const struct tag *tag) {
    return strcmp(tag->name, "TestCase") == 0 || strcmp(tag->name, "Section") == 0;
}

static int take_open(struct results *results, const struct tag *tag, struct err *err) {
    size_t depth = results->xml.depth - (tag->kind == TAG_OPEN), before = strlen(results->group);
    int rc = 0;
    if (tag->kind == TAG_OPEN)
        results->ends[depth] = before;
    if (strcmp(tag->name, "BenchmarkResults") == 0 && tag->kind == TAG_OPEN)
        rc = begin_benchmark(results, tag, err);
    else if (results->is_open)
        rc = take_result(results, tag, err);
    else if (is_group(tag) && tag->kind == TAG_OPEN)
        rc = begin_group(results, tag, before, err);
    else if (depth == 0)
        note_program(results, tag);
    return rc;
}

static int take_close(struct results *results, const struct tag *tag, struct err *err) {
    results->group[results->ends[results->xml.depth]] = '\0';
    if (strcmp(tag->name, "BenchmarkResults") != 0)
        return 0;
    results->is_open = 0;
    return import_builder_add(results->builder, &results->sample, err);
}

static int read_catch2(struct import_builder *builder, const struct source *source,
                       const struct format_options *options, struct err *err) {
    struct results *results = calloc(1, sizeof *results);
    struct tag tag;
    if (!results)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    *results = (struct results){.builder = builder, .options = options, .xml.source = source};
    builder->place_name = "benchmark";
    int rc = source_check_text(source, err);
    do {
        rc = rc ? rc : next_tag(&results->xml, &tag, err);
        if (rc == 0 && tag.kind == TAG_CLOSE)
            rc = take_close(results, &tag, err);
        else if (rc == 0 && tag.kind != TAG_END)
            rc = take_open(results, &tag, err);
    } while (rc == 0 && tag.kind != TAG_END);
    if (rc == 0 && !results->count)
        rc = err_set(err, ERR_DAMAGED, "%s: there is no benchmark in it", source->path);
    free(results);
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return foreign_has(head, n, "<Catch2TestRun") || foreign_has(head, n, "<Catch ") ||
           foreign_has(head, n, "<Catch>");
}

const struct format catch2_format = {
    .name = "catch2",
    .about = "Catch2: benchmarks in what -r xml writes",
    .extensions = "",
    .recognises = recognises,
    .read = read_catch2,
};
