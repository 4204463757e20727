/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/columns.h"
#include "analyze/model/conditions.h"
#include "tests/analyze/close.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

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

/* Folds the points [FIRST, FIRST + COUNT) of M. */
typedef void fold_some(struct aggregate *aggregate, const struct measurement *m, size_t first,
                       size_t count);

static void fold_all_series(struct aggregate *aggregate, const struct measurement *m, size_t first,
                            size_t count) {
    struct run *window = window_of(m, first, count);
    aggregate_points(aggregate, &window->measurements[0], first);
    run_free(window);
}

static void fold_so(struct table *table, const struct run *run, size_t length, fold_some *some,
                    const struct table_options *options) {
    const struct measurement *m = &run->measurements[0];
    struct aggregate *aggregate;
    assert_int_equal(aggregate_begin(&aggregate, run, m, options, NULL), 0);
    for (size_t first = 0; first < m->points; first += length)
        some(aggregate, m, first, m->points - first < length ? m->points - first : length);
    aggregate_end(aggregate, table);
}

static void fold_in_windows(struct table *table, const struct run *run, size_t length,
                            const struct table_options *options) {
    fold_so(table, run, length, fold_all_series, options);
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
        assert_true(
            are_equal(x->mean.estimate, y->mean.estimate) && are_equal(x->mean.low, y->mean.low) &&
            are_equal(x->median.estimate, y->median.estimate) &&
            are_equal(x->ratio.estimate, y->ratio.estimate) &&
            are_equal(x->ratio.high, y->ratio.high) && are_equal(x->noise.floor, y->noise.floor));
    }
}

static void assert_same_summaries(const struct table *a, const struct table *b) {
    assert_int_equal(a->summary_count, b->summary_count);
    for (size_t i = 0; i < a->summary_count; i++) {
        const struct summary_row *x = &a->summaries[i], *y = &b->summaries[i];
        assert_int_equal(x->sizes, y->sizes);
        assert_true(are_equal(x->ratio.estimate, y->ratio.estimate) &&
                    are_equal(x->ratio.low, y->ratio.low) &&
                    are_equal(x->noise.floor, y->noise.floor));
    }
}

TEST(windows_of_any_length_give_the_same_section) {
    const struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = made_up_run(&like, seed);
    const struct table_options options = {0};
    struct table whole = {0};
    assert_int_equal(aggregate_whole(&whole, run, &run->measurements[0], &options, NULL), 0);
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

/* --- one series at a time --- */

/* Whoever looked at another series' samples would find them to be none. */
static void fold_each_series(struct aggregate *aggregate, const struct measurement *m, size_t first,
                             size_t count) {
    for (size_t s = 0; s < m->series_count; s++) {
        struct run *run = window_of(m, first, count);
        struct measurement *window = &run->measurements[0];
        for (size_t i = 0; i < m->series_count; i++)
            for (size_t k = 0; i != s && k < measurement_elements(window, PER_SAMPLE); k++)
                window->series[i].seconds[k] = 1e300;
        aggregate_series(aggregate, window, first, s);
        run_free(run);
    }
}

TEST(series_by_series_gives_the_same_section) {
    const struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = made_up_run(&like, seed);
    struct table_options options = {.spared = NEED_VERDICT | NEED_WARNINGS};
    struct table whole = {0};
    assert_true(aggregate_is_by_series(&options));
    assert_int_equal(aggregate_whole(&whole, run, &run->measurements[0], &options, NULL), 0);
    for (size_t length = 1; length <= like.sizes; length += 3) {
        struct table table = {0};
        fold_so(&table, run, length, fold_each_series, &options);
        assert_same_rows(&table, &whole);
        assert_int_equal(table.sections[0].samples, whole.sections[0].samples);
        table_release(&table);
    }
    table_release(&whole);
    run_free(run);
}

TEST(what_is_of_several_series_takes_them_together) {
    static const enum need several[] = {NEED_RATIO, NEED_NOISE, NEED_TEST, NEED_WARNINGS};
    const struct samples_taker taker = {0};
    for (size_t i = 0; i < sizeof several / sizeof *several; i++)
        assert_false(aggregate_is_by_series(
            &(struct table_options){.spared = NEED_ALL & ~(unsigned)several[i]}));
    assert_true(aggregate_is_by_series(&(struct table_options){.spared = NEED_ALL}));
    assert_false(
        aggregate_is_by_series(&(struct table_options){.spared = NEED_ALL, .taker = &taker}));
    assert_false(aggregate_is_by_series(
        &(struct table_options){.spared = NEED_ALL, .chosen = &(struct filter){0}}));
}

static struct table table_picked(struct run *run, const char *libraries, const char *sizes) {
    struct filter filter = {0};
    struct table table = {0};
    const struct table_options options = {.filter = &filter};
    if (libraries)
        assert_int_equal(filter_add_libraries(&filter, libraries, NULL), 0);
    if (sizes)
        assert_int_equal(filter_add_condition(&filter, "size", 4, sizes, NULL), 0);
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    filter_release(&filter);
    return table;
}

TEST(what_is_picked_has_the_numbers_it_has_among_all) {
    struct run *run = sample_run(3, 3, 2);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct table table = table_picked(run, "blis", ">=20");
    assert_int_equal(table.row_count, 2);
    assert_int_equal(table.rows[0].size, 20);
    assert_string_equal(table.rows[1].library, "blis");
    assert_string_equal(table.rows[1].reference, "openblas");
    assert_true(fabs(table.rows[1].ratio.estimate - 2) < 1e-12);
    assert_int_equal(table.sections[0].space->points, 2);
    assert_int_equal(table.summaries[0].sizes, 2);
    table_release(&table);
    run_free(run);
}

TEST(where_nothing_is_picked_there_are_no_rows) {
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
        if (!column_is_real(column))
            continue;
        if (need == NEED_NOISE && column->needs & NEED_TEST)
            continue; /* without the noise the margin is another one */
        double workspace, other;
        double left = *(const double *)column_value(column, row, &workspace);
        double value = *(const double *)column_value(column, whole, &other);
        if (!are_equal(left, needs_of(column) & need ? NAN : value))
            fail_msg("%s is %g, and was %g", column->name, left, value);
    }
}

TEST(what_is_spared_is_undefined_and_all_else_as_before) {
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

TEST(where_all_is_spared_there_are_means) {
    struct table table = folded(controlled_run(), &(struct table_options){.spared = NEED_ALL});
    assert_close(table.rows[1].mean.estimate, 2 * table.rows[0].mean.estimate, 1e-20);
    assert_int_equal(table.rows[1].n, 20);
    assert_int_equal(table.rows[1].verdict, VERDICT_NONE);
    assert_true(isnan(table.summaries[1].ratio.estimate));
    assert_null(table.sections[0].warnings);
    table_release(&table);
}

/* --- what is kept --- */

TEST(a_section_keeps_its_provenance_where_that_is_wanted) {
    struct table table = folded(controlled_run(), &(struct table_options){0});
    assert_null(table.sections[0].provenance);
    table_release(&table);
    table = folded(controlled_run(), &(struct table_options){.with_provenance = 1});
    assert_non_null(provenance_facts(table.sections[0].provenance, "openblas"));
    table_release(&table);
}
