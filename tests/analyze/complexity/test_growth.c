/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/complexity/growth.h"
#include "tests/analyze/close.h"
#include "tests/analyze/growth_series.h"
#include "tests/test.h"

enum { MOST = 1000 };

static struct growth told(const double *sizes, const double *seconds, const double *errors,
                          size_t n) {
    struct growth_curve curve = {.sizes = sizes, .seconds = seconds, .errors = errors, .count = n};
    struct growth growth;
    growth_of(&curve, 0.95, &growth);
    return growth;
}

static void words_are(const struct growth *growth, const char *words) {
    char text[512] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    growth_words_law(growth, QUANTITY_SECONDS, file);
    fclose(file);
    assert_string_equal(text, words);
}

/* --- points --- */

TEST(law_and_pieces_say_the_same_of_an_exact_law) {
    double sizes[12], seconds[12];
    for (int i = 0; i < 12; i++) {
        sizes[i] = 1 << (11 - i); /* in falling order */
        seconds[i] = 4e-9 * sizes[i] * sizes[i];
    }
    struct growth growth = told(sizes, seconds, NULL, 12);
    assert_string_equal(growth.complexity.fits[0].law, "n²");
    assert_int_equal(growth.complexity.as_good, 1);
    assert_close(growth.complexity.coefficient, 4e-9, 1e-18);
    assert_close(growth.complexity.exponent.estimate, 2, 1e-3);
    assert_int_equal(growth.pieces.count, 1);
    assert_close(growth.pieces.items[0].to, 2048, 1e-9);
    assert_int_equal(growth.points, 12);
    assert_int_equal(growth.complexity.points, 11); /* not 1, where log n is no law */
    assert_int_equal(growth.left_out + growth.thinned, 0);
    words_are(&growth, "quadratic: 4.00 ns × n²");
}

TEST(what_has_no_logarithm_is_left_out_and_counted) {
    const double sizes[] = {0, -3, NAN, INFINITY, 1, 2, 4, 8, 16, 32};
    const double seconds[] = {1, 1, 1, 1, 1, 2, 0, NAN, -1, 32};
    struct growth growth = told(sizes, seconds, NULL, 10);
    assert_int_equal(growth.points, 3);
    assert_int_equal(growth.left_out, 7);
    assert_close(growth.complexity.exponent.estimate, 1, 1e-14);
}

TEST(of_equal_sizes_the_first_one_counts) {
    const double sizes[] = {8, 1, 8, 2}, seconds[] = {8, 1, 999, 2};
    struct growth growth = told(sizes, seconds, NULL, 4);
    assert_int_equal(growth.points, 3);
    assert_int_equal(growth.left_out, 1);
    assert_close(growth.complexity.exponent.estimate, 1, 1e-14);
}

TEST(two_points_have_an_exponent_and_no_more) {
    const double sizes[] = {10, 100}, seconds[] = {1, 1000};
    struct growth growth = told(sizes, seconds, NULL, 2);
    words_are(&growth, "too few sizes for a law, which takes 3 above 1");
    assert_close(growth.complexity.exponent.estimate, 3, 1e-14);
    assert_true(isnan(growth.complexity.exponent.low));
    assert_int_equal(growth.pieces.count, 1);
    assert_int_equal(growth.complexity.as_good, 0);
}

TEST(one_point_and_none_say_nothing) {
    const double sizes[] = {10}, seconds[] = {1};
    for (size_t n = 0; n < 2; n++) {
        struct growth growth = told(sizes, seconds, NULL, n);
        assert_int_equal(growth.points, n);
        assert_true(isnan(growth.complexity.exponent.estimate) &&
                    isnan(growth.complexity.coefficient));
        assert_int_equal(growth.pieces.count, 0);
        assert_int_equal(growth.complexity.as_good, 0);
        assert_true(isnan(growth.complexity.rms));
    }
}

/* Of 3 % and 4 % the rms is 3.5355 %; half a percent is the least. */
TEST(errors_set_the_floor) {
    const double sizes[] = {1, 2, 4}, seconds[] = {1, 2, 4};
    assert_close(told(sizes, seconds, NULL, 3).floor, 0.005, 0);
    assert_close(told(sizes, seconds, (double[]){0.03, NAN, 0.04}, 3).floor, sqrt(0.00125), 1e-15);
    assert_close(told(sizes, seconds, (double[]){1e-5, 1e-5, 1e-5}, 3).floor, 0.005, 0);
    assert_close(told(sizes, seconds, (double[]){NAN, NAN, NAN}, 3).floor, 0.005, 0);
}

