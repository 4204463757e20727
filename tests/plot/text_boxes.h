/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_boxes.h: where the letters of an SVG of bench-plot are, which texts of it overlap, and which
 * leave the page.
 *
 * The SVG says where each run of letters begins, how wide it is, and in what font; what its letters
 * cover, which is less than its line, pango says of the same letters in the same font. */
#ifndef BENCHMAT_TESTS_PLOT_TEXT_BOXES_H
#define BENCHMAT_TESTS_PLOT_TEXT_BOXES_H

#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points that two texts may share, or that a letter may be beyond the page: a hairline. */
#define TEXT_BOXES_HAIRLINE 0.3

/* What the letters of a run cover, in points from the top left. */
struct text_box {
    char *string;
    size_t line; /* the number of its <text>; runs of a line may touch */
    double left, right, top, bottom;
};

struct text_boxes {
    double width, height; /* of the page */
    struct text_box *items;
    size_t count, lines;
    char *family; /* that of runs which name none */
    PangoContext *context;
};

static inline void text_boxes_open(struct text_boxes *boxes) {
    PangoFontMap *fonts = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts), 72);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    *boxes = (struct text_boxes){.context = pango_font_map_create_context(fonts)};
    pango_cairo_context_set_font_options(boxes->context, options);
    pango_context_set_round_glyph_positions(boxes->context, FALSE);
    cairo_font_options_destroy(options);
    g_object_unref(fonts);
}

/* Forgets the texts of a page. */
static inline void text_boxes_clear(struct text_boxes *boxes) {
    for (size_t i = 0; i < boxes->count; i++)
        free(boxes->items[i].string);
    free(boxes->items);
    free(boxes->family);
    *boxes = (struct text_boxes){.context = boxes->context};
}

static inline void text_boxes_close(struct text_boxes *boxes) {
    text_boxes_clear(boxes);
    g_object_unref(boxes->context);
}

/* --- reading an SVG --- */

/* Copies the value of the attribute NAME of the tag that begins at TAG; returns whether it has it.
 */
static inline int text_boxes_attribute(const char *tag, const char *name, char *value,
                                       size_t size) {
    char key[64];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(tag, key);
    if (!at || at > strchr(tag, '>'))
        return 0;
    at += strlen(key);
    snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
    return 1;
}

static inline double text_boxes_number(const char *tag, const char *name, double otherwise) {
    char value[64];
    return text_boxes_attribute(tag, name, value, sizeof value) ? atof(value) : otherwise;
}

/* The first of the families of the tag, to be freed; NULL if it names none. */
static inline char *text_boxes_family(const char *tag) {
    char value[256];
    if (!text_boxes_attribute(tag, "font-family", value, sizeof value))
        return NULL;
    return strndup(value + (*value == '\''), strcspn(value + 1, "',"));
}

/* The characters of [START, END), to be freed. */
static inline char *text_boxes_decoded(const char *start, const char *end) {
    static const char *const entities[][2] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}};
    char *string = malloc((size_t)(end - start) + 1), *to = string;
    while (start < end) {
        size_t length = 1;
        const char *from = start;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
            if (strncmp(start, entities[i][0], strlen(entities[i][0])) == 0) {
                length = strlen(entities[i][0]);
                from = entities[i][1];
            }
        *to++ = *from;
        start += length;
    }
    *to = '\0';
    return string;
}

