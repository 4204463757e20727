/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/close.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* --- caches --- */

/* Twice as long in cache, at two sizes, eight times out of it, at one. */
static struct run *cached_run(const char *caches) {
    struct run *run = sample_run(3, 3, 4);
    struct measurement *m = &run->measurements[0];
    static const double bytes[] = {100, 1 << 20, 1e9};
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t i = 2 * 12; i < 3 * 12; i++)
        blis->seconds[i] *= 4;
    memcpy(measurement_add_term(m, "bytes", NULL), bytes, sizeof bytes);
    if (caches)
        facts_set_text(&run->facts, "caches", caches);
    return run;
}

TEST(means_in_and_out_of_cache_are_over_their_sizes) {
    struct table table = folded(cached_run("L1d 32 KiB, L2 1 MiB"), &(struct table_options){0});
    const struct summary_row *blis = &table.summaries[1];
    assert_int_equal(blis->in_cache.sizes, 2);
    assert_int_equal(blis->out_of_cache.sizes, 1);
    assert_int_equal(blis->sizes, 3);
    assert_close(blis->in_cache.ratio.estimate, 2, 1e-12);
    assert_close(blis->out_of_cache.ratio.estimate, 8, 1e-12);
    assert_close(blis->ratio.estimate, cbrt(2 * 2 * 8), 1e-12);
    assert_true(table.summaries[0].in_cache.ratio.estimate == 1);
    table_release(&table);
}

TEST(the_largest_cache_is_that_of_the_facts_in_bytes) {
    struct run *run = cached_run("L1d 32 KiB, L2 2 GiB");
    facts_set_integer(&run->facts, FACT_L3_CACHE, 1 << 20);
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.summaries[1].in_cache.sizes, 2);
    assert_int_equal(table.summaries[1].out_of_cache.sizes, 1);
    table_release(&table);
}

TEST(without_known_caches_there_are_no_such_means) {
    struct table table = folded(cached_run(NULL), &(struct table_options){0});
    assert_int_equal(table.summaries[1].in_cache.sizes, 0);
    assert_true(isnan(table.summaries[1].in_cache.ratio.estimate));
    assert_true(isnan(table.summaries[1].out_of_cache.ratio.low));
    assert_int_equal(table.summaries[1].sizes, 3);
    table_release(&table);
}

/* --- verdicts --- */

/* A library FACTOR times as slow, give or take 0.1 % from round to round. */
static struct run *judged_run(double factor) {
    struct run *run = sample_run(1, 6, 4);
    sample_series(run, "openblas", 1);
    struct series *other = sample_series(run, "blis", factor);
    for (size_t r = 0; r < 6; r++)
        for (size_t k = 0; k < 4; k++)
            other->seconds[4 * r + k] *= 1 + 0.001 * ((double)(r % 3) - 1);
    return run;
}

TEST(verdicts_are_beyond_the_least_effect) {
    static const struct {
        double factor, min_effect;
        enum verdict verdict;
    } cases[] = {
        {1.05, 0, VERDICT_SLOWER}, {1.05, 0.04, VERDICT_SLOWER}, {1.05, 0.06, VERDICT_NOT_SHOWN},
        {0.95, 0, VERDICT_FASTER}, {0.95, 0.04, VERDICT_FASTER}, {0.95, 0.06, VERDICT_NOT_SHOWN},
        {1, 0, VERDICT_NOT_SHOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct table_options options = {.min_effect = cases[i].min_effect};
        struct table table = folded(judged_run(cases[i].factor), &options);
        assert_int_equal(table.rows[0].verdict, VERDICT_NONE);
        assert_int_equal(table.rows[1].verdict, cases[i].verdict);
        assert_int_equal(table.sections[0].hypotheses, 1);
        table_release(&table);
    }
}

/* The library has six rounds, the reference one: there are pairs of one round only. */
static struct table lopsided_table(const char *test, int is_paired) {
    struct run *run = judged_run(1.01);
    struct measurement *m = &run->measurements[0];
    for (size_t i = 4; i < 24; i++)
        m->series[0].seconds[i] = NAN;
    for (size_t k = 0; k < 4; k++)
        m->series[1].seconds[k] *= 1 + 0.0001 * (double)k;
    if (!is_paired)
        facts_release(&m->facts);
    const struct table_options options = {.test = test ? hypothesis_find(test) : NULL};
    return folded(run, &options);
}

TEST(what_counts_are_rounds_with_pairs) {
    struct table table = lopsided_table(NULL, 1);
    assert_int_equal(table.rows[1].rounds, 6);
    assert_int_equal(table.rows[1].ratio_rounds, 1);
    assert_true(isnan(table.rows[1].log_ratio_se));
    table_release(&table);
}

/* Twenty-four samples in six rounds beside four in one: by samples p is 0.0007. */
TEST(ranks_say_nothing_with_one_round_on_a_side) {
    for (int is_paired = 0; is_paired < 2; is_paired++) {
        struct table table = lopsided_table("mann-whitney", is_paired);
        assert_true(isnan(table.rows[1].p));
        assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
        table_release(&table);
    }
}

TEST(unpaired_samples_are_tested_without_pairs) {
    struct run *run = judged_run(1.5);
    facts_release(&run->measurements[0].facts);
    struct table table = folded(run, &(struct table_options){0});
    assert_string_equal(table.sections[0].test->name, "welch-t");
    assert_int_equal(table.sections[0].pairing, PAIRING_UNPAIRED);
    assert_int_equal(table.rows[1].ratio_rounds, 6);
    assert_int_equal(table.rows[1].verdict, VERDICT_SLOWER);
    /* In each round both rise by 1 %, which pairs would not see. */
    assert_true(table.rows[1].ratio.low < 1.47 && table.rows[1].ratio.high > 1.53);
    table_release(&table);
}

TEST(a_test_of_pairs_needs_some) {
    struct run *run = judged_run(1.5);
    struct table table = {0};
    struct err err = {""};
    facts_release(&run->measurements[0].facts);
    const struct table_options options = {.test = hypothesis_find("sign"), .archive = "t.json"};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, &err),
                     ERR_USAGE);
    assert_string_equal(err.message, "--test sign compares pairs, but nothing pairs the samples of "
                                     "axpy in t.json; welch-t (the default there) and mann-whitney "
                                     "need no pairs");
    run_free(run);
}

