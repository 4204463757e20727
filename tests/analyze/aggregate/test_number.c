/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "tests/test.h"

static void assert_written(number_function *number, struct interval value, const char *unit,
                           const char *wanted) {
    char text[64] = "before";
    number(value, unit, text, sizeof text);
    assert_string_equal(text, wanted);
}

/* --- digits --- */

/* Particle Data Group, Review of Particle Physics (2022), 5.3 "Rounding": 0.827 +- 0.119 is
 * 0.83 +- 0.12, and 0.827 +- 0.367 is 0.8 +- 0.4. */
TEST(uncertainties_are_rounded_as_physicists_do) {
    assert_int_equal(number_decimals(0.827, 0.119), 2);
    assert_int_equal(number_decimals(0.827, 0.367), 1);
}

TEST(without_an_interval_there_are_three_digits) {
    assert_int_equal(number_decimals(1.2345, NAN), 2);
    assert_int_equal(number_decimals(123.45, 0), 0);
    assert_int_equal(number_decimals(12345, NAN), 0);
}

TEST(there_are_at_most_five_digits) {
    assert_int_equal(number_decimals(12.345678, 1e-9), 3);
}

TEST(what_is_no_number_is_a_dash) {
    char text[8];
    number_write(text, sizeof text, NAN, 2);
    assert_string_equal(text, "-");
    number_write(text, sizeof text, -INFINITY, 2);
    assert_string_equal(text, "-");
}

/* --- times --- */

TEST(times_stand_in_their_largest_unit) {
    assert_written(number_amount, interval_alone(12.34e-9), "s", "12.3\t\t ns");
    assert_written(number_amount, interval_alone(4.556e-6), "s", "4.56\t\t µs");
    assert_written(number_amount, interval_alone(2), "s", "2.00\t\t s");
}

TEST(times_end_where_their_interval_does) {
    assert_written(number_amount, interval_within(12.3456e-9, 0.11e-9), "s", "12.35\t ± 0.11\t ns");
    assert_written(number_amount, interval_within(12.3456e-9, 0.5e-9), "s", "12.3\t ± 0.5\t ns");
}

TEST(an_interval_wider_than_its_time_sets_the_unit) {
    assert_written(number_amount, interval_within(524e-12, 1660e-12), "s", "0.5\t ± 1.7\t ns");
    assert_written(number_amount, interval_within(-12e-9, 1.234e-6), "s", "0.0\t ± 1.2\t µs");
    assert_written(number_amount, interval_within(0, 999.96e-9), "s", "0.0\t ± 1.0\t µs");
    assert_written(number_amount, interval_within(0, 0.3e-9), "s", "0\t ± 300\t ps");
}

TEST(a_time_that_rounds_to_1000_moves_to_the_next_unit) {
    assert_written(number_amount, interval_within(999.96e-9, 0.5e-9), "s",
                   "1.0000\t ± 0.0005\t µs");
}

TEST(bytes_and_counts_have_their_own_units) {
    assert_written(number_amount, interval_alone(2494464), "B", "2.49\t\t MB");
    assert_written(number_amount, interval_within(2494464, 4096), "B", "2.494\t ± 0.004\t MB");
    assert_written(number_amount, interval_within(130.25, 2.1), "1", "130.2\t ± 2.1");
    assert_written(number_amount, interval_alone(0), "1", "0.00");
}

TEST(a_scale_shows_no_less_than_its_last_place) {
    struct number_scale scale = number_scale("s", 12.3456e-9, 0.11e-9);
    char text[32];
    assert_true(fabs(number_last_place(scale) - 0.01e-9) < 1e-18);
    number_scaled(scale, 3e-9, text, sizeof text);
    assert_string_equal(text, "3.00\t ns");
}

/* --- rates --- */

TEST(rates_have_prefixes) {
    assert_written(number_rate, interval_alone(0.5), "B/s", "0.500\t\t B/s");
    assert_written(number_rate, interval_alone(1.234e9), "B/s", "1.23\t\t GB/s");
    assert_written(number_rate, interval_alone(5e12), "flop/s", "5.00\t\t Tflop/s");
    assert_written(number_rate, interval_alone(2e25), "flop/s", "20000000\t\t Eflop/s");
}

TEST(rates_of_what_has_no_unit_are_per_second) {
    assert_written(number_rate, interval_alone(1.234e9), "1/s", "1.23\t\t G/s");
    assert_written(number_rate, interval_alone(12), "1/s", "12.0\t\t /s");
}

