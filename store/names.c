/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/layout.h"

#define LONGEST_FIELD (NAMES_FIELD_SIZE - 1)

/* The C locale's classes, whatever locale the program runs in. */
static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

static int is_listed(const char *const *list, const char *name) {
    for (; *list; list++)
        if (strcmp(*list, name) == 0)
            return 1;
    return 0;
}

/* --- field names --- */

static const char *const matlab_words[] = {
    "break",      "case",   "catch",    "classdef", "continue", "else",      "elseif",
    "end",        "for",    "function", "global",   "if",       "otherwise", "parfor",
    "persistent", "return", "spmd",     "switch",   "try",      "while",     NULL,
};

static void make_identifier(char *field, const char *true_name) {
    int needs_x = !is_letter(*true_name) || is_listed(matlab_words, true_name);
    snprintf(field, NAMES_FIELD_SIZE, "%s%s", needs_x ? "x" : "", true_name);
    for (; *field; field++)
        if (!is_word(*field))
            *field = '_';
}

static int is_taken(const struct names *names, const char *field) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], field) == 0)
            return 1;
    return 0;
}

static void make_unique(const struct names *names, char *field) {
    char stem[NAMES_FIELD_SIZE], suffix[24];
    strcpy(stem, field);
    for (size_t n = 2; is_taken(names, field); n++) {
        int length = snprintf(suffix, sizeof suffix, "_%zu", n);
        snprintf(field, NAMES_FIELD_SIZE, "%.*s%s", LONGEST_FIELD - length, stem, suffix);
    }
}

const char *names_add(struct names *names, const char *true_name) {
    void *items = realloc(names->items, (names->count + 1) * sizeof *names->items);
    if (!items)
        return NULL;
    names->items = items;
    char *field = names->items[names->count];
    make_identifier(field, true_name);
    make_unique(names, field);
    names->count++;
    return field;
}

void names_release(struct names *names) {
    free(names->items);
    *names = (struct names){0};
}

/* --- attribute names --- */

static const char *const used_words[] = {
    "CLASS",       "NAME",         "DIMENSION_LIST", "REFERENCE_LIST", "DIMENSION_LABELS",
    LAYOUT_ACTION, LAYOUT_LIBRARY, LAYOUT_FACT,      LAYOUT_UNITS,     NULL,
};

static int is_used(const char *name) {
    return *name == '_' || strncmp(name, "MATLAB_", 7) == 0 || is_listed(used_words, name);
}

char *names_encode_fact(const char *true_name) {
    char *attribute = malloc(3 * strlen(true_name) + 1), *to = attribute;
    if (!attribute)
        return NULL;
    int escape = is_used(true_name);
    for (const char *from = true_name; *from; from++, escape = 0)
        if (!escape && (is_word(*from) || *from == '.' || *from == '-'))
            *to++ = *from;
        else
            to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)*from);
    *to = '\0';
    return attribute;
}

static int hexadecimal(char c) {
    static const char digits[] = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

int names_decode_fact(char *attribute) {
    if (!*attribute || is_used(attribute))
        return -1;
    char *to = attribute;
    for (const char *from = attribute; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hexadecimal(from[1]), low = high < 0 ? -1 : hexadecimal(from[2]);
        if (low < 0 || high + low == 0)
            return -1;
        *to++ = (char)(high << 4 | low);
        from += 2;
    }
    *to = '\0';
    return 0;
}