TEST(many_points_are_thinned_evenly) {
    double sizes[MOST], seconds[MOST];
    for (int i = 0; i < MOST; i++) {
        sizes[i] = i + 1;
        seconds[i] = 1e-9 * sizes[i];
    }
    struct growth growth = told(sizes, seconds, NULL, MOST);
    assert_int_equal(growth.points, GROWTH_MOST);
    assert_int_equal(growth.thinned, MOST - GROWTH_MOST);
    assert_int_equal(growth.left_out, 0);
    assert_string_equal(growth.complexity.fits[0].law, "n");
    assert_true(growth.pieces.items[0].to > 0.99 * MOST);
}

/* --- laws --- */

/* 1.3 ns an element up to 1 MiB, 4 ns beyond, and 50 ns a call. */
static struct growth stepped(const struct cache_levels *caches, const double *factors) {
    static double sizes[21], seconds[21], bytes[21];
    for (int i = 0; i < 21; i++) {
        sizes[i] = 100 * pow(10, 0.25 * i);
        bytes[i] = 16 * sizes[i];
        double rise = 2.7 * series_risen(SERIES_LOGISTIC, 0.3, log(bytes[i] / (1 << 20)));
        seconds[i] = (50 + sizes[i] * (1.3 + rise)) * 1e-9 * (factors ? factors[i] : 1);
    }
    struct growth_curve curve = {
        .sizes = sizes, .seconds = seconds, .bytes = caches ? bytes : NULL, .count = 21};
    struct growth growth;
    if (caches)
        curve.caches = *caches;
    growth_of(&curve, 0.95, &growth);
    return growth;
}

static const struct cache_levels machine = {{{"L1d", 32 << 10}, {"L2", 1 << 20}, {"L3", 32 << 20}},
                                            3};

TEST(a_step_at_a_cache_is_not_a_law) {
    struct growth growth = stepped(&machine, NULL);
    assert_string_equal(growth.complexity.fits[0].law, "n");
    assert_int_equal(growth.complexity.as_good, 1);
    assert_true(growth.complexity.exponent.low <= 1 && growth.complexity.exponent.high >= 1);
    assert_int_equal(growth.step_count, 1);
    assert_close(growth.steps[0].bytes, 1 << 20, 1 << 17);
    assert_close(growth.steps[0].coefficient, 4e-9, 4e-11);
    assert_string_equal(growth.steps[0].cache, "L2");
    words_are(&growth, "linear: 1.30 ns × n, 4.00 ns × n beyond n ≈ 66,000 (1.0 MiB, L2); besides "
                       "49.9 ns a call");
}

TEST(where_caches_are_unknown_a_step_is_at_a_size) {
    struct growth growth = stepped(NULL, NULL);
    assert_string_equal(growth.complexity.fits[0].law, "n");
    assert_int_equal(growth.step_count, 1);
    assert_true(isnan(growth.steps[0].bytes));
    assert_close(growth.steps[0].size, 65536, 8000);
    assert_string_equal(growth.steps[0].cache, "");
}

/* Bytes of n x n elements: the step is where those are 1 MiB, n = 362. */
TEST(bytes_of_matrices_tell_where_caches_end) {
    double sizes[16], seconds[16], bytes[16];
    for (int i = 0; i < 16; i++) {
        sizes[i] = round(10 * pow(10, 0.2 * i));
        bytes[i] = 8 * sizes[i] * sizes[i];
        double rise = 2 * series_risen(SERIES_LOGISTIC, 0.3, log(bytes[i] / (1 << 20)));
        seconds[i] = 1e-9 * pow(sizes[i], 2) * (1 + rise);
    }
    struct growth_curve curve = {
        .sizes = sizes, .seconds = seconds, .bytes = bytes, .count = 16, .caches = machine};
    struct growth growth;
    growth_of(&curve, 0.95, &growth);
    assert_string_equal(growth.complexity.fits[0].law, "n²");
    assert_close(growth.steps[0].size, 362, 40);
    assert_string_equal(growth.steps[0].cache, "L2");
}

