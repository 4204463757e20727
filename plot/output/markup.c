/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/markup.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

int markup_steers_direction(uint32_t letter) {
    return letter == 0x061c || (letter >= 0x200e && letter <= 0x200f) ||
           (letter >= 0x202a && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069);
}

/* Returns TEXT as a page may show it. The caller must free it. */
static char *clean(const char *text) {
    char *valid = text_clean(text, TEXT_LONGEST_CAPTION);
    char *cleaned = xmalloc(3 * strlen(valid) + 1), *to = cleaned;
    for (const char *c = valid; *c; c = g_utf8_next_char(c)) {
        gunichar letter = g_utf8_get_char(c);
        to += g_unichar_to_utf8(markup_steers_direction(letter) ? 0xfffd : letter, to);
    }
    *to = '\0';
    free(valid);
    return cleaned;
}

static void escape(FILE *file, const char *text, size_t length) {
    gchar *escaped = g_markup_escape_text(text, (gssize)length);
    fputs(escaped, file);
    g_free(escaped);
}

void markup_write(FILE *file, const char *text) {
    char *cleaned = clean(text ? text : "");
    escape(file, cleaned, strlen(cleaned));
    free(cleaned);
}

/* --- names --- */

static int longest_first(const void *a, const void *b) {
    size_t left = strlen(*(char *const *)a), right = strlen(*(char *const *)b);
    return (left < right) - (left > right);
}

void markup_names_init(struct markup_names *names, char *const *items, size_t count) {
    *names = (struct markup_names){.items = xcalloc(count, sizeof *names->items)};
    for (size_t i = 0; i < count; i++) {
        char *name = clean(items[i]);
        if (*name)
            names->items[names->count++] = name;
        else
            free(name);
    }
    qsort(names->items, names->count, sizeof *names->items, longest_first);
}

void markup_names_release(struct markup_names *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
    *names = (struct markup_names){0};
}

static int is_of_word(gunichar c) {
    return g_unichar_isalnum(c) || c == '_';
}

/* Returns whether the word goes on at AT: "atlas" is not a separate name in "lib/atlas/libblas.so",
 * "atlas-3" or "atlas.control", but it is one before a full stop. */
static int goes_on(const char *at) {
    gunichar c = g_utf8_get_char(at);
    int joins = c == '/' || c == '-' || c == '.';
    return is_of_word(c) || (joins && is_of_word(g_utf8_get_char(at + 1)));
}

static int comes_from(const char *text, const char *at) {
    gunichar c = at > text ? g_utf8_get_char(g_utf8_prev_char(at)) : ' ';
    return is_of_word(c) || c == '/' || c == '-' || c == '.';
}

/* Returns the length of the name that begins at AT, unless it is part of a longer word; 0 if there
 * is none. */
static size_t name_at(const struct markup_names *names, const char *text, const char *at) {
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i], *end = at + strlen(name);
        if (strncmp(at, name, strlen(name)) != 0)
            continue;
        int begins = !is_of_word(g_utf8_get_char(name)) || !comes_from(text, at);
        int ends = !is_of_word(g_utf8_get_char(g_utf8_prev_char(end))) || !goes_on(end);
        if (begins && ends)
            return strlen(name);
    }
    return 0;
}

void markup_write_named(FILE *file, const struct markup_names *names, const char *text) {
    char *cleaned = clean(text ? text : "");
    const char *from = cleaned;
    for (const char *at = cleaned; *at;) {
        size_t length = name_at(names, cleaned, at);
        if (!length) {
            at = g_utf8_next_char(at);
            continue;
        }
        escape(file, from, (size_t)(at - from));
        fputs("<bdi class=\"name\">", file);
        escape(file, at, length);
        fputs("</bdi>", file);
        from = at += length;
    }
    escape(file, from, strlen(from));
    free(cleaned);
}
