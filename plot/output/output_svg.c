/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_svg.h"

#include <cairo-svg.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/text.h"
#include "plot/output/output.h"

/* --- output svg --- */

/* Appends <TAG>VALUE</TAG>, with VALUE escaped. */
static int append_element(struct bytes *bytes, const char *tag, const char *value) {
    if (!value)
        return 0;
    char *clean = text_clean(value, TEXT_LONGEST_CAPTION);
    if (!clean)
        return -1;
    gchar *element = g_markup_printf_escaped("<%s>%s</%s>\n", tag, clean, tag);
    int code = bytes_append(bytes, element, strlen(element));
    g_free(element);
    free(clean);
    return code;
}

/* A part of what cairo wrote. */
struct byte_range {
    const unsigned char *start, *end;
};

/* The tag that begins with OPENING, up to its '>'; empty at the end where there is none. */
static struct byte_range find_tag(const struct bytes *drawn, const char *opening) {
    const unsigned char *limit = drawn->data + drawn->size;
    const unsigned char *start = memmem(drawn->data, drawn->size, opening, strlen(opening));
    const unsigned char *end = start ? memchr(start, '>', (size_t)(limit - start)) : NULL;
    return end ? (struct byte_range){start, end + 1} : (struct byte_range){limit, limit};
}

static int append_between(struct bytes *bytes, const unsigned char *from, const unsigned char *to) {
    return bytes_append(bytes, from, (size_t)(to - from));
}

/* Behind the opening tag goes what cairo leaves out: who drew it, and a title and description for
 * those who cannot see it. The drawing's group loses its id, which counts the surfaces that the
 * process has had so far and would make the same figure differ. */
static int complete(const struct page *page, const struct bytes *drawn, struct bytes *bytes) {
    static const char creator[] = "\n<!-- " OUTPUT_CREATOR " -->\n";
    struct byte_range svg = find_tag(drawn, "<svg "), group = find_tag(drawn, "<g id=\"surface");
    if (group.start < svg.end)
        group = (struct byte_range){svg.end, svg.end};
    int failed = append_between(bytes, drawn->data, svg.end) ||
                 bytes_append(bytes, creator, sizeof creator - 1) ||
                 append_element(bytes, "title", page->title) ||
                 append_element(bytes, "desc", page->subject) ||
                 append_between(bytes, svg.end, group.start) ||
                 (group.start < group.end && bytes_append(bytes, "<g>", 3)) ||
                 append_between(bytes, group.end, drawn->data + drawn->size);
    return failed ? -1 : 0;
}

static int encode(const struct page *page, struct bytes *bytes, struct err *err) {
    struct bytes drawn = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        output_surface_write, &drawn, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    if (!code && complete(page, &drawn, bytes) != 0)
        code = err_set(err, ERR_FAILED, "no memory for an SVG");
    bytes_release(&drawn);
    return code;
}

const struct output_format output_svg = {"svg", ".svg", 0, encode};

/* --- markup --- */

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
