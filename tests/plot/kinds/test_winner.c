/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/kinds/winner.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

enum { SIZES = 3, THREADS = 2 };

/* "a" and "b" at sizes 10, 100 and 1000 with 1 and 4 threads: b takes FACTORS times as long. */
struct measured_map {
    struct run *run;
    struct table table;
    struct chart_set set;
};

static struct measured_map measure(const double factors[SIZES * THREADS], double third) {
    struct measured_map map = {.run = sample_run(SIZES * THREADS, 6, 2)};
    struct measurement *m = &map.run->measurements[0];
    double *threads = measurement_add_parameter(m, "threads", NULL)->values;
    double *stride = measurement_add_parameter(m, "stride", NULL)->values;
    for (size_t p = 0; p < m->points; p++) {
        m->sizes[p] = (int64_t[]){10, 100, 1000}[p / THREADS];
        threads[p] = p % THREADS ? 4 : 1;
        stride[p] = p == 1 ? third : 8;
    }
    sample_series(map.run, "a", 1);
    struct series *b = sample_series(map.run, "b", 1);
    for (size_t p = 0; p < m->points; p++)
        for (size_t r = 0; r < m->rounds; r++)
            for (size_t k = 0; k < m->max_seeds; k++) /* alternately more and less */
                b->seconds[measurement_index(m, p, r, k)] *=
                    factors[p] * (1 + 0.004 * (double)(r % 2 ? 1 : -1));
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&map.table, map.run, m, &options, NULL), 0);
    return map;
}

static void release(struct measured_map *map) {
    chart_set_release(&map->set);
    table_release(&map->table);
    run_free(map->run);
}

TEST(each_point_is_a_tile_of_its_fastest) {
    struct measured_map map = measure((double[]){1.5, 1, 0.5, 3, 0.8, 1}, 8);
    const struct axes_asked asked = {0};
    struct err err = {""};
    if (winner_chart(&map.set, &map.table, &map.table.sections[0], &asked, &err))
        fail_msg("%s", err.message);
    const struct chart *chart = &map.set.charts[0];
    assert_int_equal(chart->style, STYLE_TILES);
    assert_int_equal(chart->tile_count, SIZES * THREADS);
    static const struct {
        const char *name, *text;
        double depth;
        int is_hatched;
    } right[] = {{"a", "+50 %", 0.585, 0}, {"a", "≈ b", 1, 1},       {"b", "2.0×", 1, 0},
                 {"a", "3.0×", 1.585, 0},  {"b", "+25 %", 0.322, 0}, {"a", "≈ b", 1, 1}};
    for (size_t i = 0; i < SIZES * THREADS; i++) {
        const struct tile *tile = &chart->tiles[i];
        assert_int_equal(tile->is_hatched, right[i].is_hatched);
        assert_string_equal(tile->brief, right[i].is_hatched ? "≈" : right[i].text);
        if (right[i].is_hatched)
            continue;
        assert_string_equal(tile->name, right[i].name);
        assert_string_equal(tile->text, right[i].text);
        assert_memory_equal(tile->number, right[i].text, strlen(tile->number));
        assert_null(strchr(tile->number, '%'));
        assert_float_equal(tile->depth, right[i].depth, 0.01);
    }
    release(&map);
}

TEST(tiles_meet_half_way_and_fill_the_axes) {
    struct measured_map map = measure((double[]){1.5, 1, 0.5, 3, 0.8, 1}, 8);
    const struct axes_asked asked = {0};
    assert_int_equal(winner_chart(&map.set, &map.table, &map.table.sections[0], &asked, NULL), 0);
    const struct chart *chart = &map.set.charts[0];
    const struct tile *first = &chart->tiles[0], *second = &chart->tiles[2],
                      *above = &chart->tiles[1];
    assert_float_equal(first->right, sqrt(10 * 100), 1e-9);
    assert_float_equal(second->left, first->right, 0);
    assert_float_equal(first->left, 10 * 10 / sqrt(1000), 1e-9);
    assert_float_equal(first->high, 2, 1e-9);
    assert_float_equal(above->low, 2, 1e-9);
    assert_float_equal(chart->x.low, first->left, 0);
    assert_float_equal(chart->x.high, chart->tiles[5].right, 0);
    assert_float_equal(chart->y.high, above->high, 0);
    assert_string_equal(chart->y_label, "threads");
    release(&map);
}

TEST(a_range_cuts_tiles_at_its_ends) {
    static const struct {
        double low, high, first_left, last_right;
        size_t tiles;
    } cases[] = {{50, 200, 50, 200, 2},
                 {50, INFINITY, 50, 1000 * 1000 / 316.2277660168, 4},
                 {-INFINITY, 20, 100 / 31.6227766017, 20, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measured_map map = measure((double[]){1.5, 1, 0.5, 3, 0.8, 1}, 8);
        const struct axes_asked asked = {.across = {.low = cases[i].low, .high = cases[i].high}};
        assert_int_equal(winner_chart(&map.set, &map.table, &map.table.sections[0], &asked, NULL),
                         0);
        const struct chart *chart = &map.set.charts[0];
        assert_int_equal(chart->tile_count, cases[i].tiles);
        assert_float_equal(chart->x.low, cases[i].first_left, 1e-6);
        assert_float_equal(chart->x.high, cases[i].last_right, 1e-6);
        assert_float_equal(chart->tiles[0].left, cases[i].first_left, 1e-6);
        assert_float_equal(chart->tiles[cases[i].tiles - 1].right, cases[i].last_right, 1e-6);
        assert_true(chart->tiles[0].left < chart->tiles[0].x);
        assert_true(chart->tiles[0].x < chart->tiles[0].right);
        release(&map);
    }
}

TEST(a_range_beside_all_points_has_no_map) {
    struct measured_map map = measure((double[]){1.5, 1, 0.5, 3, 0.8, 1}, 8);
    const struct axes_asked asked = {.across = {.low = 1e4, .high = INFINITY}};
    struct err err = {""};
    assert_int_equal(winner_chart(&map.set, &map.table, &map.table.sections[0], &asked, &err),
                     ERR_ABSENT);
    assert_non_null(strstr(err.message, "axpy: no point is in the range"));
    assert_int_equal(map.set.count, 0);
    release(&map);
}

TEST(a_map_has_two_parameters_of_the_action) {
    static const struct {
        double third;
        const char *x, *y, *message;
    } cases[] = {{8, "thread", NULL, "mean \"threads\"?"},
                 {8, NULL, "strides", "mean \"stride\"?"},
                 {8, NULL, "size", "size goes across already"},
                 {16, NULL, NULL, "stride varies besides size and threads"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct measured_map map = measure((double[]){1.5, 1, 0.5, 3, 0.8, 1}, cases[i].third);
        const struct axes_asked asked = {.x = cases[i].x, .y = cases[i].y};
        struct err err = {""};
        assert_int_equal(winner_chart(&map.set, &map.table, &map.table.sections[0], &asked, &err),
                         ERR_USAGE);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s", err.message);
        release(&map);
    }
}