TEST(rates_that_round_to_1000_move_to_the_next_prefix) {
    assert_written(number_rate, interval_alone(999.4), "B/s", "999\t\t B/s");
    assert_written(number_rate, interval_alone(999.6), "B/s", "1.00\t\t kB/s");
}

TEST(rates_end_where_their_interval_does) {
    assert_written(number_rate, interval_within(12.3456e9, 0.11e9), "flop/s",
                   "12.35\t ± 0.11\t Gflop/s");
    assert_written(number_rate, interval_within(12.3456e9, 2.6e9), "flop/s",
                   "12.3\t ± 2.6\t Gflop/s");
}

TEST(a_rate_of_nothing_is_zero) {
    assert_written(number_rate, interval_alone(0), "B/s", "0.00\t\t B/s");
}

/* --- other kinds --- */

TEST(fractions_are_percent) {
    assert_written(number_percent, interval_alone(0.872), "1", "87.2\t\t %");
    assert_written(number_percent, interval_within(0.87, 0.021), "1", "87.0\t ± 2.1\t %");
    assert_written(number_percent, interval_within(0.87, 0.04), "1", "87\t ± 4\t %");
}

TEST(p_values_have_two_digits_down_to_a_thousandth) {
    assert_written(number_p_value, interval_alone(0.012), "1", "0.012");
    assert_written(number_p_value, interval_alone(0.0012), "1", "0.0012");
    assert_written(number_p_value, interval_alone(0.5), "1", "0.50");
    assert_written(number_p_value, interval_alone(1), "1", "1.00");
    assert_written(number_p_value, interval_alone(0.00099), "1", "<0.001");
    assert_written(number_p_value, interval_alone(0), "1", "<0.001");
    assert_written(number_probability, interval_alone(0.9871), "1", "98.7\t %");
    assert_written(number_probability, interval_alone(1), "1", "100\t %");
    assert_written(number_probability, interval_alone(0.9999), "1", ">99.9\t %");
    assert_written(number_probability, interval_alone(0.0001), "1", "<0.1\t %");
    assert_written(number_probability, interval_alone(0), "1", "0\t %");
    assert_written(number_probability, interval_alone(NAN), "1", "");
}

TEST(errors_have_two_digits_however_small) {
    assert_written(number_error, interval_alone(6.766747953e-11), "1", "6.8e-11");
    assert_written(number_error, interval_alone(0.0123), "1", "0.012");
    assert_written(number_error, interval_alone(0), "1", "0");
    assert_written(number_error, interval_alone(NAN), "1", "");
}

TEST(counts_are_whole_and_their_means_have_four_digits) {
    assert_written(number_count, interval_alone(1200), "1", "1200");
    assert_written(number_count, interval_alone(24.5), "1", "24.50");
    assert_written(number_count, interval_alone(0), "1", "0");
}

TEST(plain_numbers_end_where_their_interval_does) {
    assert_written(number_plain, interval_alone(1.2345), "1", "1.23");
    assert_written(number_plain, interval_within(1.3214, 0.03), "1", "1.321\t ± 0.030");
}

TEST(ratios_have_both_ends_of_their_interval) {
    assert_written(number_ratio, (struct interval){1.3214, 1.2914, 1.3514}, "1",
                   "1\t.321×\t  [1.291, 1.351]");
    assert_written(number_ratio, interval_alone(0.5), "1", "0\t.500×");
}

/* --- all --- */

static number_function *const all[] = {number_amount, number_rate,  number_percent, number_plain,
                                       number_ratio,  number_count, number_p_value};

TEST(ends_alone_are_in_brackets_and_may_be_infinite) {
    assert_string_equal(number_ends((struct interval){NAN, 2.84, 3.41}, 1, 1).text, "[2.8, 3.4]");
    assert_string_equal(number_ends((struct interval){0.5, 0.204, 0.952}, 0.01, 0).text,
                        "[20, 95]");
    assert_string_equal(number_ends((struct interval){4, 2.84, INFINITY}, 1, 1).text, "[2.8, ∞)");
}

TEST(what_is_undefined_is_nothing) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_written(all[i], interval_alone(NAN), "1", "");
        assert_written(all[i], interval_alone(INFINITY), "1", "");
    }
}

TEST(absurd_numbers_stay_within_their_buffer) {
    static const double values[] = {1e300, -1e300, 1e-300, 5e-324, 1.7e308, -0.0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            char text[16] = "";
            all[i](interval_within(values[v], fabs(values[v]) / 3), "flop/s", text, sizeof text);
            assert_true(strlen(text) < sizeof text);
        }
}
