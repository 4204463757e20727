/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/diagnostics/modes.h"
#include "tests/analyze/close.h"
#include "tests/analyze/modal_cells.h"
#include "tests/test.h"

enum { MOST = 100000 };

static double seconds[MOST];
static struct modes_workspace workspace;

static struct modes modes_of(const double *samples, size_t rounds, size_t seeds) {
    return modes_of_cell(&(struct modes_samples){samples, rounds, seeds}, &workspace);
}

static double called(const struct modal *like, size_t rounds, size_t seeds, int times) {
    const size_t extent[2] = {rounds, seeds};
    return (double)modal_called(like, extent, times, 0.05, seconds) / times;
}

/* --- one mode --- */

static modal_draw *const draws[] = {noise_normal, modal_uniform, modal_exponential, modal_skewed,
                                    modal_very_skewed};

/* What 5 % of N exceed once in 30 thousand. */
static double limit(int n) {
    return 0.05 + 4 * sqrt(0.05 * 0.95 / n);
}

/* More of it in tests/soak/modes.c. */
TEST(one_mode_is_seldom_called_several) {
    static const double ticks[] = {0, 0.1, 1, 3};
    static const struct {
        size_t rounds, seeds;
        int times;
    } cells[] = {{1, 8, 200}, {1, 50, 200}, {2, 5, 200},  {5, 8, 200},
                 {5, 40, 60}, {20, 7, 100}, {100, 5, 40}, {1000, 2, 4}};
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (size_t d = 0; d < sizeof draws / sizeof *draws; d++)
            for (size_t t = 0; t < 4; t++) {
                struct modal like = {draws[d], t % 2 ? 5 : 0, ticks[t], 0, 0, 0};
                assert_true(called(&like, cells[c].rounds, cells[c].seeds, cells[c].times) <=
                            limit(cells[c].times));
            }
}

/* Numbers at the same ranks of every round builder by themselves. */
TEST(nor_is_it_in_many_large_rounds) {
    static const size_t cells[][2] = {{100, 1000}, {1000, 40}, {1000, 8}};
    for (size_t c = 0; c < 3; c++)
        for (size_t d = 0; d < sizeof draws / sizeof *draws; d++) {
            struct modal like = {draws[d], 1, 0, 0, 0, 0};
            assert_true(called(&like, cells[c][0], cells[c][1], 3) < 0.7);
        }
}

/* --- two --- */

TEST(two_modes_are_found) {
    static const struct {
        struct modal like;
        size_t rounds, seeds;
        double least;
    } cells[] = {
        {{noise_normal, 5, 0.5, 0, 8, 0.5}, 1, 100, 0.95},
        {{noise_normal, 5, 0, 0, 8, 0.5}, 5, 20, 0.9},
        {{noise_normal, 20, 0, 0, 6, 0.5}, 5, 40, 0.9},
        {{noise_normal, 20, 0, 0, 8, 0.2}, 5, 40, 0.9},
        {{noise_normal, 5, 0, 0, 4, 0.5}, 100, 40, 0.9},
        {{noise_normal, 5, 0, 0, 6, 0.2}, 100, 40, 0.9},
        {{noise_normal, 5, 0, 0, 8, 0.2}, 100, 8, 0.9},
        {{noise_normal, 0, 0, 0, 8, 0.5}, 100, 1, 0.9},
    };
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        assert_true(called(&cells[c].like, cells[c].rounds, cells[c].seeds, 40) >= cells[c].least);
}

/* --- groups of rounds --- */

static double groups_of(size_t rounds, size_t seeds) {
    return modes_of_rounds(&(struct modes_samples){seconds, rounds, seeds}, &workspace).p_value;
}

/* Rounds that differ as LEVEL draws, with SEEDS samples each that differ less. */
static double grouped(modal_draw *level, size_t rounds, size_t seeds, double apart, int times) {
    unsigned short seed[3] = {1, 2, 3};
    int called = 0;
    for (int t = 0; t < times; t++) {
        for (size_t r = 0; r < rounds; r++) {
            double round = 100 + level(seed) + (r % 5 < 2 ? apart : 0);
            for (size_t k = 0; k < seeds; k++)
                seconds[r * seeds + k] = round + 0.3 * noise_normal(seed);
        }
        called += groups_of(rounds, seeds) <= 0.05;
    }
    return (double)called / times;
}

TEST(rounds_of_one_kind_are_seldom_called_groups) {
    static const size_t rounds[] = {6, 8, 12, 50};
    for (size_t d = 0; d < sizeof draws / sizeof *draws; d++)
        for (size_t r = 0; r < 4; r++)
            assert_true(grouped(draws[d], rounds[r], 4, 0, 400) <= limit(400));
}

TEST(groups_of_rounds_are_found) {
    assert_true(grouped(noise_normal, 8, 8, 30, 200) >= 0.9);
    assert_true(grouped(noise_normal, 12, 8, 10, 200) >= 0.9);
    assert_true(grouped(noise_normal, 50, 2, 6, 100) >= 0.9);
}

/* Each sample is slow or fast by itself, so that the medians of rounds jump: no round keeps a
 * speed. SLOW: the part of samples that are slow. */
static double groups_of_single_samples(size_t rounds, size_t seeds, double slow, int times) {
    unsigned short seed[3] = {(unsigned short)rounds, (unsigned short)seeds, 9};
    int called = 0;
    for (int i = 0; i < times; i++) {
        for (size_t k = 0; k < rounds * seeds; k++)
            seconds[k] = 100 + noise_normal(seed) + (erand48(seed) < slow ? 100 : 0);
        called += groups_of(rounds, seeds) <= 0.05;
    }
    return (double)called / times;
}

