/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/report/report_svg.h"
#include "tests/plot/sample.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"
#include "tests/test.h"

/* As cairo 1.16 writes, and as 1.18 does, with our text. */
#define TEXT                                                                                       \
    "<text x=\"3.337891\" y=\"9.25\" fill=\"#0072b2\" font-size=\"7.5\" "                          \
    "textLength=\"30.123\">a &lt; b <tspan x=\"4\">c</tspan></text>\n"
static const char older[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "width=\"10pt\" font-family=\"'DejaVu Sans', sans-serif\">\n<!-- > -->\n<defs>\n"
    "<clipPath id=\"clip1\">\n<path d=\"M 0 0.999999 \"/>\n</clipPath>\n</defs>\n<g>\n"
    "<g clip-path=\"url(#clip1)\">\n<path style=\"fill:none;stroke-width:1.2;stroke-linecap:butt;"
    "stroke:rgb(0%,44.705882%,69.803922%);stroke-opacity:1;stroke-miterlimit:10;\" "
    "d=\"M 26.714844 65.386719 L 35.425781 70 \"/>\n</g>\n" TEXT "</g>\n</svg>\n";
static const char newer[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "width=\"10pt\" font-family=\"'DejaVu Sans', sans-serif\">\n<defs>\n"
    "<clipPath id=\"clip-0\">\n<path clip-rule=\"nonzero\" d=\"M 0 0.999999 \"/>\n</clipPath>\n"
    "</defs>\n<g clip-path=\"url(#clip-0)\">\n<path fill=\"none\" stroke-width=\"1.2\" "
    "stroke-linecap=\"butt\" stroke=\"rgb(0%, 44.705882%, 69.803922%)\" stroke-opacity=\"1\" "
    "stroke-miterlimit=\"10\" d=\"M 26.714844 65.386719 L 35.425781 70 \"/>\n</g>\n" TEXT
    "</svg>\n";

static char *rewritten(size_t number, size_t libraries, const void *data, size_t size,
                       int expected) {
    char *text = NULL;
    size_t length;
    char *svg = strndup(data, size);
    struct colours colours;
    colours_init(&colours, libraries);
    FILE *file = open_memstream(&text, &length);
    assert_int_equal(report_svg_write(file, &colours, number, svg, NULL), expected);
    fclose(file);
    free(svg);
    return text;
}

TEST(both_ways_of_cairo_become_the_same) {
    static const char *const texts[] = {older, newer};
    for (size_t i = 0; i < 2; i++) {
        char *text = rewritten(7, 5, texts[i], strlen(texts[i]), 0);
        char line[256];
        snprintf(line, sizeof line,
                 "stroke-width=\"1.2\" d=\"M 26.71 65.39 L 35.43 70 \" class=\"s%d\"/>",
                 ROLE_PENS + 1);
        assert_non_null(strstr(text, line));
        snprintf(line, sizeof line,
                 "<text x=\"3.34\" y=\"9.25\" font-size=\"7.5\" textLength=\"30.12\" class=\"t%d\">"
                 "a &lt; b <tspan x=\"4\">c</tspan></text>",
                 ROLE_PENS + 1);
        assert_non_null(strstr(text, line));
        assert_ptr_equal(strstr(text, "<g font-family=\"'DejaVu Sans', sans-serif\">"), text);
        assert_null(strstr(text, "style="));
        assert_null(strstr(text, "rgb("));
        assert_null(strstr(text, "svg"));
        assert_non_null(strstr(text, i ? "id=\"p7-clip-0\"" : "id=\"p7-clip1\""));
        assert_non_null(strstr(text, i ? "url(#p7-clip-0)" : "url(#p7-clip1)"));
        assert_non_null(strstr(text, "d=\"M 0 1 \""));
        free(text);
    }
}

TEST(what_is_not_cairos_is_refused) {
    static const char *const texts[] = {"<svg><g", "<svg><path d=unquoted/></svg>",
                                        "<svg><path d=\"open/></svg>", "<svg><path d/></svg>"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(rewritten(0, 5, texts[i], strlen(texts[i]), ERR_FAILED));
}

/* --- dense paths --- */

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
static void a_dense_path_keeps_its_extremes_in_strips(const char *end, double strip) {
    enum { POINTS = 1000 };
    static double y[POINTS], drawn[POINTS][2];
    char *svg = NULL;
    size_t size;
    FILE *file = open_memstream(&svg, &size);
    fputs("<svg><path fill=\"none\" d=\"", file);
    for (size_t i = 0; i < POINTS; i++) {
        y[i] = 100 + 40 * (double)(i * 7919 % 1000) / 1000; /* a permutation: no two are equal */
        fprintf(file, "%c %.6f %.6f ", i ? 'L' : 'M', 20 + 0.27 * (double)i, y[i]);
    }
    fprintf(file, "%s\"/></svg>", end);
    fclose(file);
    char *text = rewritten(0, 5, svg, size, 0);
    size_t count = follow(text, drawn, POINTS);
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
    free(text);
    free(svg);
}

TEST(a_dense_path_keeps_its_extremes) {
    a_dense_path_keeps_its_extremes_in_strips("", 1.2);
    a_dense_path_keeps_its_extremes_in_strips("Z", 2.4);
}

/* --- of real pictures --- */

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

TEST(a_picture_tells_where_its_points_are) {
    struct sample *sample = sample_new(3, 12, 0);
    sample->time[1][0][4] = NAN;
    struct figure figure = {.charts = sample->charts, .chart_count = 1};
    struct figure_extent extent;
    struct bytes svg = {0};
    struct seen seen = {.is_ordered = 1, .extent = &extent};
    assert_int_equal(figure_svg(&figure, &svg, &extent, look, &seen, NULL), 0);
    assert_int_equal(seen.points, 3 * 12 - 1);
    assert_true(seen.is_ordered);
    assert_float_equal(extent.width, FIGURE_SINGLE_MM * 72 / 25.4, 1e-6);
    free(svg.data);
    free(sample);
}

TEST(all_colours_of_a_real_picture_are_classes) {
    static const size_t counts[] = {2, 5, 8, 20};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct sample *sample = sample_new(counts[i], 30, 0);
        struct figure figure = {.charts = sample->charts, .chart_count = 2};
        struct figure_extent extent;
        struct bytes svg = {0};
        struct seen seen = {.extent = &extent};
        assert_int_equal(figure_svg(&figure, &svg, &extent, look, &seen, NULL), 0);
        char *text = rewritten(0, counts[i], svg.data, svg.size, 0);
        assert_null(strstr(text, "rgb("));
        assert_null(strstr(text, "style="));
        assert_null(strstr(text, "fill=\"#"));
        assert_non_null(strstr(text, ">axpy — time per call</text>"));
        assert_true(strlen(text) < svg.size);
        free(text);
        free(svg.data);
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
        struct bytes svg = {0};
        struct placed placed = {0};
        assert_int_equal(figure_svg(&figure, &svg, &extent, place, &placed, NULL), 0);
        assert_int_equal(placed.count, 36);
        double slope = (placed.y[35] - placed.y[12]) / (placed.value[35] - placed.value[12]);
        double zero = placed.y[12] - slope * placed.value[12];
        assert_true(slope < 0 && zero < extent.height);
        for (size_t i = 0; i < placed.count; i++)
            assert_float_equal(placed.y[i], zero + slope * placed.value[i], 1e-6);
        free(svg.data);
    }
    free(sample);
}
