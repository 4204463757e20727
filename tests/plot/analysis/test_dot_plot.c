/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/dot_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* --- charts of a run --- */

struct drawn {
    struct run *run;
    struct table table;
    struct chart_set set;
    int code;
    struct err err;
};

static const struct measure *const overview[] = {&measure_time, &measure_ratio};
static const struct sections_options both = {.measures = overview, .measure_count = 2};

static struct drawn draw_against(struct run *run, const char *reference,
                                 const struct sections_options *options) {
    struct drawn d = {.run = run};
    const struct table_options usual = {.reference = reference};
    for (size_t i = 0; i < run->measurement_count; i++)
        assert_int_equal(aggregate_whole(&d.table, run, &run->measurements[i], &usual, NULL), 0);
    d.code = sections_chart(&d.set, &d.table, options, &d.err);
    return d;
}

static struct drawn draw(struct run *run, const struct sections_options *options) {
    return draw_against(run, "reference", options);
}

static void release(struct drawn *d) {
    chart_set_release(&d->set);
    table_release(&d->table);
    run_free(d->run);
}

/* The names of the rows of CHART, separated by blanks. */
static const char *names_of(const struct chart *chart) {
    static char names[1024];
    *names = 0;
    for (size_t i = 0; i < chart->row_count; i++)
        strcat(strcat(names, i ? "|" : ""), chart->series[i].name);
    return names;
}

static const struct row *row_named(const struct table *table, const char *library) {
    for (size_t i = 0; i < table->row_count; i++)
        if (strcmp(table->rows[i].library, library) == 0)
            return &table->rows[i];
    fail_msg("no row of %s", library);
    return NULL;
}

/* One size, of five libraries. */
static struct run *one_size(void) {
    struct run *run = sample_run(1, 4, 3);
    run->measurements[0].sizes[0] = 1000;
    sample_series(run, "slow", 3);
    sample_series(run, "reference", 1);
    sample_series(run, "wrong", 0.1)->status[0] = CELL_WRONG;
    sample_series(run, "lost", 1)->status[0] = CELL_CRASHED;
    sample_series(run, "fast", 0.5);
    return run;
}

/* --- one size --- */

/* What takes the place of the size keeps its name. */
TEST(a_size_of_another_name_is_called_that) {
    const struct table_options usual = {.reference = "reference"};
    struct drawn d = {.run = one_size()};
    assert_int_equal(aggregate_whole(&d.table, d.run, &d.run->measurements[0], &usual, NULL), 0);
    struct parameter_grid_axis *axis = &d.table.sections[0].space->axes[0];
    free(axis->name);
    axis->name = strdup("bits");
    assert_int_equal(sections_chart(&d.set, &d.table, &both, &d.err), 0);
    assert_string_equal(d.set.charts[0].title, "axpy, bits 1000 — mean time per call");
    release(&d);
}

TEST(one_size_is_a_row_for_each_library_the_fastest_first) {
    struct drawn d = draw(one_size(), &both);
    assert_int_equal(d.code, 0);
    assert_int_equal(d.set.count, 2);
    for (size_t k = 0; k < 2; k++) {
        const struct chart *chart = &d.set.charts[k];
        assert_int_equal(chart->style, STYLE_FOREST);
        assert_string_equal(names_of(chart), "fast|reference|slow|wrong|lost");
        assert_string_equal(chart->x_label, "");
        assert_false(chart->has_level);
        assert_string_equal(chart->rows[3].text, "wrong answer");
        assert_string_equal(chart->rows[4].text, "crashed");
        assert_true(isnan(chart->rows[4].at) && isnan(chart->rows[3].low));
        assert_true(chart->series[3].wrong[0] == 1 && chart->series[0].wrong[0] == 0);
    }
    assert_string_equal(d.set.charts[0].title, "axpy, size 1000 — mean time per call");
    assert_null(strstr(d.set.caption, "size 1 "));
    release(&d);
}

/* They are those of bench-analyze's table. */
/* Which of them is fast is seen in their order in time. */
TEST(commits_stay_in_their_order) {
    struct run *run = sample_run(1, 4, 3);
    sample_series(run, "9fceb02", 2);
    sample_series(run, "1a410efb", 3);
    sample_series(run, "0c7e5d1f4a2b", 1);
    struct drawn d = draw_against(run, "9fceb02", &both);
    assert_string_equal(names_of(&d.set.charts[0]), "9fceb02|1a410efb|0c7e5d1f4a2b");
    release(&d);

    run = sample_run(1, 4, 3); /* no commit has another letter, or none but letters */
    sample_series(run, "9fceb02", 2);
    sample_series(run, "acceded", 1);
    d = draw_against(run, "9fceb02", &both);
    assert_string_equal(names_of(&d.set.charts[0]), "acceded|9fceb02");
    release(&d);
}

