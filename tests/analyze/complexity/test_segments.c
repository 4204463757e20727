/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/complexity/segments.h"
#include "tests/analyze/close.h"
#include "tests/analyze/normal.h"
#include "tests/test.h"

enum { MOST = 60 };

/* N points over e^14 of sizes, of exponent 1, then 1.5 from e^BREAK on, with so much SCATTER. */
struct made {
    double x[MOST], y[MOST];
    struct power_points points;
};

static void make(struct made *made, size_t n, double at, double scatter, unsigned short seed[3]) {
    for (size_t i = 0; i < n; i++) {
        double x = 14 * (double)i / (double)(n - 1);
        made->x[i] = x;
        made->y[i] = -20 + x + 0.5 * fmax(0, x - at) + (scatter > 0 ? scatter * normal(seed) : 0);
    }
    made->points = (struct power_points){made->x, made->y, n};
}

static struct segments pieces_of(const struct made *made) {
    struct segments pieces;
    segments_fit(&made->points, 0.005, 0.95, &pieces, NULL);
    return pieces;
}

TEST(an_exact_power_law_is_one_piece) {
    struct made made;
    for (size_t n = 2; n <= MOST; n++) {
        make(&made, n, 99, 0, NULL);
        struct segments pieces = pieces_of(&made);
        assert_int_equal(pieces.count, 1);
        assert_int_equal(pieces.outliers, 0);
        assert_close(pieces.items[0].law.exponent.estimate, 1, 1e-12);
        assert_close(pieces.items[0].from, 1, 1e-12);
        assert_close(log(pieces.items[0].to), 14, 1e-12);
    }
}

TEST(a_break_at_a_size_is_found_there) {
    struct made made;
    make(&made, 29, 7, 0, NULL);
    struct segments pieces = pieces_of(&made);
    assert_int_equal(pieces.count, 2);
    assert_close(log(pieces.items[0].to), 7, 1e-12);
    assert_true(pieces.items[1].from == pieces.items[0].to);
    assert_close(pieces.items[0].law.exponent.estimate, 1, 1e-12);
    assert_close(pieces.items[1].law.exponent.estimate, 1.5, 1e-12);
    assert_close(pieces.scatter, 0, 1e-12);
}

/* At 14 / 28 * 14.5 = 7.25, half way between the 15th point and the 16th. */
TEST(a_break_between_sizes_is_found_between_them) {
    struct made made;
    make(&made, 29, 7.25, 0, NULL);
    struct segments pieces = pieces_of(&made);
    assert_int_equal(pieces.count, 2);
    assert_close(log(pieces.items[0].to), 7.25, 1e-12);
    assert_int_equal(pieces.items[0].law.points + pieces.items[1].law.points, 29);
}

TEST(two_breaks_are_found_both) {
    unsigned short seed[3] = {1, 2, 3};
    struct made made;
    make(&made, 29, 4, 0.02, seed);
    for (size_t i = 0; i < 29; i++)
        made.y[i] += 0.8 * fmax(0, made.x[i] - 10);
    struct segments pieces = pieces_of(&made);
    assert_int_equal(pieces.count, 3);
    assert_close(log(pieces.items[0].to), 4, 0.5);
    assert_close(log(pieces.items[1].to), 10, 0.5);
    assert_close(pieces.items[2].law.exponent.estimate, 2.3, 0.05);
}

/* Wherever it is: in 95 of 100 cases or more, as where none is wild. */
TEST(one_wild_point_makes_no_break) {
    enum { TRIALS = 200 };
    unsigned short seed[3] = {1, 2, 3};
    int whole = 0;
    for (size_t t = 0; t < TRIALS; t++) {
        struct made made;
        make(&made, 25, 99, 0.02, seed);
        made.y[t % 25] += 2.3;
        struct segments pieces = pieces_of(&made);
        whole += pieces.count == 1 && fabs(pieces.items[0].law.exponent.estimate - 1) < 0.01;
    }
    assert_true(whole >= 0.95 * TRIALS);
}

