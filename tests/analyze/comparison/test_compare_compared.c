/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/close.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

TEST(all_cells_of_two_tables_are_compared) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 2, 3);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pair_count, 4);
    assert_close(two.compared.found.pairs[0].typical.ratio.estimate, 1, 1e-12);
    assert_close(two.compared.found.pairs[1].typical.ratio.estimate, 1.5, 1e-12);
    assert_int_equal(two.compared.found.slower, 2);
    assert_int_equal(two.compared.found.alone_count, 0);
    two_runs_release(&two);
}

TEST(a_wrong_answer_has_no_time) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    two.runs[COMPARE_LATER]->measurements[0].series[0].status[1] = CELL_WRONG;
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pair_count, 1);
    assert_int_equal(two.compared.found.alone_count, 1);
    assert_int_equal(two.compared.found.alone[0].lack, COMPARE_LACKS_TIMES);
    assert_int_equal(two.compared.found.alone[0].rows[COMPARE_LATER]->status, CELL_WRONG);
    two_runs_release(&two);
}

TEST(what_nobody_measured_is_left_out) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    measurement_add_series(&two.runs[COMPARE_LATER]->measurements[0], "none", NULL);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.alone_count, 0);
    two_runs_release(&two);
}

TEST(a_single_rounds_samples_are_its_units) {
    struct two_runs two = two_runs(1, 1);
    two_runs_add(&two, "openblas", 1, 2);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pairs[0].sides[COMPARE_LATER].units, 4);
    assert_int_equal(compared_untested(&two.compared), 0);
    assert_int_equal(two.compared.found.slower, 1);
    two_runs_release(&two);
}

TEST(relative_ones_are_of_ratios_to_the_reference) {
    struct two_runs two = two_runs(1, 3);
    two.options.is_relative = 1;
    two_runs_add(&two, "openblas", 1, 5); /* the machine is slower */
    two_runs_add(&two, "blis", 2, 10);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pair_count, 1);
    assert_string_equal(two.compared.found.pairs[0].library, "blis");
    assert_close(two.compared.found.pairs[0].typical.ratio.estimate, 1, 1e-12);
    two_runs_release(&two);
}

/* What is wrong in the later run has no ratio to be compared with, and that is worse than it was.
 */
/* Every fourth sample doubled: no typical ratio sees it. Of times the rounds' means do. */
TEST(a_tail_of_slow_samples_is_a_regression_of_means) {
    for (int is_relative = 0; is_relative < 2; is_relative++) {
        struct two_runs two = two_runs(1, 5);
        two.options.is_relative = is_relative;
        two.options.has_margin = 1;
        two.options.asked.margin = 0.05;
        two_runs_add(&two, "openblas", 1, 1);
        two_runs_add(&two, "blis", 2, 2);
        double *seconds = two.runs[COMPARE_LATER]->measurements[0].series[1].seconds;
        for (size_t i = 3; i < 20; i += 4)
            seconds[i] *= 2;
        assert_int_equal(two_runs_conclude(&two, NULL), 0);
        const struct comparison *found = &two.compared.found;
        const struct compare_pair *blis = &found->pairs[found->pair_count - 1];
        assert_true(blis->means.ratio.estimate > 1.24 && blis->means.ratio.estimate < 1.26);
        assert_int_equal(found->regressed, 1);
        assert_int_equal(found->regressed_by_means, is_relative);
        assert_int_equal(compare_means_disagree(blis), is_relative);
        two_runs_release(&two);
    }
}

TEST(relative_ones_need_a_right_reference) {
    for (int set = 0; set < COMPARE_SETS; set++) {
        struct two_runs two = two_runs(2, 3);
        two.options.is_relative = 1;
        two_runs_add(&two, "openblas", 1, 1);
        two_runs_add(&two, "blis", 2, 2);
        two.runs[set]->measurements[0].series[0].status[1] = CELL_WRONG;
        assert_int_equal(two_runs_conclude(&two, NULL), 0);
        assert_int_equal(two.compared.found.pair_count, 1);
        assert_int_equal(two.compared.found.alone_count, 1);
        assert_int_equal(two.compared.found.alone[0].lack, COMPARE_LACKS_TIMES);
        assert_int_equal(compared_lost(&two.compared), set == COMPARE_LATER);
        two_runs_release(&two);
    }
}

TEST(relative_ones_need_one_reference) {
    struct err err = {""};
    struct two_runs two = two_runs(1, 3);
    two.options.is_relative = 1;
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 2, 2);
    facts_set_text(&two.runs[COMPARE_LATER]->measurements[0].facts, FACT_REFERENCE, "blis");
    assert_int_equal(two_runs_conclude(&two, &err), ERR_USAGE);
    assert_string_equal(err.message, "ratios of axpy are taken to openblas in old.h5, but to blis "
                                     "in new.h5; --ref names one library that both have");
    two_runs_release(&two);
}

TEST(a_run_without_a_type_is_taken_for_the_others) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    facts_release(&two.runs[COMPARE_EARLIER]->measurements[0].facts);
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pair_count, 1);
    assert_string_equal(two.tables[COMPARE_EARLIER].rows[0].type, "d");
    two_runs_release(&two);
}

TEST(of_two_types_none_is_taken) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    facts_release(&two.runs[COMPARE_EARLIER]->measurements[0].facts);
    struct measurement *other = run_add_measurement(two.runs[COMPARE_LATER], "axpy", 1, 3, 4, NULL);
    facts_set_text(&other->facts, FACT_TYPE, "s");
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    assert_int_equal(two.compared.found.pair_count, 0);
    assert_null(two.tables[COMPARE_EARLIER].rows[0].type);
    two_runs_release(&two);
}
