/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/crossover.h"
#include "tests/analyze/close.h"
#include "tests/analyze/normal.h"
#include "tests/test.h"

enum { ROUNDS = 5, MOST = 8 };

static struct student at_95_percent(void) {
    struct student student;
    student_init(&student, 0.95);
    return student;
}

/* --- two libraries --- */

/* Both scatter by 10 % together: each interval alone is wide, that of their difference is not.
 * Differences 0.10, 0.11, 0.12: t(2) = 4.302652729911275, sd / sqrt(3) = 0.01 / sqrt(3). */
TEST(what_two_libraries_have_in_common_drops_out) {
    struct student student = at_95_percent();
    const double a[] = {0.10, 0.31, -0.08}, b[] = {0, 0.20, -0.20};
    struct interval log_ratio = crossing_log_ratio(a, b, 3, &student);
    assert_close(log_ratio.estimate, 0.11, 1e-15);
    assert_close(log_ratio.high - 0.11, 4.302652729911275 * 0.01 / sqrt(3), 1e-12);
    assert_close(0.11 - log_ratio.low, 4.302652729911275 * 0.01 / sqrt(3), 1e-12);
}

TEST(a_round_that_either_lacks_does_not_count) {
    struct student student = at_95_percent();
    const double a[] = {1, NAN, 3, 1}, b[] = {0, 5, NAN, 0};
    struct interval log_ratio = crossing_log_ratio(a, b, 4, &student);
    assert_close(log_ratio.estimate, 1, 1e-15);
    assert_close(log_ratio.low, 1, 1e-15);
}

TEST(one_round_has_no_interval_and_none_no_ratio) {
    struct student student = at_95_percent();
    const double a[] = {1, NAN}, b[] = {0, NAN};
    struct interval log_ratio = crossing_log_ratio(a, b, 2, &student);
    assert_true(log_ratio.estimate == 1 && isnan(log_ratio.low) && isnan(log_ratio.high));
    assert_true(isnan(crossing_log_ratio(a + 1, b + 1, 1, &student).estimate));
}

/* --- ranks --- */

static void expect_ranks(const double *round_means, size_t libraries, size_t rounds, double noise,
                         const enum crossing_rank *wanted) {
    struct student student = at_95_percent();
    struct crossing_size size = {.round_means = round_means,
                                 .libraries = libraries,
                                 .rounds = rounds,
                                 .margin = noise,
                                 .reference = libraries};
    enum crossing_rank ranks[MOST];
    crossing_rank(&size, &student, ranks);
    for (size_t l = 0; l < libraries; l++)
        if (ranks[l] != wanted[l])
            fail_msg("library %zu has rank %d, not %d", l, ranks[l], wanted[l]);
}

/* The reference, a slower one, two that are faster and differ by less than their scatter. */
static const double four[] = {
    0,     0,     0,     //
    0.50,  0.51,  0.52,  //
    -0.30, -0.31, -0.32, //
    -0.31, -0.30, -0.33, //
};

TEST(who_is_not_shown_to_be_slower_may_be_the_fastest) {
    expect_ranks(four, 4, 3, 0,
                 (enum crossing_rank[]){CROSSING_SLOWER, CROSSING_SLOWER, CROSSING_NOT_SHOWN_SLOWER,
                                        CROSSING_FASTEST});
}

/* Each lies within 3 % around 0 with the rest, but 2 % apart from each other in every round. */
TEST(pairs_tell_apart_what_the_reference_does_not) {
    const double means[] = {0, 0, 0, 0.03, -0.04, 0.02, 0.051, -0.02, 0.041};
    expect_ranks(
        means, 3, 3, 0,
        (enum crossing_rank[]){CROSSING_FASTEST, CROSSING_NOT_SHOWN_SLOWER, CROSSING_SLOWER});
    expect_ranks(means + 3, 2, 3, 0, (enum crossing_rank[]){CROSSING_FASTEST, CROSSING_SLOWER});
}