TEST(rows_show_the_numbers_of_the_table) {
    struct drawn d = draw(one_size(), &both);
    static const char *const names[] = {"fast", "reference", "slow"};
    for (size_t i = 0; i < 3; i++) {
        const struct row *row = row_named(&d.table, names[i]);
        const struct forest_row *time = &d.set.charts[0].rows[i], *ratio = &d.set.charts[1].rows[i];
        assert_true(time->at == row->mean.estimate && time->low == row->mean.low &&
                    time->high == row->mean.high);
        assert_true(ratio->at == row->ratio.estimate);
        assert_true(i == 1 ? isnan(ratio->low)
                           : ratio->low == row->ratio.low && ratio->high == row->ratio.high);
        assert_true(d.set.charts[1].series[i].x[0] == row->ratio.estimate);
        double written = strtod(ratio->text, NULL);
        assert_float_equal(written, row->ratio.estimate, 0.005 * row->ratio.estimate);
    }
    assert_string_equal(d.set.charts[1].rows[1].text, "1×");
    assert_non_null(strstr(d.set.charts[0].rows[0].text, "ns"));
    release(&d);
}

TEST(times_are_bars_and_ratios_are_dots) {
    struct drawn d = draw(one_size(), &both);
    assert_int_equal(d.set.charts[0].rows[0].kind, FOREST_BAR);
    assert_int_equal(d.set.charts[0].x.scale, AXIS_LINEAR);
    assert_int_equal(d.set.charts[1].rows[0].kind, FOREST_DOT);
    assert_int_equal(d.set.charts[1].x.unit, UNIT_RATIO);
    release(&d);

    /* a bar too short to be seen says nothing */
    struct run *run = one_size();
    sample_series(run, "slowest", 1000);
    d = draw(run, &both);
    assert_int_equal(d.set.charts[0].x.scale, AXIS_LOG);
    release(&d);
}

TEST(what_is_asked_for_is_along_the_values) {
    static const struct axes_asked asked = {.across = {.scale = AXIS_LOG2, .low = 7, .high = 8},
                                            .up = {.scale = AXIS_LINEAR, .low = 0.25, .high = 2}};
    static const struct measure *const ratio[] = {&measure_ratio};
    struct drawn d =
        draw(one_size(),
             &(struct sections_options){.measures = ratio, .measure_count = 1, .axes = &asked});
    const struct axis_terms *x = &d.set.charts[0].x;
    assert_true(x->low == 0.25 && x->high == 2 && x->scale == AXIS_LINEAR);
    release(&d);
}

TEST(speedups_have_the_largest_first) {
    static const struct measure *const speedup[] = {&measure_speedup};
    struct drawn d =
        draw(one_size(), &(struct sections_options){.measures = speedup, .measure_count = 1});
    assert_string_equal(names_of(&d.set.charts[0]), "fast|reference|slow|wrong|lost");
    release(&d);
}

/* The control's interval is the same behind all libraries. */
TEST(the_noise_is_in_each_row) {
    struct run *run = one_size();
    facts_set_text(&sample_series(run, "again", 1)->facts, FACT_CONTROL_OF, "reference");
    struct drawn d = draw(run, &both);
    const struct chart *ratio = &d.set.charts[1];
    assert_null(ratio->noise);
    for (size_t i = 0; i < ratio->row_count; i++) {
        assert_true(ratio->rows[i].noise_low <= 1 && ratio->rows[i].noise_high >= 1);
        assert_true(isnan(d.set.charts[0].rows[i].noise_low));
    }
    release(&d);
}

TEST(points_without_a_size_have_no_size_1) {
    struct run *run = one_size();
    facts_set_text(&run->measurements[0].facts, FACT_AXIS, "none");
    run->measurements[0].sizes[0] = 1;
    struct drawn d = draw(run, &both);
    assert_string_equal(d.set.charts[0].title, "axpy — mean time per call");
    assert_string_equal(names_of(&d.set.charts[0]), "fast|reference|slow|wrong|lost");
    assert_null(strstr(d.set.caption, "size"));
    release(&d);
}

