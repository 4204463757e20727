/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "plot/marks/curve.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* A factor of 2 is 50 pt. */
static const struct axes axes = {.x = {.scale = {SCALE_LOG, 1, 100, 0, 200}},
                                 .y = {.scale = {SCALE_LOG, 0.25, 4, 200, 0}}};

static double thickness(const struct series_data *band, size_t i) {
    return scale_map(&axes.y.scale, band->low[i]) - scale_map(&axes.y.scale, band->high[i]);
}

/* What is thinner than the line over it is widened by the same factor up and down. */
TEST(a_noise_floor_is_never_hidden) {
    const double x[] = {1, 10, 100}, low[] = {0.999, 0.9, NAN}, high[] = {1.001, 1.1, NAN};
    const struct series_data noise = {.count = 3, .x = x, .y = high, .low = low, .high = high};
    struct curve_noise shown = curve_show_noise(&noise, &axes);
    assert_close(thickness(&shown.band, 0), CURVE_NOISE_LEAST, 1e-9);
    assert_close(shown.band.low[0] * shown.band.high[0], 0.999 * 1.001, 1e-9);
    assert_float_equal(shown.band.low[1], 0.9, 0);
    assert_float_equal(shown.band.high[1], 1.1, 0);
    assert_true(isnan(shown.band.low[2]) && isnan(shown.band.high[2]));
    free(shown.ends);
}
