/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/plot/folder.h"
#include "tests/plot/made_clock.h"
#include "tests/plot/picture.h"
#include "tests/plot/sample.h"
#include "plot/charts/forest.h"
#include "plot/output/drawing.h"
#include "tests/test.h"

static struct picture draw(struct folder *folder, const struct figure *figure) {
    struct err err = {""};
    const char *path = folder_file(folder, "a.png");
    if (figure_write(figure, path, NULL, &err) != 0)
        fail_msg("%s", err.message);
    return picture_read(path);
}

/* The first line a shell command prints, without its end. */
static void run(char *line, int size, const char *command, const char *path) {
    char full[1024];
    snprintf(full, sizeof full, command, path);
    FILE *pipe = popen(full, "r");
    if (!fgets(line, size, pipe))
        line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    pclose(pipe);
}

EACH_TEST(folder_set_up, folder_tear_down);

TEST(a_png_has_the_size_and_resolution_asked_for) {
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    figure.title = "axpy — <b>&";
    struct picture picture = draw(*state, &figure);
    assert_int_equal(picture.width, 2150);
    assert_int_equal(picture.height, 827);
    assert_int_equal(picture.pixels_per_metre, 11811);
    assert_string_equal(picture.title, "axpy — <b>&");
    free(picture.rgb);
    figure.width_mm = 120, figure.height_mm = 100, figure.dpi = 100;
    picture = draw(*state, &figure);
    assert_int_equal(picture.width, 472);
    assert_int_equal(picture.height, 394);
    assert_int_equal(picture.pixels_per_metre, 3937);
    free(picture.rgb);
    free(sample);
}

static struct colour pen_colour(enum theme_name theme, size_t number, size_t libraries) {
    return theme_colour(theme, theme_pen(theme, number, libraries).role, libraries);
}

