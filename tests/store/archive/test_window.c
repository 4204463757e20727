/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store/update/serve.h"
#include "store/archive/window.h"
#include "tests/store/sample.h"
#include "tests/test.h"

#define MOST (SERVE_WINDOW / sizeof(double))

static struct window window_of(size_t points, size_t per_point, size_t arrays) {
    static struct measurement m;
    m = (struct measurement){.points = points, .rounds = 1, .max_seeds = per_point};
    return (struct window){.whole = &m, .arrays = arrays, .per_point = per_point};
}

/* Every element of every array is in one part, in order, and no part is larger than a window. */
static void assert_divided(size_t points, size_t per_point, size_t arrays, size_t step) {
    struct window w = window_of(points, per_point, arrays);
    struct window_division d = window_divide(&w, step, 0);
    size_t elements = 0;
    for (size_t i = 0; i < d.count; i++) {
        struct window_part part = window_part(&w, &d, i);
        assert_uint_in_range(part.arrays * part.count, 1, MOST);
        assert_true(part.array + part.arrays <= arrays);
        assert_true(part.first + part.count <= points * per_point);
        elements += part.arrays * part.count;
    }
    assert_int_equal(elements, points * per_point * arrays);
}

TEST(parts_hold_all_samples_once) {
    assert_divided(20, 20000, 5, 6);
    assert_divided(1, 1, 1, 1);
    assert_divided(1000, 5000, 3, 1000);
    assert_divided(7, MOST, 1, 1);
    assert_divided(7, MOST + 1, 1, 1);
    assert_divided(3, 3 * MOST + 5, 4, 2);
    assert_divided(3, MOST / 2, 5, 1);
}

TEST(parts_are_whole_steps_where_these_fit) {
    struct window w = window_of(100, 1000, 5);
    assert_int_equal(window_divide(&w, 7, 0).points % 7, 0);
    w = window_of(100, 20000, 5);
    assert_int_equal(window_divide(&w, 6, 0).points, 6);
    assert_int_equal(window_divide(&w, 1000, 0).points, MOST / (20000 * 5));
}

TEST(points_larger_than_a_window_are_sliced) {
    struct window w = window_of(2, MOST, 1);
    assert_int_equal(window_divide(&w, 1, 0).slices, 0);
    w = window_of(2, MOST + 1, 1);
    assert_int_equal(window_divide(&w, 1, 0).slices, 2);
    assert_int_equal(window_divide(&w, 1, 0).count, 4);
}

/* Of the details of a sample that there are, the first of the first series and none of the second.
 */
static void assert_parts_of_series(const struct window *w) {
    struct window_division d = window_divide(w, 1, 1);
    size_t rounds = w->whole->points / d.points + (w->whole->points % d.points != 0), points = 0;
    assert_int_equal(d.series, 2);
    assert_int_equal(d.slices, 0);
    assert_int_equal(d.count, 2 * rounds);
    for (size_t i = 0; i < d.count; i++) {
        struct window_part part = window_part(w, &d, i);
        assert_int_equal(part.series, i % 2);
        assert_int_equal(part.array, i % 2 ? 2 : 0);
        assert_int_equal(part.arrays, i % 2 ? 1 : 2);
        assert_int_equal(part.first, points * w->per_point);
        points += i % 2 ? part.count / w->per_point : 0;
    }
    assert_int_equal(points, w->whole->points);
}

SOAK_TEST(parts_may_be_of_one_series) {
    static const char *const libraries[] = {"openblas", "blis"};
    static const struct {
        size_t seeds;
        int is_by_series;
    } cases[] = {{20000, 1}, {MOST / 6, 1}, {MOST / 3, 0}, {2, 0}};
    const struct detail_set has[2] = {{{1, 0}}, {{0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = run_new();
        struct window w = {.whole =
                               sample_measurement(run, "axpy", 7, 3, cases[i].seeds, libraries, 2),
                           .has = has};
        assert_int_equal(window_open(&w, NULL), 0);
        if (cases[i].is_by_series)
            assert_parts_of_series(&w);
        else
            assert_int_equal(window_divide(&w, 1, 1).series, 0);
        window_close(&w);
        run_free(run);
    }
}

TEST(arrays_that_are_not_placed_are_not_shown) {
    static const char *const libraries[] = {"openblas", "blis"};
    const struct detail_set has[2] = {{{0, 0}}, {{0, 0}}};
    struct run *run = run_new();
    struct window w = {.whole = sample_measurement(run, "axpy", 4, 3, 2, libraries, 2), .has = has};
    double values[12];
    assert_int_equal(window_open(&w, NULL), 0);
    window_place(&w, 1, 1, 2, values);
    window_move(&w, 2, 2);
    assert_null(w.shown.series[0].seconds);
    assert_ptr_equal(w.shown.series[1].seconds, values);
    assert_int_equal(w.shown.sizes[0], w.whole->sizes[2]);
    window_close(&w);
    run_free(run);
}

TEST(a_window_shows_its_points_only) {
    static const char *const libraries[] = {"openblas", "blis"};
    const struct detail_set has[2] = {{{0, 0}}, {{0, 0}}};
    struct run *run = run_new();
    struct measurement *m = sample_measurement(run, "axpy", 4, 3, 2, libraries, 2);
    struct window w = {.whole = m, .has = has};
    double values[24];
    assert_int_equal(window_open(&w, NULL), 0);
    assert_int_equal(w.arrays, 2);
    assert_int_equal(w.per_point, 6);
    window_place(&w, 0, 2, 2, values);
    window_move(&w, 1, 2);
    assert_int_equal(w.shown.points, 2);
    assert_int_equal(w.shown.sizes[0], m->sizes[1]);
    assert_ptr_equal(w.shown.series[0].seconds, values);
    assert_ptr_equal(w.shown.series[1].seconds, values + 12);
    assert_ptr_equal(w.shown.series[1].status, m->series[1].status + 1);
    window_close(&w);
    run_free(run);
}
