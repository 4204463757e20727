/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/markup.h"

#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "plot/figure/text.h"

static int steers_direction(gunichar c) {
    return c == 0x061c || (c >= 0x200e && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static gunichar shown(gunichar c) {
    if (c == '\n')
        return c;
    if (steers_direction(c) || (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe)
        return 0xfffd;
    return g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c;
}

/* To be freed; NULL without memory. */
static char *clean(const char *text) {
    char *valid = text_clean(text, TEXT_LONGEST_CAPTION);
    char *cleaned = valid ? malloc(3 * strlen(valid) + 1) : NULL, *to = cleaned;
    for (const char *c = valid; cleaned && *c; c = g_utf8_next_char(c))
        to += g_unichar_to_utf8(shown(g_utf8_get_char(c)), to);
    if (cleaned)
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
    char *cleaned = text ? clean(text) : NULL;
    if (cleaned)
        escape(file, cleaned, strlen(cleaned));
    free(cleaned);
}

/* --- names --- */

static int longest_first(const void *a, const void *b) {
    size_t left = strlen(*(char *const *)a), right = strlen(*(char *const *)b);
    return (left < right) - (left > right);
}

int markup_names_init(struct markup_names *names, char *const *items, size_t count) {
    *names = (struct markup_names){.items = calloc(count + 1, sizeof *names->items)};
    int ok = names->items != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        char *name = clean(items[i]);
        ok = name != NULL;
        if (ok && *name)
            names->items[names->count++] = name;
        else
            free(name);
    }
    if (ok)
        qsort(names->items, names->count, sizeof *names->items, longest_first);
    return ok ? 0 : -1;
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

/* "atlas" is no name of its own in "lib/atlas/libblas.so", "atlas-3" or "atlas.control", but is
 * before a full stop. */
static int goes_on(const char *at) {
    gunichar c = g_utf8_get_char(at);
    int joins = c == '/' || c == '-' || c == '.';
    return is_of_word(c) || (joins && is_of_word(g_utf8_get_char(at + 1)));
}

static int comes_from(const char *text, const char *at) {
    gunichar c = at > text ? g_utf8_get_char(g_utf8_prev_char(at)) : ' ';
    return is_of_word(c) || c == '/' || c == '-' || c == '.';
}

/* The length of the name that TEXT has at AT, as words of its own; 0 for none. */
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
    char *cleaned = text ? clean(text) : NULL;
    const char *from = cleaned;
    for (const char *at = cleaned; at && *at;) {
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
    if (from)
        escape(file, from, strlen(from));
    free(cleaned);
}