TEST(one_wild_point_does_not_change_the_law) {
    double factors[21];
    for (int i = 0; i < 21; i++)
        factors[i] = i == 7 ? 4 : 1;
    struct growth growth = stepped(&machine, factors);
    assert_true(growth.pieces.outliers >= 1);
    assert_string_equal(growth.complexity.fits[0].law, "n");
    assert_int_equal(growth.complexity.points, 20);
    assert_int_equal(growth.step_count, 1);
}

/* Sizes below a thousand cost whatever they like. */
TEST(the_smallest_sizes_are_left_out_if_they_fit_nothing) {
    static const double wiggles[] = {3, 1.5, 2.5, 1.2, 2};
    double sizes[20], seconds[20];
    for (int i = 0; i < 20; i++) {
        sizes[i] = 100 * pow(10, 0.26 * i);
        seconds[i] = 1.3e-9 * sizes[i] * (i < 5 ? wiggles[i] : 1);
    }
    struct growth growth = told(sizes, seconds, NULL, 20);
    assert_string_equal(growth.complexity.fits[0].law, "n");
    assert_close(growth.from, sizes[5], 1e-6);
    words_are(&growth, "linear: 1.30 ns × n; from n ≈ 2000 on");
}

TEST(what_cannot_be_told_is_called_undecided) {
    const double sizes[] = {1000, 1200, 1500, 1900, 2400, 3000};
    double seconds[6], errors[6];
    for (int i = 0; i < 6; i++) {
        seconds[i] = 1e-9 * sizes[i] * (i % 2 ? 1.03 : 0.97);
        errors[i] = 0.02;
    }
    struct growth growth = told(sizes, seconds, errors, 6);
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    growth_words_as_good(&growth.complexity, file);
    fclose(file);
    assert_true(growth.complexity.as_good >= 2);
    assert_true(strncmp(growth.complexity.fits[0].law, "n", 1) == 0 && strstr(text, "n"));
    assert_true(growth.complexity.exponent.low < 1 && growth.complexity.exponent.high > 1);
}

TEST(times_that_fall_have_a_negative_exponent) {
    double sizes[12], seconds[12];
    for (int i = 0; i < 12; i++) {
        sizes[i] = 2 << i;
        seconds[i] = pow(sizes[i], -2);
    }
    struct growth growth = told(sizes, seconds, NULL, 12);
    assert_string_equal(growth.complexity.fits[0].law, "n^-2.00");
    assert_close(growth.complexity.exponent.estimate, -2, 1e-2);
}

TEST(equal_times_are_constant) {
    const double sizes[] = {2, 4, 8, 16, 32}, seconds[] = {3, 3, 3, 3, 3};
    struct growth growth = told(sizes, seconds, NULL, 5);
    assert_string_equal(growth.complexity.fits[0].law, "1");
    words_are(&growth, "constant: 3.00 s");
}

/* --- claims, of which tests/soak/growth.c has more --- */

/* At most 5 % wrong and at least 90 % covered, of 60 series of each law. */
TEST(laws_of_noisy_series_are_named_and_exponents_covered) {
    enum { TRIALS = 60 };
    static const struct series_law laws[] = {{"n", 1, 0}, {"n log n", 1, 1}, {"n³", 3, 0}};
    unsigned short seed[3] = {3, 1, 4};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        int of[3] = {0}, covered = 0;
        for (int t = 0; t < TRIALS; t++) {
            struct series_made made;
            struct growth growth;
            struct series_shape shape = {.has_cost = t % 2, .steps = (size_t)(t / 2 % 3)};
            series_make(&made, &laws[l], &shape, t % 3 ? 10 : 16, seed);
            growth_of(&made.curve, 0.95, &growth);
            of[series_judge(&growth, &laws[l])]++;
            covered += series_covers(&growth, &laws[l]);
        }
        if (of[SERIES_WRONG] > 0.05 * TRIALS || covered < 0.9 * TRIALS)
            fail_msg("%s: %d wrong, %d of %d covered", laws[l].name, of[SERIES_WRONG], covered,
                     TRIALS);
    }
}
