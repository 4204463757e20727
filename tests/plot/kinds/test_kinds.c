/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "plot/kinds/kinds.h"
#include "tests/test.h"

TEST(kinds_are_found_by_their_names) {
    const struct kind *kind;
    assert_int_equal(kind_find("ratio", &kind, NULL), 0);
    assert_ptr_equal(kind->measures[0], &measure_ratio);
    assert_int_equal(kind_measure_count(kind), 1);
    assert_int_equal(kind_find("overview", &kind, NULL), 0);
    assert_int_equal(kind_measure_count(kind), 2);
    assert_ptr_equal(kind->measures[0], &measure_ratio);
    assert_ptr_equal(kind->measures[1], &measure_time);
    assert_ptr_equal(kind->preferred, &measure_rate);
}

TEST(an_unknown_kind_is_refused_with_those_known) {
    const struct kind *kind;
    struct err err;
    assert_int_equal(kind_find("pie", &kind, &err), ERR_USAGE);
    assert_non_null(strstr(
        err.message, "overview, time, ratio, speedup, rate, accuracy, threads, "
                     "scaling, weak, ecdf, histogram, box, sequence, history, forest, profile, "
                     "summary, panels, winner, roofline or change"));
}

TEST(two_kinds_are_joined_if_each_has_one_measure) {
    const struct kind *rate, *ratio, *ecdf;
    struct kind joined;
    struct err err;
    assert_int_equal(kind_find("rate", &rate, NULL), 0);
    assert_int_equal(kind_find("ratio", &ratio, NULL), 0);
    assert_int_equal(kind_find("ecdf", &ecdf, NULL), 0);
    assert_int_equal(kind_join(&joined, rate, ratio, NULL), 0);
    assert_int_equal(kind_measure_count(&joined), 2);
    assert_ptr_equal(joined.measures[0], &measure_rate);
    assert_ptr_equal(joined.measures[1], &measure_ratio);
    /* rates have a peak; other quantities than seconds suit only ratios */
    assert_true(joined.takes & KIND_TAKES_PEAK);
    assert_false(joined.takes & KIND_TAKES_QUANTITY);
    assert_int_equal(kind_join(&joined, rate, rate, NULL), 0);
    assert_int_equal(kind_measure_count(&joined), 1);
    assert_int_equal(kind_join(&joined, ratio, ecdf, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "--kind ratio --kind ecdf: only two of time, ratio"));
}
