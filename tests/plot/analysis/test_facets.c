/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/facets.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* A run of 4 sizes with each of VALUES threads, in which LIBRARIES take size * threads ns times
 * their number. */
struct fanned {
    struct run *run;
    struct table table;
    struct chart_set set;
};

static struct fanned spread(size_t values, size_t libraries) {
    struct fanned spread = {.run = sample_run(4 * values, 3, 2)};
    struct measurement *m = &spread.run->measurements[0];
    double *threads = measurement_add_parameter(m, "threads", NULL)->values;
    for (size_t p = 0; p < m->points; p++) {
        m->sizes[p] = (int64_t[]){10, 100, 1000, 10000}[p / values];
        threads[p] = (double)(values - p % values); /* the most first */
    }
    for (size_t l = 0; l < libraries; l++) {
        char name[] = {(char)('a' + l), 0};
        struct series *series = sample_series(spread.run, name, (double)(l + 1));
        for (size_t p = 0; p < m->points; p++)
            for (size_t i = 0; i < m->rounds * m->max_seeds; i++)
                series->seconds[measurement_index(m, p, 0, 0) + i] *= threads[p];
    }
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&spread.table, spread.run, m, &options, NULL), 0);
    return spread;
}

static void release(struct fanned *spread) {
    chart_set_release(&spread->set);
    table_release(&spread->table);
    run_free(spread->run);
}

TEST(each_value_is_a_section_of_its_points) {
    struct fanned s = spread(3, 2);
    const struct table *faceted;
    struct err err = {""};
    if (facets_split(&faceted, &s.set, &s.table, "threads", NULL, &err))
        fail_msg("%s", err.message);
    assert_int_equal(faceted->section_count, 3);
    assert_int_equal(faceted->row_count, s.table.row_count);
    for (size_t f = 0; f < 3; f++) {
        const struct section *section = &faceted->sections[f];
        assert_int_equal(section->row_count, 8);
        assert_int_equal(section->space->points, 4);
        for (size_t i = 0; i < section->row_count; i++) {
            const struct row *row = &faceted->rows[section->first_row + i];
            assert_int_equal(row->point, i / 2);
            assert_ptr_equal(row->space, section->space);
            assert_float_equal(parameter_grid_find(row->space, "threads")->values[row->point],
                               (double)(f + 1), 0);
            /* with the 1 % of the second round, and so on */
            double expected = 1e-9 * (double)row->size * (double)(f + 1) * (double)(i % 2 + 1);
            assert_true(row->mean.estimate >= expected && row->mean.estimate < 1.03 * expected);
        }
    }
    release(&s);
}

TEST(facets_of_one_action_have_the_same_axes) {
    struct fanned s = spread(3, 2);
    const struct table *faceted;
    const struct measure *const time[] = {&measure_time};
    const struct sections_options how = {.measures = time, .measure_count = 1, .facet = "threads"};
    assert_int_equal(facets_split(&faceted, &s.set, &s.table, "threads", NULL, NULL), 0);
    s.set.is_grid = 1;
    assert_int_equal(sections_chart(&s.set, faceted, &how, NULL), 0);
    assert_int_equal(s.set.count, 3);
    assert_string_equal(s.set.charts[0].title, "threads 1");
    assert_string_equal(s.set.charts[2].title, "threads 3");
    assert_non_null(strstr(s.set.heading, "axpy — "));
    for (size_t i = 0; i < 3; i++) {
        const struct chart *chart = &s.set.charts[i];
        assert_int_equal(chart->series_count, 2);
        assert_true(chart->y.low == s.set.charts[0].y.low && chart->y.low < 10e-9);
        assert_true(chart->y.high == s.set.charts[0].y.high && chart->y.high > 60e-6);
        assert_true(chart->x.low == s.set.charts[0].x.low && chart->x.low <= 10);
    }
    release(&s);
}

