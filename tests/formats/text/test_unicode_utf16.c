/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "tests/test.h"

TEST(text_comes_back) {
    static const char *const texts[] = {"", "ASCII", "µs", "\342\202\254 \360\237\230\200!"};
    static const size_t counts[] = {0, 5, 2, 5};
    for (size_t i = 0; i < 4; i++) {
        uint16_t units[64];
        size_t count = utf16_from_utf8(units, texts[i]);
        assert_int_equal(count, counts[i]);
        char *text = utf16_to_utf8(units, count);
        assert_string_equal(text, texts[i]);
        free(text);
    }
}

TEST(what_is_malformed_is_replaced) {
    uint16_t units[8];
    assert_int_equal(utf16_from_utf8(units, "a\377b"), 3);
    assert_int_equal(units[1], 0xFFFD);
    static const uint16_t halves[4] = {0xD83D, 'a', 0xDE00, 0};
    char *text = utf16_to_utf8(halves, 4);
    assert_string_equal(text, "\357\277\275a\357\277\275\357\277\275");
    free(text);
}
