/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/comparison/gate.h"
#include "tests/analyze/close.h"
#include "tests/analyze/coverage.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

/* --- the whole gate --- */

TEST(a_policy_says_what_inconclusive_cells_do) {
    const struct gate some = {.within = 3, .inconclusive = 1}, none = {.inconclusive = 1},
                      all = {.within = 4},
                      regressed = {.within = 1, .inconclusive = 1, .regressed = 1};
    assert_int_equal(gate_end(&some, GATE_NEEDS_ONE), GATE_WITHIN);
    assert_int_equal(gate_end(&some, GATE_NEEDS_ALL), GATE_INCONCLUSIVE);
    assert_int_equal(gate_end(&none, GATE_NEEDS_ONE), GATE_INCONCLUSIVE);
    assert_int_equal(gate_end(&none, GATE_NEEDS_NONE), GATE_WITHIN);
    assert_int_equal(gate_end(&all, GATE_NEEDS_ALL), GATE_WITHIN);
    for (int policy = GATE_NEEDS_ONE; policy <= GATE_NEEDS_NONE; policy++)
        assert_int_equal(gate_end(&regressed, (enum gate_policy)policy), GATE_REGRESSED);
}

TEST(what_is_missed_is_no_policy) {
    const struct gate empty = {0}, missed = {.within = 3, .missed_count = 1},
                      regressed = {.regressed = 1, .missed_count = 1};
    for (int policy = GATE_NEEDS_ONE; policy <= GATE_NEEDS_NONE; policy++) {
        assert_int_equal(gate_end(&empty, (enum gate_policy)policy), GATE_UNMEASURED);
        assert_int_equal(gate_end(&missed, (enum gate_policy)policy), GATE_UNMEASURED);
        assert_int_equal(gate_end(&regressed, (enum gate_policy)policy), GATE_REGRESSED);
    }
    assert_int_equal(gate_status(GATE_WITHIN), 0);
    assert_int_equal(gate_status(GATE_INCONCLUSIVE), 5);
    assert_int_equal(gate_status(GATE_UNMEASURED), 3);
    assert_int_equal(gate_status(GATE_REGRESSED), 3);
}

/* --- pairs --- */

TEST(a_pair_is_within_if_its_interval_is) {
    struct compare_pair pair = {.typical = {.ratio = {1, 0.96, 1.04}}};
    assert_int_equal(gate_of_pair(&pair, 0.05), GATE_WITHIN);
    assert_int_equal(gate_of_pair(&pair, 0.03), GATE_INCONCLUSIVE);
    pair.is_alone = 1;
    assert_int_equal(gate_of_pair(&pair, 0.05), GATE_INCONCLUSIVE);
    pair.regressed = 1;
    assert_int_equal(gate_of_pair(&pair, 0.05), GATE_REGRESSED);
    pair = (struct compare_pair){.typical = {.ratio = {1, NAN, NAN}}};
    assert_int_equal(gate_of_pair(&pair, 0.05), GATE_INCONCLUSIVE);
}

/* One that is the same, one that is slower, one that the later side lacks, one that it is alone to
 * have, and one that is wrong there. */
TEST(cells_of_two_runs_are_counted) {
    struct gate gate;
    struct two_runs two = two_runs(1, 3);
    two.options.has_margin = 1;
    two.options.asked.margin = 0.25;
    two_runs_add(&two, "same", 1, 1);
    two_runs_add(&two, "slow", 1, 2);
    two_runs_add(&two, "wrong", 1, 1);
    sample_series(two.runs[COMPARE_EARLIER], "missing", 1);
    sample_series(two.runs[COMPARE_LATER], "new", 1);
    two.runs[COMPARE_LATER]->measurements[0].series[2].status[0] = CELL_WRONG;
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    gate_of_comparison(&gate, &two.compared);
    assert_int_equal(gate.within, 1);
    assert_int_equal(gate.regressed, 2);
    assert_int_equal(gate.lost, 1);
    assert_int_equal(gate.inconclusive, 1);
    assert_int_equal(gate.missing, 1);
    assert_int_equal(gate.missed_count, 0);
    assert_true(gate.seen > 0.25 && gate.seen <= gate.seen_everywhere);
    gate_release(&gate);
    two_runs_release(&two);
}

