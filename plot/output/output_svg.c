/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_svg.h"

#include <cairo-svg.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/figure/text.h"
#include "plot/output/output.h"

/* --- characters --- */

static int steers_direction(gunichar c) {
    return c == 0x061c || (c >= 0x200e && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* --- text --- */

/* cairo draws letters as outlines. In place of a line of text it gets a rectangle whose colour is
 * the line's number and whose opacity nothing else has; in what cairo writes, the rectangle then
 * becomes a <text>. The opacity is one that would not be seen either. */
static const double marker_opacity = 1.0 / 128;

struct texts {
    char **elements;
    size_t count;
    char *family; /* of the first letters */
};

/* Families whose letters are as wide, or nearly so, for readers who lack the one that the line was
 * measured with. */
static const char *const like[][2] = {
    {"DejaVu Sans", "'Bitstream Vera Sans', Verdana, sans-serif"},
    {"DejaVu Serif", "'Bitstream Vera Serif', serif"},
    {"DejaVu Sans Mono", "'Bitstream Vera Sans Mono', monospace"},
    {"Liberation Sans", "Arial, Helvetica, sans-serif"},
    {"Liberation Serif", "'Times New Roman', Times, serif"},
    {"Liberation Mono", "'Courier New', Courier, monospace"},
    {"Latin Modern Roman", "'CMU Serif', serif"},
};

/* Writes FAMILY with what may stand for it. */
static void write_family(FILE *file, const char *family) {
    const char *others = strstr(family, "Mono")                               ? "monospace"
                         : strstr(family, "Serif") || strstr(family, "Roman") ? "serif"
                                                                              : "sans-serif";
    for (size_t i = 0; i < sizeof like / sizeof *like; i++)
        if (strcmp(like[i][0], family) == 0)
            others = like[i][1];
    fputs(" font-family=\"'", file);
    for (const char *c = family; *c; c++)
        if (!strchr("'\"\\<>&", *c))
            putc(*c, file);
    fprintf(file, "', %s\"", others);
}

/* Writes characters that XML has, without those that steer the direction: each run has one. */
static void write_letters(FILE *file, const struct text_run *run) {
    for (const char *c = run->string; c < run->string + run->length; c = g_utf8_next_char(c)) {
        gunichar letter = g_utf8_get_char(c);
        char utf8[8] = "";
        if (steers_direction(letter))
            continue;
        letter = letter == '\n' ? ' ' : letter;
        const char *entity = letter == '<'   ? "&lt;"
                             : letter == '>' ? "&gt;"
                             : letter == '&' ? "&amp;"
                                             : NULL;
        if (!entity)
            g_unichar_to_utf8(letter, utf8);
        fputs(entity ? entity : utf8, file);
    }
}

/* Writes NAME="NUMBER" with at most two decimals. */
static void write_length(FILE *file, const char *name, double number) {
    char text[32];
    int end = snprintf(text, sizeof text, "%.2f", number);
    while (text[end - 1] == '0')
        end--;
    end -= text[end - 1] == '.';
    fprintf(file, " %s=\"%.*s\"", name, end, text);
}

/* Writes how the letters of RUN look, and the width that they were laid out for, which they keep in
 * another font. */
static void write_looks(FILE *file, const struct texts *texts, const struct text_run *run) {
    const int regular = 400;
    if (strcmp(run->family, texts->family) != 0)
        write_family(file, run->family);
    write_length(file, "font-size", run->size);
    if (run->weight != regular)
        fprintf(file, " font-weight=\"%d\"", run->weight);
    write_length(file, "textLength", run->width);
    fputs(" lengthAdjust=\"spacingAndGlyphs\"", file);
}

static void write_source(FILE *file, cairo_t *cr) {
    double red = 0, green = 0, blue = 0, opacity = 1;
    cairo_pattern_get_rgba(cairo_get_source(cr), &red, &green, &blue, &opacity);
    fprintf(file, " fill=\"#%02lx%02lx%02lx\"", lround(255 * red), lround(255 * green),
            lround(255 * blue));
    if (opacity < 1)
        fprintf(file, " fill-opacity=\"%.3g\"", opacity);
}

/* Writes where RUN is: at SIDE of X. A run that is read from the right begins at its right end, and
 * its characters have been put in their order already. */
static void write_place(FILE *file, const struct text_run *run, enum text_side side, double x) {
    static const char *const anchors[] = {
        [TEXT_STARTS] = "", [TEXT_IS_CENTRED] = "middle", [TEXT_ENDS] = "end"};
    const char *anchor = anchors[run->is_rtl && side == TEXT_STARTS ? TEXT_ENDS
                                 : run->is_rtl && side == TEXT_ENDS ? TEXT_STARTS
                                                                    : side];
    write_length(file, "x", x);
    write_length(file, "y", run->y);
    if (*anchor)
        fprintf(file, " text-anchor=\"%s\"", anchor);
    if (run->is_rtl)
        fputs(" direction=\"rtl\" unicode-bidi=\"bidi-override\"", file);
}

/* A line of one run is placed as it was asked for, so that it keeps its place in another font; of
 * several runs each has a place of its own. */
static void write_line(FILE *file, const struct texts *texts, const struct text_run *runs,
                       size_t count, const struct text_line *line, cairo_t *cr) {
    fputs("<text", file);
    if (count == 1)
        write_place(file, runs, line->side, line->x);
    write_source(file, cr);
    if (count == 1)
        write_looks(file, texts, runs);
    putc('>', file);
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            fputs(i && (runs[i - 1].is_separate || runs[i].is_separate) ? " <tspan" : "<tspan",
                  file);
            write_place(file, &runs[i], TEXT_STARTS, runs[i].x);
            write_looks(file, texts, &runs[i]);
            putc('>', file);
        }
        write_letters(file, &runs[i]);
        fputs(count > 1 ? "</tspan>" : "", file);
    }
    fputs("</text>", file);
}

