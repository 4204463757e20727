/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/close.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* --- trimming, quantiles --- */

/* One library, whose samples are 1, 2 ... 12 ns. */
static struct run *twelve(void) {
    struct run *run = sample_run(1, 3, 4);
    struct series *series = sample_series(run, "openblas", 1);
    for (size_t i = 0; i < 12; i++)
        series->seconds[i] = (double)(i + 1) * 1e-9;
    return run;
}

TEST(trimming_drops_samples_and_counts_them) {
    const struct table_options options = {.trim = {TRIM_FRACTION, 0.1}};
    struct table table = folded(twelve(), &options);
    assert_int_equal(table.rows[0].trimmed, 2); /* floor(1.2) from either end */
    assert_int_equal(table.rows[0].n, 10);
    assert_close(table.rows[0].min, 2e-9, 1e-22);
    assert_close(table.rows[0].max, 11e-9, 1e-22);
    assert_close(table.rows[0].mean.estimate, 6.5e-9, 1e-21);
    table_release(&table);
}

TEST(nothing_is_trimmed_unasked) {
    struct table table = folded(twelve(), &(struct table_options){0});
    assert_int_equal(table.rows[0].trimmed, 0);
    assert_int_equal(table.rows[0].n, 12);
    table_release(&table);
}

TEST(trimming_leaves_the_samples_it_was_given_alone) {
    struct run *run = twelve();
    struct table table = {0};
    const struct table_options options = {.trim = {TRIM_FRACTION, 0.4}};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    for (size_t i = 0; i < 12; i++)
        assert_true(run->measurements[0].series[0].seconds[i] == (double)(i + 1) * 1e-9);
    table_release(&table);
    run_free(run);
}

/* R: quantile(1:12, c(0.9, 0, 0.25, 1)); of p99 twelve numbers say nothing. */
TEST(quantiles_are_those_that_are_wanted_in_their_order) {
    const double wanted[] = {0.9, 0, 0.25, 1, 0.99}, values[] = {10.9, 1, 3.75, 12};
    const struct table_options options = {.probabilities = wanted, .quantile_count = 5};
    struct table table = folded(twelve(), &options);
    for (size_t i = 0; i < 4; i++)
        assert_close(table.rows[0].quantiles[i], values[i] * 1e-9, 1e-20);
    assert_true(isnan(table.rows[0].quantiles[4]));
    table_release(&table);
}

/* --- rates and peaks --- */

/* Two libraries, of which the reference takes 10 ns for 20 operations on 80 bytes. */
static struct run *rated_run(int has_flops) {
    struct run *run = sample_run(1, 3, 4);
    struct measurement *m = &run->measurements[0];
    static const double factors[] = {1, 2};
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 1);
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < 12; i++)
            m->series[l].seconds[i] = factors[l] * 10e-9;
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
        assert_non_null(measurement_add_term(m, measurement_terms[t].name, NULL));
    m->flops[0] = has_flops ? 20 : NAN;
    m->bytes[0] = 80;
    return run;
}

TEST(rates_are_of_what_the_action_says) {
    struct table table = folded(rated_run(1), &(struct table_options){0});
    assert_close(table.rows[0].flop_rate.estimate, 2e9, 1e-5);
    assert_close(table.rows[1].byte_rate.estimate, 4e9, 1e-5);
    assert_true(isnan(table.rows[0].efficiency));
    table_release(&table);
}

TEST(an_efficiency_is_of_the_peak_of_its_kind) {
    const struct table_options options = {.peak = {{4e9, 16e9}, 0}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 0.5, 1e-12);
    table_release(&table);
    table = folded(rated_run(0), &options); /* bytes, where no operations are known */
    assert_close(table.rows[1].efficiency, 0.25, 1e-12);
    table_release(&table);
}

TEST(a_peak_of_bytes_serves_where_there_is_none_of_operations) {
    const struct table_options options = {.peak = {{0, 16e9}, 0}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 0.5, 1e-12);
    table_release(&table);
}

TEST(the_largest_rate_measured_may_be_the_peak) {
    const struct table_options options = {.peak = {{0, 0}, 1}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 1, 1e-12);
    assert_close(table.rows[1].efficiency, 0.5, 1e-12);
    table_release(&table);
}

/* --- noise --- */

/* The control is 8 % off at the first size, lost at the second, and 1 % off at the third. */
TEST(a_size_without_noise_does_not_hide_the_worst) {
    struct run *run = sample_run(3, 3, 4);
    sample_series(run, "openblas", 1);
    struct series *control = sample_series(run, "openblas.control", 1.08);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    for (size_t i = 12; i < 24; i++)
        control->seconds[i] = NAN;
    for (size_t i = 24; i < 36; i++)
        control->seconds[i] *= 1.01 / 1.08;
    struct table table = folded(run, &(struct table_options){0});
    assert_close(table.sections[0].noise.ratio.estimate, 1.08, 1e-12);
    assert_int_equal(table.sections[0].noise_point, 0);
    table_release(&table);
}

/* --- what is missing --- */

static void fill(struct series *series, size_t first, size_t count, double seconds) {
    for (size_t i = 0; i < count; i++)
        series->seconds[first + i] = seconds;
}