/* Of what the later side lacks, one was named for it. */
TEST(what_was_named_for_the_later_side_is_missed) {
    struct gate gate;
    struct two_runs two = two_runs(1, 3);
    two.options.has_margin = 1;
    two.options.asked.margin = 0.25;
    two_runs_add(&two, "same", 1, 1);
    sample_series(two.runs[COMPARE_EARLIER], "missing", 1);
    sample_series(two.runs[COMPARE_EARLIER], "forgotten", 1);
    left_out_add(
        &two.runs[COMPARE_LATER]->facts,
        &(struct left_out){two.runs[COMPARE_LATER]->measurements[0].name, "missing", "it crashed"});
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    gate_of_comparison(&gate, &two.compared);
    assert_int_equal(gate.missed_count, 1);
    assert_string_equal(gate.missed[0].library, "missing");
    assert_string_equal(gate.missed[0].why, "it crashed");
    assert_int_equal(gate.missing, 2);
    gate_release(&gate);
    two_runs_release(&two);
}

/* --- one run --- */

/* At one size: a reference, and cells with these statistics. */
TEST(rows_are_held_against_the_reference) {
    struct row rows[6];
    enum gate_outcome outcomes[6];
    const double log_ratios[] = {0, 0, 0.2, 0.02, 0.06, 0};
    const double errors[] = {NAN, 0.001, 0.01, 0.1, 0.01, NAN};
    const struct section section = {
        .row_count = 6, .summary_count = 6, .confidence = 0.95, .quantity = QUANTITY_SECONDS};
    for (size_t i = 0; i < 6; i++) {
        rows[i] = row_unknown;
        rows[i].is_reference = i == 0;
        rows[i].both_right = i != 5;
        rows[i].status = i == 5 ? CELL_CRASHED : CELL_OK;
        rows[i].ratio_rounds = 5;
        rows[i].log_ratio = log_ratios[i];
        rows[i].ratio_se = errors[i];
        rows[i].ratio_degrees = 100;
        rows[i].ratio.high = exp(log_ratios[i] + 2 * errors[i]);
    }
    struct gate gate;
    gate_of_section(&gate, &section, rows, 0.05, outcomes);
    assert_int_equal(gate.missed_count, 0);
    static const enum gate_outcome wanted[] = {GATE_WITHIN,       GATE_WITHIN,
                                               GATE_REGRESSED,    GATE_INCONCLUSIVE,
                                               GATE_INCONCLUSIVE, GATE_REGRESSED};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(outcomes[i], wanted[i]);
    assert_int_equal(gate.within, 1);
    assert_int_equal(gate.regressed, 2);
    assert_int_equal(gate.lost, 1);
    assert_int_equal(gate.inconclusive, 2);
    /* The median of four, by SciPy: ln 1.05 + 0.01 (t (1 - 1 / 400) + z sqrt(1 + t^2 / 200)). */
    assert_close(gate.seen, 0.0833025299175, 1e-8);
}

/* At one size: the reference is wrong, and so nothing can be held against it. */
TEST(a_library_without_any_cell_is_missed) {
    struct row rows[2] = {row_unknown, row_unknown};
    enum gate_outcome outcomes[2];
    struct left_out named[] = {{"axpy", "gone", "lacks daxpy_"}, {"dot", "gone", "lacks ddot_"}};
    const struct section section = {.row_count = 2,
                                    .summary_count = 2,
                                    .confidence = 0.95,
                                    .action = "axpy",
                                    .left_out = {.items = named, .count = 2}};
    rows[0].is_reference = 1;
    rows[0].status = CELL_WRONG;
    rows[1].library = "there";
    struct gate gate;
    gate_of_section(&gate, &section, rows, 0.05, outcomes);
    assert_int_equal(gate.missed_count, 2);
    assert_ptr_equal(gate.missed[0].why, named[0].why);
    assert_string_equal(gate.missed[1].library, "there");
    gate_release(&gate);
}

/* Copies that differ lastingly by 2.5 %, which the control shows, are no regressions by 5 %,
 * neither by what is typical nor by means. */
TEST(lasting_differences_are_no_regressions) {
    const struct population like = {
        .round = made_up_normal, .sample = made_up_normal, .lasting = 0.025};
    const struct table_options options = {.reference = "library-0"};
    unsigned short seed[3] = {1, 2, 3};
    size_t regressed = 0;
    for (size_t i = 0; i < 20; i++) {
        struct run *run = coverage_run(&like, 12, seed);
        struct table table = coverage_table(run, &options);
        enum gate_outcome *outcomes = calloc(table.row_count, sizeof *outcomes);
        struct gate gate;
        gate_of_section(&gate, table.sections, table.rows, 0.05, outcomes);
        regressed += gate.regressed > 0;
        free(outcomes);
        table_release(&table);
        run_free(run);
    }
    assert_int_equal(regressed, 0);
}