/* --- ratios of the reference alone --- */

TEST(a_lone_library_has_no_panel_of_ratios) {
    for (size_t points = 1; points <= 3; points += 2) {
        struct run *run = sample_run(points, 4, 3);
        sample_series(run, "reference", 1);
        struct drawn d = draw(run, &both);
        assert_int_equal(d.code, 0);
        assert_int_equal(d.set.count, 1);
        assert_int_equal(d.set.columns, 1);
        assert_false(d.set.charts[0].is_relative);
        release(&d);
    }
}

TEST(a_section_whose_reference_is_alone_leaves_its_place) {
    struct run *run = one_size();
    struct measurement *dot = run_add_measurement(run, "dot", 1, 4, 3, NULL);
    dot->sizes[0] = 1000;
    dot->seeds[0] = 3;
    struct series *alone = measurement_add_series(dot, "reference", NULL);
    alone->status[0] = CELL_OK;
    for (size_t i = 0; i < 12; i++)
        alone->seconds[i] = 1e-6 * (1 + 0.01 * (double)i);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 4);
    assert_int_equal(d.set.columns, 2);
    assert_false(d.set.charts[2].is_blank);
    assert_true(d.set.charts[3].is_blank);
    release(&d);
}

TEST(ratios_of_the_reference_alone_are_refused) {
    static const struct measure *const ratio[] = {&measure_ratio};
    struct run *run = sample_run(1, 4, 3);
    sample_series(run, "reference", 1);
    struct drawn d = draw(run, &(struct sections_options){.measures = ratio, .measure_count = 1});
    assert_int_equal(d.code, ERR_USAGE);
    assert_string_equal(d.err.message,
                        "nothing to draw: only the reference has a result, and its ratio to "
                        "itself is 1 (--kind time draws its times): axpy");
    release(&d);
}

/* --- few sizes --- */

static struct run *three_sizes(void) {
    struct run *run = sample_run(3, 4, 3);
    sample_series(run, "reference", 1);
    sample_series(run, "slow", 2);
    sample_series(run, "fast", 0.5);
    return run;
}

TEST(few_sizes_have_lines_unless_values_are_compared) {
    struct sections_options compared = both;
    struct drawn d = draw(three_sizes(), &both);
    assert_int_equal(d.set.charts[1].style, STYLE_CURVES);
    release(&d);
    compared.are_compared = 1;
    d = draw(three_sizes(), &compared);
    for (size_t k = 0; k < 2; k++)
        assert_string_equal(names_of(&d.set.charts[k]),
                            "size 10|reference|slow|fast|size 20|reference|slow|fast|"
                            "size 30|reference|slow|fast");
    const struct chart *ratio = &d.set.charts[1];
    for (size_t i = 0; i < ratio->row_count; i++) {
        assert_int_equal(ratio->rows[i].kind, i % 4 ? FOREST_DOT : FOREST_HEADING);
        assert_int_equal(ratio->series[i].count, i % 4 != 0);
        if (i % 4)
            assert_float_equal(ratio->rows[i].at, ((double[]){1, 2, 0.5})[i % 4 - 1], 1e-9);
    }
    release(&d);
}

/* Every second size of each library is lost: there is nothing to join. */
TEST(points_that_no_line_joins_are_rows) {
    struct run *run = three_sizes();
    for (size_t l = 0; l < 3; l++)
        run->measurements[0].series[l].status[1] = CELL_CRASHED;
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.charts[0].row_count, 12);
    assert_string_equal(d.set.charts[0].rows[5].text, "crashed");
    release(&d);
}

TEST(many_sizes_have_lines) {
    struct sections_options compared = both;
    compared.are_compared = 1;
    struct run *run = sample_run(7, 4, 3);
    sample_series(run, "reference", 1);
    sample_series(run, "slow", 2);
    struct drawn d = draw(run, &compared);
    assert_int_equal(d.set.charts[0].style, STYLE_CURVES);
    release(&d);

    /* and so have too many libraries for rows */
    run = sample_run(6, 2, 2);
    sample_series(run, "reference", 1);
    for (int i = 0; i < 9; i++)
        sample_series(run, (char[]){'a', (char)('0' + i), 0}, 2);
    d = draw(run, &compared);
    assert_int_equal(d.set.charts[0].style, STYLE_CURVES);
    release(&d);
}

