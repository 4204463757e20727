/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/key_index.h"
#include "tests/test.h"

TEST(equal_keys_have_one_number) {
    struct key_index index = {0};
    assert_int_equal(xkey_index_number(&index, ((uint32_t[]){1, 2}), 8), 0);
    assert_int_equal(xkey_index_number(&index, ((uint32_t[]){2, 1}), 8), 1);
    assert_int_equal(xkey_index_number(&index, ((uint32_t[]){1, 2}), 8), 0);
    assert_int_equal(index.count, 2);
    key_index_release(&index);
    assert_int_equal(index.count, 0);
}

TEST(what_is_not_there_is_not_found) {
    struct key_index index = {0};
    uint64_t key = 7;
    assert_int_equal(key_index_find(&index, &key, sizeof key), KEY_INDEX_NONE);
    xkey_index_number(&index, &key, sizeof key);
    assert_int_equal(key_index_find(&index, &key, sizeof key), 0);
    key = 8;
    assert_int_equal(key_index_find(&index, &key, sizeof key), KEY_INDEX_NONE);
    key_index_release(&index);
}

TEST(the_first_parts_of_a_key_are_another) {
    static const uint32_t key[] = {3, 0, 0};
    struct key_index index = {0};
    for (uint32_t parts = 0; parts <= 3; parts++)
        assert_int_equal(xkey_index_number(&index, key, parts * sizeof *key), parts);
    for (uint32_t parts = 0; parts <= 3; parts++)
        assert_int_equal(key_index_find(&index, key, parts * sizeof *key), parts);
    key_index_release(&index);
}

TEST(ten_thousand_keys_keep_their_numbers) {
    struct key_index index = {0};
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; i < 10000; i++) {
            const uint32_t key[] = {i % 7, i, i % 3};
            assert_int_equal(xkey_index_number(&index, key, sizeof key), i);
        }
    assert_int_equal(index.count, 10000);
    key_index_release(&index);
}

TEST(texts_are_not_run_together) {
    static const char *const texts[][2] = {{"a", "bc"}, {"ab", "c"}, {"", "abc"}, {"abc", NULL}};
    struct key_index index = {0};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(xkey_index_find_texts(&index, texts[i], 2), KEY_INDEX_NONE);
        assert_int_equal(xkey_index_number_of_texts(&index, texts[i], 2), i);
        assert_int_equal(xkey_index_find_texts(&index, texts[i], 2), i);
    }
    assert_int_equal(xkey_index_number_of_texts(&index, ((const char *[]){"abc", ""}), 2), 3);
    key_index_release(&index);
}
