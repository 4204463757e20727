/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/harness/number.h"
#include "tests/test.h"

static double unwritten_double(void) {
    double number;
    number_unwrite(&number, sizeof number);
    return number;
}

static float unwritten_float(void) {
    float number;
    number_unwrite(&number, sizeof number);
    return number;
}

/* --- memory that nobody has written --- */

TEST(it_is_nan_in_either_precision_wherever_a_number_begins) {
    char memory[64];
    number_unwrite(memory, sizeof memory);
    for (size_t at = 0; at + sizeof(double) <= sizeof memory; at += sizeof(float)) {
        float single;
        double both;
        memcpy(&single, memory + at, sizeof single);
        memcpy(&both, memory + at, sizeof both);
        assert_true(isnan(single) && isnan(both));
    }
    for (const char *type = "sdczil"; *type; type++)
        for (size_t i = 0; i < 4; i++)
            assert_false(number_is_written(*type, memory, i));
}

TEST(whatever_is_written_is_known) {
    static const double reals[] = {0, -1, INFINITY, -INFINITY, 1e300};
    static const float singles[] = {0, -1, INFINITY, -INFINITY, 1e-45F};
    static const int64_t wholes[] = {0, -1, INT64_MAX, INT64_MIN, -(int64_t)NUMBER_UNWRITTEN};
    static const int32_t narrow[] = {0, -1, INT32_MAX, INT32_MIN,
                                     (int32_t)(NUMBER_UNWRITTEN | 1U << 31)};
    for (size_t i = 0; i < 5; i++) {
        assert_true(number_is_written('d', reals, i) && number_is_written('z', reals, i));
        assert_true(number_is_written('s', singles, i) && number_is_written('c', singles, i));
        assert_true(number_is_written('l', wholes, i) && number_is_written('i', narrow, i));
    }
}

/* Volatile: by the processor, and not the compiler. */
TEST(a_calculated_nan_is_written) {
    volatile double zero = 0, infinite = INFINITY;
    volatile float none = 0, endless = INFINITY;
    double reals[] = {zero / zero, infinite - infinite, sqrt(-1 - zero), -(zero / zero), NAN};
    float singles[] = {none / none, endless - endless, sqrtf(-1 - none), -(none / none), NAN};
    for (size_t i = 0; i < 5; i++) {
        assert_true(isnan(reals[i]) && number_is_written('d', reals, i));
        assert_true(isnan(singles[i]) && number_is_written('s', singles, i));
    }
}

TEST(what_is_calculated_from_it_is_known) {
    volatile double real = unwritten_double();
    volatile float single = unwritten_float();
    double reals[] = {real + 1, 2 * real, -real, 1 - real, sqrt(real)};
    float singles[] = {single + 1, 2 * single, -single, 1 - single, sqrtf(single)};
    for (size_t i = 0; i < 5; i++) {
        assert_false(number_is_written('d', reals, i));
        assert_false(number_is_written('s', singles, i));
    }
}

/* --- distances --- */

TEST(distances_of_numbers) {
    assert_true(number_distance('d', (double[]){1, 2.5}, (double[]){1, 4}, 1) == 1.5);
    assert_true(number_distance('s', (float[]){0, -1}, (float[]){0, 1}, 1) == 2);
    assert_true(number_distance('z', (double[]){0, 1, 2, 3}, (double[]){0, 1, 2, 5}, 3) == 2);
    assert_true(number_distance('c', (float[]){0, 1, 2, 3}, (float[]){0, 1, 2, 5}, 2) == 0);
    assert_true(number_distance('d', (double[]){-0.0}, (double[]){0}, 0) == 0);
    assert_true(number_distance('i', (int32_t[]){INT32_MIN}, (int32_t[]){INT32_MAX}, 0) ==
                4294967295.0);
    assert_true(number_distance('l', (int64_t[]){INT64_MIN}, (int64_t[]){INT64_MAX}, 0) ==
                18446744073709551615.0);
}

TEST(integers_that_differ_are_never_0_apart) {
    const int64_t large[] = {INT64_MAX, INT64_MAX - 1};
    assert_true(number_distance('l', &large[0], &large[1], 0) == 1);
    assert_true(number_distance('l', &large[1], &large[0], 0) == 1);
}

/* Each row: a number, one of the reference's, and whether they are 0 apart. */
TEST(what_is_not_finite_is_itself_or_infinitely_far) {
    const double unwritten = unwritten_double(), nan = -NAN;
    const struct {
        double own, expected;
        int is_same;
    } rows[] = {
        {INFINITY, INFINITY, 1},
        {-INFINITY, -INFINITY, 1},
        {INFINITY, -INFINITY, 0},
        {INFINITY, 1e300, 0},
        {1e300, INFINITY, 0},
        {NAN, NAN, 1},
        {nan, NAN, 1},
        {NAN, 0, 0},
        {0, NAN, 0},
        {NAN, INFINITY, 0},
        {INFINITY, NAN, 0},
        {unwritten, unwritten, 1},
        {unwritten, NAN, 0},
        {NAN, unwritten, 1},
        {unwritten, 1, 0},
        {1, unwritten, 0},
        {INFINITY, unwritten, 0},
        {unwritten, INFINITY, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float own = (float)rows[i].own, expected = (float)rows[i].expected;
        if (!number_is_written('d', &rows[i].own, 0))
            own = unwritten_float();
        if (!number_is_written('d', &rows[i].expected, 0))
            expected = unwritten_float();
        double distance = number_distance('d', &rows[i].own, &rows[i].expected, 0);
        assert_true(rows[i].is_same ? distance == 0 : distance == INFINITY);
        if (rows[i].own != 1e300 && rows[i].expected != 1e300)
            assert_true(number_distance('s', &own, &expected, 0) == distance);
    }
}
