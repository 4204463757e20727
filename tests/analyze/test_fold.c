/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/columns.h"
#include "analyze/fold.h"
#include "analyze/provenance.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"

/* The points [FIRST, FIRST + COUNT) of M, as the reader of archives hands them out. */
static struct run *window_of(const struct measurement *m, size_t first, size_t count) {
    struct run *run = run_new();
    struct measurement *w = run_add_measurement(run, m->name, count, m->rounds, m->max_seeds, NULL);
    size_t per_point = m->rounds * m->max_seeds;
    memcpy(w->sizes, m->sizes + first, count * sizeof *w->sizes);
    memcpy(w->seeds, m->seeds + first, count * sizeof *w->seeds);
    for (size_t i = 0; i < m->series_count; i++) {
        struct series *series = measurement_add_series(w, m->series[i].name, NULL);
        memcpy(series->seconds, m->series[i].seconds + first * per_point,
               count * per_point * sizeof *series->seconds);
        memcpy(series->status, m->series[i].status + first, count * sizeof *series->status);
    }
    return run;
}

static void fold_in_windows(struct table *table, const struct run *run, size_t length,
                            const struct table_options *options) {
    const struct measurement *m = &run->measurements[0];
    struct fold *fold;
    assert_int_equal(fold_begin(&fold, run, m, options, NULL), 0);
    for (size_t first = 0; first < m->points; first += length) {
        size_t count = m->points - first < length ? m->points - first : length;
        struct run *window = window_of(m, first, count);
        assert_int_equal(fold_points(fold, &window->measurements[0], first, NULL), 0);
        run_free(window);
    }
    assert_int_equal(fold_end(fold, table, NULL), 0);
}