TEST(within_the_noise_nobody_is_shown_to_be_slower) {
    expect_ranks(four, 4, 3, 0.40,
                 (enum crossing_rank[]){CROSSING_NOT_SHOWN_SLOWER, CROSSING_SLOWER,
                                        CROSSING_NOT_SHOWN_SLOWER, CROSSING_FASTEST});
    expect_ranks(four, 2, 3, NAN, (enum crossing_rank[]){CROSSING_FASTEST, CROSSING_SLOWER});
}

TEST(who_was_not_measured_has_no_rank) {
    const double means[] = {NAN, NAN, 1, 1.1, NAN, NAN, 0, 0.1};
    expect_ranks(means, 4, 2, 0,
                 (enum crossing_rank[]){CROSSING_UNKNOWN, CROSSING_SLOWER, CROSSING_UNKNOWN,
                                        CROSSING_FASTEST});
    expect_ranks(means, 1, 2, 0, (enum crossing_rank[]){CROSSING_UNKNOWN});
}

/* The second is the fastest of round 1, the third lacks that round. */
TEST(libraries_are_compared_in_the_rounds_they_share) {
    const double means[] = {-2.0, 0.1, 0.11, -2.1, 0, 0.01, NAN, -0.5, -0.51};
    expect_ranks(means, 3, 3, 0,
                 (enum crossing_rank[]){CROSSING_SLOWER, CROSSING_SLOWER, CROSSING_FASTEST});
}

TEST(of_equal_libraries_the_first_is_named) {
    const double means[] = {1, 2, 1, 2};
    expect_ranks(means, 2, 2, 0,
                 (enum crossing_rank[]){CROSSING_FASTEST, CROSSING_NOT_SHOWN_SLOWER});
}

TEST(confidence_is_shared_by_the_comparisons) {
    assert_close(crossing_confidence(0.95, 1), 0.95, 1e-15);
    assert_close(crossing_confidence(0.95, 5), 0.99, 1e-15);
    assert_close(crossing_confidence(0.95, 0), 0.95, 1e-15);
}

/* --- many libraries --- */

enum { CROWD = 60, TABLES = 4000 };

static double uniform(void) {
    return rand() / (RAND_MAX + 1.0);
}

static struct welch_side side_around(double mean, size_t units, double scatter) {
    return welch_side_of(units ? mean : NAN, units > 1 ? scatter * uniform() : NAN, units);
}

/* A made-up size: unpaired or not, of one round or of many, with verdicts or without. */
static void make_up(struct crossing_size *size, struct unpaired *sides, struct row *rows,
                    double *means, int8_t *shown) {
    static const double scatters[] = {0, 1e-6, 0.01, 0.2};
    double scatter = scatters[rand() % 4], step = rand() % 2 ? 0.05 : 0;
    int rounds = rand() % 3, samples = 1 + rand() % 4;
    size_t libraries = 1 + (size_t)rand() % CROWD;
    *size = (struct crossing_size){.round_means = means,
                                   .libraries = libraries,
                                   .rounds = 1,
                                   .margin = rand() % 3 ? 0.02 * uniform() : NAN,
                                   .margin_alone = 0.1 * uniform(),
                                   .shown = rand() % 2 ? shown : NULL,
                                   .reference = (size_t)rand() % (libraries + 1),
                                   .rows = rand() % 8 ? rows : NULL,
                                   .sides = rand() % 3 ? sides : NULL};
    for (size_t l = 0; l < libraries; l++) {
        double mean = uniform();
        size_t units = (size_t)(samples + (rand() % 4 ? 0 : rand() % 9));
        mean = step > 0 ? floor(mean / step) * step : mean;
        sides[l].samples = side_around(mean, rand() % 20 ? units : 0, scatter);
        sides[l].rounds =
            side_around(mean + 0.01 * uniform(),
                        rounds == 0 ? 1 : (size_t)(1 + rand() % (2 * rounds)), scatter);
        rows[l] = (struct row){.rounds = 1, .typical = sides[l].samples};
        means[l] = rand() % 20 ? mean : NAN;
        shown[l] = (int8_t)(l == size->reference ? 0 : rand() % 3 - 1);
    }
}