static void mark_line(cairo_t *cr, const struct text_run *run, size_t number) {
    cairo_save(cr);
    cairo_set_source_rgba(cr, (double)(number >> 16 & 255) / 255, (double)(number >> 8 & 255) / 255,
                          (double)(number & 255) / 255, marker_opacity);
    cairo_rectangle(cr, run->x, run->y - 1, 1, 1);
    cairo_fill(cr);
    cairo_restore(cr);
}

static void keep_line(void *context, cairo_t *cr, const struct text_line *line) {
    struct texts *texts = context;
    size_t size, count = 0;
    struct text_run *runs = xcalloc(line->count, sizeof *runs);
    for (size_t i = 0; i < line->count; i++)
        if (line->runs[i].length)
            runs[count++] = line->runs[i];
        else if (count)
            runs[count - 1].is_separate = 1;
    if (count) {
        if (!texts->family)
            texts->family = xstrdup(runs[0].family);
        texts->elements = xreallocarray(texts->elements, texts->count + 1, sizeof *texts->elements);
        FILE *file = xopen_memstream(&texts->elements[texts->count], &size);
        write_line(file, texts, runs, count, line, cr);
        xclose_memstream(file);
        mark_line(cr, runs, texts->count++);
    }
    free(runs);
}

static void texts_release(struct texts *texts) {
    for (size_t i = 0; i < texts->count; i++)
        free(texts->elements[i]);
    free(texts->elements);
    free(texts->family);
}

/* --- SVG --- */

