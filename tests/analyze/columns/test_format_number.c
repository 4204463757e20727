/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/format_number.h"
#include "analyze/aggregate/table.h"
#include "tests/test.h"

static struct row row_of(double mean, double half) {
    return (struct row){.library = "blis",
                        .mean = {mean, mean - half, mean + half},
                        .median.estimate = mean,
                        .sd = half,
                        .n = 40};
}

TEST(digits_follow_the_interval) {
    static const struct {
        double mean, half;
        const char *text;
    } cases[] = {
        {12.3456e-9, 0.11e-9, "12.35\t ± 0.11\t ns"},
        {12.3456e-9, 0.5e-9, "12.3\t ± 0.5\t ns"},
        {4.5678e-6, 20e-9, "4.568\t ± 0.020\t µs"},
        {123.4e-3, 45e-3, "123\t ± 45\t ms"},
        {12e-9, 4.2e-6, "0\t ± 4\t µs"},
        {123.456789e-9, 1e-15, "123.46\t ± 0.00\t ns"},
        {4.5678e-6, NAN, "4.57\t\t µs"},
        {4.5678e-6, 0, "4.57\t ± 0.00\t µs"},
        {999.96e-9, 0.5e-9, "1.0000\t ± 0.0005\t µs"},
        {999.96e-9, 0.12e-9, "999.96\t ± 0.12\t ns"},
        {1234.5, 2, "1234.5\t ± 2.0\t s"},
        {NAN, NAN, "-"},
        {INFINITY, NAN, "-"},
        {0, NAN, "0.00\t\t s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row row = row_of(cases[i].mean, cases[i].half);
        char text[128];
        format_number_mean(&row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(a_row_has_one_unit) {
    struct row row = row_of(4.5678e-6, 20e-9);
    char text[128];
    format_number_sd(&row, text, sizeof text);
    assert_string_equal(text, "0.020\t µs");
    row.median.estimate = NAN;
    format_number_median(&row, text, sizeof text);
    assert_string_equal(text, "-");
}

TEST(ratios_show_their_interval) {
    static const struct {
        double ratio, low, high;
        const char *text;
    } cases[] = {
        {1.3214, 1.2914, 1.3514, "1\t.321×\t  [1.291, 1.351]"},
        {1.3214, 1.2714, 1.3714, "1\t.32×\t  [1.27, 1.37]"},
        {1.32, 0.4, 4.2, "1\t.32×\t  [0.40, 4.20]"},
        {101.23, 99.1, 103.4, "101\t.2×\t  [99.1, 103.4]"},
        {0.5, NAN, NAN, "0\t.500×"},
        {1.00004, 0.99994, 1.00014, "1\t.0000×\t  [0.9999, 1.0001]"},
        {NAN, NAN, NAN, "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row row = {.ratio = {cases[i].ratio, cases[i].low, cases[i].high}};
        char text[128];
        format_number_ratio(&row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(the_reference_is_1_without_doubt) {
    struct row row = {.is_reference = 1, .ratio = {1, 1, 1}};
    char text[128];
    format_number_ratio(&row, text, sizeof text);
    assert_string_equal(text, "1");
    row.ratio.estimate = NAN;
    format_number_ratio(&row, text, sizeof text);
    assert_string_equal(text, "-");
}

TEST(a_status_is_shown_where_something_is_wrong) {
    struct row row = {.status = CELL_OK};
    char text[128];
    format_number_status(&row, text, sizeof text);
    assert_string_equal(text, "");
    row.status = CELL_CRASHED;
    format_number_status(&row, text, sizeof text);
    assert_string_equal(text, "crashed");
}

TEST(absurd_numbers_stay_within_their_buffer) {
    static const double values[] = {1e300, -1e300, 1e-300, 5e-324, 1.7e308};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct row row = row_of(values[i], fabs(values[i]) / 3);
        row.ratio = interval_exactly(values[i]);
        char text[24] = "";
        format_number_mean(&row, text, sizeof text);
        assert_true(strlen(text) < sizeof text);
        format_number_ratio(&row, text, sizeof text);
        assert_true(strlen(text) < sizeof text);
    }
}

TEST(what_is_not_known_is_not_shown) {
    static void (*const shows[])(const void *, char *, size_t) = {
        format_number_whole,     format_number_overhead,   format_number_cpus,
        format_number_max_error, format_number_mean_error, format_number_total_error};
    struct row row = row_of(20e-9, 1e-9);
    double *reports = (double *)&row.reports;
    for (size_t i = 0; i < sizeof row.reports / sizeof *reports; i++)
        reports[i] = NAN;
    row.status = CELL_WRONG;
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
        char text[64] = "before";
        shows[i](&row, text, sizeof text);
        assert_string_equal(text, "");
    }
}

TEST(cpus_have_two_decimals) {
    struct row row = {.reports = {.cpus = 1.987}};
    char text[64];
    format_number_cpus(&row, text, sizeof text);
    assert_string_equal(text, "1.99");
}

TEST(any_time_is_in_its_rows_unit) {
    struct row row = row_of(4.5678e-6, 20e-9);
    char text[64];
    format_number_in_unit(&row, 999e-9, text, sizeof text);
    assert_string_equal(text, "0.999\t µs");
    format_number_in_unit(&row, NAN, text, sizeof text);
    assert_string_equal(text, "");
    row.mean.estimate = NAN;
    format_number_in_unit(&row, 999e-9, text, sizeof text);
    assert_string_equal(text, "999\t ns");
}

TEST(a_ratio_leaves_noise_to_the_verdict) {
    struct row row = {.ratio = {1.05, 1.04, 1.06}};
    row.noise = noise_of((struct interval){1, 0.95, 1.05});
    char text[64];
    format_number_ratio(&row, text, sizeof text);
    assert_string_equal(text, "1\t.050×\t  [1.040, 1.060]");
}

TEST(a_geometric_mean_that_noise_may_account_for_is_marked) {
    struct summary_row summary = {.ratio = {1.05, 1.04, 1.06}};
    summary.margin = log(1 / 0.95);
    char text[64];
    format_number_mean_ratio(&summary, text, sizeof text);
    assert_string_equal(text, "1\t.050×\t  [1.040, 1.060]\t ≈");
    summary.ratio.low = summary.ratio.high = NAN;
    format_number_mean_ratio(&summary, text, sizeof text);
    assert_string_equal(text, "1\t.05×\t\t ≈");
}

TEST(the_reference_has_a_bare_speedup_and_difference) {
    struct row row = {.is_reference = 1, .speedup = {1, 1, 1}};
    char text[64];
    format_number_speedup(&row, text, sizeof text);
    assert_string_equal(text, "1");
    format_number_difference(&row, text, sizeof text);
    assert_string_equal(text, "0");
    row = (struct row){.speedup = {2, 1.9, 2.1}, .difference.estimate = NAN};
    format_number_speedup(&row, text, sizeof text);
    assert_string_equal(text, "2\t.00×\t  [1.90, 2.10]");
    format_number_difference(&row, text, sizeof text);
    assert_string_equal(text, "-");
}

TEST(a_verdict_is_a_word_and_hidden_where_none_is_shown) {
    static const struct {
        enum verdict verdict;
        const char *text;
    } cases[] = {{VERDICT_FASTER, "faster"},
                 {VERDICT_SLOWER, "slower"},
                 {VERDICT_NOT_SHOWN, "≈"},
                 {VERDICT_NONE, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        format_number_verdict(&(struct row){.verdict = cases[i].verdict}, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(means_in_and_out_of_cache_are_empty_where_not_known) {
    struct summary_row summary = {.in_cache = {2, {0.5, 0.45, 0.55}},
                                  .out_of_cache = {0, INTERVAL_UNKNOWN}};
    char text[64];
    format_number_in_cache(&summary, text, sizeof text);
    assert_string_equal(text, "0\t.50×\t  [0.45, 0.55]");
    format_number_out_of_cache(&summary, text, sizeof text);
    assert_string_equal(text, "");
    summary.is_reference = 1;
    summary.in_cache = (struct partial_mean){2, {1, 1, 1}};
    format_number_in_cache(&summary, text, sizeof text);
    assert_string_equal(text, "1");
}

/* --- colours --- */

static enum terminal_tone tone_of(enum verdict verdict) {
    return format_number_verdict_tone(&(struct row){.verdict = verdict});
}

TEST(what_is_shown_to_be_faster_is_good) {
    assert_int_equal(tone_of(VERDICT_FASTER), TERMINAL_GOOD);
}

TEST(what_is_shown_to_be_slower_is_bad) {
    assert_int_equal(tone_of(VERDICT_SLOWER), TERMINAL_BAD);
}

TEST(what_is_not_shown_to_differ_is_plain) {
    assert_int_equal(tone_of(VERDICT_NOT_SHOWN), TERMINAL_PLAIN);
    assert_int_equal(tone_of(VERDICT_NONE), TERMINAL_PLAIN);
}

TEST(geometric_means_are_coloured_by_their_interval_beyond_noise) {
    static const struct {
        double low, high, noise;
        enum terminal_tone tone;
    } cases[] = {{0.7, 0.9, NAN, TERMINAL_GOOD},
                 {1.1, 1.9, 1.05, TERMINAL_BAD},
                 {0.9, 1.1, NAN, TERMINAL_PLAIN},
                 {1.04, 1.1, 1.05, TERMINAL_PLAIN},
                 {NAN, NAN, NAN, TERMINAL_PLAIN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct summary_row summary = {.ratio = {1, cases[i].low, cases[i].high}};
        summary.margin = log(cases[i].noise);
        assert_int_equal(format_number_mean_ratio_tone(&summary), cases[i].tone);
    }
}

TEST(what_went_wrong_is_warned_of) {
    assert_int_equal(format_number_status_tone(&(struct row){.status = CELL_OK}), TERMINAL_PLAIN);
    assert_int_equal(format_number_status_tone(&(struct row){.status = CELL_HUNG}),
                     TERMINAL_WARNING);
}

TEST(whole_and_overhead_keep_their_digits_far_from_the_mean) {
    static const struct {
        double mean, half, seconds;
        const char *text;
    } cases[] = {
        {20e-9, 1e-9, 25.5e-9, "25.5\t ns"},
        {20e-9, 1e-9, 5.5e-9, "5.50\t ns"},
        {1e-3, 20e-6, 1.1e-6, "1.10\t µs"},
        {1e-3, 20e-6, -0.9989e-3, "-999\t µs"},
        {1e-3, 20e-6, -0.99989e-3, "-1.000\t ms"},
        {1e-3, 0.2e-6, 1.00034e-3, "1.0003\t ms"}, /* as the mean: 1.0000 ± 0.0002 ms */
        {1e-3, NAN, 0.2e-9, "200\t ps"},
        {20e-9, 1e-9, 1.5, "1.5000\t s"},
        {20e-9, 1e-9, 0, "0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row row = row_of(cases[i].mean, cases[i].half);
        char text[64];
        row.reports.whole = row.reports.overhead = cases[i].seconds;
        format_number_whole(&row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
        format_number_overhead(&row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(errors_are_shown_of_wrong_answers_only) {
    static const struct {
        void (*show)(const void *, char *, size_t);
        const char *text;
    } cases[] = {{format_number_max_error, "0.0012"},
                 {format_number_mean_error, "4.6e-05"},
                 {format_number_total_error, "79"}};
    struct row row = row_of(20e-9, 1e-9);
    row.reports =
        (struct reports){.max_error = 0.00123, .mean_error = 0.0000456, .total_error = 78.9};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        row.status = CELL_OK;
        cases[i].show(&row, text, sizeof text);
        assert_string_equal(text, "");
        row.status = CELL_WRONG;
        cases[i].show(&row, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}
