/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/forest.h"

#include <math.h>
#include <string.h>

#include "plot/charts/layout.h"
#include "tests/test.h"

enum { MOST = 64 };

static struct forest_row rows[MOST];
static struct series_data series[MOST];
static double places[MOST];

static struct forest_row row_of(enum forest_kind kind, const char *text, double at, double low,
                                double high) {
    return (struct forest_row){kind, text, at, low, high, 1, NAN, NAN, NULL};
}

static struct chart chart_of(size_t count) {
    struct chart chart = {.title = "axpy — openblas by host",
                          .subtitle = "ratio to netlib",
                          .x_label = "time of netlib = 1",
                          .x = {.unit = UNIT_RATIO, .scale = AXIS_LOG}};
    forest_set_rows(&chart, rows, count, series, places);
    return chart;
}

/* COUNT machines, their mean, and another one. */
static struct chart forest_of(size_t count) {
    for (size_t i = 0; i < count + 2; i++) {
        enum forest_kind kind = i < count ? FOREST_ONE : i == count ? FOREST_MEAN : FOREST_ANOTHER;
        rows[i] = row_of(kind, "0.80 [0.75, 0.85]", kind == FOREST_ANOTHER ? NAN : 0.8, 0.75, 0.85);
        series[i] = (struct series_data){.name = "node"};
    }
    return chart_of(count + 2);
}

/* GROUPS headings, each above COUNT libraries. */
static struct chart groups_of(size_t groups, size_t count, const char *name, const char *text) {
    size_t used = 0;
    for (size_t g = 0; g < groups; g++)
        for (size_t i = 0; i <= count; i++, used++) {
            double at = 0.5 + 0.1 * (double)i;
            rows[used] = i ? row_of(FOREST_DOT, text, at, 0.95 * at, 1.05 * at)
                           : row_of(FOREST_HEADING, "", NAN, NAN, NAN);
            series[used] = (struct series_data){.name = i ? name : "size 1000", .colour = i};
        }
    return chart_of(used);
}

TEST(rows_stand_below_each_other) {
    forest_of(3);
    for (size_t i = 1; i < 5; i++)
        assert_true(forest_place(rows, i) <= forest_place(rows, i - 1) - 1);
    /* A line has room above the mean. */
    assert_true(forest_place(rows, 3) < forest_place(rows, 2) - 1.4);
    groups_of(2, 2, "blis", "1×");
    assert_true(forest_place(rows, 3) < forest_place(rows, 2) - 1.2);
    assert_true(forest_place(rows, 4) == forest_place(rows, 3) - 1);
}

TEST(the_axes_hold_one_and_all_rows) {
    struct chart chart = forest_of(5);
    struct axes axes;
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_int_equal(axes.x.scale.kind, SCALE_LOG);
    assert_true(axes.x.scale.low < 0.75 && axes.x.scale.high > 1);
    assert_true(axes.y.scale.low < forest_place(rows, 6) && axes.y.scale.high > 0);
    assert_int_equal(axes.y.ticks.count, 0);
    assert_int_equal(chart_count_skipped(&chart, &axes), 0);
}

/* One interval that is very wide, or without end, must not flatten all others. */
TEST(usual_intervals_are_within_the_axis) {
    struct chart chart = groups_of(1, 8, "blis", "1×");
    rows[8].low = 0.001;
    rows[8].high = INFINITY;
    struct axes axes;
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_true(axes.x.scale.low > 0.2 && axes.x.scale.high < 4);
    for (size_t i = 1; i < 8; i++)
        assert_true(rows[i].low >= axes.x.scale.low && rows[i].high <= axes.x.scale.high);
    /* all equal: the intervals alone make the axis */
    for (size_t i = 1; i <= 8; i++)
        rows[i] = row_of(FOREST_DOT, "1×", 1, 0.9, 1.1);
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_true(axes.x.scale.low <= 0.9 && axes.x.scale.high >= 1.1);
}

TEST(bars_begin_at_zero_or_are_dots) {
    struct chart chart = groups_of(1, 3, "blis", "1 ns");
    struct axes axes;
    for (size_t i = 1; i <= 3; i++)
        rows[i].kind = FOREST_BAR;
    chart.x = (struct axis_terms){.unit = UNIT_SECONDS, .scale = AXIS_LINEAR};
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_true(axes.x.scale.low == 0 && axes.x.ticks.count >= 2);
    assert_true(forest_is_bar(&rows[1], &axes.x.scale));
    chart.x.scale = AXIS_LOG;
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_true(axes.x.scale.low > 0);
    assert_false(forest_is_bar(&rows[1], &axes.x.scale));
    /* a bar that does not begin at zero would lie */
    chart.x =
        (struct axis_terms){.unit = UNIT_SECONDS, .scale = AXIS_LINEAR, .low = 0.55, .high = 0.75};
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_false(forest_is_bar(&rows[1], &axes.x.scale));
}