/* Adds the run whose tag is at TAG, with the letters [START, END). */
static inline void text_boxes_add(struct text_boxes *boxes, const char *tag, const char *start,
                                  const char *end) {
    static const double unit = 100; /* letters are laid out in this size, and scaled */
    char anchor[16] = "start", direction[8] = "ltr";
    text_boxes_attribute(tag, "text-anchor", anchor, sizeof anchor);
    text_boxes_attribute(tag, "direction", direction, sizeof direction);
    double x = text_boxes_number(tag, "x", NAN), y = text_boxes_number(tag, "y", NAN),
           size = text_boxes_number(tag, "font-size", NAN),
           width = text_boxes_number(tag, "textLength", NAN);
    char *family = text_boxes_family(tag);

    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, family ? family : boxes->family);
    pango_font_description_set_weight(
        font, (PangoWeight)text_boxes_number(tag, "font-weight", PANGO_WEIGHT_NORMAL));
    pango_font_description_set_absolute_size(font, unit * PANGO_SCALE);
    PangoLayout *layout = pango_layout_new(boxes->context);
    PangoRectangle ink, logical;
    char *string = text_boxes_decoded(start, end);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_text(layout, string, -1);
    pango_layout_get_extents(layout, &ink, &logical);

    int is_rtl = strcmp(direction, "rtl") == 0;
    double before = strcmp(anchor, "middle") == 0            ? width / 2
                    : (strcmp(anchor, "end") == 0) != is_rtl ? width
                                                             : 0;
    double across = logical.width ? width / logical.width : 0, down = size / unit / PANGO_SCALE;
    double left = x - before + across * (ink.x - logical.x),
           top = y + down * (ink.y - pango_layout_get_baseline(layout));
    boxes->items = reallocarray(boxes->items, boxes->count + 1, sizeof *boxes->items);
    boxes->items[boxes->count++] = (struct text_box){
        string, boxes->lines, left, left + across * ink.width, top, top + down * ink.height};
    g_object_unref(layout);
    pango_font_description_free(font);
    free(family);
}

/* Reads all texts of SVG; those of the page before are forgotten. */
static inline void text_boxes_read(struct text_boxes *boxes, const char *svg) {
    static const char opening[] = "<text", part[] = "<tspan ";
    text_boxes_clear(boxes);
    const char *page = strstr(svg, "<svg ");
    boxes->width = text_boxes_number(page, "width", NAN);
    boxes->height = text_boxes_number(page, "height", NAN);
    boxes->family = text_boxes_family(page);
    for (const char *tag = page; (tag = strstr(tag, opening)); tag++, boxes->lines++) {
        const char *content = strchr(tag, '>') + 1, *end = strstr(tag, "</text>");
        const char *run = strstr(content, part);
        if (!run || run > end)
            text_boxes_add(boxes, tag, content, end);
        for (; run && run < end; run = strstr(run + 1, part))
            text_boxes_add(boxes, run, strchr(run, '>') + 1, strstr(run, "</tspan>"));
    }
}

/* --- what is wrong --- */

static inline int text_boxes_overlap(const struct text_box *a, const struct text_box *b) {
    return a->line != b->line &&
           fmin(a->right, b->right) - fmax(a->left, b->left) > TEXT_BOXES_HAIRLINE &&
           fmin(a->bottom, b->bottom) - fmax(a->top, b->top) > TEXT_BOXES_HAIRLINE;
}

static inline int text_boxes_leaves(const struct text_boxes *boxes, const struct text_box *box) {
    return box->right > box->left &&
           !(box->left >= -TEXT_BOXES_HAIRLINE && box->top >= -TEXT_BOXES_HAIRLINE &&
             box->right <= boxes->width + TEXT_BOXES_HAIRLINE &&
             box->bottom <= boxes->height + TEXT_BOXES_HAIRLINE);
}

/* Writes to FILE a line for each text that overlaps another or leaves the page; returns how many
 * there are. */
static inline size_t text_boxes_faults(const struct text_boxes *boxes, FILE *file) {
    size_t faults = 0;
    for (size_t i = 0; i < boxes->count; i++) {
        const struct text_box *a = &boxes->items[i];
        if (text_boxes_leaves(boxes, a)) {
            fprintf(file, "  \"%s\" leaves the page of %.1f x %.1f: %.1f to %.1f, %.1f to %.1f\n",
                    a->string, boxes->width, boxes->height, a->left, a->right, a->top, a->bottom);
            faults++;
        }
        for (size_t k = 0; k < i; k++) {
            const struct text_box *b = &boxes->items[k];
            if (!text_boxes_overlap(a, b))
                continue;
            fprintf(file,
                    "  \"%s\" (%.1f to %.1f, %.1f to %.1f) overlaps \"%s\" (%.1f to %.1f, %.1f to "
                    "%.1f)\n",
                    b->string, b->left, b->right, b->top, b->bottom, a->string, a->left, a->right,
                    a->top, a->bottom);
            faults++;
        }
    }
    return faults;
}

#endif
