/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/tiles.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Columns of 100, 100 and 25 points; "≈ indices" has room in the first two, a list in none. */
static void the_same_words_are_cut_in_all_tiles_or_in_none(void **state) {
    (void)state;
    static const struct {
        const char *texts[3];
        int are_whole[3];
    } cases[] = {{{"≈ indices", "≈ indices", "≈ indices"}, {0, 0, 0}},
                 {{"≈ a", "≈ a", "≈ a"}, {1, 1, 1}},
                 {{"≈ indices", "≈ pointers, indices, builtin, netlib", "≈ a"}, {1, 0, 1}}};
    struct axes axes;
    struct canvas canvas = {.font_size = 7.5};
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    axes.x.scale = (struct scale){SCALE_LINEAR, 0, 225, 0, 225};
    axes.y.scale = (struct scale){SCALE_LINEAR, 0, 100, 100, 0};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct tile tiles[3];
        const struct chart chart = {.tiles = tiles, .tile_count = 3};
        for (size_t i = 0; i < 3; i++)
            tiles[i] = (struct tile){.left = 100 * (double)i,
                                     .right = i == 2 ? 225 : 100 * (double)(i + 1),
                                     .low = 0,
                                     .high = 100,
                                     .is_hatched = 1,
                                     .name = "b",
                                     .text = cases[c].texts[i],
                                     .brief = "≈"};
        double shortened_from = tiles_shortened_from(&canvas, &chart, &axes);
        for (size_t i = 0; i < 3; i++)
            assert_string_equal(tiles_words(&canvas, &tiles[i], &axes, shortened_from).text,
                                cases[c].are_whole[i] ? cases[c].texts[i] : "≈");
    }
    text_close(canvas.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_words_are_cut_in_all_tiles_or_in_none),
    };
    return cmocka_run_group_tests_name("plot/charts/tiles", tests, NULL, NULL);
}
