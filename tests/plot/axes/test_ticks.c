/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "plot/axes/ticks.h"
#include "tests/test.h"

static void assert_labelled(const struct ticks *ticks, const double *values, size_t count) {
    size_t seen = 0;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!ticks->items[i].labelled)
            continue;
        assert_true(seen < count);
        assert_true(fabs(ticks->items[i].value - values[seen]) <= 1e-9 * fabs(values[seen]));
        seen++;
    }
    assert_int_equal(seen, count);
}
#define ASSERT_LABELLED(ticks, ...)                                                                \
    assert_labelled(ticks, (double[]){__VA_ARGS__},                                                \
                    sizeof((double[]){__VA_ARGS__}) / sizeof(double))

static size_t count_minor(const struct ticks *ticks) {
    size_t count = 0;
    for (size_t i = 0; i < ticks->count; i++)
        count += !ticks->items[i].major;
    return count;
}

TEST(decades_are_labelled_with_two_and_five_between) {
    struct ticks ticks;
    ticks_decades(&ticks, 9e-9, 1.1e-6, 8);
    ASSERT_LABELLED(&ticks, 1e-8, 1e-7, 1e-6);
    assert_int_equal(count_minor(&ticks), 4);
    assert_float_equal(ticks.items[1].value, 2e-8, 1e-15);
    assert_false(ticks.items[1].labelled);
}

TEST(in_a_short_range_two_and_five_are_labelled_too) {
    struct ticks ticks;
    ticks_decades(&ticks, 1, 20, 8);
    ASSERT_LABELLED(&ticks, 1, 2, 5, 10, 20);
}

TEST(one_power_is_not_the_only_label) {
    struct ticks ticks;
    ticks_decades(&ticks, 1.1, 90, 8);
    ASSERT_LABELLED(&ticks, 2, 5, 10, 20, 50);
    ticks_decades(&ticks, 1.1, 90, 4);
    ASSERT_LABELLED(&ticks, 10);
}

TEST(a_very_short_range_has_even_steps) {
    struct ticks ticks;
    ticks_decades(&ticks, 101e-9, 119e-9, 5);
    ASSERT_LABELLED(&ticks, 105e-9, 110e-9, 115e-9);
    assert_int_equal(ticks.items[0].digits, 3);
}

TEST(a_long_range_labels_every_nth_decade) {
    struct ticks ticks;
    ticks_decades(&ticks, 0.5, 2e9, 5);
    ASSERT_LABELLED(&ticks, 1, 1e2, 1e4, 1e6, 1e8);
    assert_int_equal(count_minor(&ticks), 5);
}

TEST(six_hundred_decades_do_not_overflow) {
    struct ticks ticks;
    ticks_decades(&ticks, 1e-300, 1e300, 5);
    ASSERT_LABELLED(&ticks, 1e-200, 1, 1e200);
    ticks_ratio(&ticks, 1e-300, 1e300, 6);
    assert_uint_in_range(ticks.count, 2, TICKS_MAX);
    ticks_powers_of_two(&ticks, 1, 1e300, 6);
    assert_uint_in_range(ticks.count, 2, TICKS_MAX);
}

TEST(powers_of_two_are_labelled_through_1024) {
    struct ticks ticks;
    ticks_powers_of_two(&ticks, 7.5, 70000, 6);
    ASSERT_LABELLED(&ticks, 16, 128, 1024, 8192, 65536);
    assert_int_equal(ticks.count, 14);
}

TEST(ratios_go_in_steps_of_two) {
    struct ticks ticks;
    ticks_ratio(&ticks, 0.45, 9, 8);
    ASSERT_LABELLED(&ticks, 0.5, 1, 2, 4, 8);
    assert_float_equal(ticks.items[1].value, 0.75, 1e-12);
    assert_false(ticks.items[1].major);
}

TEST(ratios_close_to_one_have_even_steps_through_one) {
    struct ticks ticks;
    ticks_ratio(&ticks, 0.93, 1.08, 4);
    ASSERT_LABELLED(&ticks, 0.95, 1, 1.05);
}

TEST(ratios_of_a_million_go_by_powers_of_ten) {
    struct ticks ticks;
    ticks_ratio(&ticks, 0.5, 2e6, 8);
    ASSERT_LABELLED(&ticks, 1, 10, 100, 1e3, 1e4, 1e5, 1e6);
}

TEST(ratios_with_little_room_skip_powers_but_not_one) {
    struct ticks ticks;
    ticks_ratio(&ticks, 0.1, 10, 2);
    ASSERT_LABELLED(&ticks, 0.125, 1, 8);
    ticks_ratio(&ticks, 0.1, 10, 3);
    ASSERT_LABELLED(&ticks, 0.25, 1, 4);
}

TEST(even_steps_go_through_zero) {
    struct ticks ticks;
    ticks_even(&ticks, -2.1, 2.1, 5);
    ASSERT_LABELLED(&ticks, -2, -1, 0, 1, 2);
    ticks_even(&ticks, -31, -9, 4);
    ASSERT_LABELLED(&ticks, -30, -20, -10);
    ticks_even(&ticks, 0, 1600, 4);
    ASSERT_LABELLED(&ticks, 0, 500, 1000, 1500);
    static const int digits[] = {1, 1, 2, 2}; /* so that 1500 is not called 2000 */
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(ticks.items[i].digits, digits[i]);
    ticks_even(&ticks, 1e300, 1.0000000000000002e300, 5);
    assert_true(ticks.count <= TICKS_MAX);
}

TEST(given_values_outside_the_range_are_left_out) {
    struct ticks ticks;
    ticks_at(&ticks, (double[]){1, 300, 700, 5000}, 4, 200, 1000);
    ASSERT_LABELLED(&ticks, 300, 700);
}
