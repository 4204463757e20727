/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/rates.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* --- rates --- */

TEST(the_ends_of_a_rate_are_those_of_the_time_reversed) {
    struct interval rate = rates_of((struct interval){2e-9, 1e-9, 4e-9}, 8);
    assert_close(rate.estimate, 4e9, 1e-6);
    assert_close(rate.low, 2e9, 1e-6);
    assert_close(rate.high, 8e9, 1e-6);
}

TEST(a_time_that_may_be_0_sets_no_upper_end) {
    struct interval rate = rates_of((struct interval){2, -1, 5}, 10);
    assert_close(rate.estimate, 5, 1e-15);
    assert_close(rate.low, 2, 1e-15);
    assert_true(isnan(rate.high));
    assert_true(isnan(rates_of((struct interval){2, 0, 5}, 10).high));
}

TEST(without_work_or_time_there_is_no_rate) {
    struct interval seconds = {2, 1, 4};
    static const double none[] = {0, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct interval rate = rates_of(seconds, none[i]);
        assert_true(isnan(rate.estimate) && isnan(rate.low) && isnan(rate.high));
        assert_true(isnan(rates_of(interval_alone(none[i]), 8).estimate));
    }
}

TEST(a_time_without_an_interval_has_a_rate_without_one) {
    struct interval rate = rates_of(interval_alone(2), 8);
    assert_true(rate.estimate == 4 && isnan(rate.low) && isnan(rate.high));
}

TEST(rates_have_units) {
    assert_string_equal(rates_unit(RATES_FLOPS), "flop/s");
    assert_string_equal(rates_unit(RATES_BYTES), "B/s");
}

/* --- peaks --- */

TEST(peaks_are_read_with_prefix_and_unit) {
    static const struct {
        const char *text;
        double flops, bytes;
    } peaks[] = {
        {"50Gflop/s", 50e9, NAN},   {"50 Gflop/s", 50e9, NAN}, {"1.5Tflop/s", 1.5e12, NAN},
        {"7flop/s", 7, NAN},        {"20GB/s", NAN, 20e9},     {"20 GB/s", NAN, 20e9},
        {"3kB/s", NAN, 3e3},        {"3MB/s", NAN, 3e6},       {"2PB/s", NAN, 2e15},
        {"1.5e10", 1.5e10, 1.5e10}, {"15G", 15e9, 15e9},
    };
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++) {
        struct rates_peak peak = {0};
        struct err err;
        if (rates_parse_peak(peaks[i].text, &peak, &err) != 0)
            fail_msg("%s", err.message);
        double wanted[] = {peaks[i].flops, peaks[i].bytes};
        for (int kind = 0; kind < RATES_KINDS; kind++)
            if (isnan(wanted[kind]))
                assert_false(peak.values[kind] > 0);
            else
                assert_close(peak.values[kind], wanted[kind], 1e-15 * wanted[kind]);
        assert_false(peak.is_measured);
    }
}

TEST(what_is_no_peak_is_refused_with_a_way_out) {
    static const char *const texts[] = {
        "",        "fast",          "Gflop/s", "50gflop/s", "50GFLOPS", "50G flop/s",
        "20GiB/s", "20Gb/s",        "-3GB/s",  "0flop/s",   "nan",      "inf",
        "1e999",   "50Gflop/s now", "20 GB",   "5E",        "Measured", "measured!",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct rates_peak peak = {{1, 2}, 0};
        struct err err;
        if (rates_parse_peak(texts[i], &peak, &err) != ERR_USAGE)
            fail_msg("'%s' is taken", texts[i]);
        assert_non_null(strstr(err.message, "--peak: "));
        assert_non_null(strstr(err.message, "50Gflop/s"));
        assert_true(peak.values[0] == 1 && peak.values[1] == 2 && !peak.is_measured);
    }
}

TEST(peaks_of_both_kinds_can_be_given) {
    struct rates_peak peak = {0};
    assert_int_equal(rates_parse_peak("50Gflop/s", &peak, NULL), 0);
    assert_int_equal(rates_parse_peak("20GB/s", &peak, NULL), 0);
    assert_close(rates_peak_value(&peak, RATES_FLOPS, 99), 50e9, 1e-5);
    assert_close(rates_peak_value(&peak, RATES_BYTES, 99), 20e9, 1e-5);
}

TEST(a_measured_peak_is_the_largest_rate) {
    struct rates_peak peak = {0};
    assert_true(isnan(rates_peak_value(&peak, RATES_FLOPS, 3e9)));
    assert_int_equal(rates_parse_peak("measured", &peak, NULL), 0);
    assert_true(rates_peak_value(&peak, RATES_FLOPS, 3e9) == 3e9);
    assert_true(isnan(rates_peak_value(&peak, RATES_BYTES, NAN)));
}

/* --- efficiency --- */

TEST(efficiency_is_the_part_of_the_peak) {
    struct interval part = rates_efficiency((struct interval){25e9, 20e9, NAN}, 50e9);
    assert_close(part.estimate, 0.5, 1e-15);
    assert_close(part.low, 0.4, 1e-15);
    assert_true(isnan(part.high));
}

TEST(without_a_peak_there_is_no_efficiency) {
    static const double none[] = {0, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_true(isnan(rates_efficiency(interval_exactly(1), none[i]).estimate));
}
