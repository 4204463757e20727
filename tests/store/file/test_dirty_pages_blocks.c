/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/file/dirty_pages.h"
#include "tests/test.h"

enum { COUNT = 5000 };

/* Scattered over 64 bits, each once. */
static uint64_t number_of(uint64_t i) {
    return i * 0x9E3779B97F4A7C15u;
}

TEST(what_was_added_is_found_and_nothing_else) {
    struct blocks blocks = {0};
    assert_null(blocks_find(&blocks, 0));
    for (uint64_t i = 0; i < COUNT; i++) {
        unsigned char *bytes = blocks_add(&blocks, number_of(i));
        memset(bytes, (int)(i % 251), BLOCKS_SIZE);
    }
    assert_int_equal(blocks.count, COUNT);
    for (uint64_t i = 0; i < COUNT; i++) {
        const unsigned char *bytes = blocks_find(&blocks, number_of(i));
        assert_int_equal(bytes[0], i % 251);
        assert_int_equal(bytes[BLOCKS_SIZE - 1], i % 251);
        assert_null(blocks_find(&blocks, number_of(i + COUNT)));
    }
    blocks_release(&blocks);
    assert_null(blocks_find(&blocks, number_of(1)));
}

TEST(numbers_come_in_ascending_order) {
    struct blocks blocks = {0};
    for (uint64_t i = 0; i < COUNT; i++)
        assert_non_null(blocks_add(&blocks, number_of(i)));
    uint64_t *numbers = blocks_numbers(&blocks);
    for (size_t i = 1; i < COUNT; i++)
        assert_true(numbers[i - 1] < numbers[i]);
    free(numbers);
    blocks_release(&blocks);
}
