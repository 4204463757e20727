/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plot/report/report_svg.h"
#include "tests/plot/sample.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"

/* As cairo 1.16 writes, and as 1.18 does. */
static const char older[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "width=\"10pt\">\n<!-- > -->\n<defs>\n<g>\n"
    "<symbol overflow=\"visible\" id=\"glyph0-0\">\n<path style=\"stroke:none;\" d=\"\"/>\n"
    "</symbol>\n<symbol overflow=\"visible\" id=\"glyph0-1\">\n"
    "<path style=\"stroke:none;\" d=\"M 0.421875 1.5 L -0.001 6 Z \"/>\n</symbol>\n</g>\n"
    "<clipPath id=\"clip1\">\n<path d=\"M 0 0.999999 \"/>\n</clipPath>\n</defs>\n<g>\n"
    "<g clip-path=\"url(#clip1)\">\n<path style=\"fill:none;stroke-width:1.2;stroke-linecap:butt;"
    "stroke:rgb(0%,44.705882%,69.803922%);stroke-opacity:1;stroke-miterlimit:10;\" "
    "d=\"M 26.714844 65.386719 L 35.425781 70 \"/>\n</g>\n"
    "<g style=\"fill:rgb(0%,44.705882%,69.803922%);fill-opacity:1;\">\n"
    "<use xlink:href=\"#glyph0-1\" x=\"3.337891\" y=\"9.25\"/>\n"
    "<use xlink:href=\"#glyph0-0\" x=\"4\" y=\"9\"/>\n</g>\n</g>\n</svg>\n";
static const char newer[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "width=\"10pt\">\n<defs>\n<g>\n<g id=\"glyph-0-0\">\n</g>\n<g id=\"glyph-0-1\">\n"
    "<path d=\"M 0.421875 1.5 L -0.001 6 Z \"/>\n</g>\n</g>\n"
    "<clipPath id=\"clip-0\">\n<path clip-rule=\"nonzero\" d=\"M 0 0.999999 \"/>\n</clipPath>\n"
    "</defs>\n<g clip-path=\"url(#clip-0)\">\n<path fill=\"none\" stroke-width=\"1.2\" "
    "stroke-linecap=\"butt\" stroke=\"rgb(0%, 44.705882%, 69.803922%)\" stroke-opacity=\"1\" "
    "stroke-miterlimit=\"10\" d=\"M 26.714844 65.386719 L 35.425781 70 \"/>\n</g>\n"
    "<g fill=\"rgb(0%, 44.705882%, 69.803922%)\" fill-opacity=\"1\">\n"
    "<use xlink:href=\"#glyph-0-1\" x=\"3.337891\" y=\"9.25\"/>\n"
    "<use xlink:href=\"#glyph-0-0\" x=\"4\" y=\"9\"/>\n</g>\n</svg>\n";

struct shared {
    struct letters letters;
    struct colours colours;
};

static char *rewritten(struct shared *page, size_t number, const void *data, size_t size,
                       int expected) {
    char *text = NULL;
    size_t length;
    char *svg = strndup(data, size);
    FILE *file = open_memstream(&text, &length);
    assert_int_equal(report_svg_write(file, &page->letters, &page->colours, number, svg, NULL),
                     expected);
    fclose(file);
    free(svg);
    return text;
}

static void both_ways_of_cairo_become_the_same(void **state) {
    (void)state;
    static const char *const texts[] = {older, newer};
    struct shared page = {0};
    colours_init(&page.colours, 5);
    for (size_t i = 0; i < 2; i++) {
        char *text = rewritten(&page, 7, texts[i], strlen(texts[i]), 0);
        char line[256];
        snprintf(line, sizeof line, "<g class=\"t%d\">", COLOUR_PENS + 1);
        assert_non_null(strstr(text, line));
        snprintf(line, sizeof line,
                 "stroke-width=\"1.2\" d=\"M 26.71 65.39 L 35.43 70 \" class=\"s%d\"/>",
                 COLOUR_PENS + 1);
        assert_non_null(strstr(text, line));
        assert_non_null(strstr(text, "<use href=\"#g1\" x=\"3.34\" y=\"9.25\"/>"));
        assert_null(strstr(text, "#g0"));
        assert_null(strstr(text, "style="));
        assert_null(strstr(text, "rgb("));
        assert_null(strstr(text, "glyph"));
        assert_null(strstr(text, "<svg"));
        assert_non_null(strstr(text, i ? "id=\"p7-clip-0\"" : "id=\"p7-clip1\""));
        assert_non_null(strstr(text, i ? "url(#p7-clip-0)" : "url(#p7-clip1)"));
        assert_non_null(strstr(text, "d=\"M 0 1 \""));
        free(text);
    }
    assert_int_equal(page.letters.count, 2); /* the second picture brings none */
    assert_string_equal(page.letters.outlines[1], "M 0.42 1.5 L -0 6 Z ");
    letters_release(&page.letters);
}

static void what_is_not_cairos_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "<svg><g",
        "<svg><path d=unquoted/></svg>",
        "<svg><path d=\"open/></svg>",
        "<svg><path d/></svg>",
        "<svg><use xlink:href=\"#glyph9-9\" x=\"1\" y=\"2\"/></svg>",
        "<svg><use xlink:href=\"#glyph0-1\"/></svg>"};
    struct shared page = {0};
    colours_init(&page.colours, 5);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(rewritten(&page, 0, texts[i], strlen(texts[i]), ERR_FAILED));
    letters_release(&page.letters);
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

static void a_picture_tells_where_its_points_are(void **state) {
    (void)state;
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

static void all_colours_of_a_real_picture_are_classes(void **state) {
    (void)state;
    static const size_t counts[] = {2, 5, 8, 20};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct sample *sample = sample_new(counts[i], 30, 0);
        struct figure figure = {.charts = sample->charts, .chart_count = 2};
        struct figure_extent extent;
        struct bytes svg = {0};
        struct seen seen = {.extent = &extent};
        struct shared page = {0};
        colours_init(&page.colours, counts[i]);
        assert_int_equal(figure_svg(&figure, &svg, &extent, look, &seen, NULL), 0);
        char *text = rewritten(&page, 0, svg.data, svg.size, 0);
        assert_null(strstr(text, "rgb("));
        assert_null(strstr(text, "style="));
        assert_non_null(strstr(text, "href=\"#g"));
        assert_true(strlen(text) < svg.size / 2);
        free(text);
        letters_release(&page.letters);
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
static void a_linear_chart_begins_at_zero(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_of_cairo_become_the_same),
        cmocka_unit_test(what_is_not_cairos_is_refused),
        cmocka_unit_test(a_picture_tells_where_its_points_are),
        cmocka_unit_test(all_colours_of_a_real_picture_are_classes),
        cmocka_unit_test(a_linear_chart_begins_at_zero),
    };
    return cmocka_run_group_tests_name("plot/report/report_svg", tests, NULL, NULL);
}