/* A library is slower if it is shown to be slower than any. */
TEST(ranks_of_a_crowd_are_those_of_all_its_pairs) {
    static struct unpaired sides[CROWD];
    static struct row rows[CROWD];
    static double means[CROWD];
    static int8_t shown[CROWD];
    static const double confidences[] = {0.5, 0.95, 0.9999, 1 - 1e-9};
    struct crossing_size size;
    size_t counts[CROSSING_SLOWER + 1] = {0};
    srand(5);
    for (int t = 0; t < TABLES; t++) {
        enum crossing_rank ranks[CROWD];
        struct student student;
        make_up(&size, sides, rows, means, shown);
        student_init(&student, confidences[rand() % 4]);
        crossing_rank(&size, &student, ranks);
        for (size_t l = 0; l < size.libraries; l++) {
            int is_slower = 0;
            for (size_t other = 0; other < size.libraries && !is_slower; other++)
                is_slower = other != l && crossing_shown(&size, l, other, &student) > 0;
            counts[ranks[l]]++;
            if (ranks[l] == CROSSING_SLOWER || ranks[l] == CROSSING_NOT_SHOWN_SLOWER)
                if (is_slower != (ranks[l] == CROSSING_SLOWER))
                    fail_msg("table %d, library %zu of %zu: rank %d", t, l, size.libraries,
                             ranks[l]);
        }
    }
    assert_true(counts[CROSSING_SLOWER] > TABLES && counts[CROSSING_NOT_SHOWN_SLOWER] > TABLES);
}

/* --- with verdicts --- */

/* The reference, one that is slower by 2 %, two that are faster by 2 and by 4 %, and a fifth like
 * the reference, all with hardly any scatter. */
static const double five[] = {0,     0,     0,      //
                              0.020, 0.021, 0.020,  //
                              -0.02, -0.02, -0.021, //
                              -0.04, -0.04, -0.041, //
                              0.001, 0.001, 0};

static void expect_shown(const int8_t *shown, const enum crossing_rank *wanted) {
    struct student student = at_95_percent();
    struct crossing_size size = {.round_means = five, .libraries = 5, .rounds = 3, .shown = shown};
    enum crossing_rank ranks[MOST];
    crossing_rank(&size, &student, ranks);
    for (size_t l = 0; l < 5; l++)
        if (ranks[l] != wanted[l])
            fail_msg("library %zu has rank %d, not %d", l, ranks[l], wanted[l]);
}

#define F CROSSING_FASTEST
#define N CROSSING_NOT_SHOWN_SLOWER
#define S CROSSING_SLOWER

/* Whatever intervals say. */
TEST(where_no_verdict_shows_anything_nobody_is_slower) {
    expect_shown((int8_t[]){0, 0, 0, 0, 0}, (enum crossing_rank[]){N, N, N, F, N});
}

TEST(who_is_slower_than_the_reference_is_not_the_fastest) {
    expect_shown((int8_t[]){0, 1, 0, 0, 0}, (enum crossing_rank[]){N, S, N, F, N});
}

/* The reference by the verdict, the others by their intervals: -0.02 is not near -0.04. */
TEST(whom_the_reference_is_slower_than_beats_others_by_intervals) {
    expect_shown((int8_t[]){0, 0, 0, -1, 0}, (enum crossing_rank[]){S, S, S, F, S});
    expect_shown((int8_t[]){0, 1, -1, -1, 0}, (enum crossing_rank[]){S, S, S, F, S});
}

TEST(what_two_verdicts_show_needs_no_interval) {
    struct student student = at_95_percent();
    const double alike[] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    const int8_t shown[] = {0, 1, -1};
    struct crossing_size size = {.round_means = alike, .libraries = 3, .rounds = 3, .shown = shown};
    assert_int_equal(crossing_shown(&size, 1, 2, &student), 1);
    assert_int_equal(crossing_shown(&size, 2, 1, &student), -1);
    assert_int_equal(crossing_shown(&size, 0, 1, &student), -1);
    assert_int_equal(crossing_shown(&size, 0, 2, &student), 1);
}

