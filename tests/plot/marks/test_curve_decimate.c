/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/marks/curve.h"
#include "tests/plot/painted.h"
#include "tests/test.h"

enum { SIDE = 200, POINTS = 200000 };

/* A wave with noise, 40 points wide. */
static double wave(size_t i, size_t points) {
    double part = (double)i / (double)points;
    return 24 + 10 * sin(12 * part) + 6 * fmod((double)i * 0.618033988749895, 1);
}

static void trace(struct scene *scene, size_t points, int thinned) {
    struct decimate_line line = {.scene = scene};
    for (size_t i = 0; i < points; i++) {
        double x = 4 + 40 * (double)i / (double)points, y = wave(i, points);
        if (thinned)
            decimate_line_to(&line, x, y);
        else
            scene_line_to(scene, x, y);
    }
    if (thinned)
        decimate_line_break(&line);
}

TEST(a_dense_line_has_two_points_a_column_at_most) {
    struct scene scene = {.libraries = 1};
    trace(&scene, POINTS, 1);
    assert_true(scene.step_count > 100);
    assert_true(scene.step_count <= (size_t)(2 * (40 / DECIMATE_PITCH + 2) + 2));
    scene_release(&scene);
}

static struct painted painted_line(int thinned) {
    struct scene scene = {.libraries = 1};
    trace(&scene, 20000, thinned);
    scene_stroke_as(
        &scene, (struct stroke){.role = ROLE_PENS, .opacity = 1, .width = 1.2, .join = JOIN_ROUND});
    struct painted painted = painted_new(&scene, NULL, SIDE, SIDE, 300 / 72.0);
    scene_release(&scene);
    return painted;
}

/* But for the ends, which are cut at the slope of the first and the last step. */
TEST(the_picture_is_the_same) {
    enum { LEFT = 25, RIGHT = 175 };
    struct painted whole = painted_line(0), thinned = painted_line(1);
    size_t pixels = SIDE * SIDE, inked = 0, differing = 0;
    int worst = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = LEFT; x < RIGHT; x++) {
            int ink = painted_ink(&whole, x, y), apart = abs(ink - painted_ink(&thinned, x, y));
            inked += ink > 127;
            differing += apart > 40;
            worst = apart > worst ? apart : worst;
        }
    assert_true(inked > pixels / 20);
    assert_true(worst < 100);
    assert_true(differing < inked / 100);
    painted_free(&whole);
    painted_free(&thinned);
}

TEST(few_points_all_stay) {
    struct scene scene = {.libraries = 1};
    trace(&scene, 100, 1);
    assert_int_equal(scene.step_count, 100);
    scene_release(&scene);
}

TEST(the_extremes_of_a_column_are_kept_in_their_order) {
    static const double y[] = {5, 7, 1, 9, 6, 4};
    static const double kept[] = {5, 1, 9, 4};
    struct scene scene = {.libraries = 1};
    struct decimate_line line = {.scene = &scene};
    for (size_t i = 0; i < 6; i++)
        decimate_line_to(&line, 12.01 + 0.001 * (double)i, y[i]);
    decimate_line_flush(&line);
    assert_int_equal(scene.step_count, 4);
    for (size_t k = 0; k < 4; k++)
        assert_float_equal(scene.steps[k].y, kept[k], 1e-12);
    scene_release(&scene);
}

TEST(one_thing_stands_in_a_square) {
    struct decimate_squares squares;
    size_t taken = 0;
    decimate_squares_open(&squares, &(struct box){10, 10, 50, 20});
    for (size_t i = 0; i < POINTS; i++)
        taken += (size_t)decimate_squares_take(&squares, 10 + 50 * (double)i / POINTS,
                                               10 + 20 * fmod((double)i * 0.618, 1));
    assert_true(taken > 3000 && taken <= 102 * 42);
    assert_true(decimate_squares_take(&squares, -1e9, 3)); /* beyond, nobody counts */
    assert_true(decimate_squares_take(&squares, -1e9, 3));
    decimate_squares_release(&squares);
}

TEST(a_wall_does_not_need_all_memory) {
    struct decimate_squares squares;
    decimate_squares_open(&squares, &(struct box){0, 0, 5669, 14173});
    assert_true(squares.across * squares.down < 5000000);
    decimate_squares_release(&squares);
}