TEST(every_library_is_there_in_its_colour_in_both_charts) {
    static const size_t libraries[] = {2, 5, 8};
    for (int theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (size_t i = 0; i < 3; i++) {
            struct sample *sample = sample_new(libraries[i], 30, 0);
            struct figure figure = sample_figure(sample);
            figure.theme = (enum theme_name)theme;
            struct picture picture = draw(*state, &figure);
            for (size_t l = 0; l < libraries[i]; l++) {
                struct colour colour = pen_colour((enum theme_name)theme, l, libraries[i]);
                assert_true(picture_count(&picture, colour, 0, picture.width / 2) > 200);
                assert_true(picture_count(&picture, colour, picture.width / 2, picture.width) >
                            200);
            }
            struct colour ground = theme_colour((enum theme_name)theme, ROLE_GROUND, 1);
            assert_true(picture_count(&picture, ground, 0, picture.width) >
                        (size_t)picture.width * picture.height / 2);
            free(picture.rgb);
            free(sample);
        }
}

/* What soft ink of that OPACITY leaves of white paper. */
static struct colour shade_of(double opacity) {
    const struct colour ink = theme_colour(THEME_LIGHT, ROLE_SOFT_INK, 1),
                        ground = theme_colour(THEME_LIGHT, ROLE_GROUND, 1);
    return (struct colour){ground.red + opacity * (ink.red - ground.red),
                           ground.green + opacity * (ink.green - ground.green),
                           ground.blue + opacity * (ink.blue - ground.blue)};
}

/* A cap would say that it ends there. */
TEST(an_interval_beyond_the_plot_ends_in_an_arrow) {
    const double x[] = {1, 2, 3}, y[] = {2, 2, 2}, low[] = {1.5, 1.5, 1.5};
    double high[] = {2.5, 3, 2.5};
    const struct series_data series = {
        .name = "a", .count = 3, .x = x, .y = y, .low = low, .high = high, .colour = 1};
    const struct chart chart = {.title = "",
                                .subtitle = "",
                                .x_label = "",
                                .series = &series,
                                .series_count = 1,
                                .y = {.unit = UNIT_NUMBER, .low = 1, .high = 3}};
    const struct figure figure = {.charts = &chart, .chart_count = 1, .libraries = 2};
    struct colour blue = pen_colour(THEME_LIGHT, 1, 2);
    struct picture ends = draw(*state, &figure);
    high[1] = 30;
    struct picture goes_on = draw(*state, &figure);
    assert_true(picture_count(&goes_on, blue, 0, goes_on.width) >
                picture_count(&ends, blue, 0, ends.width));
    free(ends.rgb);
    free(goes_on.rgb);
}

/* One point by itself and a row of them; only in the chart of ratios. */
TEST(the_noise_floor_is_shaded_behind_ratios) {
    static const size_t points[] = {1, 6, 30};
    for (size_t i = 0; i < 3; i++) {
        struct sample *sample = sample_new(2, points[i], 0);
        double low[30], high[30];
        for (size_t p = 0; p < points[i]; p++)
            low[p] = 0.8, high[p] = 1.25;
        struct series_data noise = sample->series[1][0];
        noise.low = low, noise.high = high;
        struct figure figure = sample_figure(sample);
        struct colour grey = shade_of(0.22);
        struct picture without = draw(*state, &figure);
        sample->charts[0].noise = sample->charts[1].noise = &noise;
        struct picture with = draw(*state, &figure);
        unsigned middle = with.width / 2;
        assert_true(picture_count(&with, grey, middle, with.width) >
                    picture_count(&without, grey, middle, with.width) + 100);
        assert_int_equal(picture_count(&with, grey, 0, middle),
                         picture_count(&without, grey, 0, middle));
        free(without.rgb);
        free(with.rgb);
        free(sample);
    }
}

TEST(nothing_touches_the_pictures_edge) {
    static const struct {
        size_t libraries, points;
        int powers_of_two;
    } cases[] = {{2, 1, 0}, {5, 6, 0}, {8, 14, 1}, {12, 100, 0}, {200, 30, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t charts = 1; charts <= 2; charts++) {
            struct sample *sample =
                sample_new(cases[i].libraries, cases[i].points, cases[i].powers_of_two);
            struct figure figure = sample_figure(sample);
            figure.chart_count = charts;
            struct picture picture = draw(*state, &figure);
            struct colour white = theme_colour(THEME_LIGHT, ROLE_GROUND, 1);
            assert_int_equal(picture_count(&picture, white, 0, 4), 4 * picture.height);
            assert_int_equal(picture_count(&picture, white, picture.width - 4, picture.width),
                             4 * picture.height);
            picture.height = 4;
            assert_int_equal(picture_count(&picture, white, 0, picture.width), 4 * picture.width);
            free(picture.rgb);
            free(sample);
        }
}

TEST(the_same_figure_gives_the_same_bytes) {
    static const char *const names[] = {"a.png", "a.pdf", "a.svg"};
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    for (size_t i = 0; i < 3; i++) {
        const char *path = folder_file(*state, names[i]);
        assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
        struct bytes first = folder_read(path);
        made_clock++;
        assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
        struct bytes second = folder_read(path);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        free(first.data);
        free(second.data);
    }
    assert_int_equal(folder_count(*state, 0), 3);
    free(sample);
}

TEST(a_pdf_embeds_its_fonts_and_has_its_title) {
    char line[256];
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    figure.title = "axpy — time", figure.subject = "the caption", figure.author = "somebody";
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line, "pdffonts %s | tail -n +3 | awk '$(NF-4) != \"yes\"' | wc -l", path);
    assert_string_equal(line, "0");
    run(line, sizeof line, "pdffonts %s | tail -n +3 | grep -c .", path);
    assert_string_not_equal(line, "0");
    run(line, sizeof line, "pdfinfo %s | grep -E '^(Title|Subject|Author):' | tr -s '\\n ' '  '",
        path);
    assert_string_equal(line, "Title: axpy — time Subject: the caption Author: somebody ");
    run(line, sizeof line, "pdftotext %s - | grep -c openblas", path);
    assert_string_equal(line, "2");
    free(sample);
}

static const char injection[] = "</title><script>alert(1)</script>\"&<b>]]>";

TEST(names_are_never_markup) {
    char line[256];
    struct sample *sample = sample_new(3, 20, 0);
    struct figure figure = sample_figure(sample);
    for (int c = 0; c < 2; c++) {
        sample->series[c][1].name = "<b>&\"";
        sample->series[c][2].name = injection;
        sample->charts[c].title = sample->charts[c].subtitle = sample->charts[c].x_label =
            injection;
    }
    figure.title = figure.subject = figure.heading = injection;
    const char *path = folder_file(*state, "a.svg");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line, "xmllint --noout %s 2>&1 | wc -l", path);
    assert_string_equal(line, "0");
    run(line, sizeof line, "grep -ciE '<(script|b)[ >]' %s", path);
    assert_string_equal(line, "0");
    run(line, sizeof line, "xmllint --xpath 'string(/*/*[local-name()=\"title\"])' %s", path);
    assert_string_equal(line, injection);
    free(sample);
}

