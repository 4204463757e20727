/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/tiles.h"

#include <cairo.h>
#include <math.h>

static const double faintest = 0.12, deepest = 0.42, hatch_pitch = 3.4, hatch_width = 0.7,
                    hatch_opacity = 0.7, ground_between = 0.8, word_size = 6.6 / 7.5, room = 1.5,
                    line_spacing = 1.2;

double tiles_opacity(double depth) {
    return faintest + (deepest - faintest) * fmin(fmax(depth, 0), 1);
}

static struct box box_of(const struct tile *tile, const struct axes *axes) {
    double left = scale_map(&axes->x.scale, tile->left),
           right = scale_map(&axes->x.scale, tile->right);
    double top = scale_map(&axes->y.scale, tile->high),
           bottom = scale_map(&axes->y.scale, tile->low);
    return (struct box){left, top, right - left, bottom - top};
}

/* Lines from the lower left to the upper right, in step over all tiles. */
static void hatch(const struct canvas *canvas, const struct box *box, struct colour colour) {
    cairo_save(canvas->cr);
    cairo_rectangle(canvas->cr, box->x, box->y, box->width, box->height);
    cairo_clip(canvas->cr);
    double first = floor((box->x + box->y) / hatch_pitch) * hatch_pitch;
    for (double at = first; at < box->x + box->width + box->y + box->height; at += hatch_pitch) {
        cairo_move_to(canvas->cr, at - box->y, box->y);
        cairo_line_to(canvas->cr, at - box->y - box->height, box->y + box->height);
    }
    canvas_set_colour(canvas, colour, hatch_opacity);
    cairo_set_line_width(canvas->cr, hatch_width);
    cairo_stroke(canvas->cr);
    cairo_restore(canvas->cr);
}

static void fill(const struct canvas *canvas, const struct tile *tile, const struct box *box) {
    struct colour colour = theme_pen(canvas->theme, tile->colour, canvas->libraries).colour;
    cairo_rectangle(canvas->cr, box->x, box->y, box->width, box->height);
    canvas_set_colour(canvas, theme_find(canvas->theme)->ground, 1); /* over the grid's lines */
    cairo_fill_preserve(canvas->cr);
    canvas_set_colour(canvas, colour, tiles_opacity(tile->is_hatched ? 0 : tile->depth));
    cairo_fill(canvas->cr);
    if (tile->is_hatched)
        hatch(canvas, box, colour);
    cairo_rectangle(canvas->cr, box->x, box->y, box->width, box->height);
    canvas_set_colour(canvas, theme_find(canvas->theme)->ground, 1);
    cairo_set_line_width(canvas->cr, ground_between);
    cairo_stroke(canvas->cr);
}

/* A patch keeps words on a hatched tile readable. */
static void write_line(const struct canvas *canvas, const struct tile *tile, const char *words,
                       double x, double baseline) {
    struct text_style style = {.size = word_size * canvas->font_size};
    struct text_extent extent = text_measure(canvas->text, &style, words);
    const struct theme *theme = theme_find(canvas->theme);
    if (tile->is_hatched) {
        cairo_rectangle(canvas->cr, x - extent.width / 2 - room / 2, baseline - extent.cap - room,
                        extent.width + room, extent.cap + 2 * room);
        canvas_set_colour(canvas, theme->ground, 0.9);
        cairo_fill(canvas->cr);
    }
    canvas_set_colour(canvas, theme->ink, 1);
    text_draw(canvas->text, canvas->cr, &style, words, x, baseline, TEXT_IS_CENTRED);
}

static double width_of(const struct canvas *canvas, const char *words) {
    struct text_style style = {.size = word_size * canvas->font_size};
    return text_measure(canvas->text, &style, words).width;
}

double tiles_shortened_from(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes) {
    double narrowest = HUGE_VAL;
    for (size_t i = 0; i < chart->tile_count; i++) {
        const struct tile *tile = &chart->tiles[i];
        double width = width_of(canvas, tile->text);
        if (width > box_of(tile, axes).width - 2 * room)
            narrowest = fmin(narrowest, width);
    }
    return narrowest;
}

struct tile_words tiles_words(const struct canvas *canvas, const struct tile *tile,
                              const struct axes *axes, double shortened_from) {
    struct box box = box_of(tile, axes);
    double width = box.width - 2 * room, line = line_spacing * word_size * canvas->font_size,
           whole = width_of(canvas, tile->text);
    const char *text = whole > width || whole >= shortened_from ? tile->brief : tile->text;
    if (width_of(canvas, text) > width || line > box.height)
        text = NULL;
    int has_name = (text ? 2 : 1) * line <= box.height && width_of(canvas, tile->name) <= width;
    return (struct tile_words){has_name ? tile->name : NULL, text};
}

int tiles_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, const struct box *box) {
    for (size_t i = 0; i < chart->tile_count; i++) {
        struct box tile = box_of(&chart->tiles[i], axes);
        struct tile_words words = tiles_words(canvas, &chart->tiles[i], axes, HUGE_VAL);
        if (box_meets(&tile, box) && (words.name || words.text))
            return 1;
    }
    return 0;
}

static void write_words(const struct canvas *canvas, const struct tile *tile,
                        const struct axes *axes, double shortened_from) {
    struct box box = box_of(tile, axes);
    struct tile_words words = tiles_words(canvas, tile, axes, shortened_from);
    struct text_style style = {.size = word_size * canvas->font_size};
    double line = line_spacing * style.size, x = box.x + box.width / 2,
           middle = box.y + box.height / 2 + text_measure(canvas->text, &style, "0").cap / 2;
    if (words.name)
        write_line(canvas, tile, words.name, x, middle - (words.text ? line / 2 : 0));
    if (words.text)
        write_line(canvas, tile, words.text, x, middle + (words.name ? line / 2 : 0));
}

void tiles_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    double shortened_from = tiles_shortened_from(canvas, chart, axes);
    for (size_t i = 0; i < chart->tile_count; i++) {
        struct box box = box_of(&chart->tiles[i], axes);
        fill(canvas, &chart->tiles[i], &box);
        write_words(canvas, &chart->tiles[i], axes, shortened_from);
    }
}
