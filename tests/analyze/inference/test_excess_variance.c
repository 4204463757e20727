/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/inference/excess_variance.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* R: s^2 = sum(c^2) / n where errors are 0 and no value is imagined. */
TEST(without_errors_all_scatter_is_excess) {
    static const double values[] = {0.01, -0.02, 0.03}, none[] = {0, 0, 0};
    struct excess_variance found = excess_variance_of(values, none, 3, 0, 0);
    assert_close(found.variance, 0.0014 / 3, 1e-12);
    assert_close(found.degrees, 3, 1e-9);
    found = excess_variance_of(values, none, 3, 1, 0);
    assert_close(found.variance, (0.0014 - 0.0004 / 3) / 2, 1e-12);
    assert_close(found.degrees, 2, 1e-9);
}

TEST(what_errors_explain_is_no_excess) {
    static const double values[] = {0.01, -0.02, 0.03}, large[] = {1, 1, 1};
    struct excess_variance found = excess_variance_of(values, large, 3, 0, 0);
    assert_true(found.variance == 0);
    found = excess_variance_of(values, large, 3, 0, 0.003);
    assert_true(found.variance > 0 && found.variance < 1e-5);
    assert_true(isnan(excess_variance_of(values, large, 1, 1, 0.003).variance));
}