TEST(bad_points_are_left_out_and_counted) {
    struct sample *sample = sample_new(3, 20, 0);
    struct figure figure = sample_figure(sample);
    struct drawn drawn = {0};
    sample->time[1][0][3] = 0;
    sample->time[1][0][4] = -1;
    sample->time[2][0][5] = INFINITY;
    sample->time[2][0][6] = NAN;
    sample->time[2][1][7] = -1;
    sample->time[2][2][8] = INFINITY;
    assert_int_equal(figure_write(&figure, folder_file(*state, "a.png"), &drawn, NULL), 0);
    assert_int_equal(drawn.skipped, 3);
    free(sample);
}

static void spoil_all(struct sample *sample, double value) {
    for (size_t l = 0; l < sample->libraries; l++)
        for (int k = 0; k < 3; k++)
            for (size_t p = 0; p < sample->points; p++)
                sample->time[l][k][p] = sample->ratio[l][k][p] = value;
}

TEST(hopeless_numbers_still_make_a_picture) {
    static const double values[] = {NAN, 0, -1, INFINITY, 1, 1e-300, 1e300, 5e-324, 1.7e308};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct sample *sample = sample_new(3, 20, 0);
        struct figure figure = sample_figure(sample);
        spoil_all(sample, values[i]);
        sample->ratio[1][0][0] = sample->time[1][0][0] = i % 2 ? 1e-9 : NAN;
        assert_int_equal(figure_write(&figure, folder_file(*state, "a.svg"), NULL, NULL), 0);
        free(sample);
    }
}

TEST(a_wrong_answer_is_drawn_and_explained) {
    struct sample *sample = sample_new(2, 6, 0);
    struct figure figure = sample_figure(sample);
    char line[256];
    memset(sample->wrong[1], 1, sizeof sample->wrong[1]);
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line, "pdftotext %s - | grep -c 'marks a wrong answer'", path);
    assert_string_equal(line, "2");
    struct picture picture = draw(*state, &figure);
    struct colour blue = pen_colour(THEME_LIGHT, 1, 2);
    assert_true(picture_count(&picture, blue, 0, picture.width / 2) > 50);
    free(picture.rgb);
    free(sample);
}

TEST(strange_names_make_a_picture) {
    char long_name[201], *path = NULL;
    memset(long_name, 'x', 200);
    long_name[200] = 0;
    const char *const names[] = {long_name,      "",    "مكتبة الجبر", "線形代數函式庫",
                                 "\xff\xfe\x01", "a\nb"};
    struct sample *sample = sample_new(6, 20, 0);
    struct figure figure = sample_figure(sample);
    for (size_t l = 0; l < 6; l++)
        sample->series[0][l].name = sample->series[1][l].name = names[l];
    path = strdup(folder_file(*state, "a.png"));
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    figure.chart_count = 1;
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    free(path);
    free(sample);
}

TEST(what_cannot_be_drawn_is_refused_and_leaves_nothing) {
    static const struct {
        double width, height, dpi, font_size;
    } cases[] = {{1, 0, 0, 0},   {1e6, 0, 0, 0}, {0, -5, 0, 0},  {0, 1e6, 0, 0},
                 {0, 0, 1, 0},   {0, 0, 1e6, 0}, {0, 0, NAN, 0}, {0, 0, 0, 100},
                 {25, 20, 0, 0}, {0, 0, 0, 70},  {NAN, 0, 0, 0}, {2000, 5000, 2400, 0}};
    struct sample *sample = sample_new(5, 30, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct figure figure = sample_figure(sample);
        struct err err = {""};
        figure.width_mm = cases[i].width, figure.height_mm = cases[i].height;
        figure.dpi = cases[i].dpi, figure.font_size = cases[i].font_size;
        assert_int_equal(figure_write(&figure, folder_file(*state, "a.png"), NULL, &err),
                         ERR_USAGE);
        assert_true(strlen(err.message) > 20);
    }
    struct figure figure = {0};
    assert_int_equal(figure_write(&figure, folder_file(*state, "a.png"), NULL, NULL), ERR_USAGE);
    assert_int_equal(folder_count(*state, 0), 0);
    free(sample);
}

