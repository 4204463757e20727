/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of an HTML page: a figure's, and those of made scenes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/scene.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"
#include "plot/output/output_svg.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

/* The picture of SCENE, which is released; to be freed. */
static char *picture_of(struct scene *scene, size_t number) {
    char *svg = NULL;
    size_t size;
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    FILE *file = open_memstream(&svg, &size);
    svg_write_picture(file, scene, text, number);
    fclose(file);
    text_close(text);
    scene_release(scene);
    return svg;
}

static void assert_has(const char *svg, const char *part) {
    if (!strstr(svg, part))
        fail_msg("no %s in %s", part, svg);
}

/* --- items --- */

TEST(colours_are_classes_and_usual_values_are_left_out) {
    struct scene scene = {.libraries = 5, .width = 100, .height = 50};
    static const struct dash dash = {2, {5, 1.6}};
    char class[128];
    scene_line(&scene, 26.714844, 65.386719, 35.425781, 70);
    scene_stroke(&scene, ROLE_PENS + 1, 1.2);
    scene_rectangle(&scene, &(struct box){1, 2, 3, 4.004});
    scene_fill_and_stroke(&scene, (struct fill){ROLE_GRID, 0.25}, ROLE_INK, 0.9);
    scene_line(&scene, -0.001, 1, 2, 3);
    scene_stroke_as(&scene, (struct stroke){ROLE_INK, 0.6, 1, &dash, JOIN_ROUND});
    scene_circle(&scene, 10, 20, 1.5);
    scene_fill(&scene, ROLE_FAINT, 1);
    char *svg = picture_of(&scene, 0);
    snprintf(class, sizeof class, "<rect width=\"100\" height=\"50\" class=\"f%d\"/>", ROLE_GROUND);
    assert_has(svg, class);
    snprintf(class, sizeof class,
             "<path stroke-width=\"1.2\" d=\"M26.71 65.39L35.43 70\" class=\"s%d\"/>",
             ROLE_PENS + 1);
    assert_has(svg, class);
    snprintf(class, sizeof class,
             "<path fill-opacity=\"0.25\" stroke-width=\"0.9\" d=\"M1 2H4V6H1Z\" "
             "class=\"f%d s%d\"/>",
             ROLE_GRID, ROLE_INK);
    assert_has(svg, class);
    assert_has(svg, "<path stroke-width=\"1\" stroke-opacity=\"0.6\" stroke-linejoin=\"round\" "
                    "stroke-dasharray=\"5,1.6\" d=\"M0 1L2 3\"");
    assert_has(svg, " d=\"M8.5 20A1.5 1.5 0 1 0 11.5 20A1.5 1.5 0 1 0 8.5 20Z\"");
    assert_null(strstr(svg, "style"));
    assert_null(strchr(svg, '#'));
    free(svg);
}

TEST(text_is_a_class_of_its_own) {
    struct scene scene = {.libraries = 5, .width = 100, .height = 50};
    char class[64];
    scene_text(&scene, &(struct text_style){.size = 7.5}, "a < b", 1, 2, TEXT_STARTS,
               ROLE_PENS + 4);
    char *svg = picture_of(&scene, 0);
    snprintf(class, sizeof class, "<text x=\"1\" y=\"2\" class=\"t%d\" font-size=\"7.5\"",
             ROLE_PENS + 4);
    assert_has(svg, class);
    assert_has(svg, ">a &lt; b</text>");
    free(svg);
}

/* Two pictures of a page must not cut each other. */
TEST(clips_are_those_of_their_picture) {
    for (size_t number = 3; number < 5; number++) {
        struct scene scene = {.libraries = 5, .width = 100, .height = 50};
        char part[128];
        for (int i = 0; i < 2; i++) {
            scene_clip(&scene, &(struct box){1, 2, 3, 4});
            scene_rectangle(&scene, &(struct box){1, 2, 3, 4});
            scene_fill(&scene, ROLE_INK, 1);
            scene_unclip(&scene);
        }
        char *svg = picture_of(&scene, number);
        for (int i = 1; i <= 2; i++) {
            snprintf(part, sizeof part,
                     "<clipPath id=\"p%zu-clip%d\"><rect x=\"1\" y=\"2\" width=\"3\" "
                     "height=\"4\"/></clipPath>\n<g clip-path=\"url(#p%zu-clip%d)\">\n<path ",
                     number, i, number, i);
            assert_has(svg, part);
        }
        free(svg);
    }
}

/* --- dense lines --- */

/* Adds up the steps of "M1 2l3 4...". Returns the number of vertices. */
static size_t follow(const char *steps, double (*vertices)[2], size_t most) {
    size_t count = 0;
    char *end;
    double x = strtod(strstr(steps, " d=\"M") + 5, &end), y = strtod(end, &end);
    for (;;) {
        assert_true(count < most);
        vertices[count][0] = x;
        vertices[count++][1] = y;
        end += *end == 'l';
        if (*end == '"' || *end == 'Z')
            return count;
        x += strtod(end, &end);
        y += strtod(end, &end);
    }
}

/* 1000 points at 270 places keep both ends and, in every strip, the lowest and the highest; the
 * rounding of the steps does not add up. The strips around an area are twice as wide. */
