/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/aggregate/filter.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Which of sample_sweep's four points, sizes 10 10 20 20 with strides 1 8 1 8, CONDITION picks: as
 * "0110". */
static void assert_picks(const char *condition, const char *expected) {
    struct run *run = sample_sweep(1, 1);
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    struct filter filter = {0};
    struct err err = {""};
    char found[5] = "";
    if (filter_add_parameter(&filter, condition, &err))
        fail_msg("%s: %s", condition, err.message);
    for (size_t p = 0; p < 4; p++)
        found[p] = filter_has_point(&filter, space, p) ? '1' : '0';
    if (strcmp(found, expected) != 0)
        fail_msg("%s picks %s, not %s", condition, found, expected);
    filter_release(&filter);
    parameter_grid_free(space);
    run_free(run);
}

TEST(bounds_have_their_end_or_not) {
    assert_picks("size>=20", "0011");
    assert_picks("size>10", "0011");
    assert_picks("size>20", "0000");
    assert_picks("size<=10", "1100");
    assert_picks("size<20", "1100");
    assert_picks("stride<8", "1010");
}

TEST(spans_have_both_ends) {
    assert_picks("size=10..20", "1111");
    assert_picks("size=11..19", "0000");
    assert_picks("stride=0.5..1.5", "1010");
    assert_picks("size=-1e3..1e1", "1100");
    assert_picks("size=0.01k..", "1111");
    assert_picks("size=..0.01k", "1100");
    assert_picks("size=..5,11..", "0011");
}

TEST(one_alternative_is_enough) {
    assert_picks("stride=1,8", "1111");
    assert_picks("stride=2,8", "0101");
    assert_picks("size=<5,15..1000", "0011");
}

TEST(a_point_without_the_number_is_not_meant) {
    assert_picks("threads>=1", "0000");
}

TEST(conditions_hold_together) {
    struct run *run = sample_sweep(1, 1);
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    struct filter filter = {0};
    assert_int_equal(filter_add_condition(&filter, "size", 4, ">=20", NULL), 0);
    assert_int_equal(filter_add_parameter(&filter, "stride=8", NULL), 0);
    for (size_t p = 0; p < 4; p++)
        assert_int_equal(filter_has_point(&filter, space, p), p == 3);
    filter_release(&filter);
    parameter_grid_free(space);
    run_free(run);
}

TEST(nothing_said_picks_all) {
    struct run *run = sample_sweep(1, 1);
    struct parameter_grid *space = parameter_grid_new(&run->measurements[0]);
    const struct filter filter = {0};
    for (size_t p = 0; p < 4; p++)
        assert_true(filter_has_point(&filter, space, p));
    assert_true(filter_has_library(&filter, "anything"));
    parameter_grid_free(space);
    run_free(run);
}

TEST(what_says_no_number_is_refused) {
    static const char *const texts[] = {
        "",          "size",   "=8",          "size=",    "size=x",  "size=8,", "size=,",
        "size=1..x", "size=>", "size=20..10", "size=nan", "size=8x", "size=..", "size=1..,..x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct filter filter = {0};
        struct err err = {""};
        if (filter_add_parameter(&filter, texts[i], &err) != ERR_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_true(strlen(err.message) > 20);
        filter_release(&filter);
    }
}

TEST(libraries_are_named_by_family_or_pattern) {
    struct filter filter = {0};
    assert_int_equal(filter_add_libraries(&filter, "openblas,*-serial", NULL), 0);
    assert_true(filter_has_library(&filter, "openblas"));
    assert_true(filter_has_library(&filter, "openblas-openmp"));
    assert_true(filter_has_library(&filter, "blis-serial"));
    assert_false(filter_has_library(&filter, "blis"));
    assert_false(filter_has_library(&filter, "openblast"));
    filter_release(&filter);
}

TEST(a_name_that_could_be_a_pattern_is_a_name) {
    static const char *const names[] = {"lib[2]", "C:\\lib", "lib?"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct filter filter = {0};
        assert_int_equal(filter_add_libraries(&filter, names[i], NULL), 0);
        assert_true(filter_has_library(&filter, names[i]));
        filter_release(&filter);
    }
}

TEST(a_library_without_a_name_is_refused) {
    static const char *const lists[] = {"", ",", "a,", "a,,b"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct filter filter = {0};
        struct err err;
        assert_int_equal(filter_add_libraries(&filter, lists[i], &err), ERR_USAGE);
        filter_release(&filter);
    }
}
