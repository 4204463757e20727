/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_svg.h"

#include <cairo-svg.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/text.h"
#include "plot/output/output.h"

/* --- SVG --- */

static void write_element(FILE *file, const char *tag, const char *value) {
    char *clean = value ? text_clean(value, TEXT_LONGEST_CAPTION) : NULL;
    gchar *element = clean ? g_markup_printf_escaped("<%s>%s</%s>\n", tag, clean, tag) : NULL;
    if (element)
        fputs(element, file);
    g_free(element);
    free(clean);
}

/* A part of cairo's output. */
struct part {
    const char *start, *end;
};

/* Returns the tag that begins with OPENING, including its '>', or an empty part at the end of DRAWN
 * if there is none. */
static struct part find_tag(const char *drawn, const char *opening) {
    const char *start = strstr(drawn, opening), *end = start ? strchr(start, '>') : NULL;
    const char *limit = drawn + strlen(drawn);
    return end ? (struct part){start, end + 1} : (struct part){limit, limit};
}

/* After the opening tag, adds what cairo leaves out: the creator, and a title and description for
 * people who cannot see the picture. Removes the id of the drawing's group, which counts the
 * surfaces of the process so far and would make the same figure differ. */
static void write_completed(FILE *file, const struct page *page, const char *drawn) {
    struct part svg = find_tag(drawn, "<svg "), group = find_tag(drawn, "<g id=\"surface");
    if (group.start < svg.end)
        group = (struct part){svg.end, svg.end};
    fwrite(drawn, 1, (size_t)(svg.end - drawn), file);
    fputs("\n<!-- " OUTPUT_CREATOR " -->\n", file);
    write_element(file, "title", page->title);
    write_element(file, "desc", page->subject);
    fwrite(svg.end, 1, (size_t)(group.start - svg.end), file);
    if (group.start < group.end)
        fputs("<g>", file);
    fputs(group.end, file);
}

static int encode(const struct page *page, FILE *file, struct err *err) {
    struct bytes drawn = {0};
    FILE *memory = open_memstream(&drawn.data, &drawn.size);
    if (!memory)
        return err_set(err, ERR_FAILED, "no memory for an SVG");
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        output_surface_write, memory, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    if (fclose(memory) != 0 && !code)
        code = err_set(err, ERR_FAILED, "no memory for an SVG");
    if (!code)
        write_completed(file, page, drawn.data);
    free(drawn.data);
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

/* Returns TEXT as a page may show it. The caller must free it; NULL if memory runs out. */
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