TEST(a_wild_point_is_left_out_and_counted) {
    unsigned short seed[3] = {1, 2, 3};
    struct made made;
    make(&made, 25, 7, 0.02, seed);
    made.y[4] += 2.3;
    struct segments pieces = pieces_of(&made);
    assert_int_equal(pieces.outliers, 1);
    assert_int_equal(pieces.count, 2);
    assert_true(pieces.scatter < 0.03);
    unsigned char is_outlier[25];
    segments_fit(&made.points, 0.005, 0.95, &pieces, is_outlier);
    for (size_t i = 0; i < 25; i++)
        assert_int_equal(is_outlier[i], i == 4);
}

/* As where the largest two sizes are out of cache. */
TEST(points_that_lie_off_side_by_side_are_not_left_out) {
    unsigned short seed[3] = {1, 2, 3};
    struct made made;
    make(&made, 25, 99, 0.02, seed);
    made.y[23] += 1;
    made.y[24] += 1;
    assert_int_equal(pieces_of(&made).outliers, 0);
}

/* 2 % scatter, 9 to 25 sizes: no break in 95 of 100 smooth power laws or more. */
TEST(a_smooth_power_law_is_left_whole) {
    enum { TRIALS = 300 };
    unsigned short seed[3] = {7, 8, 9};
    static const size_t counts[] = {9, 16, 25};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        int whole = 0;
        for (int t = 0; t < TRIALS; t++) {
            struct made made;
            make(&made, counts[c], 99, 0.02, seed);
            whole += pieces_of(&made).count == 1;
        }
        if (whole < 0.95 * TRIALS)
            fail_msg("%zu points: %d of %d are whole", counts[c], whole, TRIALS);
    }
}

TEST(a_break_is_found_in_scatter_and_its_exponents_covered) {
    enum { TRIALS = 200 };
    unsigned short seed[3] = {4, 5, 6};
    int found = 0, covered = 0;
    for (int t = 0; t < TRIALS; t++) {
        struct made made;
        make(&made, 25, 7, 0.02, seed);
        struct segments pieces = pieces_of(&made);
        if (pieces.count != 2)
            continue;
        found += fabs(log(pieces.items[0].to) - 7) < 14.0 / 24;
        covered += pieces.items[1].law.exponent.low <= 1.5 && //
                   1.5 <= pieces.items[1].law.exponent.high;
    }
    assert_true(found >= 0.95 * TRIALS);
    assert_true(covered >= 0.92 * found);
}

/* Of fewer than 9 points none can have 5 on either side. */
TEST(too_few_points_have_no_break) {
    struct made made;
    make(&made, 8, 7, 0, NULL);
    assert_int_equal(pieces_of(&made).count, 1);
    make(&made, 9, 7, 0, NULL);
    assert_int_equal(pieces_of(&made).count, 2);
    make(&made, 4, 7, 0, NULL);
    assert_true(isnan(pieces_of(&made).scatter));
}

TEST(one_point_is_no_piece) {
    struct made made = {.x = {0}, .y = {0}};
    for (size_t n = 0; n < 2; n++) {
        made.points = (struct power_points){made.x, made.y, n};
        struct segments pieces = pieces_of(&made);
        assert_int_equal(pieces.count, 0);
        assert_true(isnan(pieces.scatter));
    }
}

/* What is 2 % off one line is no bend where 5 % is as good as none. */
TEST(what_is_below_the_floor_makes_no_break) {
    struct made made;
    struct segments pieces;
    make(&made, 25, 99, 0, NULL);
    for (size_t i = 12; i < 25; i++)
        made.y[i] += 0.01 * (made.x[i] - 7);
    segments_fit(&made.points, 0.05, 0.95, &pieces, NULL);
    assert_int_equal(pieces.count, 1);
    segments_fit(&made.points, 0.0005, 0.95, &pieces, NULL);
    assert_int_equal(pieces.count, 2);
}
