/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* By hand: 3 to 8 are kept, mean 5.5; winsorized 3 3 3 4 5 6 7 8 8 8, squares 42.5; h = 6. */
TEST(trimming_takes_a_fifth_from_either_end) {
    double values[] = {1000, 2, 3, 9, 5, 6, 7, 8, 4, -1000};
    struct trimmed t = location_trimmed(values, 10, 0.2);
    assert_true(t.mean == 5.5);
    assert_int_equal(t.kept, 6);
    assert_close(t.standard_error, sqrt(42.5 / 30), 1e-14);
}

TEST(fewer_than_five_are_not_trimmed) {
    double values[] = {1, 2, 3, 10};
    struct trimmed t = location_trimmed(values, 4, 0.2);
    assert_true(t.mean == 4);
    assert_int_equal(t.kept, 4);
    assert_close(t.standard_error, sqrt(50.0 / 12), 1e-14);
}

TEST(one_value_has_no_standard_error) {
    double one[] = {2};
    struct trimmed t = location_trimmed(one, 1, 0.2);
    assert_true(t.mean == 2);
    assert_true(isnan(t.standard_error));
    assert_true(isnan(location_trimmed(NULL, 0, 0.2).mean));
}