TEST(the_size_that_a_refusal_names_will_do) {
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    struct err err;
    figure.width_mm = 60, figure.height_mm = 40;
    const char *path = folder_file(*state, "a.pdf");
    for (int tries = 0; figure_write(&figure, path, NULL, &err) != 0; tries++) {
        assert_true(tries < 2);
        const char *advice = strstr(err.message, "choose ");
        assert_int_equal(sscanf(advice, "choose %lfx%lf", &figure.width_mm, &figure.height_mm), 2);
    }
    assert_true(figure.width_mm < 130 && figure.height_mm < 100);
    free(sample);
}

TEST(a_size_that_nobody_gave_grows_with_long_names) {
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    struct err err = {""};
    char title[450 + 1];
    memset(title, 'M', sizeof title - 1);
    title[sizeof title - 1] = '\0';
    sample->charts[0].title = title;
    struct picture picture = draw(*state, &figure);
    assert_int_equal(picture.width, 2150);
    assert_uint_in_range(picture.height, 900, 3 * 827);
    free(picture.rgb);
    figure.height_mm = 70;
    assert_int_equal(figure_write(&figure, folder_file(*state, "b.png"), NULL, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "182 x 70 mm is too small"));
    free(sample);
}

static void pass_over(void *context, const struct figure_point *point) {
    (void)context;
    (void)point;
}

/* Returns the height of a page, in points, with so many rows. */
static double height_of_rows(size_t count, double height_mm) {
    enum { MOST = 3 };
    struct forest_row rows[MOST];
    struct series_data series[MOST];
    double places[MOST];
    for (size_t i = 0; i < count; i++) {
        rows[i] =
            (struct forest_row){.kind = FOREST_BAR, .text = "1 s", .at = 1, .low = 1, .high = 1};
        rows[i].noise_low = rows[i].noise_high = NAN;
        series[i] = (struct series_data){.name = "a"};
    }
    struct chart chart = {
        .title = "axpy", .subtitle = "one", .x_label = "", .x.unit = UNIT_SECONDS};
    forest_set_rows(&chart, rows, count, series, places);
    struct figure figure = {.charts = &chart,
                            .chart_count = 1,
                            .height_mm = height_mm,
                            .has_open_height = height_mm == 0};
    struct figure_extent extent;
    FILE *nowhere = fopen("/dev/null", "w");
    assert_int_equal(figure_write_picture(&figure, nowhere, 0, &extent, pass_over, NULL, NULL), 0);
    fclose(nowhere);
    return extent.height;
}

TEST_WITH(nothing_is_free_below_few_rows, NULL, NULL) {
    double one = height_of_rows(1, 0), two = height_of_rows(2, 0);
    assert_true(one < two && one < 45 / 25.4 * 72);
    assert_float_equal(height_of_rows(1, 70), 70 / 25.4 * 72, 1e-6);
}

TEST(several_actions_stand_in_rows) {
    struct sample *sample = sample_new(5, 30, 0);
    struct chart charts[6];
    for (int i = 0; i < 6; i++)
        charts[i] = sample->charts[i % 2];
    struct figure figure = {.charts = charts, .chart_count = 6, .columns = 2, .heading = "all"};
    struct picture picture = draw(*state, &figure);
    assert_int_equal(picture.width, 2150);
    assert_int_equal(picture.height, 2480);
    free(picture.rgb);
    free(sample);
}

/* 70 mm a row: four of them on A4. Each chart is on one page, in the colours of the whole figure.
 */