TEST(the_sizes_of_one_library_stand_under_its_name) {
    struct sections_options compared = both;
    compared.are_compared = 1;
    struct run *run = sample_run(2, 4, 3);
    sample_series(run, "reference", 1);
    struct drawn d = draw(run, &compared);
    assert_string_equal(names_of(&d.set.charts[0]), "reference|size 10|size 20");
    release(&d);
}

/* --- several actions --- */

static void add_action(struct run *run, const char *name, const char *const *libraries,
                       size_t count) {
    struct measurement *m = run_add_measurement(run, name, 1, 4, 3, NULL);
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    m->sizes[0] = 64;
    m->seeds[0] = 3;
    for (size_t l = 0; l < count; l++) {
        struct series *series = measurement_add_series(m, libraries[l], NULL);
        series->status[0] = CELL_OK;
        for (size_t i = 0; i < 12; i++)
            series->seconds[i] = 1e-6 * (double)(count - l) * (1 + 0.01 * (double)i);
    }
}

TEST(actions_of_one_size_share_a_chart) {
    static const char *const libraries[] = {"reference", "fast"};
    struct run *run = run_new();
    add_action(run, "axpy", libraries, 2);
    add_action(run, "dot", libraries, 2);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 2);
    for (size_t k = 0; k < 2; k++)
        assert_string_equal(names_of(&d.set.charts[k]),
                            "axpy, size 64|fast|reference|dot, size 64|fast|reference");
    assert_string_equal(d.set.charts[0].title, "2 actions — mean time per call");
    assert_string_equal(d.set.title, "axpy, dot");
    release(&d);
}

/* As of several runs, which have one section each. */
TEST(one_action_twice_is_not_two) {
    static const char *const libraries[] = {"reference", "fast"};
    struct run *run = run_new();
    add_action(run, "axpy", libraries, 2);
    add_action(run, "axpy", libraries, 2);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 2);
    assert_string_equal(d.set.charts[0].title, "axpy — mean time per call");
    release(&d);
}

TEST(actions_of_one_library_are_rows) {
    static const char *const libraries[] = {"reference"};
    struct run *run = run_new();
    add_action(run, "axpy", libraries, 1);
    add_action(run, "dot", libraries, 1);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 1);
    assert_string_equal(names_of(&d.set.charts[0]), "axpy, size 64|dot, size 64");
    assert_string_equal(d.set.charts[0].title, "2 actions of reference — mean time per call");
    release(&d);
}

/* Beside a curve, too, which stays where it is. */
TEST(actions_of_one_size_share_a_chart_beside_curves) {
    static const char *const libraries[] = {"reference", "fast"};
    struct run *run = sample_run(7, 4, 3);
    sample_series(run, "reference", 1);
    sample_series(run, "fast", 0.5);
    add_action(run, "axpy", libraries, 2);
    add_action(run, "dot", libraries, 2);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 4);
    assert_int_equal(d.set.charts[0].style, STYLE_CURVES);
    assert_int_equal(d.set.charts[1].style, STYLE_CURVES);
    assert_string_equal(d.set.charts[2].title, "2 actions — mean time per call");
    for (size_t k = 2; k < 4; k++)
        assert_string_equal(names_of(&d.set.charts[k]),
                            "axpy, size 64|fast|reference|dot, size 64|fast|reference");
    release(&d);
}

/* One file for each would tell nothing. */
TEST(very_many_actions_share_few_charts) {
    enum { ACTIONS = 34 };
    static const char *const libraries[] = {"reference", "fast"};
    struct run *run = run_new();
    for (int i = 0; i < ACTIONS; i++)
        add_action(run, (char[]){'b', (char)('0' + i / 10), (char)('0' + i % 10), 0}, libraries, 2);
    struct drawn d = draw(run, &both);
    assert_int_equal(d.set.count, 4);
    assert_string_equal(d.set.charts[0].title, "actions 1 to 17 of 34 — mean time per call");
    assert_string_equal(d.set.charts[2].title, "actions 18 to 34 of 34 — mean time per call");
    size_t values = 0;
    for (size_t k = 0; k < 4; k += 2)
        for (size_t i = 0; i < d.set.charts[k].row_count; i++)
            values += d.set.charts[k].rows[i].kind == FOREST_BAR;
    assert_int_equal(values, 2 * ACTIONS);
    assert_non_null(strstr(d.set.charts[2].subtitle, "\nwarning: "));
    release(&d);
}
