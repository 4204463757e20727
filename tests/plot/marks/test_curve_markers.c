/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plot/marks/curve.h"
#include "tests/test.h"

enum { MOST = 1000 };

static const struct scale across = {SCALE_LINEAR, 0, 200, 0, 200};

/* Of COUNT points, each STEP points of the page after the one before it. */
static enum curve_markers markers_of(size_t count, double step, size_t colour) {
    static double x[MOST], y[MOST];
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)i * step;
        y[i] = 1;
    }
    const struct series_data series = {.count = count, .x = x, .y = y, .colour = colour};
    return curve_spread_markers(&series, &across, CURVE_MARKER_APART);
}

TEST(each_point_has_a_marker_unless_they_touch) {
    assert_int_equal(markers_of(8, 1, 1), CURVE_MARKERS_ALL);
    assert_int_equal(markers_of(21, 9, 1), CURVE_MARKERS_APART);
    assert_int_equal(markers_of(38, CURVE_MARKER_APART + 1e-6, 1), CURVE_MARKERS_APART);
    assert_int_equal(markers_of(200, 1, 1), CURVE_MARKERS_SOME);
    assert_int_equal(markers_of(MOST, 0.2, 1), CURVE_MARKERS_SOME);
}

/* Sizes around a power of two are close together; the others keep their markers. */
TEST(a_pair_that_touches_takes_no_other_markers) {
    static const double x[] = {0, 20, 40, 60, 80, 81, 82, 100, 120, 140, 160}, y[11] = {0};
    const struct series_data series = {.count = 11, .x = x, .y = y, .colour = 1};
    assert_int_equal(curve_spread_markers(&series, &across, CURVE_MARKER_APART),
                     CURVE_MARKERS_APART);
}

/* What a range leaves out takes no room. */
TEST(only_what_is_in_the_plot_counts) {
    assert_int_equal(markers_of(900, 8, 1), CURVE_MARKERS_APART);
}

TEST(what_is_there_to_compare_with_has_few) {
    assert_int_equal(markers_of(8, 20, COLOUR_FAINT), CURVE_MARKERS_SOME);
}
