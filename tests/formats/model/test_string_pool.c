/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/string_pool.h"
#include "tests/test.h"

TEST(equal_texts_have_one_number) {
    struct string_pool texts = {0};
    char copy[] = "blis";
    assert_int_equal(string_pool_number(&texts, "openblas"), 0);
    assert_int_equal(string_pool_number(&texts, "blis"), 1);
    assert_int_equal(string_pool_number(&texts, copy), 1);
    assert_int_equal(texts.count, 2);
    assert_string_equal(string_pool_text(&texts, 1), "blis");
    string_pool_release(&texts);
}

TEST(ten_thousand_texts_keep_their_numbers) {
    struct string_pool texts = {0};
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; i < 10000; i++) {
            char text[16];
            snprintf(text, sizeof text, "run_%06u", i);
            assert_int_equal(string_pool_number(&texts, text), i);
        }
    assert_int_equal(texts.count, 10000);
    string_pool_release(&texts);
}

TEST(what_is_not_there_is_not_found) {
    struct string_pool texts = {0};
    assert_int_equal(string_pool_find(&texts, "blis"), STRING_POOL_NONE);
    string_pool_number(&texts, "blis");
    assert_int_equal(string_pool_find(&texts, "blis"), 0);
    assert_int_equal(string_pool_find(&texts, ""), STRING_POOL_NONE);
    assert_int_equal(texts.count, 1);
    assert_null(string_pool_text(&texts, STRING_POOL_NONE));
    string_pool_release(&texts);
}

TEST(texts_come_out_printable) {
    struct string_pool texts = {0};
    assert_int_equal(string_pool_number(&texts, "a\033[1m"), 0);
    assert_string_equal(string_pool_text(&texts, 0), "a%1B[1m");
    assert_int_equal(string_pool_number(&texts, "a%1B[1m"), 0);
    string_pool_release(&texts);
}

TEST(what_is_written_becomes_a_text) {
    struct string_pool texts = {0};
    struct kept_text written;
    kept_text_begin(&written);
    fprintf(written.file, "size %d", 64);
    const char *kept = kept_text_end(&written, &texts);
    assert_string_equal(kept, "size 64");
    assert_int_equal(xstring_pool_number(&texts, "size 64"), 0);
    assert_int_equal(xstring_pool_number(&texts, "size 65"), 1);
    kept_text_begin(&written);
    assert_null(kept_text_end(&written, &texts));
    string_pool_release(&texts);
}
