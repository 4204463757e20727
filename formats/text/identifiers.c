/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/identifiers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (IDENTIFIER_SIZE - 1)

/* Independent of the locale, unlike isalpha. */
static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

int identifiers_may_have(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

static const char *const matlab_words[] = {
    "break",      "case",   "catch",    "classdef", "continue", "else",      "elseif",
    "end",        "for",    "function", "global",   "if",       "otherwise", "parfor",
    "persistent", "return", "spmd",     "switch",   "try",      "while",     NULL,
};

static int is_reserved(const char *name) {
    for (const char *const *word = matlab_words; *word; word++)
        if (strcmp(*word, name) == 0)
            return 1;
    return 0;
}

static void make_identifier(char *field, const char *true_name) {
    int needs_x = !is_letter(*true_name) || is_reserved(true_name);
    snprintf(field, IDENTIFIER_SIZE, "%s%s", needs_x ? "x" : "", true_name);
    for (; *field; field++)
        if (!identifiers_may_have(*field))
            *field = '_';
}

static int is_taken(const struct identifiers *identifiers, const char *field) {
    for (size_t i = 0; i < identifiers->count; i++)
        if (strcmp(identifiers->items[i], field) == 0)
            return 1;
    return 0;
}

const char *identifiers_add(struct identifiers *identifiers, const char *true_name) {
    void *items =
        realloc(identifiers->items, (identifiers->count + 1) * sizeof *identifiers->items);
    if (!items)
        return NULL;
    identifiers->items = items;
    char *field = identifiers->items[identifiers->count];
    make_identifier(field, true_name);

    char stem[IDENTIFIER_SIZE], suffix[24];
    strcpy(stem, field);
    for (size_t n = 2; is_taken(identifiers, field); n++) {
        int length = snprintf(suffix, sizeof suffix, "_%zu", n);
        snprintf(field, IDENTIFIER_SIZE, "%.*s%s", LONGEST - length, stem, suffix);
    }

    identifiers->count++;
    return field;
}

void identifiers_release(struct identifiers *identifiers) {
    free(identifiers->items);
    *identifiers = (struct identifiers){0};
}
