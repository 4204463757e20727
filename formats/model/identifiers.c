/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/identifiers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (IDENTIFIER_SIZE - 1)

/* Names that are alike so far may become the same before a suffix. */
enum { SUFFIX_SIZE = 22, STEM = LONGEST - (SUFFIX_SIZE - 1) };

struct identifier_stem {
    char text[STEM + 1];
    size_t last; /* suffix that was tried */
};

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

static uint64_t hash_of(const char *text) {
    return slots_hash_text(slots_hash(), text);
}

static int is_item(const void *things, uint32_t number, const void *key) {
    return strcmp((const char *)things + (size_t)number * IDENTIFIER_SIZE, key) == 0;
}

static int is_taken(const struct identifiers *identifiers, const char *field) {
    return slots_find(&identifiers->by_name, hash_of(field), is_item, identifiers->items, field) !=
           SLOTS_NONE;
}

/* A caller may have set or shortened the list itself. Returns 0 if memory runs out. */
static int bring_index_up_to_date(struct identifiers *identifiers) {
    int ok = 1;
    if (identifiers->by_name.count == identifiers->count)
        return 1;
    slots_release(&identifiers->by_name);
    for (size_t i = 0; ok && i < identifiers->count; i++)
        ok = slots_add(&identifiers->by_name, hash_of(identifiers->items[i]), (uint32_t)i);
    return ok;
}

/* --- suffixes --- */

static int is_stem(const void *things, uint32_t number, const void *key) {
    return strcmp(((const struct identifier_stem *)things)[number].text, key) == 0;
}

/* Returns NULL if memory runs out. */
static struct identifier_stem *stem_of(struct identifiers *identifiers, const char *field) {
    struct identifier_stem stem = {.last = 1};
    snprintf(stem.text, sizeof stem.text, "%.*s", STEM, field);
    uint32_t number = slots_find(&identifiers->by_stem, hash_of(stem.text), is_stem,
                                 identifiers->stems, stem.text);
    if (number != SLOTS_NONE)
        return &identifiers->stems[number];
    size_t count = identifiers->stem_count;
    struct identifier_stem *stems =
        reallocarray(identifiers->stems, count + 1, sizeof *identifiers->stems);
    if (!stems)
        return NULL;
    identifiers->stems = stems;
    stems[count] = stem;
    if (!slots_add(&identifiers->by_stem, hash_of(stem.text), (uint32_t)count))
        return NULL;
    identifiers->stem_count++;
    return &stems[count];
}

/* Gives FIELD a suffix. Returns 0 if memory runs out. */
static int tell_apart(struct identifiers *identifiers, char *field) {
    char whole[IDENTIFIER_SIZE], suffix[SUFFIX_SIZE];
    struct identifier_stem *stem = stem_of(identifiers, field);
    if (!stem)
        return 0;
    strcpy(whole, field);
    while (is_taken(identifiers, field)) {
        int length = snprintf(suffix, sizeof suffix, "_%zu", ++stem->last);
        snprintf(field, IDENTIFIER_SIZE, "%.*s%s", LONGEST - length, whole, suffix);
    }
    return 1;
}

const char *identifiers_add(struct identifiers *identifiers, const char *true_name) {
    size_t count = identifiers->count;
    void *items = realloc(identifiers->items, (count + 1) * sizeof *identifiers->items);
    if (!items)
        return NULL;
    identifiers->items = items;
    if (!bring_index_up_to_date(identifiers))
        return NULL;
    char *field = identifiers->items[count];
    make_identifier(field, true_name);
    if ((is_taken(identifiers, field) && !tell_apart(identifiers, field)) ||
        !slots_add(&identifiers->by_name, hash_of(field), (uint32_t)count))
        return NULL;
    identifiers->count++;
    return field;
}

void identifiers_release(struct identifiers *identifiers) {
    free(identifiers->items);
    free(identifiers->stems);
    slots_release(&identifiers->by_name);
    slots_release(&identifiers->by_stem);
    *identifiers = (struct identifiers){0};
}
