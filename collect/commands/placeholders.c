/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/commands/placeholders.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* The length of the name if "{name}" is at TEXT; else 0. */
static size_t name_length(const char *text) {
    size_t length = *text == '{' ? strspn(text + 1, NAME_CHARACTERS) : 0;
    return length && text[1 + length] == '}' ? length : 0;
}

/* Returns the next "{name}" of TEXT; NULL: none is left. */
static const char *find_next(const char *text) {
    for (; *text; text++) {
        if (text[0] == '{' && text[1] == '{')
            text++;
        else if (name_length(text))
            return text;
    }
    return NULL;
}

static int is_called(const char *text, const char *name) {
    size_t length = name_length(text);
    return length == strlen(name) && strncmp(text + 1, name, length) == 0;
}

int placeholders_have(const char *text, const char *name) {
    for (const char *at = text ? find_next(text) : NULL; at; at = find_next(at + 1))
        if (is_called(at, name))
            return 1;
    return 0;
}

static const struct placeholder *find(const char *text, const struct placeholder *known,
                                      size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_called(text, known[i].name))
            return &known[i];
    return NULL;
}

int placeholders_check(const char *text, const struct placeholder *known, size_t count,
                       struct err *err) {
    char names[400] = "";
    for (const char *at = find_next(text); at; at = find_next(at + 1)) {
        if (find(at, known, count))
            continue;
        for (size_t i = 0; i < count; i++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s{%s}", i ? ", " : "",
                     known[i].name);
        int length = (int)name_length(at) + 2;
        return err_set(
            err, ERR_USAGE,
            "'%.200s': unknown placeholder %.*s; there are %s, others by -p NAME=VALUES; "
            "write {%.*s for the text itself",
            text, length < 100 ? length : 100, at, names, length < 100 ? length : 100, at);
    }
    return 0;
}

struct digits placeholders_spell(double value) {
    struct digits digits;
    int64_t whole;
    if (!decimal_is_whole(value, &whole))
        return digits_shortest(value);
    snprintf(digits.text, sizeof digits.text, "%" PRId64, whole);
    return digits;
}

static void write_value(FILE *out, const struct placeholder *placeholder) {
    const char *spelling = placeholder->spellings;
    if (placeholder->word) {
        fputs(placeholder->word, out);
        return;
    }
    while (spelling && strtod(spelling, NULL) != placeholder->value) {
        spelling = strchr(spelling, ',');
        spelling += spelling != NULL;
    }
    if (spelling)
        fwrite(spelling, 1, strcspn(spelling, ","), out);
    else
        fputs(placeholders_spell(placeholder->value).text, out);
}

char *placeholders_fill(const char *text, const struct placeholder *known, size_t count) {
    char *filled = NULL;
    size_t size;
    FILE *out = open_memstream(&filled, &size);
    if (!out)
        return NULL;
    while (*text) {
        const struct placeholder *placeholder = find(text, known, count);
        if (placeholder) {
            write_value(out, placeholder);
            text += name_length(text) + 2;
        } else {
            fputc(*text, out);
            text += text[0] == '{' && text[1] == '{' ? 2 : 1;
        }
    }
    if (fclose(out) == 0)
        return filled;
    free(filled);
    return NULL;
}