static int are_equal(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void assert_same_rows(const struct table *a, const struct table *b) {
    assert_int_equal(a->row_count, b->row_count);
    for (size_t i = 0; i < a->row_count; i++) {
        const struct row *x = &a->rows[i], *y = &b->rows[i];
        assert_string_equal(x->library, y->library);
        assert_int_equal(x->size, y->size);
        assert_int_equal(x->n, y->n);
        assert_int_equal(x->warned.rules, y->warned.rules);
        assert_true(are_equal(x->mean, y->mean) && are_equal(x->mean_low, y->mean_low) &&
                    are_equal(x->median, y->median) && are_equal(x->ratio, y->ratio) &&
                    are_equal(x->ratio_high, y->ratio_high) &&
                    are_equal(x->noise.floor, y->noise.floor));
    }
}

static void assert_same_summaries(const struct table *a, const struct table *b) {
    assert_int_equal(a->summary_count, b->summary_count);
    for (size_t i = 0; i < a->summary_count; i++) {
        const struct summary_row *x = &a->summaries[i], *y = &b->summaries[i];
        assert_int_equal(x->sizes, y->sizes);
        assert_true(are_equal(x->ratio, y->ratio) && are_equal(x->ratio_low, y->ratio_low) &&
                    are_equal(x->noise.floor, y->noise.floor));
    }
}

static void windows_of_any_length_give_the_same_section(void **state) {
    (void)state;
    const struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = made_up_run(&like, seed);
    const struct table_options options = {0};
    struct table whole = {0};
    assert_int_equal(fold_whole(&whole, run, &run->measurements[0], &options, NULL), 0);
    for (size_t length = 1; length <= like.sizes; length += 3) {
        struct table table = {0};
        fold_in_windows(&table, run, length, &options);
        assert_same_rows(&table, &whole);
        assert_same_summaries(&table, &whole);
        table_release(&table);
    }
    table_release(&whole);
    run_free(run);
}

static void fold_both_ways(const struct run *run, struct table_options options) {
    struct table usual = {0}, spilled = {0};
    fold_in_windows(&usual, run, 4, &options);
    options.large = 1;
    fold_in_windows(&spilled, run, 4, &options);
    assert_same_rows(&usual, &spilled);
    assert_same_summaries(&usual, &spilled);
    for (size_t i = 0; i < usual.row_count; i++) {
        const struct row *x = &usual.rows[i], *y = &spilled.rows[i];
        assert_true(are_equal(x->p, y->p) && are_equal(x->mad, y->mad) &&
                    are_equal(x->signs.chance, y->signs.chance) &&
                    are_equal(x->signs.one_mode, y->signs.one_mode) && x->verdict == y->verdict &&
                    x->trimmed == y->trimmed);
    }
    table_release(&usual);
    table_release(&spilled);
}

static void rooms_in_a_file_give_the_same_section(void **state) {
    (void)state;
    struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {1, 2, 3};
    static const size_t rounds[] = {5, 1};
    for (size_t i = 0; i < 2; i++) {
        like.rounds = rounds[i];
        struct run *run = made_up_run(&like, seed);
        fold_both_ways(run, (struct table_options){0});
        fold_both_ways(run, (struct table_options){.trim = {.rule = TRIM_TUKEY}});
        fold_both_ways(run, (struct table_options){.spared = NEED_ALL & ~NEED_RATIO});
        fold_both_ways(run, (struct table_options){.spared = NEED_ALL & ~NEED_WARNINGS});
        run_free(run);
    }
}

static void without_a_place_for_rooms_there_is_an_error(void **state) {
    (void)state;
    struct run *run = sample_run(1, 2, 2);
    const struct table_options options = {.large = 1};
    char *before = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
    struct err err = {""};
    struct table table = {0};
    sample_series(run, "openblas", 1);
    setenv("TMPDIR", "/nowhere/at/all", 1);
    int code = fold_whole(&table, run, &run->measurements[0], &options, &err);
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
    assert_int_equal(code, ERR_FAILED);
    assert_non_null(strstr(err.message, "/nowhere/at/all"));
    assert_int_equal(table.section_count, 0);
    run_free(run);
}

static struct table table_picked(struct run *run, const char *libraries, const char *sizes) {
    struct pick pick = {0};
    struct table table = {0};
    const struct table_options options = {.pick = &pick};
    if (libraries)
        assert_int_equal(pick_add_libraries(&pick, libraries, NULL), 0);
    if (sizes)
        assert_int_equal(pick_add_condition(&pick, "size", 4, sizes, NULL), 0);
    assert_int_equal(fold_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    pick_release(&pick);
    return table;
}

static void what_is_picked_has_the_numbers_it_has_among_all(void **state) {
    (void)state;
    struct run *run = sample_run(3, 3, 2);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct table table = table_picked(run, "blis", ">=20");
    assert_int_equal(table.row_count, 2);
    assert_int_equal(table.rows[0].size, 20);
    assert_string_equal(table.rows[1].library, "blis");
    assert_string_equal(table.rows[1].reference, "openblas");
    assert_true(fabs(table.rows[1].ratio - 2) < 1e-12);
    assert_int_equal(table.sections[0].space->points, 2);
    assert_int_equal(table.summaries[0].sizes, 2);
    table_release(&table);
    run_free(run);
}

static void where_nothing_is_picked_there_are_no_rows(void **state) {
    (void)state;
    struct run *run = sample_run(3, 3, 2);
    sample_series(run, "openblas", 1);
    struct table table = table_picked(run, NULL, ">1000");
    assert_int_equal(table.row_count, 0);
    assert_int_equal(table.summaries[0].sizes, 0);
    table_release(&table);
    table = table_picked(run, "blis", NULL);
    assert_int_equal(table.row_count, 0);
    assert_int_equal(table.summary_count, 0);
    table_release(&table);
    run_free(run);
}

/* --- what is spared --- */

static struct table folded(struct run *run, const struct table_options *options) {
    struct table table = {0};
    struct err err = {""};
    if (fold_whole(&table, run, &run->measurements[0], options, &err))
        fail_msg("%s", err.message);
    run_free(run);
    return table;
}

static struct run *controlled_run(void) {
    struct run *run = sample_run(2, 4, 5);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct series *control = sample_series(run, "openblas.control", 1.01);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    return run;
}

/* What people are shown a ratio with is not what it is made of. */
static unsigned needs_of(const struct column *column) {
    return strcmp(column->name, "ratio") == 0 ? NEED_RATIO : column->needs;
}

static void assert_spared(const struct row *row, const struct row *whole, unsigned need) {
    for (size_t c = 0; c < row_columns.count; c++) {
        const struct column *column = &row_columns.columns[c];
        if (column->type != COLUMN_REAL)
            continue;
        if (need == NEED_NOISE && column->needs & NEED_TEST)
            continue; /* without the noise the margin is another one */
        double room, other;
        double left = *(const double *)column_value(column, row, &room);
        double value = *(const double *)column_value(column, whole, &other);
        if (!are_equal(left, needs_of(column) & need ? NAN : value))
            fail_msg("%s is %g, and was %g", column->name, left, value);
    }
}

static void what_is_spared_is_undefined_and_all_else_as_before(void **state) {
    (void)state;
    struct table whole = folded(controlled_run(), &(struct table_options){0});
    for (unsigned need = 1; need < NEED_ALL; need <<= 1) {
        struct table table = folded(controlled_run(), &(struct table_options){.spared = need});
        assert_int_equal(table.row_count, 4);
        for (size_t i = 0; i < 4; i++)
            assert_spared(&table.rows[i], &whole.rows[i], need);
        table_release(&table);
    }
    table_release(&whole);
}

static void where_all_is_spared_there_are_means(void **state) {
    (void)state;
    struct table table = folded(controlled_run(), &(struct table_options){.spared = NEED_ALL});
    assert_close(table.rows[1].mean, 2 * table.rows[0].mean, 1e-20);
    assert_int_equal(table.rows[1].n, 20);
    assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
    assert_true(isnan(table.summaries[1].ratio));
    assert_null(table.sections[0].warnings);
    table_release(&table);
}

/* --- trimming, quantiles --- */

/* One library, whose samples are 1, 2 ... 12 ns. */
static struct run *twelve(void) {
    struct run *run = sample_run(1, 3, 4);
    struct series *series = sample_series(run, "openblas", 1);
    for (size_t i = 0; i < 12; i++)
        series->seconds[i] = (double)(i + 1) * 1e-9;
    return run;
}

static void trimming_drops_samples_and_counts_them(void **state) {
    (void)state;
    const struct table_options options = {.trim = {TRIM_FRACTION, 0.1}};
    struct table table = folded(twelve(), &options);
    assert_int_equal(table.rows[0].trimmed, 2); /* floor(1.2) from either end */
    assert_int_equal(table.rows[0].n, 10);
    assert_close(table.rows[0].min, 2e-9, 1e-22);
    assert_close(table.rows[0].max, 11e-9, 1e-22);
    assert_close(table.rows[0].mean, 6.5e-9, 1e-21);
    table_release(&table);
}

static void nothing_is_trimmed_unasked(void **state) {
    (void)state;
    struct table table = folded(twelve(), &(struct table_options){0});
    assert_int_equal(table.rows[0].trimmed, 0);
    assert_int_equal(table.rows[0].n, 12);
    table_release(&table);
}

static void trimming_leaves_the_samples_it_was_given_alone(void **state) {
    (void)state;
    struct run *run = twelve();
    struct table table = {0};
    const struct table_options options = {.trim = {TRIM_FRACTION, 0.4}};
    assert_int_equal(fold_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    for (size_t i = 0; i < 12; i++)
        assert_true(run->measurements[0].series[0].seconds[i] == (double)(i + 1) * 1e-9);
    table_release(&table);
    run_free(run);
}

/* R: quantile(1:12, c(0.9, 0, 0.25, 1)) */
static void quantiles_are_those_that_are_wanted_in_their_order(void **state) {
    (void)state;
    const double wanted[] = {0.9, 0, 0.25, 1}, values[] = {10.9, 1, 3.75, 12};
    const struct table_options options = {.probabilities = wanted, .quantile_count = 4};
    struct table table = folded(twelve(), &options);
    for (size_t i = 0; i < 4; i++)
        assert_close(table.rows[0].quantiles[i], values[i] * 1e-9, 1e-20);
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

static void rates_are_of_what_the_action_says(void **state) {
    (void)state;
    struct table table = folded(rated_run(1), &(struct table_options){0});
    assert_close(table.rows[0].flop_rate, 2e9, 1e-5);
    assert_close(table.rows[1].byte_rate, 4e9, 1e-5);
    assert_true(isnan(table.rows[0].efficiency));
    table_release(&table);
}

static void an_efficiency_is_of_the_peak_of_its_kind(void **state) {
    (void)state;
    const struct table_options options = {.peak = {{4e9, 16e9}, 0}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 0.5, 1e-12);
    table_release(&table);
    table = folded(rated_run(0), &options); /* bytes, where no operations are known */
    assert_close(table.rows[1].efficiency, 0.25, 1e-12);
    table_release(&table);
}

static void a_peak_of_bytes_serves_where_there_is_none_of_operations(void **state) {
    (void)state;
    const struct table_options options = {.peak = {{0, 16e9}, 0}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 0.5, 1e-12);
    table_release(&table);
}

static void the_largest_rate_measured_may_be_the_peak(void **state) {
    (void)state;
    const struct table_options options = {.peak = {{0, 0}, 1}};
    struct table table = folded(rated_run(1), &options);
    assert_close(table.rows[0].efficiency, 1, 1e-12);
    assert_close(table.rows[1].efficiency, 0.5, 1e-12);
    table_release(&table);
}

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

static void means_in_and_out_of_cache_are_over_their_sizes(void **state) {
    (void)state;
    struct table table = folded(cached_run("L1d 32 KiB, L2 1 MiB"), &(struct table_options){0});
    const struct summary_row *blis = &table.summaries[1];
    assert_int_equal(blis->in_cache.sizes, 2);
    assert_int_equal(blis->out_of_cache.sizes, 1);
    assert_int_equal(blis->sizes, 3);
    assert_close(blis->in_cache.ratio, 2, 1e-12);
    assert_close(blis->out_of_cache.ratio, 8, 1e-12);
    assert_close(blis->ratio, cbrt(2 * 2 * 8), 1e-12);
    assert_true(table.summaries[0].in_cache.ratio == 1);
    table_release(&table);
}

static void without_known_caches_there_are_no_such_means(void **state) {
    (void)state;
    struct table table = folded(cached_run(NULL), &(struct table_options){0});
    assert_int_equal(table.summaries[1].in_cache.sizes, 0);
    assert_true(isnan(table.summaries[1].in_cache.ratio));
    assert_true(isnan(table.summaries[1].out_of_cache.low));
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

static void verdicts_are_beyond_the_least_effect(void **state) {
    (void)state;
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

static void a_wrong_answer_has_no_verdict(void **state) {
    (void)state;
    struct run *run = judged_run(2);
    run->measurements[0].series[1].status[0] = CELL_WRONG;
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
    assert_true(isnan(table.rows[1].p));
    assert_true(fabs(table.rows[1].ratio - 2) < 0.01);
    assert_int_equal(table.sections[0].hypotheses, 0);
    table_release(&table);
}

static void of_a_single_round_samples_are_tested(void **state) {
    (void)state;
    struct run *run = sample_run(1, 1, 8);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t k = 0; k < 8; k++)
        blis->seconds[k] *= 1 + 0.001 * (double)(k % 3);
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[1].rounds, 1);
    assert_int_equal(table.rows[1].verdict, VERDICT_SLOWER);
    assert_false(isnan(table.rows[1].ratio_low));
    assert_true(isnan(table.summaries[1].ratio_low)); /* a mean needs rounds */
    table_release(&table);
}

/* --- what is missing --- */

static void fill(struct series *series, size_t first, size_t count, double seconds) {
    for (size_t i = 0; i < count; i++)
        series->seconds[first + i] = seconds;
}

static void without_a_measured_reference_there_are_no_ratios(void **state) {
    (void)state;
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct series *reference = &run->measurements[0].series[0];
    fill(reference, 0, 24, NAN);
    reference->status[0] = reference->status[1] = CELL_NOT_MEASURED;
    struct table table = folded(run, &(struct table_options){0});
    for (size_t i = 0; i < table.row_count; i++) {
        assert_true(isnan(table.rows[i].ratio) && isnan(table.rows[i].difference));
        assert_int_equal(table.rows[i].verdict, VERDICT_NONE);
    }
    assert_int_equal(table.summaries[1].sizes, 0);
    assert_true(isnan(table.summaries[1].ratio));
    assert_int_equal(table.rows[1].n, 12);
    table_release(&table);
}

static void means_are_over_sizes_where_the_reference_is_right(void **state) {
    (void)state;
    struct run *run = sample_run(3, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct series *reference = &run->measurements[0].series[0];
    fill(reference, 0, 12, NAN);
    reference->status[0] = CELL_CRASHED;
    reference->status[1] = CELL_WRONG;
    struct table table = folded(run, &(struct table_options){0});
    assert_true(isnan(table.rows[1].ratio));
    assert_close(table.rows[3].ratio, 2, 1e-12); /* kept, but in no mean */
    assert_int_equal(table.summaries[1].sizes, 1);
    assert_close(table.summaries[1].ratio, 2, 1e-12);
    table_release(&table);
}

static void times_that_are_not_above_zero_have_no_ratio(void **state) {
    (void)state;
    static const double seconds[] = {0, -1e-9};
    for (size_t i = 0; i < 2; i++) {
        struct run *run = sample_run(1, 3, 4);
        sample_series(run, "openblas", 1);
        fill(sample_series(run, "blis", 2), 0, 12, seconds[i]);
        struct table table = folded(run, &(struct table_options){0});
        assert_true(table.rows[1].mean == seconds[i]);
        assert_int_equal(table.rows[1].n, 12);
        assert_true(isnan(table.rows[1].ratio));
        assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
        assert_int_equal(table.summaries[1].sizes, 0);
        table_release(&table);
    }
}

static void what_is_not_finite_was_not_measured(void **state) {
    (void)state;
    static const double seconds[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        struct run *run = sample_run(1, 3, 4);
        sample_series(run, "openblas", 1);
        fill(sample_series(run, "blis", 2), 0, 12, seconds[i]);
        struct table table = folded(run, &(struct table_options){0});
        const struct row *row = &table.rows[1];
        assert_int_equal(row->n, 0);
        assert_int_equal(row->rounds, 0);
        assert_true(isnan(row->mean) && isnan(row->sd) && isnan(row->median) && isnan(row->min) &&
                    isnan(row->ratio) && isnan(row->p));
        assert_int_equal(row->verdict, VERDICT_NONE);
        table_release(&table);
    }
}

static void one_infinite_sample_leaves_the_others(void **state) {
    (void)state;
    struct run *run = twelve();
    run->measurements[0].series[0].seconds[11] = INFINITY;
    struct table table = folded(run, &(struct table_options){0});
    assert_int_equal(table.rows[0].n, 11);
    assert_close(table.rows[0].mean, 6e-9, 1e-21);
    assert_close(table.rows[0].max, 11e-9, 1e-22);
    table_release(&table);
}

static void a_section_keeps_its_provenance_where_that_is_wanted(void **state) {
    (void)state;
    struct table table = folded(twelve(), &(struct table_options){0});
    assert_null(table.sections[0].provenance);
    table_release(&table);
    table = folded(twelve(), &(struct table_options){.with_provenance = 1});
    assert_non_null(provenance_facts(table.sections[0].provenance, "openblas"));
    table_release(&table);
}

/* d of one round: their t is 2.8 of 4 degrees, but three are left by trimming. */
static void a_single_round_has_no_verdict_against_its_interval(void **state) {
    (void)state;
    static const double logarithms[] = {0.3, 0.5, 2, 3.5, 3.6};
    struct run *run = sample_run(1, 1, 5);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 1);
    for (size_t k = 0; k < 5; k++)
        blis->seconds[k] *= exp(logarithms[k]);
    struct table table = folded(run, &(struct table_options){0});
    const struct row *row = &table.rows[1];
    assert_true(row->p_adjusted < 0.05);
    assert_true(row->ratio_low < 1 && row->ratio_high > 1);
    assert_int_equal(row->verdict, VERDICT_NOT_SHOWN);
    table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_of_any_length_give_the_same_section),
        cmocka_unit_test(rooms_in_a_file_give_the_same_section),
        cmocka_unit_test(without_a_place_for_rooms_there_is_an_error),
        cmocka_unit_test(what_is_picked_has_the_numbers_it_has_among_all),
        cmocka_unit_test(where_nothing_is_picked_there_are_no_rows),
        cmocka_unit_test(what_is_spared_is_undefined_and_all_else_as_before),
        cmocka_unit_test(where_all_is_spared_there_are_means),
        cmocka_unit_test(trimming_drops_samples_and_counts_them),
        cmocka_unit_test(nothing_is_trimmed_unasked),
        cmocka_unit_test(trimming_leaves_the_samples_it_was_given_alone),
        cmocka_unit_test(quantiles_are_those_that_are_wanted_in_their_order),
        cmocka_unit_test(rates_are_of_what_the_action_says),
        cmocka_unit_test(an_efficiency_is_of_the_peak_of_its_kind),
        cmocka_unit_test(a_peak_of_bytes_serves_where_there_is_none_of_operations),
        cmocka_unit_test(the_largest_rate_measured_may_be_the_peak),
        cmocka_unit_test(means_in_and_out_of_cache_are_over_their_sizes),
        cmocka_unit_test(without_known_caches_there_are_no_such_means),
        cmocka_unit_test(verdicts_are_beyond_the_least_effect),
        cmocka_unit_test(a_wrong_answer_has_no_verdict),
        cmocka_unit_test(of_a_single_round_samples_are_tested),
        cmocka_unit_test(without_a_measured_reference_there_are_no_ratios),
        cmocka_unit_test(means_are_over_sizes_where_the_reference_is_right),
        cmocka_unit_test(times_that_are_not_above_zero_have_no_ratio),
        cmocka_unit_test(what_is_not_finite_was_not_measured),
        cmocka_unit_test(one_infinite_sample_leaves_the_others),
        cmocka_unit_test(a_single_round_has_no_verdict_against_its_interval),
        cmocka_unit_test(a_section_keeps_its_provenance_where_that_is_wanted),
    };
    return cmocka_run_group_tests_name("analyze/fold", tests, NULL, NULL);
}