static void a_dense_line_keeps_its_extremes_in_strips(int is_area, double strip) {
    enum { POINTS = 1000 };
    static double y[POINTS], drawn[POINTS][2];
    struct scene scene = {.libraries = 5, .width = 300, .height = 200};
    for (size_t i = 0; i < POINTS; i++) {
        y[i] = 100 + 40 * (double)(i * 7919 % 1000) / 1000; /* a permutation: no two are equal */
        scene_line_to(&scene, 20 + 0.27 * (double)i, y[i]);
    }
    if (is_area)
        scene_close(&scene);
    scene_stroke(&scene, ROLE_INK, 1);
    char *svg = picture_of(&scene, 0);
    size_t count = follow(svg, drawn, POINTS);
    assert_uint_in_range(count, 480 / strip, 2 * (270 / strip + 2));
    assert_float_equal(drawn[0][1], y[0], 0.051);
    assert_float_equal(drawn[count - 1][1], y[POINTS - 1], 0.051);
    assert_float_equal(drawn[count - 1][0], 20 + 0.27 * (POINTS - 1), 0.051);
    for (size_t i = 10; i < POINTS - 10; i++) { /* some vertex nearby is as high, and as low */
        size_t above = 0, below = 0;
        for (size_t k = 0; k < count; k++)
            if (fabs(drawn[k][0] - (20 + 0.27 * (double)i)) <= strip + 0.1) {
                above += drawn[k][1] >= y[i] - 0.051;
                below += drawn[k][1] <= y[i] + 0.051;
            }
        assert_true(above && below);
    }
    free(svg);
}

TEST(a_dense_line_keeps_its_extremes) {
    a_dense_line_keeps_its_extremes_in_strips(0, 1.2);
    a_dense_line_keeps_its_extremes_in_strips(1, 2.4);
}

/* What comes after a gap is there, too, be it dense or not. */
TEST(all_parts_of_a_dense_shape_are_written) {
    struct scene scene = {.libraries = 5, .width = 300, .height = 200};
    for (int part = 0; part < 3; part++) {
        for (int i = 0; i < (part == 1 ? 3 : 400); i++)
            scene_line_to(&scene, 100 * part + 0.1 * i, 50 + i % 7);
        scene_close(&scene);
    }
    scene_fill(&scene, ROLE_INK, 0.2);
    char *svg = picture_of(&scene, 0);
    assert_has(svg, "d=\"M0 50l");
    assert_has(svg, "ZM100 50L100.1 51L100.2 52ZM200 50l");
    free(svg);
}

/* --- figures --- */

struct seen {
    size_t points;
    double last_x;
    size_t last_series;
    int is_ordered;
    struct figure_extent *extent;
};

static void look(void *context, const struct figure_point *point) {
    struct seen *seen = context;
    int is_next = seen->points && point->series == seen->last_series;
    seen->is_ordered &= is_next ? point->x > seen->last_x : point->series >= seen->last_series;
    assert_true(point->x > 0 && point->x < seen->extent->width);
    assert_true(point->y > 0 && point->y < seen->extent->height);
    seen->last_x = point->x;
    seen->last_series = point->series;
    seen->points++;
}

/* The picture of FIGURE, to be freed. */
static char *figure_picture(const struct figure *figure, struct figure_extent *extent,
                            figure_visit *visit, void *context) {
    char *svg = NULL;
    size_t size;
    FILE *file = open_memstream(&svg, &size);
    assert_int_equal(figure_write_picture(figure, file, 0, extent, visit, context, NULL), 0);
    fclose(file);
    return svg;
}

TEST(a_picture_tells_where_its_points_are) {
    struct sample *sample = sample_new(3, 12, 0);
    sample->time[1][0][4] = NAN;
    struct figure figure = {.charts = sample->charts, .chart_count = 1};
    struct figure_extent extent;
    struct seen seen = {.is_ordered = 1, .extent = &extent};
    free(figure_picture(&figure, &extent, look, &seen));
    assert_int_equal(seen.points, 3 * 12 - 1);
    assert_true(seen.is_ordered);
    assert_float_equal(extent.width, FIGURE_SINGLE_MM * 72 / 25.4, 1e-6);
    free(sample);
}

TEST(all_colours_of_a_real_picture_are_classes) {
    static const size_t counts[] = {2, 5, 8, 20};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct sample *sample = sample_new(counts[i], 30, 0);
        struct figure figure = {.charts = sample->charts, .chart_count = 2};
        struct figure_extent extent;
        struct seen seen = {.extent = &extent};
        char *svg = figure_picture(&figure, &extent, look, &seen);
        assert_null(strstr(svg, "rgb("));
        assert_null(strstr(svg, "style="));
        assert_null(strstr(svg, "=\"#"));
        assert_has(svg, ">axpy — time per call</text>");
        free(svg);
        free(sample);
    }
}

struct placed {
    size_t count;
    double y[3 * 12], value[3 * 12];
};

static void place(void *context, const struct figure_point *point) {
    struct placed *placed = context;
    placed->y[placed->count] = point->y;
    placed->value[placed->count++] = point->chart->series[point->series].y[point->index];
}

/* All points stand as high above one line as their values are above 0. */
TEST(a_linear_chart_begins_at_zero) {
    struct sample *sample = sample_new(3, 12, 0);
    for (int kind = 0; kind < 2; kind++) {
        struct chart chart = sample->charts[kind];
        chart.x.scale = chart.y.scale = AXIS_LINEAR;
        struct figure figure = {.charts = &chart, .chart_count = 1};
        struct figure_extent extent;
        struct placed placed = {0};
        free(figure_picture(&figure, &extent, place, &placed));
        assert_int_equal(placed.count, 36);
        double slope = (placed.y[35] - placed.y[12]) / (placed.value[35] - placed.value[12]);
        double zero = placed.y[12] - slope * placed.value[12];
        assert_true(slope < 0 && zero < extent.height);
        for (size_t i = 0; i < placed.count; i++)
            assert_float_equal(placed.y[i], zero + slope * placed.value[i], 1e-6);
    }
    free(sample);
}