TEST(what_is_higher_than_a4_goes_on_pages) {
    struct sample *sample = sample_new(5, 30, 0);
    struct chart charts[18];
    char titles[18][16], line[256];
    for (int i = 0; i < 18; i++) {
        charts[i] = sample->charts[i % 2];
        snprintf(titles[i], sizeof titles[i], "chart%02d", i);
        charts[i].title = titles[i];
        charts[i].series_count = i < 4 ? 5 : 2;
    }
    struct figure figure = {.charts = charts, .chart_count = 18, .columns = 2, .heading = "all"};
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line,
        "pdfinfo -l 9 %s | sed -n 's/^Page.* size: *//p' | cut -d' ' -f 3 | "
        "awk '{ printf \"%%.0f \", $1 / 72 * 25.4 }'",
        path);
    assert_string_equal(line, "210 210 210 ");
    run(line, sizeof line, "pdftotext %s - | grep -c '^chart'", path);
    assert_string_equal(line, "18");
    run(line, sizeof line, "pdftotext %s - | grep -o 'all (. of 3)' | paste -sd,", path);
    assert_string_equal(line, "all (1 of 3),all (2 of 3),all (3 of 3)");
    /* a format without pages */
    path = folder_file(*state, "a.png");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    for (int i = 1; i <= 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "a-%d.png", i);
        struct picture picture = picture_read(folder_file(*state, name));
        assert_int_equal(picture.width, 2150);
        assert_int_equal(picture.height, 2480);
        assert_true(picture_count(&picture, pen_colour(THEME_LIGHT, 1, 5), 0, 2150) > 200);
        free(picture.rgb);
    }
    assert_int_equal(folder_count(*state, 0), 1 + 3);
    /* a height that was asked for is that of one page */
    figure.height_mm = 9 * 60;
    assert_int_equal(figure_write(&figure, folder_file(*state, "b.png"), NULL, NULL), 0);
    struct picture picture = picture_read(folder_file(*state, "b.png"));
    assert_int_equal(picture.height, 6378);
    free(picture.rgb);
    free(sample);
}

/* Words may need more than the usual height: then a page has fewer rows. */
TEST(pages_with_many_words_have_fewer_rows) {
    struct sample *sample = sample_new(3, 10, 0);
    struct chart charts[4];
    char words[601] = "", line[256];
    for (int i = 0; i < 150; i++)
        strcat(words, "MMM ");
    for (int i = 0; i < 4; i++) {
        charts[i] = sample->charts[0];
        charts[i].title = words;
    }
    struct figure figure = {.charts = charts, .chart_count = 4, .columns = 1};
    struct drawn drawn;
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, &drawn, NULL), 0);
    assert_true(drawn.oversized_height_mm <= 0);
    run(line, sizeof line,
        "pdfinfo -l 9 %s | sed -n 's/^Page.* size: *//p' | cut -d' ' -f 3 | "
        "awk '{ high += $1 > 842 } END { print high + 0, (NR > 1) }'",
        path);
    assert_string_equal(line, "0 1");
    free(sample);
}

TEST(a_page_larger_than_a4_is_said) {
    struct sample *sample = sample_new(3, 10, 0);
    struct chart charts[12];
    for (int i = 0; i < 12; i++)
        charts[i] = sample->charts[0];
    struct figure figure = {.charts = charts, .chart_count = 12, .columns = 12, .is_grid = 1};
    struct drawn drawn;
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, &drawn, NULL), 0);
    assert_true(drawn.oversized_width_mm > 297);
    figure.width_mm = drawn.oversized_width_mm;
    assert_int_equal(figure_write(&figure, path, &drawn, NULL), 0);
    assert_true(drawn.oversized_width_mm <= 0);
    free(sample);
}

/* Twelve charts of five libraries, a double column wide: every plot has its colours, nothing
 * touches the edge, and the words stand once. */
TEST(a_grid_has_one_legend_for_all) {
    struct sample *sample = sample_new(5, 30, 0);
    struct chart charts[12];
    char line[256];
    for (int i = 0; i < 12; i++) {
        charts[i] = sample->charts[i % 2];
        charts[i].title = "matrix_vector_product";
        charts[i].subtitle = "";
    }
    struct figure figure = {.charts = charts,
                            .chart_count = 12,
                            .columns = 4,
                            .is_grid = 1,
                            .heading = "12 actions",
                            .subtitle = "5 rounds"};
    struct picture picture = draw(*state, &figure);
    struct colour white = theme_colour(THEME_LIGHT, ROLE_GROUND, 1);
    assert_int_equal(picture.width, 2150);
    assert_int_equal(picture_count(&picture, white, 0, 4), 4 * picture.height);
    assert_int_equal(picture_count(&picture, white, picture.width - 4, picture.width),
                     4 * picture.height);
    for (unsigned column = 0; column < 4; column++)
        for (size_t l = 1; l < 5; l++)
            assert_true(picture_count(&picture, pen_colour(THEME_LIGHT, l, 5),
                                      column * picture.width / 4,
                                      (column + 1) * picture.width / 4) > 200);
    free(picture.rgb);
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line, "pdftotext %s - | grep -o openblas | wc -l", path);
    assert_string_equal(line, "1");
    free(sample);
}

