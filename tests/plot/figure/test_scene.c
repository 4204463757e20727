/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "plot/figure/scene.h"
#include "tests/test.h"

/* What a painter is told, a word for each item. */
struct told {
    char words[4096];
    size_t length;
};

static void tell(struct told *told, const char *word) {
    told->length += (size_t)snprintf(told->words + told->length, sizeof told->words - told->length,
                                     "%s ", word);
}

static void tell_shape(void *context, const struct scene_shape *shape) {
    static const char letters[] = {[WAY_MOVE] = 'M',
                                   [WAY_LINE] = 'L',
                                   [WAY_CLOSE] = 'Z',
                                   [WAY_RECTANGLE] = 'R',
                                   [WAY_CIRCLE] = 'C'};
    char word[64] = "";
    for (size_t i = 0; i < shape->count; i++)
        word[i] = letters[shape->steps[i].way];
    strcat(word, shape->fill.opacity > 0 ? ":fill" : "");
    strcat(word, shape->stroke.width > 0 ? ":stroke" : "");
    tell(context, word);
}

static void tell_words(void *context, const struct placed_text *words, enum role role) {
    tell(context, words->string);
    tell(context, role == ROLE_INK ? "in ink" : "in another colour");
}

static void tell_clip(void *context, const struct box *box) {
    tell(context, box->width == 3 ? "within three points" : "within others");
}

static void tell_unclip(void *context) {
    tell(context, "and no longer");
}

static void assert_told(struct scene *scene, const char *expected) {
    static const struct scene_painter painter = {tell_shape, tell_words, tell_clip, tell_unclip};
    struct told told = {.length = 0};
    scene_paint(scene, &painter, &told);
    assert_string_equal(told.words, expected);
    scene_release(scene);
}

TEST(an_empty_scene_has_nothing_to_paint) {
    struct scene scene = {.libraries = 1};
    scene_fill(&scene, ROLE_INK, 1); /* of nothing */
    assert_told(&scene, "");
}

TEST(items_are_painted_in_their_order) {
    struct scene scene = {.libraries = 1};
    char name[] = "blis";
    scene_clip(&scene, &(struct box){1, 2, 3, 4});
    scene_rectangle(&scene, &(struct box){1, 2, 3, 4});
    scene_fill(&scene, ROLE_GRID, 0.5);
    scene_circle(&scene, 1, 2, 3);
    scene_fill_and_stroke(&scene, (struct fill){ROLE_PENS, 1}, ROLE_PENS, 1);
    scene_unclip(&scene);
    scene_text(&scene, &(struct text_style){.size = 7}, name, 1, 2, TEXT_STARTS, ROLE_INK);
    strcpy(name, "mkl"); /* the scene has a copy */
    scene_line(&scene, 1, 2, 3, 4);
    scene_stroke(&scene, ROLE_INK, 1);
    assert_told(&scene,
                "within three points R:fill C:fill:stroke and no longer blis in ink ML:stroke ");
}

/* A line begins where nothing was before, after a break, and after what is complete. */
TEST(lines_begin_where_they_should) {
    struct scene scene = {.libraries = 1};
    scene_line_to(&scene, 1, 1);
    scene_line_to(&scene, 2, 2);
    scene_break(&scene);
    scene_line_to(&scene, 3, 3);
    scene_line_to(&scene, 4, 4);
    scene_close(&scene);
    scene_line_to(&scene, 5, 5);
    scene_rectangle(&scene, &(struct box){1, 2, 3, 4});
    scene_line_to(&scene, 6, 6);
    scene_circle(&scene, 1, 2, 3);
    scene_line_to(&scene, 7, 7);
    scene_stroke(&scene, ROLE_INK, 1);
    scene_line_to(&scene, 8, 8);
    scene_stroke(&scene, ROLE_INK, 1);
    assert_told(&scene, "MLMLZMRMCM:stroke M:stroke ");
}

TEST(a_scene_grows) {
    enum { SHAPES = 1000 };
    struct scene scene = {.libraries = 1};
    for (int i = 0; i < SHAPES; i++) {
        scene_line(&scene, i, 0, i, 1);
        scene_stroke(&scene, ROLE_INK, 1);
    }
    assert_int_equal(scene.count, SHAPES);
    assert_int_equal(scene.step_count, 2 * SHAPES);
    for (int i = 0; i < SHAPES; i++)
        assert_true(scene.steps[2 * i].x == i && scene.steps[2 * i + 1].y == 1);
    scene_release(&scene);
}
