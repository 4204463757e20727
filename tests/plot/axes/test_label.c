/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plot/axes/label.h"
#include "tests/test.h"

struct expected {
    double value;
    int digits;
    const char *text;
};

static void assert_labels(label_format *format, const struct expected *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char text[LABEL_BYTES];
        format(text, &(struct tick){.value = cases[i].value, .digits = cases[i].digits});
        assert_string_equal(text, cases[i].text);
    }
}
#define ASSERT_LABELS(format, cases) assert_labels(format, cases, sizeof cases / sizeof *cases)

TEST(times_have_the_units_people_say) {
    static const struct expected cases[] = {
        {1e-8, 1, "10 ns"},    {1e-6, 1, "1 µs"}, {1.05e-3, 3, "1.05 ms"}, {1e4, 1, "10000 s"},
        {1e-12, 1, "1 ps"},    {1e5, 1, "10⁵ s"}, {1e-15, 1, "10⁻¹⁵ s"},   {2e-7, 1, "200 ns"},
        {1e300, 1, "10³⁰⁰ s"}, {0, 1, "0"},
    };
    ASSERT_LABELS(label_time, cases);
}

TEST(bytes_have_prefixes_and_their_unit) {
    static const struct expected cases[] = {
        {0, 1, "0"},        {500, 1, "500 B"}, {2e4, 1, "20 kB"},     {1.5e9, 2, "1.5 GB"},
        {-4e3, 1, "−4 kB"}, {1e15, 1, "1 PB"}, {1e300, 1, "10³⁰⁰ B"},
    };
    ASSERT_LABELS(label_bytes, cases);
}

static void assert_settled(enum axis_unit unit, const double *values, size_t count,
                           const char *const *texts) {
    struct ticks ticks;
    char text[LABEL_BYTES];
    ticks_even(&ticks, 0.999 * values[0], 1.001 * values[count - 1], (int)count);
    assert_int_equal(ticks.count, count);
    label_settle(&ticks, unit_find(unit), unit_find(unit)->label);
    for (size_t i = 0; i < count; i++) {
        unit_find(unit)->label(text, &ticks.items[i]);
        assert_string_equal(text, texts[i]);
    }
}

TEST(one_axis_has_one_prefix) {
    assert_settled(UNIT_SECONDS, (double[]){8e-7, 1e-6, 1.2e-6}, 3,
                   (const char *[]){"0.8 µs", "1.0 µs", "1.2 µs"});
    assert_settled(UNIT_SECONDS, (double[]){2e-4, 4e-4, 6e-4}, 3,
                   (const char *[]){"200 µs", "400 µs", "600 µs"});
    assert_settled(UNIT_BYTES, (double[]){5e8, 1e9, 1.5e9}, 3,
                   (const char *[]){"0.5 GB", "1.0 GB", "1.5 GB"});
    assert_settled(UNIT_RATE, (double[]){5e8, 1e9, 1.5e9}, 3,
                   (const char *[]){"0.5 G", "1 G", "1.5 G"});
    assert_settled(UNIT_SECONDS, (double[]){5e4, 1e5, 1.5e5}, 3,
                   (const char *[]){"5×10⁴ s", "10⁵ s", "1.5×10⁵ s"});
    assert_settled(UNIT_SECONDS, (double[]){5e-13, 1e-12, 1.5e-12}, 3,
                   (const char *[]){"5×10⁻¹³ s", "10⁻¹² s", "1.5×10⁻¹² s"});
    assert_settled(UNIT_BYTES, (double[]){5e17, 1e18, 1.5e18}, 3,
                   (const char *[]){"5×10¹⁷ B", "10¹⁸ B", "1.5×10¹⁸ B"});
}

TEST(decades_have_prefixes_of_their_own) {
    struct ticks ticks;
    char text[LABEL_BYTES];
    ticks_decades(&ticks, 1e-7, 1e-5, 6);
    label_settle(&ticks, unit_find(UNIT_SECONDS), label_time);
    label_time(text, &ticks.items[0]);
    assert_string_equal(text, "100 ns");
}

static void assert_chosen(label_format *format, const double *values, size_t count,
                          const char *const *texts) {
    struct ticks ticks;
    char text[LABEL_BYTES];
    ticks_at(&ticks, values, count, values[0], values[count - 1]);
    label_settle(&ticks, unit_find(UNIT_SIZE), format);
    for (size_t i = 0; i < count; i++) {
        format(text, &ticks.items[i]);
        assert_string_equal(text, texts[i]);
    }
}

TEST(chosen_sizes_are_never_rounded) {
    assert_chosen(label_size, (double[]){512, 12345, 1e6, 8e6}, 4,
                  (const char *[]){"512", "12,345", "1,000,000", "8,000,000"});
    assert_chosen(label_size, (double[]){1500, 999999, 1e6}, 3,
                  (const char *[]){"1,500", "999,999", "1,000,000"});
    assert_chosen(label_size, (double[]){100, 15000, 1e6}, 3,
                  (const char *[]){"10²", "1.5×10⁴", "10⁶"});
    assert_chosen(label_power_of_two, (double[]){16, 16384, 1 << 24}, 3,
                  (const char *[]){"2⁴", "2¹⁴", "2²⁴"});
    assert_chosen(label_size, (double[]){1, 1e9, 1234567890}, 3,
                  (const char *[]){"1", "1,000,000,000", "1,234,567,890"});
}

TEST(large_sizes_are_powers_of_ten) {
    static const struct expected cases[] = {
        {1, 1, "1"},       {500, 1, "500"},      {1000, 1, "1,000"},        {1e4, 1, "10⁴"},
        {2e5, 1, "2×10⁵"}, {12345, 0, "12,345"}, {1234567, 0, "1,234,567"}, {3e9, 1, "3×10⁹"},
    };
    ASSERT_LABELS(label_size, cases);
}

TEST(sizes_from_1024_are_powers_of_two) {
    static const struct expected cases[] = {
        {1, 0, "1"}, {512, 0, "512"}, {1024, 0, "2¹⁰"}, {1048576, 0, "2²⁰"}, {3000, 0, "3,000"},
    };
    ASSERT_LABELS(label_power_of_two, cases);
}

TEST(ratios_are_fractions_or_multiples) {
    static const struct expected cases[] = {
        {0.5, 0, "½×"},   {0.25, 0, "¼×"},     {0.125, 0, "⅛×"},   {1 / 16.0, 0, "¹⁄₁₆×"},
        {1, 0, "1×"},     {32, 0, "32×"},      {0.95, 2, "0.95×"}, {1, 3, "1.00×"},
        {0.1, 1, "0.1×"}, {1000, 1, "1,000×"}, {1e6, 1, "10⁶×"},   {1e-4, 1, "10⁻⁴×"},
        {0.5, 1, "0.5×"}, {0, 1, "0×"},
    };
    ASSERT_LABELS(label_ratio, cases);
}

TEST(any_number_has_a_label) {
    static const struct expected cases[] = {
        {0, 0, "0"},        {-3, 0, "−3"},     {0.25, 0, "0.25"},     {0.1 + 0.2, 0, "0.3"},
        {1000, 0, "1,000"}, {-1e6, 0, "−10⁶"}, {1234.5, 0, "1234.5"}, {1.5e-300, 0, "1.5e-300"},
    };
    ASSERT_LABELS(label_number, cases);
}