static void write_element(FILE *file, const char *tag, const char *value) {
    if (!value)
        return;
    char *clean = text_clean(value, TEXT_LONGEST_CAPTION);
    gchar *element = g_markup_printf_escaped("<%s>%s</%s>\n", tag, clean, tag);
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

/* Returns where VALUE of a tag's property begins, an attribute or a part of a style, or NULL. */
static const char *value_in(const struct part *tag, const char *property) {
    const char *at =
        memmem(tag->start, (size_t)(tag->end - tag->start), property, strlen(property));
    return at ? at + strlen(property) + strspn(at + strlen(property), ":=\" ") : NULL;
}

/* Finds the next rectangle that stands for a line of text, and its number. cairo 1.16 writes
 * style="fill:rgb(0%,0%,0%);fill-opacity:0.007812;", cairo 1.18 writes fill="rgb(0%, 0%, 0%)"
 * fill-opacity="0.0078125". */
static struct part find_marker(const char *drawn, size_t *number) {
    static const double close = 1e-4;
    static const char property[] = "fill-opacity";
    const char *limit = drawn + strlen(drawn);
    for (const char *at = drawn; (at = strstr(at, property)); at++) {
        struct part tag = {at, strchr(at, '>')};
        while (tag.start > drawn && *tag.start != '<')
            tag.start--;
        const char *opacity = tag.end ? value_in(&tag, property) : NULL;
        const char *colour = tag.end ? value_in(&tag, "fill:rgb(") : NULL;
        colour = colour || !tag.end ? colour : value_in(&tag, "fill=\"rgb(");
        if (!opacity || !colour || fabs(strtod(opacity, NULL) - marker_opacity) > close)
            continue;
        *number = 0;
        for (int i = 0; i < 3; i++) {
            char *end;
            *number = 256 * *number + (size_t)lround(2.55 * strtod(colour, &end));
            colour = end + strspn(end, "%, ");
        }
        tag.end++;
        return tag;
    }
    return (struct part){limit, limit};
}

/* After the opening tag, adds what cairo leaves out: the creator, and a title and description for
 * people who cannot see the picture. Removes the id that cairo 1.16 gives to the drawing's group,
 * which counts the surfaces of the process so far and would make the same figure differ. Returns -1
 * if a line of text is not where it was drawn. */
static int write_completed(FILE *file, const struct page *page, const struct texts *texts,
                           const char *drawn) {
    struct part svg = find_tag(drawn, "<svg "), group = find_tag(drawn, "<g id=\"surface");
    size_t number, next = 0;
    if (group.start == group.end)
        group = (struct part){svg.end, svg.end};
    fwrite(drawn, 1, (size_t)(svg.end - 1 - drawn), file);
    if (texts->count)
        write_family(file, texts->family);
    fputs(">\n<!-- " OUTPUT_CREATOR " -->\n", file);
    write_element(file, "title", page->title);
    write_element(file, "desc", page->subject);
    fwrite(svg.end, 1, (size_t)(group.start - svg.end), file);
    if (group.start < group.end)
        fputs("<g>", file);
    drawn = group.end;
    while (next < texts->count) {
        struct part marker = find_marker(drawn, &number);
        if (marker.start == marker.end || number != next)
            return -1;
        fwrite(drawn, 1, (size_t)(marker.start - drawn), file);
        fputs(texts->elements[next++], file);
        drawn = marker.end;
    }
    fputs(drawn, file);
    return 0;
}

static int encode(const struct page *page, size_t count, FILE *file, struct err *err) {
    struct bytes drawn = {0};
    struct texts texts = {0};
    FILE *memory = xopen_memstream(&drawn.data, &drawn.size);
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        output_surface_write, memory, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    if (!page->figure->has_outlines)
        text_divert(page->canvas->text, keep_line, &texts);
    int code = output_surface_paint(page, count, surface, 1, NULL, err);
    text_divert(page->canvas->text, NULL, NULL);
    cairo_surface_destroy(surface);
    xclose_memstream(memory);
    if (!code && write_completed(file, page, &texts, drawn.data) != 0)
        code = err_set(err, ERR_FAILED,
                       "the text of an SVG cannot be placed; --outlines draws it as outlines");
    texts_release(&texts);
    free(drawn.data);
    return code;
}

const struct output_format output_svg = {"svg", ".svg", 0, 0, encode};

/* --- markup --- */

/* Returns TEXT as a page may show it. The caller must free it. */
static char *clean(const char *text) {
    char *valid = text_clean(text, TEXT_LONGEST_CAPTION);
    char *cleaned = xmalloc(3 * strlen(valid) + 1), *to = cleaned;
    for (const char *c = valid; *c; c = g_utf8_next_char(c)) {
        gunichar letter = g_utf8_get_char(c);
        to += g_unichar_to_utf8(steers_direction(letter) ? 0xfffd : letter, to);
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
