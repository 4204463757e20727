/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/tiles.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILES = 3 };

struct drawn_map {
    struct tile tiles[TILES];
    struct chart chart;
    struct axes axes;
};

/* Tiles of "blis" beside each other, as wide and high as that. */
static void make_map(struct drawn_map *map, double width, double height) {
    map->chart = (struct chart){.tiles = map->tiles, .tile_count = TILES};
    map->axes.x.scale = (struct scale){SCALE_LINEAR, 0, TILES, 0, TILES * width};
    map->axes.y.scale = (struct scale){SCALE_LINEAR, 0, 1, height, 0};
    for (size_t i = 0; i < TILES; i++)
        map->tiles[i] = (struct tile){.left = (double)i,
                                      .right = (double)i + 1,
                                      .high = 1,
                                      .name = "blis",
                                      .text = i == 1 ? "+100 %" : "+5.0 %",
                                      .brief = i == 1 ? "+100 %" : "+5.0 %",
                                      .number = i == 1 ? "+100" : "+5.0"};
    map->tiles[2].is_hatched = 1;
    map->tiles[2].text = "≈ openblas";
    map->tiles[2].brief = map->tiles[2].number = "≈";
}

static void assert_text(const char *text, const char *right) {
    assert_int_equal(text != NULL, right != NULL);
    if (text)
        assert_string_equal(text, right);
}

TEST(all_tiles_have_the_same_words) {
    static const struct {
        double width, height;
        enum tile_words words;
        const char *name, *texts[TILES];
    } cases[] = {{60, 40, TILES_WHOLE, "blis", {"+5.0 %", "+100 %", "≈ openblas"}},
                 {35, 40, TILES_BRIEF, "blis", {"+5.0 %", "+100 %", "≈"}},
                 {35, 10, TILES_LEADS, NULL, {"+5.0 %", "+100 %", "≈"}},
                 {23, 40, TILES_NUMBERS, NULL, {"+5.0", "+100", "≈"}},
                 {18, 40, TILES_NAMES, "blis", {NULL}},
                 {8, 40, TILES_EMPTY, NULL, {NULL}},
                 {60, 5, TILES_EMPTY, NULL, {NULL}}};
    struct canvas canvas = {.font_size = 7.5};
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct drawn_map map;
        make_map(&map, cases[c].width, cases[c].height);
        enum tile_words words = tiles_fitting(&canvas, &map.chart, &map.axes);
        assert_int_equal(words, cases[c].words);
        for (size_t i = 0; i < TILES; i++) {
            struct tile_lines lines = tiles_lines(&canvas, &map.tiles[i], &map.axes, words);
            assert_text(lines.name, cases[c].name);
            assert_text(lines.text, cases[c].texts[i]);
        }
    }
    text_close(canvas.text);
}

TEST(a_tile_that_is_cut_is_empty_alone) {
    struct drawn_map map;
    struct canvas canvas = {.font_size = 7.5};
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    make_map(&map, 60, 40);
    map.tiles[0].left = 0.9;
    assert_int_equal(tiles_fitting(&canvas, &map.chart, &map.axes), TILES_WHOLE);
    assert_null(tiles_lines(&canvas, &map.tiles[0], &map.axes, TILES_WHOLE).name);
    assert_non_null(tiles_lines(&canvas, &map.tiles[1], &map.axes, TILES_WHOLE).name);
    text_close(canvas.text);
}

TEST(a_plot_is_stretched_until_words_have_room) {
    struct drawn_map map;
    struct canvas canvas = {.font_size = 7.5};
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    make_map(&map, 8, 40);
    double stretch = tiles_stretch(&canvas, &map.chart, &map.axes, TILES_WHOLE);
    assert_true(stretch > 4 && stretch < 7);
    make_map(&map, 8 * stretch * 1.001, 40);
    assert_int_equal(tiles_fitting(&canvas, &map.chart, &map.axes), TILES_WHOLE);
    make_map(&map, 8, 10);
    assert_true(isinf(tiles_stretch(&canvas, &map.chart, &map.axes, TILES_WHOLE)));
    text_close(canvas.text);
}

TEST(a_caption_says_what_tiles_have) {
    static const struct {
        enum tile_words words;
        const char *caption, *right;
    } cases[] = {
        {TILES_BRIEF, FIGURE_TILES_KEY ", at 95 %", FIGURE_TILES_KEY ", at 95 %"},
        {TILES_LEADS, FIGURE_TILES_KEY "\nb", "tiles: how much more the next library takes\nb"},
        {TILES_EMPTY, "a\n" FIGURE_TILES_KEY,
         "a\ntiles: the deeper, the more the next library takes"},
        {TILES_EMPTY, "another heading", "another heading"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char *caption = tiles_caption(cases[c].caption, cases[c].words);
        assert_string_equal(caption, cases[c].right);
        free(caption);
    }
}
