/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/row.h"
#include "tests/analyze/close.h"
#include "tests/analyze/tails.h"
#include "tests/test.h"

static const struct statistic mean = {STATISTIC_MEAN, 0}, median = {STATISTIC_QUANTILE, 0.5},
                              p95 = {STATISTIC_QUANTILE, 0.95};
/* The slowest tenth of the calls begins at 1.064. */
static const struct tails calls = {
    .sample = tails_normal, .own = 0.01, .tenth = 1.064, .sizes = 3, .rounds = 5, .seeds = 90};

static struct table table_of(const struct run *run, struct statistic statistic) {
    static const double probability = 0.95;
    const struct table_options options = {.reference = "library-0",
                                          .statistic = statistic,
                                          .probabilities = &probability,
                                          .quantile_count = 1};
    return coverage_table(run, &options);
}

TEST(the_ratio_of_means_is_that_beside_typical_ratios) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = tails_run(&calls, seed);
    struct table table = table_of(run, mean);
    for (size_t i = 0; i < table.row_count; i++) {
        const struct row *row = &table.rows[i];
        assert_close(row->chosen.estimate / row->mean.estimate, 1, 1e-12);
        assert_close(row->ratio.estimate / row->mean_ratio.estimate, 1, 1e-12);
        if (row->is_reference)
            continue;
        assert_close(row->own_ratio.low / row->mean_ratio.low, 1, 1e-9);
        assert_close(row->own_ratio.high / row->mean_ratio.high, 1, 1e-9);
        assert_true(row->ratio_degrees > 4);
    }
    table_release(&table);
    run_free(run);
}

TEST(a_quantile_is_that_of_its_column) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = tails_run(&calls, seed);
    struct table table = table_of(run, p95);
    for (size_t i = 0; i < table.row_count; i++) {
        const struct row *row = &table.rows[i], *reference = &table.rows[i - i % 3];
        assert_close(row->chosen.estimate / row->quantiles[0], 1, 1e-14);
        assert_true(row->chosen.low < row->chosen.estimate &&
                    row->chosen.estimate < row->chosen.high);
        assert_close(row->ratio.estimate / (row->chosen.estimate / reference->chosen.estimate), 1,
                     1e-12);
        assert_close(row->difference.estimate, row->chosen.estimate - reference->chosen.estimate,
                     1e-12 * row->chosen.estimate);
        assert_int_equal(row->samples_needed, 0);
        assert_false(row_means_disagree(row));
    }
    assert_int_equal(table.sections[0].statistic.kind, STATISTIC_QUANTILE);
    table_release(&table);
    run_free(run);
}

/* Where calls are not paired, the rounds of bench-collect are; those of others are not. */
TEST(rounds_are_paired_where_calls_are_not) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = tails_run(&calls, seed);
    for (int has_schedule = 1; has_schedule >= 0; has_schedule--) {
        struct facts *facts = &run->measurements[0].facts;
        if (!has_schedule)
            facts_release(facts);
        facts_set_text(facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
        struct table tail = table_of(run, p95),
                     typical = table_of(run, (struct statistic){STATISTIC_TYPICAL, 0});
        assert_int_equal(tail.sections[0].pairing,
                         has_schedule ? PAIRING_BY_ROUND : PAIRING_UNPAIRED);
        assert_int_equal(typical.sections[0].pairing, PAIRING_UNPAIRED);
        assert_true(!tail.sections[0].error_model == !has_schedule);
        assert_true(tail.rows[1].ratio.low < tail.rows[1].ratio.estimate);
        table_release(&tail);
        table_release(&typical);
    }
    run_free(run);
}

TEST(a_round_that_one_lacks_counts_for_neither) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = tails_run(&calls, seed);
    struct measurement *m = &run->measurements[0];
    for (size_t k = 0; k < calls.seeds; k++)
        m->series[1].seconds[measurement_index(m, 0, 2, k)] = NAN;
    struct table table = table_of(run, median);
    double ratio = table.rows[1].ratio.estimate;
    assert_int_equal(table.rows[1].ratio_rounds, 4);
    assert_int_equal(table.rows[2].ratio_rounds, 5);
    table_release(&table);
    for (size_t k = 0; k < calls.seeds; k++)
        m->series[0].seconds[measurement_index(m, 0, 2, k)] = NAN;
    table = table_of(run, median);
    assert_close(table.rows[1].ratio.estimate / ratio, 1, 1e-12);
    table_release(&table);
    run_free(run);
}

/* Of cells with the same noise, errors that all tell differ less than their own. */
TEST(sides_are_moderated_over_sizes) {
    unsigned short seed[3] = {1, 2, 3};
    struct tails like = calls;
    like.sizes = 8;
    struct run *run = tails_run(&like, seed);
    struct table table = table_of(run, p95);
    struct welford own = {0}, all = {0};
    for (size_t i = 1; i < table.row_count; i += 3) {
        const struct row *row = &table.rows[i];
        welford_add(&own, log(log(row->chosen.high / row->chosen.estimate)));
        welford_add(&all, log(row->chosen_side.se));
        assert_close(row->chosen_side.mean, log(row->chosen.estimate), 1e-12);
        assert_true(row->chosen_side.degrees > 4 && row->chosen_side.degrees <= 16);
    }
    assert_true(welford_sd(&all) < 0.7 * welford_sd(&own));
    table_release(&table);
    run_free(run);
}

TEST(intervals_hold_and_equal_libraries_have_no_verdict) {
    unsigned short seed[3] = {1, 2, 3};
    struct tails_tally c = tails_of(&calls, p95, 30, seed);
    assert_true(tally_percent(c.ratio) > 90);
    assert_true(tally_percent(c.geometric_mean) > 85);
    assert_true(c.any_shown.held <= 4);
}

TEST(a_longer_tail_is_shown_by_what_looks_at_it) {
    unsigned short seed[3] = {1, 2, 3};
    struct tails longer = calls;
    longer.effect = 0.2;
    struct tails_tally tail = tails_of(&longer, p95, 8, seed);
    struct tails_tally middle = tails_of(&longer, median, 8, seed);
    assert_true(tally_percent(tail.shown) > 90);
    assert_true(tally_percent(middle.shown) < 10);
}

TEST(two_equal_runs_are_told_equal) {
    unsigned short seed[3] = {1, 2, 3};
    const struct tails_comparison times = {1, 0, 0}, ratios = {1, 1, NAN};
    struct tails_compared c = tails_compare(&calls, p95, &times, 25, seed);
    assert_true(tally_percent(c.ratio) > 88 && c.any_shown.held <= 4);
    assert_int_equal(c.ratio.n, 25 * 9);
    c = tails_compare(&calls, p95, &ratios, 25, seed);
    assert_true(tally_percent(c.ratio) > 88 && c.any_shown.held <= 4);
}
