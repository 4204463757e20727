/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/model/string_pool.h"

static void equal_texts_have_one_number(void **state) {
    (void)state;
    struct string_pool texts = {0};
    char copy[] = "blis";
    assert_int_equal(string_pool_number(&texts, "openblas"), 0);
    assert_int_equal(string_pool_number(&texts, "blis"), 1);
    assert_int_equal(string_pool_number(&texts, copy), 1);
    assert_int_equal(texts.count, 2);
    assert_string_equal(string_pool_text(&texts, 1), "blis");
    string_pool_release(&texts);
}

static void ten_thousand_texts_keep_their_numbers(void **state) {
    (void)state;
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

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    struct string_pool texts = {0};
    assert_int_equal(string_pool_find(&texts, "blis"), STRING_POOL_NONE);
    string_pool_number(&texts, "blis");
    assert_int_equal(string_pool_find(&texts, "blis"), 0);
    assert_int_equal(string_pool_find(&texts, ""), STRING_POOL_NONE);
    assert_int_equal(texts.count, 1);
    assert_null(string_pool_text(&texts, STRING_POOL_NONE));
    string_pool_release(&texts);
}

static void texts_come_out_printable(void **state) {
    (void)state;
    struct string_pool texts = {0};
    assert_int_equal(string_pool_number(&texts, "a\033[1m"), 0);
    assert_string_equal(string_pool_text(&texts, 0), "a%1B[1m");
    assert_int_equal(string_pool_number(&texts, "a%1B[1m"), 0);
    string_pool_release(&texts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_have_one_number),
        cmocka_unit_test(ten_thousand_texts_keep_their_numbers),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(texts_come_out_printable),
    };
    return cmocka_run_group_tests_name("formats/model/string_pool", tests, NULL, NULL);
}
