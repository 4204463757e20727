/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/jmh_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"
#include "formats/text/decimal.h"

enum { MOST_WORDS = 64, LONGEST_LINE = 1024, LONGEST_NUMBER = 64, MOST_ROWS = 1 << 20 };

/* The words of a line, in ROOM. */
struct words {
    char room[LONGEST_LINE];
    char *items[MOST_WORDS];
    size_t count;
};

/* Takes the words of the line of N bytes at TEXT. Returns 0 if there are too many. */
static int take_words(struct words *words, const char *text, size_t n) {
    words->count = 0;
    if (n >= sizeof words->room)
        return 0;
    snprintf(words->room, sizeof words->room, "%.*s", (int)n, text);
    for (char *word, *rest = words->room; (word = strsep(&rest, " \t\r"));) {
        if (!*word)
            continue;
        if (words->count == MOST_WORDS)
            return 0;
        words->items[words->count++] = word;
    }
    return 1;
}

/* The words of the header behind those of parameters. */
static int ends_header(const struct words *words, size_t at) {
    static const char *const names[] = {"Mode", "Cnt", "Score", "Error", "Units"};
    size_t i = 0;
    for (; i < sizeof names / sizeof *names && at < words->count; i++)
        if (strcmp(words->items[at], names[i]) == 0)
            at++;
        else if (i != 1 && i != 3)
            return 0;
    return at == words->count && i == sizeof names / sizeof *names;
}

/* Whether WORDS are a header. Sets PARAMETERS to how many it has. */
static int is_header(const struct words *words, size_t *parameters) {
    size_t at = 1;
    if (!words->count || strcmp(words->items[0], "Benchmark") != 0)
        return 0;
    while (at < words->count && *words->items[at] == '(')
        at++;
    *parameters = at - 1;
    return ends_header(words, at);
}

static size_t line_length(const char *text, size_t n) {
    const char *end = memchr(text, '\n', n);
    return end ? (size_t)(end - text) : n;
}

int jmh_text_is(const char *head, size_t n) {
    static const char begin[] = "Benchmark ";
    struct words words;
    size_t parameters;
    for (size_t at = 0, length; at < n; at += length + 1) {
        length = line_length(head + at, n - at);
        if (length >= sizeof begin && memcmp(head + at, begin, sizeof begin - 1) == 0 &&
            take_words(&words, head + at, length) && is_header(&words, &parameters))
            return 1;
    }
    return 0;
}

/* --- rows --- */

/* Adds the number in TEXT, whose decimals stand behind a point or a comma, to METRIC as NAME, or
 * "NaN". Returns 0 if it is none. */
static int add_number(json_object *metric, const char *name, const char *text) {
    char copy[LONGEST_NUMBER];
    double number;
    if (decimal_is_missing(text, strlen(text)))
        return json_object_object_add(metric, name, json_object_new_string("NaN")) == 0;
    snprintf(copy, sizeof copy, "%s", text);
    char *comma = strchr(copy, ',');
    if (comma && !strchr(copy, '.'))
        *comma = '.';
    return strlen(text) < sizeof copy && decimal_read(copy, strlen(copy), &number) &&
           isfinite(number) &&
           json_object_object_add(metric, name, json_object_new_double(number)) == 0;
}

/* Returns what WORDS have behind the mode, at AT; NULL if that is nothing that JMH writes. "≈ 10⁻³"
 * is no number that can be compared. */
static json_object *read_metric(const struct words *words, size_t at) {
    json_object *metric = json_object_new_object();
    const size_t last = words->count - 1;
    size_t sign = at;
    while (sign < last && strcmp(words->items[sign], "\302\261") != 0)
        sign++;
    const int is_about =
        sign == last && last - at > 1 && strcmp(words->items[last - 2], "\342\211\210") == 0;
    const size_t score = is_about ? last - 2 : sign - 1, numbers = score - at;
    int ok = sign > at && numbers < 2 && (sign == last || sign + 2 == last);
    double count;
    if (ok && numbers)
        ok = decimal_read(words->items[at], strlen(words->items[at]), &count) && count >= 1;
    ok = ok && add_number(metric, "score", is_about ? "NaN" : words->items[score]) &&
         (sign == last || add_number(metric, "scoreError", words->items[sign + 1]));
    json_object_object_add(metric, "scoreUnit", json_object_new_string(words->items[last]));
    if (ok)
        return metric;
    json_object_put(metric);
    return NULL;
}

/* Returns the name of parameter P of HEADER, "(name)", without its brackets. */
static void take_name(const struct words *header, size_t p, char name[LONGEST_NUMBER]) {
    const char *text = header->items[1 + p] + 1;
    snprintf(name, LONGEST_NUMBER, "%.*s", (int)strcspn(text, ")"), text);
}

/* Adds the row in WORDS to ROOT, or what it says of a part of the last benchmark to that. Returns 0
 * if it is none. */
static int add_row(json_object *root, const struct words *header, size_t parameters,
                   const struct words *words) {
    const size_t mode = 1 + parameters;
    json_object *metric = words->count > mode + 2 ? read_metric(words, mode + 1) : NULL, *of = NULL;
    if (!metric)
        return 0;
    const size_t count = json_object_array_length(root);
    json_object *last = count ? json_object_array_get_idx(root, count - 1) : NULL, *name = NULL;
    const char *text = words->items[0], *colon = strchr(text, ':');
    if (colon && last && json_object_object_get_ex(last, "benchmark", &name) &&
        strlen(json_object_get_string(name)) == (size_t)(colon - text) &&
        strncmp(json_object_get_string(name), text, (size_t)(colon - text)) == 0 &&
        json_object_object_get_ex(last, "secondaryMetrics", &of))
        return json_object_object_add(of, colon + 1, metric) == 0;
    json_object *benchmark = json_object_new_object(), *params = json_object_new_object();
    json_object_object_add(benchmark, "benchmark", json_object_new_string(text));
    json_object_object_add(benchmark, "mode", json_object_new_string(words->items[mode]));
    json_object_object_add(benchmark, "primaryMetric", metric);
    json_object_object_add(benchmark, "secondaryMetrics", json_object_new_object());
    for (size_t p = 0; p < parameters; p++) {
        char key[LONGEST_NUMBER];
        take_name(header, p, key);
        if (strcmp(words->items[1 + p], "N/A") != 0)
            json_object_object_add(params, key, json_object_new_string(words->items[1 + p]));
    }
    json_object_object_add(benchmark, "params", params);
    return json_object_array_add(root, benchmark) == 0;
}

int jmh_text_read(json_object *root, const struct source *source, struct err *err) {
    struct words header = {.count = 0}, words;
    size_t parameters = 0, found = 0, number = 1;
    for (size_t at = 0, length; at < source->length; at += length + 1, number++) {
        length = line_length(source->text + at, source->length - at);
        const int fits = take_words(&words, source->text + at, length);
        if (fits && is_header(&words, &found)) {
            header = words;
            parameters = found;
            for (size_t i = 0; i < words.count; i++)
                header.items[i] = header.room + (words.items[i] - words.room);
            continue;
        }
        if (!words.count && fits)
            header.count = 0; /* the table ends */
        if (!header.count)
            continue;
        if (json_object_array_length(root) == MOST_ROWS || !fits ||
            !add_row(root, &header, parameters, &words))
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: no line of JMH's table, such as \"a.b thrpt 10 1234.500 "
                           "\302\261 8.117 ops/s\"; leave a blank line above what is none of it",
                           source->path, number);
    }
    return 0;
}
