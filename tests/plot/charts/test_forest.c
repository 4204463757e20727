/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/forest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/charts/layout.h"

enum { MOST = 60 };

static struct forest_row rows[MOST + 2];
static struct series_data series[MOST + 2];
static double values[MOST + 2][2][FOREST_POINTS];

/* COUNT machines, their mean, and another one. */
static struct chart chart_of(size_t count) {
    struct chart chart = {.title = "axpy — openblas by host",
                          .subtitle = "ratio to netlib",
                          .x_label = "time of netlib = 1",
                          .style = STYLE_FOREST,
                          .x = {.unit = UNIT_RATIO, .scale = AXIS_LOG},
                          .series = series,
                          .series_count = count + 2,
                          .rows = rows,
                          .row_count = count + 2};
    for (size_t i = 0; i < count + 2; i++) {
        rows[i] = (struct forest_row){i < count    ? FOREST_ONE
                                      : i == count ? FOREST_MEAN
                                                   : FOREST_ANOTHER,
                                      "node",
                                      "0.80 [0.75, 0.85]",
                                      0.8,
                                      0.75,
                                      0.85,
                                      1};
        const double x[] = {1, rows[i].at, rows[i].low, rows[i].high};
        for (size_t k = 0; k < FOREST_POINTS; k++) {
            values[i][0][k] = x[k];
            values[i][1][k] = k ? forest_place(rows, i) : NAN;
        }
        series[i] = (struct series_data){
            .name = "node", .count = FOREST_POINTS, .x = values[i][0], .y = values[i][1]};
    }
    forest_set_axis(&chart.y, rows, chart.row_count);
    return chart;
}

static void rows_stand_below_each_other(void **state) {
    (void)state;
    chart_of(3);
    for (size_t i = 1; i < 5; i++)
        assert_true(forest_place(rows, i) <= forest_place(rows, i - 1) - 1);
    /* A line has room above the mean. */
    assert_true(forest_place(rows, 3) < forest_place(rows, 2) - 1.4);
}

static void the_axes_hold_one_and_all_rows(void **state) {
    (void)state;
    struct chart chart = chart_of(5);
    struct axes axes;
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    assert_int_equal(axes.x.scale.kind, SCALE_LOG);
    assert_true(axes.x.scale.low < 0.75 && axes.x.scale.high > 1);
    assert_true(axes.y.scale.low < forest_place(rows, 6) && axes.y.scale.high > 0);
    assert_int_equal(axes.y.ticks.count, 0);
    assert_int_equal(chart_count_skipped(&chart, &axes), 0);
}

/* In a figure of a fixed height there is room for so many lines of the smallest letters. */
static void rows_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct canvas canvas = {.font_size = 7.5, .libraries = 1};
    struct err err;
    assert_int_equal(text_open(&canvas.text, NULL, &err), 0);
    for (int is_much = 0; is_much < 2; is_much++) {
        struct chart chart = chart_of(is_much ? MOST : 5);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stand_below_each_other),
        cmocka_unit_test(the_axes_hold_one_and_all_rows),
        cmocka_unit_test(rows_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("charts/forest", tests, NULL, NULL);
}
