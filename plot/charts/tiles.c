/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"

static const double faintest = 0.12, deepest = 0.42, hatch_pitch = 3.4, hatch_width = 0.7,
                    hatch_opacity = 0.7, room = 1.5, line_spacing = 1.2;

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
static void hatch(const struct canvas *canvas, const struct box *box, enum role role) {
    scene_clip(canvas->scene, box);
    double first = floor((box->x + box->y) / hatch_pitch) * hatch_pitch;
    for (double at = first; at < box->x + box->width + box->y + box->height; at += hatch_pitch)
        scene_line(canvas->scene, at - box->y, box->y, at - box->y - box->height,
                   box->y + box->height);
    scene_stroke_as(canvas->scene,
                    (struct stroke){.role = role, .opacity = hatch_opacity, .width = hatch_width});
    scene_unclip(canvas->scene);
}

static void fill(const struct canvas *canvas, const struct tile *tile, const struct box *box) {
    enum role role = theme_pen(canvas->theme, tile->colour, canvas->libraries).role;
    scene_rectangle(canvas->scene, box);
    scene_fill(canvas->scene, ROLE_GROUND, 1); /* over the grid's lines */
    scene_rectangle(canvas->scene, box);
    scene_fill(canvas->scene, role, tiles_opacity(tile->is_hatched ? 0 : tile->depth));
    if (tile->is_hatched)
        hatch(canvas, box, role);
    scene_rectangle(canvas->scene, box);
    scene_stroke(canvas->scene, ROLE_GROUND, LOOK_TILE_EDGE);
}

/* A patch keeps words on a hatched tile readable. */
static void write_line(const struct canvas *canvas, const struct tile *tile, const char *words,
                       double x, double baseline) {
    struct text_style style = {.size = LOOK_TILE_LETTERS * canvas->font_size};
    struct text_extent extent = text_measure(canvas->text, &style, words);
    if (tile->is_hatched) {
        scene_rectangle(canvas->scene,
                        &(struct box){x - extent.width / 2 - room / 2, baseline - extent.cap - room,
                                      extent.width + room, extent.cap + 2 * room});
        scene_fill(canvas->scene, ROLE_GROUND, LOOK_TILE_PATCH);
    }
    scene_text(canvas->scene, &style, words, x, baseline, TEXT_IS_CENTRED, ROLE_INK);
}

static double width_of(const struct canvas *canvas, const char *words) {
    struct text_style style = {.size = LOOK_TILE_LETTERS * canvas->font_size};
    return text_measure(canvas->text, &style, words).width;
}

/* --- words --- */

static const char *whole_text(const struct tile *tile) {
    return tile->text;
}

static const char *brief_text(const struct tile *tile) {
    return tile->brief;
}

static const char *number_text(const struct tile *tile) {
    return tile->number;
}

static const char *no_text(const struct tile *tile) {
    (void)tile;
    return NULL;
}

static const struct {
    int has_name;
    const char *(*text)(const struct tile *tile);
    const char *key; /* in a caption */
} forms[] = {
    [TILES_WHOLE] = {1, whole_text, FIGURE_TILES_KEY},
    [TILES_BRIEF] = {1, brief_text, FIGURE_TILES_KEY},
    [TILES_LEADS] = {0, brief_text, "tiles: how much more the next library takes"},
    [TILES_NUMBERS] = {0, number_text, "tiles: how many % more the next library takes"},
    [TILES_NAMES] = {1, no_text, "tiles: the library; the deeper, the more the next one takes"},
    [TILES_EMPTY] = {0, no_text, "tiles: the deeper, the more the next library takes"}};

static struct tile_lines lines_of(const struct tile *tile, enum tile_words words) {
    return (struct tile_lines){forms[words].has_name ? tile->name : NULL, forms[words].text(tile)};
}

/* Returns how many times as wide TILE must be for WORDS. */
static double stretch_of(const struct canvas *canvas, const struct tile *tile,
                         const struct axes *axes, enum tile_words words) {
    struct box box = box_of(tile, axes);
    struct tile_lines lines = lines_of(tile, words);
    double line = line_spacing * LOOK_TILE_LETTERS * canvas->font_size;
    double width = fmax(lines.name ? width_of(canvas, lines.name) : 0,
                        lines.text ? width_of(canvas, lines.text) : 0);
    if (!lines.name && !lines.text)
        return 0;
    return (!!lines.name + !!lines.text) * line <= box.height ? (width + 2 * room) / box.width
                                                              : HUGE_VAL;
}

static double widest_of(const struct chart *chart, const struct axes *axes) {
    double widest = 0;
    for (size_t i = 0; i < chart->tile_count; i++)
        widest = fmax(widest, box_of(&chart->tiles[i], axes).width);
    return widest;
}

double tiles_stretch(const struct canvas *canvas, const struct chart *chart,
                     const struct axes *axes, enum tile_words words) {
    double most = 0, least_width = widest_of(chart, axes) / 2;
    for (size_t i = 0; i < chart->tile_count; i++)
        if (box_of(&chart->tiles[i], axes).width >= least_width)
            most = fmax(most, stretch_of(canvas, &chart->tiles[i], axes, words));
    return most;
}

enum tile_words tiles_fitting(const struct canvas *canvas, const struct chart *chart,
                              const struct axes *axes) {
    enum tile_words words = TILES_WHOLE;
    while (words < TILES_EMPTY && tiles_stretch(canvas, chart, axes, words) > 1)
        words++;
    return words;
}

struct tile_lines tiles_lines(const struct canvas *canvas, const struct tile *tile,
                              const struct axes *axes, enum tile_words words) {
    int has_room = stretch_of(canvas, tile, axes, words) <= 1;
    return has_room ? lines_of(tile, words) : (struct tile_lines){NULL, NULL};
}

char *tiles_caption(const char *caption, enum tile_words words) {
    const char *key = strstr(caption, FIGURE_TILES_KEY);
    return key ? xasprintf("%.*s%s%s", (int)(key - caption), caption, forms[words].key,
                           key + strlen(FIGURE_TILES_KEY))
               : xstrdup(caption);
}

int tiles_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, enum tile_words words, const struct box *box) {
    for (size_t i = 0; i < chart->tile_count; i++) {
        struct box tile = box_of(&chart->tiles[i], axes);
        struct tile_lines lines = tiles_lines(canvas, &chart->tiles[i], axes, words);
        if (box_meets(&tile, box) && (lines.name || lines.text))
            return 1;
    }
    return 0;
}

/* --- drawing --- */

static void write_words(const struct canvas *canvas, const struct tile *tile,
                        const struct axes *axes) {
    struct box box = box_of(tile, axes);
    struct tile_lines lines = tiles_lines(canvas, tile, axes, canvas->tiles);
    struct text_style style = {.size = LOOK_TILE_LETTERS * canvas->font_size};
    double line = line_spacing * style.size, x = box.x + box.width / 2,
           middle = box.y + box.height / 2 + text_measure(canvas->text, &style, "0").cap / 2;
    if (lines.name)
        write_line(canvas, tile, lines.name, x, middle - (lines.text ? line / 2 : 0));
    if (lines.text)
        write_line(canvas, tile, lines.text, x, middle + (lines.name ? line / 2 : 0));
}

void tiles_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    for (size_t i = 0; i < chart->tile_count; i++) {
        struct box box = box_of(&chart->tiles[i], axes);
        fill(canvas, &chart->tiles[i], &box);
        write_words(canvas, &chart->tiles[i], axes);
    }
}
