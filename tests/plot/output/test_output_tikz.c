/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/charts/forest.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

static size_t count(const char *text, const char *part) {
    size_t times = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        times++;
    return times;
}

/* The figure as TikZ, to be freed. */
static char *drawn(const struct figure *figure) {
    struct files files = {0};
    struct err err = {""};
    if (figure_encode(figure, &output_tikz, &files, NULL, &err))
        fail_msg("%s", err.message);
    char *text = files.items[0].data;
    free(files.items);
    return text;
}

static struct figure figure_of(struct sample *sample) {
    return (struct figure){.charts = sample->charts, .chart_count = 2};
}

/* Braces outside comments match, and so do environments. */
static void assert_well_formed(const char *text) {
    int depth = 0, is_comment = 0;
    for (const char *c = text; *c; c++) {
        int is_escaped = c > text && c[-1] == '\\' && !(c > text + 1 && c[-2] == '\\');
        is_comment = *c == '\n' ? 0 : is_comment | (*c == '%' && !is_escaped);
        if (!is_comment && !is_escaped)
            depth += (*c == '{') - (*c == '}');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    assert_int_equal(count(text, "\\begin{axis}"), count(text, "\\end{axis}"));
    assert_int_equal(count(text, "\\begin{tikzpicture}"), 1);
    assert_int_equal(count(text, "\\end{tikzpicture}"), 1);
}

TEST(each_chart_is_an_axis_with_its_data) {
    struct sample *sample = sample_new(3, 6, 0);
    struct figure figure = figure_of(sample);
    char *text = drawn(&figure);
    assert_well_formed(text);
    assert_int_equal(count(text, "\\begin{axis}"), 2);
    assert_int_equal(count(text, "xmode=log"), 2);
    /* three lines of times, and two of ratios beside their level */
    assert_int_equal(count(text, "{x y minus plus"), 3 + 2);
    for (size_t p = 0; p < 6; p++) {
        char row[64];
        snprintf(row, sizeof row, "\n%.10g %.10g ", sample->x[p], sample->time[1][0][p]);
        assert_int_equal(count(text, row), 1);
    }
    free(text);
    free(sample);
}

TEST(intervals_are_lengths_from_the_value) {
    struct sample *sample = sample_new(2, 4, 0);
    struct figure figure = figure_of(sample);
    char *text = drawn(&figure), key[64];
    double *const mean = sample->time[1][0];
    snprintf(key, sizeof key, "\n%.10g %.10g ", sample->x[2], mean[2]);
    char *row = strstr(text, key), *end;
    assert_non_null(row);
    double minus = strtod(row + strlen(key), &end), plus = strtod(end, NULL);
    assert_float_equal(minus, mean[2] - sample->time[1][1][2], 1e-6 * mean[2]);
    assert_float_equal(plus, sample->time[1][2][2] - mean[2], 1e-6 * mean[2]);
    free(text);
    free(sample);
}

TEST(lines_break_at_gaps_and_wrong_answers) {
    struct sample *sample = sample_new(2, 7, 0);
    sample->wrong[1][2] = 1;
    sample->time[1][0][4] = NAN;
    struct figure figure = figure_of(sample);
    char *text = drawn(&figure), cross[64];
    assert_true(count(text, " nan") >= 2);
    snprintf(cross, sizeof cross, "coordinates {(%.10g,%.10g)};", sample->x[2],
             sample->time[1][0][2]);
    assert_int_equal(count(text, cross), 1);
    assert_well_formed(text);
    free(text);
    free(sample);
}

TEST(names_mean_nothing_to_tex) {
    struct sample *sample = sample_new(2, 5, 0);
    strcpy(sample->names[1], "}\\input{x}%_&");
    struct figure figure = figure_of(sample);
    figure.subject = "}\n\\input{y}";
    char *text = drawn(&figure);
    assert_well_formed(text);
    assert_non_null(strstr(text, "{\\}\\textbackslash{}input\\{x\\}\\%\\_\\&}"));
    assert_null(strstr(text, "\n\\input{y}"));
    free(text);
    free(sample);
}

/* TeX's numbers have too few digits for them, and its page is too small for their origin. */
TEST(narrow_ranges_far_from_their_origin_are_shifted) {
    struct sample *sample = sample_new(2, 4, 0);
    for (size_t p = 0; p < 4; p++) {
        for (size_t l = 0; l < 2; l++)
            for (int k = 0; k < 3; k++)
                sample->time[l][k][p] = 5e-4 * (1 + 0.001 * (double)(l + p) + 0.0001 * k);
        sample->x[p] = 1.7e9 + 3600 * (double)p;
    }
    sample->charts[0].x.unit = UNIT_DATE;
    struct figure figure = figure_of(sample);
    figure.chart_count = 1;
    char *text = drawn(&figure);
    assert_non_null(strstr(text, "% x is counted from 1"));
    assert_non_null(strstr(text, "% y is a multiple of 0.000"));
    assert_non_null(strstr(text, "xmin=0,"));
    assert_non_null(strstr(text, "ymin=1,"));
    free(text);
    free(sample);
}

TEST(a_legend_replaces_the_names_at_the_ends) {
    struct sample *sample = sample_new(3, 6, 0);
    struct figure figure = figure_of(sample);
    static const struct {
        enum legend_place place;
        size_t names;
    } cases[] = {{LEGEND_ENDS, 6}, {LEGEND_BELOW, 3}, {LEGEND_INSIDE, 3}, {LEGEND_NONE, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        figure.legend = cases[i].place;
        char *text = drawn(&figure);
        size_t names = 0;
        for (size_t l = 0; l < 3; l++) {
            char name[64];
            snprintf(name, sizeof name, "{%s};", sample->names[l]);
            names += count(text, name);
        }
        assert_int_equal(names, cases[i].names);
        free(text);
    }
    free(sample);
}

/* Each row has its value, its interval and its words; headings have words alone. */
TEST(rows_are_points_along_x) {
    const struct forest_row rows[] = {
        {FOREST_HEADING, "", NAN, NAN, NAN, 0, NAN, NAN, NULL},
        {FOREST_DOT, "0.80× [0.75, 0.85]", 0.8, 0.75, 0.85, 0, 0.9, 0.95, NULL},
        {FOREST_DOT, "crashed", NAN, NAN, NAN, 0, 0.9, 0.95, NULL},
    };
    struct series_data series[] = {
        {.name = "axpy_1"}, {.name = "blis", .colour = 1}, {.name = "x"}};
    double places[3];
    struct chart chart = {.title = "ratios",
                          .subtitle = "",
                          .x_label = "",
                          .x = {.unit = UNIT_RATIO, .scale = AXIS_LOG}};
    forest_set_rows(&chart, rows, 3, series, places);
    struct figure figure = {.charts = &chart, .chart_count = 1};
    char *text = drawn(&figure);
    assert_well_formed(text);
    static const char *const parts[] = {"coordinates {(0.8,-1)};",
                                        "coordinates {(0.75,-1)(0.85,-1)};",
                                        "coordinates {(1,-2.7)(1,0.7)};",
                                        "{\\bfseries axpy\\_1};",
                                        "{crashed};",
                                        "0.80$\\times$",
                                        "ytick={\\empty}",
                                        "coordinates {(0.9,-2.5)(0.95,-2.5)(0.95,-0.5)(0.9,-0.5)}"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("no %s in\n%s", parts[i], text);
    free(text);
}

/* Three rows, of which a row is PITCH high, with a mean from LOW to HIGH. */
static char *drawn_mean(double low, double high, double *pitch) {
    const struct forest_row rows[] = {
        {FOREST_ONE, "", 0.8, 0.75, 0.85, 0.25, NAN, NAN, NULL},
        {FOREST_ONE, "", 0.9, 0.85, 0.95, 1, NAN, NAN, NULL},
        {FOREST_MEAN, "", 0.85, low, high, 0, NAN, NAN, NULL},
    };
    struct series_data series[] = {
        {.name = "one", .colour = 1}, {.name = "two", .colour = 1}, {.name = "mean", .colour = 1}};
    double places[3], height;
    struct chart chart = {.title = "",
                          .subtitle = "",
                          .x_label = "",
                          .x = {.unit = UNIT_RATIO, .scale = AXIS_LOG, .low = 0.7, .high = 1.1}};
    forest_set_rows(&chart, rows, 3, series, places);
    struct figure figure = {.charts = &chart, .chart_count = 1, .height_mm = 30};
    char *text = drawn(&figure);
    assert_well_formed(text);
    assert_int_equal(sscanf(strstr(text, " height="), " height=%lfbp", &height), 1);
    *pitch = height / forest_extent(rows, 3);
    return text;
}

/* Reads the six corners of the mean's diamond. */
static void read_diamond(const char *text, double (*corners)[2]) {
    const char *at = strstr(strstr(text, "fill opacity=1,"), "coordinates {") + 13;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(sscanf(at, "(%lf,%lf)", &corners[i][0], &corners[i][1]), 2);
        at = strchr(at, ')') + 1;
    }
}

TEST(means_and_estimates_are_as_large_as_in_other_formats) {
    double pitch, corners[6][2];
    char *text = drawn_mean(0.8, 0.9, &pitch), size[64];
    read_diamond(text, corners);
    assert_float_equal(corners[0][0], 0.8, 1e-6);
    assert_float_equal(corners[1][0], 0.85, 1e-6);
    assert_float_equal(corners[2][0], 0.9, 1e-6);
    assert_float_equal(corners[0][1], corners[5][1], 1e-6);
    assert_float_equal((corners[1][1] - corners[4][1]) * pitch, 2 * forest_half_diamond(pitch),
                       0.02);
    for (int i = 1; i <= 2; i++) { /* of a quarter of the weight, the side is half as long */
        const struct forest_row row = {.kind = FOREST_ONE, .weight = i == 1 ? 0.25 : 1};
        snprintf(size, sizeof size, "mark=square*, mark size=%.3gbp",
                 forest_half_square(&row, pitch));
        assert_int_equal(count(text, size), 1);
    }
    free(text);
}

/* It ends in an arrow, and is as high where it is cut as if it went on. */
TEST(a_mean_that_leaves_the_axis_is_cut_there) {
    double pitch, corners[6][2];
    char *text = drawn_mean(0.8, 3, &pitch);
    read_diamond(text, corners);
    assert_true(corners[2][0] > 1 && corners[2][0] < 1.1);
    double whole = (corners[1][1] - corners[4][1]) / 2, cut = (corners[2][1] - corners[3][1]) / 2;
    double left = 1 - log(corners[2][0] / 0.85) / log(3 / 0.85);
    assert_float_equal(cut, left * whole, 1e-3);
    assert_int_equal(count(text, "forget plot, ->]"), 1);
    free(text);
}

static struct chart plain_chart(const struct series_data *series, enum chart_style style) {
    return (struct chart){.title = "",
                          .subtitle = "",
                          .x_label = "",
                          .style = style,
                          .series = series,
                          .series_count = 1,
                          .x = {.unit = UNIT_NUMBER, .scale = AXIS_LINEAR},
                          .y = {.unit = UNIT_NUMBER, .scale = AXIS_LINEAR}};
}

/* Two shapes, each from the axis and back. */
TEST(bars_with_none_between_have_no_line_there) {
    const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {3, 5, 0, 0, 4, 0};
    const struct series_data series = {.name = "a", .count = 6, .x = x, .y = y, .colour = 1};
    const struct chart chart = plain_chart(&series, STYLE_BARS);
    const struct figure figure = {.charts = &chart, .chart_count = 1};
    char *text = drawn(&figure);
    assert_well_formed(text);
    assert_int_equal(count(text, "const plot"), 2);
    assert_non_null(strstr(text, "{x y\\\\\n1 0\\\\\n1 3\\\\\n2 5\\\\\n3 0\\\\\n} -- cycle;"));
    assert_non_null(strstr(text, "{x y\\\\\n5 0\\\\\n5 4\\\\\n6 0\\\\\n} -- cycle;"));
    free(text);
}

/* Below the line where there is no room above it, on a ground of its own. */
TEST(labels_of_marks_stay_within_the_panel) {
    const double x[] = {1, 2, 3}, y[] = {3, 5, 4};
    const struct series_data series = {.name = "a", .count = 3, .x = x, .y = y, .colour = 1};
    const struct mark mark = {.at = 10, .label = "the peak"};
    struct chart chart = plain_chart(&series, STYLE_CURVES);
    chart.y.low = 0, chart.y.high = 10.1;
    chart.marks = &mark, chart.mark_count = 1;
    const struct figure figure = {.charts = &chart, .chart_count = 1};
    char *text = drawn(&figure);
    double left, bottom, width, height, across, up;
    assert_int_equal(sscanf(strstr(text, "at={("), "at={(%lfbp,%lfbp)}", &left, &bottom), 2);
    assert_int_equal(sscanf(strstr(text, " width="), " width=%lfbp, height=%lfbp", &width, &height),
                     2);
    const char *label = strstr(text, "{the peak};");
    assert_non_null(label);
    while (strncmp(label, "] at (", 6) != 0)
        label--;
    assert_int_equal(sscanf(label, "] at (%lf,%lf)", &across, &up), 2);
    assert_true(up < bottom + height * 10 / 10.1);
    assert_true(across <= left + width);
    free(text);
}

/* pgfplots would choose its own. */
TEST(an_axis_without_fine_ticks_says_so) {
    const double x[] = {0, 1}, y[] = {1e4, 1e12};
    const struct series_data series = {.name = "a", .count = 2, .x = x, .y = y, .colour = 1};
    struct chart chart = plain_chart(&series, STYLE_CURVES);
    chart.y.scale = AXIS_LOG;
    const struct figure figure = {.charts = &chart, .chart_count = 1};
    char *text = drawn(&figure);
    assert_int_equal(count(text, "minor ytick={},"), 0);
    assert_int_equal(count(text, "minor ytick={") + count(text, "yminorgrids=false"), 1);
    assert_true(strstr(text, "grid=both") < strstr(text, "ymode=log"));
    free(text);
}
