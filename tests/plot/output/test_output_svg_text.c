/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/text.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"
#include "tests/plot/folder.h"
#include "tests/plot/picture.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

/* The figure as SVG, to be freed. */
static char *drawn(const struct figure *figure) {
    struct files files = {0};
    struct err err = {""};
    if (figure_encode(figure, &output_svg, &files, NULL, &err))
        fail_msg("%s", err.message);
    char *text = files.items[0].data;
    free(files.items);
    return text;
}

static size_t count(const char *text, const char *part) {
    size_t times = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        times++;
    return times;
}

/* The start tag of the element whose content is CONTENT, from its name on. */
static const char *tag_of(const char *svg, const char *content) {
    char whole[256];
    snprintf(whole, sizeof whole, ">%s</t", content);
    const char *at = strstr(svg, whole);
    if (!at)
        fail_msg("no text is %s", content);
    while (*at != '<')
        at--;
    return at + 1;
}

static double attribute(const char *tag, const char *name) {
    char key[64];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(tag, key);
    assert_true(at && at < strchr(tag, '>'));
    return atof(at + strlen(key));
}

static int has(const char *tag, const char *part) {
    const char *at = strstr(tag, part);
    return at && at < strchr(tag, '>');
}

TEST(words_are_text_of_the_width_they_were_laid_out_for) {
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    struct text *text;
    char *svg = drawn(&figure);
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    for (size_t l = 0; l < 5; l++) {
        char element[64];
        snprintf(element, sizeof element, ">%s</text>", sample->names[l]);
        assert_int_equal(count(svg, element), 2);
        const char *tag = tag_of(svg, sample->names[l]);
        struct text_style style = {.size = attribute(tag, "font-size")};
        assert_float_equal(attribute(tag, "textLength"),
                           text_measure(text, &style, sample->names[l]).width, 0.02);
    }
    const char *title = tag_of(svg, "axpy — time per call");
    assert_true(has(title, " font-weight=\"700\""));
    assert_true(has(title, " fill=\"#1a1a1a\""));
    assert_true(has(tag_of(svg, "length of x and y"), " text-anchor=\"middle\""));
    assert_true(has(tag_of(svg, "10 µs"), " text-anchor=\"end\""));
    text_close(text);
    free(svg);
    free(sample);
}

/* Each part of a line that has a font or a direction of its own has its own place; what is read
 * from the right has its left end there. */
TEST(parts_of_a_line_have_places_of_their_own) {
    struct sample *sample = sample_new(3, 30, 0);
    struct figure figure = sample_figure(sample);
    figure.chart_count = 1;
    sample->series[0][1].name = "x (שלום)";
    sample->series[0][2].name = "\u202eevil";
    char *svg = drawn(&figure);
    const char *left = tag_of(svg, "x ("), *right = tag_of(svg, "שלום");
    assert_true(has(right, " direction=\"rtl\""));
    assert_true(has(right, " text-anchor=\"end\""));
    assert_false(has(left, "direction"));
    assert_true(attribute(right, "x") >=
                attribute(left, "x") + attribute(left, "textLength") - 0.02);
    /* the character that turns it is not there, but what it does is */
    assert_true(has(tag_of(svg, "evil"), " direction=\"rtl\""));
    assert_null(strstr(svg, "\u202e"));
    free(svg);
    free(sample);
}

/* More lines than a byte can count. */
TEST(hundreds_of_lines_are_each_in_their_place) {
    enum { CHARTS = 240 };
    struct sample *sample = sample_new(3, 10, 0);
    static struct chart charts[CHARTS];
    static char titles[CHARTS][16];
    for (int i = 0; i < CHARTS; i++) {
        charts[i] = sample->charts[0];
        snprintf(titles[i], sizeof titles[i], "chart%03d", i);
        charts[i].title = charts[i].x_label = titles[i]; /* no two have the same axis */
        charts[i].subtitle = "";
    }
    struct figure figure = {.charts = charts,
                            .chart_count = CHARTS,
                            .columns = 10,
                            .is_grid = 1,
                            .width_mm = 500,
                            .height_mm = 1200};
    char *svg = drawn(&figure);
    assert_true(count(svg, "<text ") > 3 * 256);
    for (int i = 0; i < CHARTS; i++) {
        const char *tag = tag_of(svg, titles[i]);
        assert_int_equal((int)(attribute(tag, "x") / (500 * 72 / 25.4 / 10)), i % 10);
    }
    free(svg);
    free(sample);
}

/* A path has the outlines of all letters of a text, each of which is closed. */
TEST(outlines_are_no_text) {
    struct sample *sample = sample_new(3, 30, 0);
    struct figure figure = sample_figure(sample);
    char *text = drawn(&figure);
    figure.has_outlines = 1;
    char *svg = drawn(&figure);
    assert_int_equal(count(svg, "<text"), 0);
    assert_null(strstr(svg, "font-family"));
    assert_true(count(svg, "<path") > count(text, "<path") + 30);
    assert_true(count(svg, "z") > 300);
    free(text);
    free(svg);
    free(sample);
}

static struct picture seen(struct folder *folder, const struct figure *figure) {
    char command[1200], svg[512];
    strcpy(svg, folder_file(folder, "a.svg"));
    assert_int_equal(figure_write(figure, svg, NULL, NULL), 0);
    snprintf(command, sizeof command, "rsvg-convert -d 150 -p 150 '%s' -o '%s'", svg,
             folder_file(folder, "a.png"));
    assert_int_equal(system(command), 0);
    return picture_read(folder->file);
}

/* As another program draws it with the same font, it looks as its outlines do. */
TEST_WITH(text_looks_as_its_outlines_do, folder_set_up, folder_tear_down) {
    if (system("command -v rsvg-convert >/dev/null") != 0)
        skip_for("rsvg-convert (librsvg2-bin) is not installed");
    struct sample *sample = sample_new(4, 30, 0);
    struct figure figure = sample_figure(sample);
    sample->series[0][1].name = sample->series[1][1].name = "مكتبة الجبر";
    sample->series[0][2].name = sample->series[1][2].name = "שלום x<b>&";
    struct picture text = seen(*state, &figure);
    figure.has_outlines = 1;
    struct picture outlines = seen(*state, &figure);
    assert_int_equal(text.width, outlines.width);
    assert_int_equal(text.height, outlines.height);
    size_t bytes = 3 * (size_t)text.width * text.height, dark = 0;
    double squares = 0;
    for (size_t i = 0; i < bytes; i++) {
        double off = (text.rgb[i] - outlines.rgb[i]) / 255.0;
        squares += off * off;
        dark += text.rgb[i] < 128;
    }
    assert_true(dark > 10000);
    assert_true(sqrt(squares / (double)bytes) < 0.006);
    free(text.rgb);
    free(outlines.rgb);
    free(sample);
}