TEST(a_wrong_answer_has_no_verdict) {
    struct run *run = judged_run(2);
    run->measurements[0].series[1].status[0] = CELL_WRONG;
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
    assert_true(isnan(table.rows[1].p));
    assert_true(fabs(table.rows[1].ratio.estimate - 2) < 0.01);
    assert_int_equal(table.sections[0].hypotheses, 0);
    table_release(&table);
}

TEST(of_a_single_round_samples_are_tested) {
    struct run *run = sample_run(1, 1, 8);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t k = 0; k < 8; k++)
        blis->seconds[k] *= 1 + 0.001 * (double)(k % 3);
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[1].rounds, 1);
    assert_int_equal(table.rows[1].verdict, VERDICT_SLOWER);
    assert_false(isnan(table.rows[1].ratio.low));
    assert_true(isnan(table.summaries[1].ratio.low)); /* a mean needs rounds */
    table_release(&table);
}

/* Times of 21.49 and 21.51 ns by a clock that ticks once a nanosecond. */
static struct run *ticking_run(size_t points) {
    struct run *run = sample_run(points, 5, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 1);
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < points * 20; i++)
            run->measurements[0].series[l].seconds[i] = l ? 22e-9 : 21e-9;
    return run;
}

TEST(nothing_is_shown_that_lies_between_steps) {
    for (int is_paired = 0; is_paired < 2; is_paired++) {
        struct run *run = ticking_run(2);
        if (!is_paired)
            facts_release(&run->measurements[0].facts);
        struct table table = folded(run, &(struct table_options){0});
        const struct row *row = &table.rows[1];
        double half = 0.5 / 21 + 0.5 / 22;
        assert_int_equal(row->verdict, VERDICT_NOT_SHOWN);
        assert_true(row->is_coarse && row->p == 1 && row->margin == row->log_resolution);
        assert_close(row->log_resolution, half, 1e-12);
        assert_close(log(row->ratio.low), log(22.0 / 21) - half, 1e-12);
        assert_close(row->speedup.low * row->ratio.high, 1, 1e-12);
        assert_close(row->difference.low, 0, 1e-18);
        assert_close(row->difference.high, 2e-9, 1e-18);
        assert_close(row->mean.high, 22.5e-9, 1e-18);
        assert_close(log(table.summaries[1].ratio.low), log(22.0 / 21) - half, 1e-12);
        table_release(&table);
    }
}

TEST(the_noise_floor_knows_of_steps) {
    struct run *run = ticking_run(1);
    facts_set_text(&run->measurements[0].series[1].facts, FACT_CONTROL_OF, "openblas");
    struct table table = folded(run, &(struct table_options){0});
    assert_close(log(table.rows[0].noise.floor), log(22.0 / 21) + 0.5 / 21 + 0.5 / 22, 1e-12);
    table_release(&table);
}

/* Copies of one library differ by up to 12 % from one process to the next. */
TEST(a_single_round_shows_only_what_is_large) {
    static const struct {
        double factor, min_effect;
        int has_min_effect;
        enum verdict verdict;
    } cases[] = {
        {1.12, 0, 0, VERDICT_ONE_PROCESS},  {1.2, 0, 0, VERDICT_ONE_PROCESS},
        {1.3, 0, 0, VERDICT_SLOWER},        {0.7, 0, 0, VERDICT_FASTER},
        {1.12, 0, 1, VERDICT_SLOWER},       {1.12, 0.05, 1, VERDICT_SLOWER},
        {1.3, 0.4, 1, VERDICT_ONE_PROCESS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = sample_run(1, 1, 8);
        sample_series(run, "openblas", 1);
        struct series *blis = sample_series(run, "blis", cases[i].factor);
        for (size_t k = 0; k < 8; k++)
            blis->seconds[k] *= 1 + 0.001 * (double)(k % 3);
        const struct table_options options = {.min_effect = cases[i].min_effect,
                                              .has_min_effect = cases[i].has_min_effect};
        struct table table = folded(run, &options);
        assert_int_equal(table.rows[1].verdict, cases[i].verdict);
        table_release(&table);
    }
}

/* d of one round: their t is 2.8 of 4 degrees, but three are left by trimming. */
TEST(a_single_round_has_no_verdict_against_its_interval) {
    static const double logarithms[] = {0.3, 0.5, 2, 3.5, 3.6};
    struct run *run = sample_run(1, 1, 5);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 1);
    for (size_t k = 0; k < 5; k++)
        blis->seconds[k] *= exp(logarithms[k]);
    struct table table = folded(run, &(struct table_options){.has_min_effect = 1});
    const struct row *row = &table.rows[1];
    assert_true(row->p_adjusted < 0.05);
    assert_true(row->ratio.low < 1 && row->ratio.high > 1);
    assert_int_equal(row->verdict, VERDICT_ONE_PROCESS);
    table_release(&table);
}