TEST(rows_without_numbers_have_no_ticks) {
    struct chart chart = groups_of(1, 3, "blis", "crashed");
    struct axes axes;
    for (size_t i = 1; i <= 3; i++)
        rows[i] = row_of(FOREST_BAR, "crashed", NAN, NAN, NAN);
    chart.x = (struct axis_terms){.unit = UNIT_SECONDS, .scale = AXIS_LINEAR};
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_int_equal(axes.x.ticks.count, 0);
}

TEST(neighbours_share_their_noise) {
    struct chart chart = groups_of(2, 3, "blis", "1×");
    struct forest_noise noise = {0};
    assert_false(forest_find_noise(&chart, 0, &noise));
    for (size_t i = 1; i < 8; i++) {
        rows[i].noise_low = i < 3 ? 0.9 : 0.8;
        rows[i].noise_high = 1.1;
    }
    assert_true(forest_find_noise(&chart, 0, &noise));
    assert_true(noise.end == 3 && noise.low == 0.9 && noise.high == 1.1);
    assert_true(noise.top == forest_place(rows, 1) + 0.5);
    assert_true(noise.bottom == forest_place(rows, 2) - 0.5);
    assert_true(forest_find_noise(&chart, noise.end, &noise));
    assert_true(noise.end == 4 && noise.low == 0.8); /* a heading has none */
    assert_true(forest_find_noise(&chart, noise.end, &noise));
    assert_true(noise.end == 8);
    assert_false(forest_find_noise(&chart, noise.end, &noise));
}

/* In a figure of a fixed height there is room for so many lines of the smallest letters. */
TEST(rows_that_do_not_fit_are_refused) {
    struct canvas canvas = {.font_size = 7.5, .libraries = 1};
    struct err err;
    assert_int_equal(text_open(&canvas.text, NULL, &err), 0);
    for (int is_much = 0; is_much < 2; is_much++) {
        struct chart chart = forest_of(is_much ? MOST - 2 : 5);
        struct figure figure = {.charts = &chart,
                                .chart_count = 1,
                                .columns = 1,
                                .width_mm = 88.9,
                                .height_mm = 70,
                                .font_size = 7.5};
        struct layout layout;
        int code = layout_make(&layout, &figure, &canvas, &err);
        assert_int_equal(code, is_much ? ERR_USAGE : 0);
        if (!is_much) {
            const struct panel *panel = &layout.panels[0];
            double words = forest_texts_width(&canvas, &chart, panel->plot.height);
            assert_true(panel->plot.x + panel->plot.width + words <=
                        panel->cell.x + panel->cell.width + 0.01);
            assert_true(panel->plot.x > panel->cell.x);
        }
        layout_release(&layout);
    }
    text_close(canvas.text);
}

/* No row's words reach those of the next, its name does not reach the plot, and its numbers begin
 * behind it, for 1 to 8 libraries at 2 to 6 sizes, in a column of a paper. */
TEST(words_and_marks_are_apart) {
    struct canvas canvas = {.font_size = 7.5, .libraries = 8};
    struct err err;
    static const char *const names[] = {"blis", "a library of a name that is far too long for this",
                                        "مكتبة الجبر الخطي", "線形代数ライブラリ"};
    assert_int_equal(text_open(&canvas.text, NULL, &err), 0);
    for (size_t libraries = 1; libraries <= 8; libraries++)
        for (size_t sizes = 2; sizes <= 6; sizes += 2) {
            struct chart chart =
                groups_of(sizes, libraries, names[libraries % 4], "1.294× [1.253, 1.331]");
            struct figure figure = {.charts = &chart,
                                    .chart_count = 1,
                                    .columns = 1,
                                    .width_mm = 85,
                                    .height_mm = 28 + 3.8 * forest_extent(rows, chart.row_count),
                                    .font_size = 7.5};
            struct layout layout;
            if (layout_make(&layout, &figure, &canvas, &err))
                fail_msg("%zu libraries, %zu sizes: %s", libraries, sizes, err.message);
            const struct panel *panel = &layout.panels[0];
            const struct box *plot = &panel->plot;
            struct text_style style = forest_style(&canvas, &chart, plot->height);
            double high = text_measure(canvas.text, &style, "Äg").height, above = -HUGE_VAL;
            double text = text_measure(canvas.text, &style, rows[1].text).width;
            for (size_t i = 0; i < chart.row_count; i++) {
                double y = scale_map(&panel->axes.y.scale, forest_place(rows, i));
                assert_true(y - above >= high - 1e-6 && y - above >= 2 * 2.6); /* of markers */
                assert_true(y > plot->y && y < plot->y + plot->height);
                above = y;
            }
            assert_true(plot->x + plot->width <= panel->cell.x + panel->cell.width - text);
            assert_true(plot->x > panel->cell.x && plot->width >= 60);
            layout_release(&layout);
        }
    text_close(canvas.text);
}