/* Beyond the palette and beyond the room there is: still a picture, whose names do not overlap. */
TEST(forty_libraries_have_names_and_a_legend) {
    char line[256];
    for (int is_grid = 0; is_grid < 2; is_grid++) {
        struct sample *sample = sample_new(40, 30, 0);
        struct figure figure = sample_figure(sample);
        figure.is_grid = is_grid;
        const char *path = folder_file(*state, "a.pdf");
        assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
        run(line, sizeof line, "pdftotext -layout %s - | grep -cE 'of 40 curves'", path);
        assert_string_equal(line, is_grid ? "0" : "1");
        run(line, sizeof line, "pdftotext %s - | grep -c -- '-[1-4]'", path);
        assert_true(atoi(line) >= (is_grid ? 4 : 20));
        free(sample);
    }
}

TEST(marks_and_a_guide_are_named) {
    struct sample *sample = sample_new(3, 20, 0);
    struct figure figure = sample_figure(sample);
    const struct mark marks[] = {{.is_vertical = 1, .at = 3000, .label = "L1d"},
                                 {.is_vertical = 1, .at = 3001, .label = "L2"},
                                 {.at = 1e-5, .label = "peak 5 Gflop/s"},
                                 {.is_vertical = 1, .at = 1e30, .label = "far"}};
    struct series_data guide = sample->series[0][2];
    char line[256];
    guide.name = "ideal";
    sample->charts[0].marks = marks;
    sample->charts[0].mark_count = 4;
    sample->charts[0].guide = &guide;
    figure.chart_count = 1;
    const char *path = folder_file(*state, "a.pdf");
    assert_int_equal(figure_write(&figure, path, NULL, NULL), 0);
    run(line, sizeof line,
        "pdftotext %s - | grep -oE 'L1d|L2|peak 5 Gflop/s|far|ideal' | sort | "
        "paste -sd,",
        path);
    assert_string_equal(line, "L1d,ideal,peak 5 Gflop/s"); /* L1d is in the way of L2 */
    free(sample);
}

/* What soft ink at 2/15 leaves of the ground. */
TEST(a_zone_shades_what_lies_beyond_its_mark) {
    for (int is_zone = 0; is_zone < 2; is_zone++) {
        struct sample *sample = sample_new(2, 20, 0);
        struct figure figure = sample_figure(sample);
        struct mark mark = {.is_vertical = 1, .is_zone = is_zone, .label = "8 CPUs"};
        mark.at = sample->x[10];
        sample->charts[0].marks = &mark;
        sample->charts[0].mark_count = 1;
        figure.chart_count = 1;
        struct picture picture = draw(*state, &figure);
        struct colour zone = shade_of(2.0 / 15);
        size_t shaded = picture_count(&picture, zone, 0, picture.width);
        size_t pixels = (size_t)picture.width * picture.height, edges = pixels / 500;
        assert_true(is_zone ? shaded > pixels / 20 : shaded < edges);
        /* Nothing is shaded before it. */
        assert_true(picture_count(&picture, zone, 0, picture.width / 4) < edges);
        free(picture.rgb);
        free(sample);
    }
}

/* The fit is thinner than the line that it takes the place of, and lies elsewhere. */
TEST(a_fit_takes_the_place_of_the_line_between_points) {
    size_t inked[2];
    for (int is_fitted = 0; is_fitted < 2; is_fitted++) {
        struct sample *sample = sample_new(2, 20, 0);
        struct figure figure = sample_figure(sample);
        struct series_data fit = sample->series[0][1];
        fit.low = fit.high = NULL;
        if (is_fitted)
            sample->series[0][1].fit = &fit;
        sample->series[0][1].low = sample->series[0][1].high = NULL;
        sample->charts[0].series++;
        sample->charts[0].series_count = 1;
        figure.chart_count = 1;
        struct picture picture = draw(*state, &figure);
        inked[is_fitted] = picture_count(
            &picture, pen_colour(THEME_LIGHT, sample->series[0][1].colour, 2), 0, picture.width);
        free(picture.rgb);
        free(sample);
    }
    assert_true(inked[1] > 200);
    assert_true(inked[1] != inked[0]);
}
