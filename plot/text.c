/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/text.h"

#include <stdlib.h>
#include <string.h>

#include <pango/pangocairo.h>

static const char families[] = "DejaVu Sans, sans-serif";

struct text {
    PangoFontMap *fonts;
    PangoContext *context;
    double cap; /* height of a figure, in font sizes */
};

/* Hinting would fit glyphs to one resolution's pixels and make their widths depend on it. */
static void unhint(PangoContext *context) {
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
}

static int has_a_font(struct text *text) {
    PangoFontDescription *description = pango_font_description_from_string(families);
    pango_font_description_set_absolute_size(description, 8 * PANGO_SCALE);
    PangoFont *font = pango_font_map_load_font(text->fonts, text->context, description);
    pango_font_description_free(description);
    if (font)
        g_object_unref(font);
    return font != NULL;
}

/* --- what may be laid out --- */

static size_t bytes_of_longest(const char *string, size_t longest) {
    size_t length = strnlen(string, 6 * longest);
    const char *end = string;
    for (size_t i = 0; i < longest && end < string + length; i++)
        end = g_utf8_next_char(end);
    return (size_t)(end - string) < length ? (size_t)(end - string) : length;
}

static void blank_controls(char *string) {
    for (char *c = string; *c; c++)
        if (((unsigned char)*c < 0x20 && *c != '\n') || *c == 0x7f)
            *c = ' ';
}

char *text_clean(const char *string, size_t longest) {
    size_t bytes = strnlen(string, 6 * longest);
    gchar *valid = g_utf8_make_valid(string, (gssize)bytes);
    size_t kept = bytes_of_longest(valid, longest);
    char *result = malloc(kept + sizeof "…");
    if (result) {
        memcpy(result, valid, kept);
        strcpy(result + kept, valid[kept] ? "…" : "");
        blank_controls(result);
    }
    g_free(valid);
    return result;
}

/* --- layouts --- */

static PangoLayout *lay_out(struct text *text, const struct text_style *style, const char *string) {
    PangoLayout *layout = pango_layout_new(text->context);
    PangoFontDescription *description = pango_font_description_from_string(families);
    pango_font_description_set_absolute_size(description, style->size * PANGO_SCALE);
    if (style->bold)
        pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);
    /* Left stays left, also for a name in Arabic or Hebrew. */
    pango_layout_set_auto_dir(layout, FALSE);
    double width = style->wrap > 0 ? style->wrap : style->fit;
    if (width > 0)
        pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (style->fit > 0)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE);
    pango_layout_set_single_paragraph_mode(layout, style->wrap <= 0);
    char *clean = text_clean(string, TEXT_LONGEST);
    pango_layout_set_text(layout, clean ? clean : "", -1);
    free(clean);
    return layout;
}

static double measure_cap(struct text *text) {
    PangoRectangle ink;
    PangoLayout *layout = lay_out(text, &(struct text_style){.size = 100}, "0");
    pango_layout_get_extents(layout, &ink, NULL);
    g_object_unref(layout);
    return (double)ink.height / PANGO_SCALE / 100;
}

/* --- what others call --- */

void text_prepare(void) {
    g_object_unref(pango_cairo_font_map_new());
}

int text_open(struct text **text, struct err *err) {
    struct text *opened = calloc(1, sizeof *opened);
    if (!opened)
        return err_set(err, ERR_FAILED, "no memory for fonts");
    opened->fonts = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(opened->fonts), 72);
    opened->context = pango_font_map_create_context(opened->fonts);
    unhint(opened->context);
    if (!has_a_font(opened)) {
        text_close(opened);
        return err_set(err, ERR_FAILED,
                       "no font is installed; install one, such as Debian's fonts-dejavu-core");
    }
    opened->cap = measure_cap(opened);
    *text = opened;
    return 0;
}

void text_close(struct text *text) {
    if (!text)
        return;
    g_object_unref(text->context);
    g_object_unref(text->fonts);
    free(text);
}

struct text_extent text_measure(struct text *text, const struct text_style *style,
                                const char *string) {
    PangoRectangle logical;
    PangoLayout *layout = lay_out(text, style, string);
    pango_layout_get_extents(layout, NULL, &logical);
    double ascent = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    g_object_unref(layout);
    return (struct text_extent){.width = (double)logical.width / PANGO_SCALE,
                                .height = (double)logical.height / PANGO_SCALE,
                                .ascent = ascent,
                                .cap = text->cap * style->size};
}

void text_draw(struct text *text, cairo_t *cr, const struct text_style *style, const char *string,
               double x, double y, enum text_side side) {
    PangoLayout *layout = lay_out(text, style, string);
    PangoRectangle logical;
    pango_layout_get_extents(layout, NULL, &logical);
    double width = (double)logical.width / PANGO_SCALE;
    double shift = side == TEXT_STARTS ? 0 : side == TEXT_ENDS ? width : width / 2;
    double left = (double)logical.x / PANGO_SCALE;
    double ascent = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    cairo_move_to(cr, x - shift - left, y - ascent);
    pango_cairo_show_layout(cr, layout);
    cairo_new_path(cr);
    g_object_unref(layout);
}
