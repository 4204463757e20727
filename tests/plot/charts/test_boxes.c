/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/boxes.h"

#include <math.h>

#include "plot/charts/forest.h"
#include "tests/test.h"

enum { ROWS = 4, BINS = 4 };

static const double edges[BINS + 1] = {1, 2, 3, 4, 5}, heights[BINS] = {0.5, 1, 0, 0.25};
static struct forest_row rows[ROWS];
static struct series_data series[ROWS];
static double places[ROWS];

static struct chart chart_of(const struct spread *spread, enum forest_kind kind) {
    struct chart chart = {.title = "",
                          .subtitle = "",
                          .x_label = "",
                          .x = {.unit = UNIT_SECONDS, .scale = AXIS_LINEAR, .low = 1, .high = 5}};
    for (size_t i = 0; i < ROWS; i++) {
        rows[i] = (struct forest_row){kind, "", 2.5, NAN, NAN, 0, NAN, NAN, spread};
        series[i] = (struct series_data){.name = "blis", .colour = i};
    }
    forest_set_rows(&chart, rows, ROWS, series, places);
    return chart;
}

TEST(shapes_stay_within_their_rows) {
    const struct spread spread = {.edges = edges, .bins = BINS, .heights = heights};
    struct chart chart = chart_of(&spread, FOREST_RIDGE);
    assert_true(chart.y.high >= forest_place(rows, 0) - RIDGES_FOOT + RIDGES_TALL);
    assert_true(chart.y.low <= forest_place(rows, ROWS - 1) - RIDGES_FOOT);
    for (size_t i = 1; i < ROWS; i++)
        assert_true(forest_place(rows, i) + RIDGES_TALL < forest_place(rows, i - 1));
    assert_float_equal(chart.y.high - chart.y.low, forest_extent(rows, ROWS), 1e-12);
    chart = chart_of(&spread, FOREST_BOX);
    assert_true(chart.y.high >= forest_place(rows, 0) + BOXES_HALF);
    for (size_t i = 1; i < ROWS; i++)
        assert_true(forest_place(rows, i) + 2 * BOXES_HALF < forest_place(rows, i - 1));
}

/* A mark in an empty bin, or in none, still is seen. */
TEST(marks_reach_the_ridge) {
    const struct spread spread = {.edges = edges, .bins = BINS, .heights = heights};
    assert_float_equal(boxes_mark_height(&spread, 1.5), 0.5 * RIDGES_TALL, 1e-12);
    assert_float_equal(boxes_mark_height(&spread, 2.5), RIDGES_TALL, 1e-12);
    assert_float_equal(boxes_mark_height(&spread, 3.5), 0.25 * RIDGES_TALL, 1e-12);
    assert_float_equal(boxes_mark_height(&spread, 7), 0.25 * RIDGES_TALL, 1e-12);
}

/* A thousand on a fifth of the axis, and one before it, of which nothing is seen. */
TEST(dots_that_cannot_be_told_apart_are_left_out) {
    enum { OUTLIERS = 1001 };
    double outliers[OUTLIERS] = {0.5};
    for (size_t i = 1; i < OUTLIERS; i++)
        outliers[i] = 4 + (double)i / (OUTLIERS - 1);
    const struct spread spread = {.outliers = outliers, .outlier_count = OUTLIERS};
    const struct scale x = {SCALE_LINEAR, 1, 6, 10, 110};
    double last = -HUGE_VAL;
    size_t count = 0;
    for (size_t i = 0; (i = boxes_next_outlier(&spread, &x, i)) < OUTLIERS; i++, count++) {
        double at = scale_map(&x, outliers[i]);
        assert_true(at >= 70 && at - last > BOXES_DOT / 2);
        last = at;
    }
    assert_uint_in_range(count, 20 / BOXES_DOT, 20 / (BOXES_DOT / 2) + 1);
}

TEST(names_of_marks_do_not_overlap) {
    static const struct {
        double marks[SPREAD_MOST_MARKS];
        size_t names;
    } cases[] = {
        {{2, 3, 4}, 3}, {{2, 2.01, 4}, 2}, {{2, 2, 2}, 1}, {{2, 3, 40}, 2}, {{1, 3, 5}, 1}};
    struct canvas canvas = {.font_size = 7.5};
    const struct text_style names = {.size = 7.5};
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct spread spread = {.edges = edges,
                                .bins = BINS,
                                .heights = heights,
                                .labels = {"p50", "p95", "p99"},
                                .mark_count = SPREAD_MOST_MARKS};
        for (size_t m = 0; m < SPREAD_MOST_MARKS; m++)
            spread.marks[m] = cases[c].marks[m];
        struct chart chart = chart_of(&spread, FOREST_RIDGE);
        struct axes axes;
        struct box_label placed[SPREAD_MOST_MARKS];
        axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
        axes_place(&axes, &(struct box){10, 10, 150, 100});
        struct box_labels labels = boxes_choose_labels(&canvas, &chart, &axes, &names);
        size_t count = boxes_place_labels(placed, &labels, &canvas, &rows[0], &axes, 30);
        assert_int_equal(count, cases[c].names);
        assert_true(labels.style.size < names.size);
        for (size_t i = 0; i < count; i++) {
            double width = text_measure(canvas.text, &labels.style, placed[i].text).width;
            assert_true(placed[i].middle - width / 2 >= 10 && placed[i].middle + width / 2 <= 160);
            assert_true(i == 0 || placed[i].middle - placed[i - 1].middle > width);
            assert_true(placed[i].baseline > 30);
        }
    }
    text_close(canvas.text);
}

/* p95 and p99 have room in one row, but not in the other; a row without samples has no say. */
TEST(all_rows_name_the_same_marks) {
    struct canvas canvas = {.font_size = 7.5};
    const struct text_style names = {.size = 7.5};
    struct spread wide = {.edges = edges,
                          .bins = BINS,
                          .heights = heights,
                          .marks = {2, 3, 4},
                          .labels = {"p50", "p95", "p99"},
                          .mark_count = SPREAD_MOST_MARKS};
    struct spread narrow = wide, few = wide;
    narrow.marks[1] = narrow.marks[2] = 2.01;
    few.mark_count = 2;
    struct chart chart = chart_of(&wide, FOREST_RIDGE);
    struct axes axes;
    struct box_label placed[SPREAD_MOST_MARKS];
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    axes_choose(&chart, &(struct space){150, 100, 7.5}, &axes);
    axes_place(&axes, &(struct box){10, 10, 150, 100});
    rows[3].spread = NULL;
    struct box_labels labels = boxes_choose_labels(&canvas, &chart, &axes, &names);
    assert_int_equal(boxes_place_labels(placed, &labels, &canvas, &rows[0], &axes, 30), 3);
    rows[1].spread = &few;
    labels = boxes_choose_labels(&canvas, &chart, &axes, &names);
    assert_int_equal(boxes_place_labels(placed, &labels, &canvas, &rows[0], &axes, 30), 2);
    rows[2].spread = &narrow;
    labels = boxes_choose_labels(&canvas, &chart, &axes, &names);
    assert_int_equal(boxes_place_labels(placed, &labels, &canvas, &rows[0], &axes, 30), 1);
    assert_string_equal(placed[0].text, "p50");
    text_close(canvas.text);
}