/* --- crossings --- */

static struct crossing_point point(double size, double centre, double half) {
    return (struct crossing_point){size, centre, (centre > half) - (centre < -half)};
}

/* From 0.2 at e^4 to -0.1 at e^7 the line passes 0 two thirds of the way, at e^6. */
TEST(a_crossing_lies_where_the_line_over_ln_size_passes_0) {
    struct crossing_point points[] = {point(exp(3), 0.3, 0.1), point(exp(4), 0.2, 0.1),
                                      point(exp(7), -0.1, 0.05), point(exp(8), -0.3, 0.1)};
    struct crossing crossings[MOST];
    assert_int_equal(crossing_find(points, 4, crossings, MOST), 1);
    assert_close(log(crossings[0].size.estimate), 6, 1e-13);
    assert_close(log(crossings[0].size.low), 4, 1e-14);
    assert_close(log(crossings[0].size.high), 7, 1e-14);
    assert_true(crossings[0].a_overtakes);
}

TEST(undecided_sizes_widen_the_range) {
    struct crossing_point points[] = {point(10, -0.2, 0.1), point(20, -0.05, 0.1),
                                      point(40, 0.05, 0.1), point(80, 0.2, 0.1)};
    struct crossing crossings[MOST];
    assert_int_equal(crossing_find(points, 4, crossings, MOST), 1);
    assert_true(crossings[0].size.low == 10 && crossings[0].size.high == 80);
    assert_close(crossings[0].size.estimate, sqrt(20 * 40), 1e-12);
    assert_false(crossings[0].a_overtakes);
}

TEST(what_passes_0_more_than_once_is_only_a_range) {
    struct crossing_point points[] = {point(10, -0.2, 0.1), point(20, 0.05, 0.1),
                                      point(40, -0.05, 0.1), point(80, 0.2, 0.1)};
    struct crossing crossings[MOST];
    assert_int_equal(crossing_find(points, 4, crossings, MOST), 1);
    assert_true(isnan(crossings[0].size.estimate));
    assert_true(crossings[0].size.low == 10 && crossings[0].size.high == 80);
}

TEST(a_size_that_was_not_measured_in_between_leaves_a_range) {
    struct crossing_point points[] = {point(10, -0.2, 0.1), point(20, NAN, NAN),
                                      point(40, 0.2, 0.1)};
    struct crossing crossings[MOST];
    assert_int_equal(crossing_find(points, 3, crossings, MOST), 1);
    assert_true(isnan(crossings[0].size.estimate));
}

TEST(what_was_not_shown_does_not_cross) {
    struct crossing_point undecided[] = {point(10, -0.2, 0.1), point(20, 0.05, 0.1),
                                         point(40, 0.2, 0.3)};
    struct crossing_point back[] = {point(10, -0.2, 0.1), point(20, 0.05, 0.1),
                                    point(40, -0.2, 0.1)};
    struct crossing_point single_round[] = {point(10, -0.2, NAN), point(20, 0.2, NAN)};
    struct crossing crossings[MOST];
    assert_int_equal(crossing_find(undecided, 3, crossings, MOST), 0);
    assert_int_equal(crossing_find(back, 3, crossings, MOST), 0);
    assert_int_equal(crossing_find(single_round, 2, crossings, MOST), 0);
    assert_int_equal(crossing_find(undecided, 1, crossings, MOST), 0);
    assert_int_equal(crossing_find(undecided, 0, crossings, MOST), 0);
}

TEST(each_of_several_crossings_is_told_as_far_as_there_is_room) {
    struct crossing_point points[] = {point(1, -1, 0.1), point(2, 1, 0.1), point(4, -1, 0.1),
                                      point(8, 1, 0.1)};
    struct crossing crossings[MOST] = {0};
    assert_int_equal(crossing_find(points, 4, crossings, 2), 3);
    assert_true(!crossings[0].a_overtakes && crossings[1].a_overtakes);
    assert_close(crossings[1].size.estimate, sqrt(8), 1e-14);
    assert_true(crossings[2].size.low == 0);
}
