/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "collect/harness/random.h"
#include "tests/test.h"

TEST(the_generator_is_the_one_of_the_header) {
    struct random random = {1};
    assert_true(random_next(&random) == UINT64_C(7806831264735756412));
    assert_true(random_next(&random) == UINT64_C(9396908728118811419));
}

TEST(filling_in_lanes_gives_the_plain_sequence) {
    for (size_t count = 0; count < 40; count++) {
        double numbers[40];
        float floats[40];
        struct random lanes = {99}, float_lanes = {99}, plain = {99};
        random_fill_double(&lanes, numbers, count);
        random_fill_float(&float_lanes, floats, count);
        for (size_t i = 0; i < count; i++) {
            uint64_t bits = random_next(&plain);
            double expected = (double)(bits >> 12) * 0x1p-51 - 1;
            float float_expected = (float)(bits >> 41) * 0x1p-22f - 1;
            assert_true(numbers[i] == expected);
            assert_true(floats[i] == float_expected);
        }
        assert_true(lanes.state == plain.state);
        assert_true(float_lanes.state == plain.state);
    }
}

TEST(filling_in_pieces_goes_on_where_the_last_ended) {
    double whole[100], pieces[100];
    struct random one = {7}, two = {7};
    random_fill_double(&one, whole, 100);
    random_fill_double(&two, pieces, 33);
    random_fill_double(&two, pieces + 33, 67);
    assert_memory_equal(whole, pieces, sizeof whole);
}

TEST(skipping_leaves_out_as_many_numbers_as_it_says) {
    const uint64_t skips[] = {0, 1, 2, 3, 1000, 65537};
    for (size_t s = 0; s < sizeof skips / sizeof *skips; s++) {
        struct random jumped = {7}, walked = {7};
        random_skip(&jumped, skips[s]);
        for (uint64_t i = 0; i < skips[s]; i++)
            random_next(&walked);
        assert_true(jumped.state == walked.state);
    }
    struct random there = {7};
    random_skip(&there, UINT64_C(1) << 63); /* the period is 2^64 */
    random_skip(&there, UINT64_C(1) << 63);
    assert_true(there.state == 7);
}

TEST(numbers_are_uniform_between_minus_one_and_one) {
    enum { COUNT = 200000, BINS = 20 };
    double *numbers = malloc(COUNT * sizeof *numbers);
    size_t bins[BINS] = {0};
    struct random random = {0};
    random_fill_double(&random, numbers, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(numbers[i] >= -1 && numbers[i] < 1);
        bins[(size_t)((numbers[i] + 1) / 2 * BINS)]++;
    }
    double chi_squared = 0;
    for (size_t b = 0; b < BINS; b++) {
        double difference = (double)bins[b] - COUNT / BINS;
        chi_squared += difference * difference / (COUNT / BINS);
    }
    assert_true(chi_squared < 43.8); /* 19 degrees of freedom, 0.1 % */
    free(numbers);
}

TEST(below_is_even_and_bounded) {
    struct random random = {3};
    size_t seen[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint32_t drawn = random_below(&random, 6);
        assert_true(drawn < 6);
        seen[drawn]++;
    }
    for (int i = 0; i < 6; i++)
        assert_true(seen[i] > 9500 && seen[i] < 10500);
    assert_int_equal(random_below(&random, 1), 0);
}

TEST(derived_seeds_differ) {
    for (uint64_t key = 1; key < 100; key++)
        assert_true(random_derive(1, key) != random_derive(1, key - 1));
    assert_true(random_derive(1, 5) != random_derive(2, 5));
}

/* FNV-1a of "" is the offset basis, of "a" af63dc4c8601ec8c: the reference's own test vectors. */
TEST(a_word_is_a_key_too) {
    assert_true(random_derive_word(7, "") == random_derive(7, UINT64_C(0xcbf29ce484222325)));
    assert_true(random_derive_word(7, "a") == random_derive(7, UINT64_C(0xaf63dc4c8601ec8c)));
    assert_true(random_derive_word(7, "ab") != random_derive_word(7, "ba"));
}