TEST(samples_that_draw_their_group_by_themselves_are_no_groups) {
    static const size_t rounds[] = {6, 12, 30, 100}, seeds[] = {2, 3, 5, 8, 40};
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++)
        for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++)
            for (double slow = 0.3; slow < 0.8; slow += 0.2)
                assert_true(groups_of_single_samples(rounds[r], seeds[s], slow, 100) <= limit(100));
}

TEST(few_rounds_have_no_groups) {
    for (int i = 0; i < 10; i++)
        seconds[i] = i < 4 ? 1 : 2;
    assert_true(groups_of(5, 2) == 1);
    assert_true(groups_of(10, 1) == 1);
    for (int i = 0; i < 24; i++)
        seconds[i] = i % 3 ? 100 + i * 1e-3 : NAN;
    assert_true(groups_of(8, 3) > 0.05);
}

TEST(rounds_that_differ_are_no_modes) {
    unsigned short seed[3] = {1, 1, 1};
    for (int i = 0; i < 400; i++)
        seconds[i] = 100 + noise_normal(seed) + (i < 200 ? 0 : 20);
    assert_true(modes_of(seconds, 1, 400).p_value < 1e-4);
    assert_true(modes_of(seconds, 4, 100).p_value > 0.5);
    assert_true(modes_of(seconds, 400, 1).p_value < 1e-4);
}

/* A rhythm of the samples is neither missed nor taken for all of them. */
TEST(every_fourth_sample_is_seen) {
    unsigned short seed[3] = {1, 1, 2};
    for (int i = 0; i < MOST; i++)
        seconds[i] = (100 + noise_normal(seed)) * (i % 4 ? 1 : 2);
    for (size_t rounds = 1; rounds <= 1000; rounds *= 10)
        assert_true(modes_of(seconds, rounds, MOST / rounds).p_value < 1e-4);
}

/* --- large and small --- */

TEST(of_many_samples_so_many_are_taken) {
    unsigned short seed[3] = {1, 2, 1};
    for (int i = 0; i < MOST; i++)
        seconds[i] = 100 + noise_normal(seed);
    assert_int_equal(modes_of(seconds, 1, MOST).n, MODES_MOST);
    assert_int_equal(modes_of(seconds, 5, MOST / 5).n, MODES_MOST);
    assert_int_equal(modes_of(seconds, MOST / 20, 20).n, MODES_MOST);
    assert_int_equal(modes_of(seconds, MOST / 5, 5).n, MODES_MOST);
    assert_int_equal(modes_of(seconds, MOST, 1).n, MODES_MOST);
    assert_int_equal(modes_of(seconds, 1001, 7).n, 7 * (MODES_MOST / 7));
}

/* Libraries may have fewer rounds and samples than there is room for. */
TEST(rounds_without_samples_are_passed_over) {
    unsigned short seed[3] = {1, 2, 3};
    double few[8];
    for (int i = 0; i < 1000 * 40; i++)
        seconds[i] = NAN;
    for (int i = 0; i < 5 * 8; i++)
        seconds[40 * (200 * (i / 8) + 7) + i % 8] = noise_normal(seed);
    assert_int_equal(modes_of(seconds, 1000, 40).n, 40);
    for (int i = 0; i < 8; i++)
        few[i] = i < 6 ? NAN : i;
    assert_int_equal(modes_of(few, 4, 2).n, 0);
    few[6] = NAN;
    assert_int_equal(modes_of(few, 4, 2).n, 1);
}

TEST(what_is_not_finite_is_passed_over) {
    double x[] = {1, NAN, 1.1, INFINITY, 1.2, 1.3, 5, 5.1, 5.2, 5.3, -INFINITY};
    struct modes modes = modes_of(x, 1, 11);
    assert_int_equal(modes.n, 8);
    /* R, package diptest: dip(x) without them. They are taken for readings of a clock. */
    assert_close(modes.dip, 0.23125, 0.005);
}

TEST(few_or_equal_samples_say_nothing) {
    double same[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, pairs[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    for (size_t n = 0; n <= 10; n++) {
        struct modes modes = modes_of(same, 1, n);
        assert_true(isnan(modes.dip) == (n < MODES_FEWEST && n != 1));
        assert_true(isnan(modes.dip) || modes.p_value == 1);
    }
    assert_true(modes_of(pairs, 1, 10).p_value > 0.05);
    assert_int_equal(modes_of(same, 5, 2).n, 0);
    assert_true(isnan(modes_of(same, 0, 0).p_value));
}

TEST(negative_samples_have_modes_too) {
    double x[] = {-5.3, -5.2, -5.1, -5, -1.3, -1.2, -1.1, -1};
    assert_close(modes_of(x, 1, 8).dip, 0.23125, 0.005);
}

TEST(the_same_samples_are_judged_the_same) {
    struct modal like = {noise_normal, 1, 0.5, 0, 4, 0.5};
    unsigned short seed[3] = {4, 2, 1};
    for (size_t r = 0; r < 100; r++)
        modal_round(&like, 100, seed, seconds + 100 * r);
    struct modes one = modes_of(seconds, 100, 100), other = modes_of(seconds, 100, 100);
    assert_memory_equal(&one, &other, sizeof one);
}