TEST(without_a_measured_reference_there_are_no_ratios) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct series *reference = &run->measurements[0].series[0];
    fill(reference, 0, 24, NAN);
    reference->status[0] = reference->status[1] = CELL_NOT_MEASURED;
    struct table table = folded(run, &(struct table_options){0});
    for (size_t i = 0; i < table.row_count; i++) {
        assert_true(isnan(table.rows[i].ratio.estimate) &&
                    isnan(table.rows[i].difference.estimate));
        assert_int_equal(table.rows[i].verdict, VERDICT_NONE);
    }
    assert_int_equal(table.summaries[1].sizes, 0);
    assert_true(isnan(table.summaries[1].ratio.estimate));
    assert_int_equal(table.rows[1].n, 12);
    table_release(&table);
}

TEST(means_are_over_sizes_where_the_reference_is_right) {
    struct run *run = sample_run(3, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct series *reference = &run->measurements[0].series[0];
    fill(reference, 0, 12, NAN);
    reference->status[0] = CELL_CRASHED;
    reference->status[1] = CELL_WRONG;
    struct table table = folded(run, &(struct table_options){0});
    assert_true(isnan(table.rows[1].ratio.estimate));
    assert_close(table.rows[3].ratio.estimate, 2, 1e-12); /* kept, but in no mean */
    assert_int_equal(table.summaries[1].sizes, 1);
    assert_close(table.summaries[1].ratio.estimate, 2, 1e-12);
    table_release(&table);
}

TEST(times_that_are_not_above_zero_have_no_ratio) {
    static const double seconds[] = {0, -1e-9};
    for (size_t i = 0; i < 2; i++) {
        struct run *run = sample_run(1, 3, 4);
        sample_series(run, "openblas", 1);
        fill(sample_series(run, "blis", 2), 0, 12, seconds[i]);
        struct table table = folded(run, &(struct table_options){0});
        assert_true(table.rows[1].mean.estimate == seconds[i]);
        assert_int_equal(table.rows[1].n, 12);
        assert_true(isnan(table.rows[1].ratio.estimate));
        assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
        assert_int_equal(table.summaries[1].sizes, 0);
        table_release(&table);
    }
}

TEST(what_is_not_finite_was_not_measured) {
    static const double seconds[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        struct run *run = sample_run(1, 3, 4);
        sample_series(run, "openblas", 1);
        fill(sample_series(run, "blis", 2), 0, 12, seconds[i]);
        struct table table = folded(run, &(struct table_options){0});
        const struct row *row = &table.rows[1];
        assert_int_equal(row->n, 0);
        assert_int_equal(row->rounds, 0);
        assert_true(isnan(row->mean.estimate) && isnan(row->sd) && isnan(row->median.estimate) &&
                    isnan(row->min) && isnan(row->ratio.estimate) && isnan(row->p));
        assert_int_equal(row->verdict, VERDICT_NONE);
        table_release(&table);
    }
}

TEST(one_infinite_sample_leaves_the_others) {
    struct run *run = twelve();
    run->measurements[0].series[0].seconds[11] = INFINITY;
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[0].n, 11);
    assert_close(table.rows[0].mean.estimate, 6e-9, 1e-21);
    assert_close(table.rows[0].max, 11e-9, 1e-22);
    table_release(&table);
}

/* --- whole times --- */

/* The reference's seconds are those of the whole call; the other's are half of it, if it tells. */
static struct run *with_a_device(int tells) {
    struct run *run = sample_run(1, 3, 4);
    struct measurement *m = &run->measurements[0];
    sample_series(run, "openblas", 1);
    sample_series(run, "clblast", 1);
    for (size_t l = 0; l < 2; l++)
        fill(&m->series[l], 0, 12, 10e-9);
    for (size_t l = 0; l < 2; l++) /* an empty column tells nothing */
        measurement_add_detail(m, &m->series[l], "whole_seconds", NULL);
    for (size_t i = 0; i < 12; i++) {
        m->series[0].whole_seconds[i] = NAN;
        m->series[1].whole_seconds[i] = tells ? 20e-9 : NAN;
    }
    return run;
}

TEST(a_library_without_whole_times_has_its_seconds_beside_one_with_them) {
    const struct table_options options = {.quantity = QUANTITY_WHOLE};
    struct table table = folded(with_a_device(1), &options);
    assert_close(table.rows[0].mean.estimate, 10e-9, 1e-20);
    assert_close(table.rows[1].mean.estimate, 20e-9, 1e-20);
    assert_close(table.rows[1].ratio.estimate, 2, 1e-12);
    table_release(&table);
    table = folded(with_a_device(0), &options);
    assert_int_equal(table.sections[0].samples, 0);
    assert_true(isnan(table.rows[0].mean.estimate) && isnan(table.rows[1].mean.estimate));
    table_release(&table);
    const unsigned alone = NEED_RATIO | NEED_NOISE | NEED_TEST | NEED_WARNINGS;
    assert_false(aggregate_is_by_series(
        &(struct table_options){.quantity = QUANTITY_WHOLE, .spared = alone}));
    assert_true(
        aggregate_is_by_series(&(struct table_options){.quantity = QUANTITY_CPU, .spared = alone}));
}