/* The second has another quantity along x. */
TEST(charts_share_axes_of_the_same_labels) {
    double x[][2] = {{1, 10}, {8, 64}, {100, 1e6}}, y[][2] = {{1, 2}, {5, 50}, {3, 4}};
    const char *const labels[] = {"length", "rows", "length"};
    struct series_data series[3];
    struct chart charts[3];
    for (size_t i = 0; i < 3; i++) {
        series[i] = (struct series_data){.name = "a", .count = 2, .x = x[i], .y = y[i]};
        charts[i] = (struct chart){.x_label = labels[i],
                                   .y_label = "flop/s",
                                   .x = {.unit = UNIT_SIZE, .scale = AXIS_LOG},
                                   .y = {.unit = UNIT_RATE},
                                   .series = &series[i],
                                   .series_count = 1};
    }
    facets_share_labelled(charts, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(charts[i].y.high >= 50 && charts[i].y.high == charts[0].y.high);
        assert_int_equal(charts[i].x.high >= 1e6, i != 1);
    }
    assert_true(charts[2].x.low <= 1 && charts[2].x.low == charts[0].x.low);
    assert_true(charts[1].x.low > 4 && charts[1].x.high < 128);
}

TEST(many_lines_are_split_by_themselves) {
    static const struct {
        size_t values, libraries;
        const char *chosen;
    } cases[] = {{2, 4, NULL}, {3, 3, "threads"}, {16, 1, "threads"}, {17, 3, NULL}, {1, 12, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fanned s = spread(cases[i].values, cases[i].libraries);
        const char *chosen = facets_choose(&s.table, NULL);
        if (cases[i].chosen)
            assert_string_equal(chosen, cases[i].chosen);
        else
            assert_null(chosen);
        release(&s);
    }
}

/* With 24 values of threads, these have to go across, and what is left are few lines, or facets. */
TEST(what_no_facets_divide_goes_across) {
    static const struct {
        size_t values, libraries;
        const char *across, *facet;
    } cases[] = {{24, 1, "threads", NULL}, {24, 3, "threads", "size"}, {3, 3, NULL, NULL},
                 {2, 2, NULL, NULL},       {1, 12, NULL, NULL},        {17, 60, "threads", "size"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fanned s = spread(cases[i].values, cases[i].libraries);
        const char *across = facets_across(&s.table);
        assert_int_equal(across != NULL, cases[i].across != NULL);
        if (across) {
            const char *facet = facets_choose(&s.table, across);
            assert_string_equal(across, cases[i].across);
            assert_int_equal(facet != NULL, cases[i].facet != NULL);
            if (facet)
                assert_string_equal(facet, cases[i].facet);
        }
        release(&s);
    }
}

TEST(what_one_section_cannot_split_is_not_chosen) {
    static const struct {
        size_t values;
        int has_one_size;
        const char *chosen;
    } others[] = {{20, 0, NULL}, {3, 1, NULL}, {1, 0, "threads"}, {9, 0, "threads"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct fanned few = spread(4, 3), other = spread(others[i].values, 3);
        if (others[i].has_one_size)
            other.table.sections[0].space->axes[0].varies = 0;
        struct section both[] = {few.table.sections[0], other.table.sections[0]};
        const struct table table = {.sections = both, .section_count = 2};
        const char *chosen = facets_choose(&table, NULL);
        if (others[i].chosen)
            assert_string_equal(chosen, others[i].chosen);
        else
            assert_null(chosen);
        release(&few);
        release(&other);
    }
}

TEST(what_cannot_be_split_is_refused) {
    static const struct {
        size_t values;
        const char *name, *across, *message;
    } cases[] = {{3, "thread", NULL, "mean \"threads\"?"},
                 {3, "size", NULL, "size goes across already"},
                 {3, "threads", "threads", "threads goes across already"},
                 {17, "threads", NULL, "axpy has 17 values of it"},
                 {1, "threads", NULL, "no action has several values of it"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fanned s = spread(cases[i].values, 2);
        const struct table *faceted;
        struct err err = {""};
        assert_int_equal(
            facets_split(&faceted, &s.set, &s.table, cases[i].name, cases[i].across, &err),
            ERR_USAGE);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s", err.message);
        release(&s);
    }
}
