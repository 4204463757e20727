/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "tests/test.h"

TEST(what_could_steer_a_terminal_is_replaced) {
    static const struct {
        const char *text, *printable;
    } cases[] = {
        {"openblas", "openblas"},
        {"µ ± × ½ 漢 🙂", "µ ± × ½ 漢 🙂"},
        {"a\x1b[31mb\n\t\x7f", "a?[31mb???"},
        {"\xc2\x9b"
         "31m",
         "??31m"},                    /* a C1 control */
        {"\xc0\xaf", "??"},           /* overlong */
        {"\xe0\x80\xaf", "???"},      /* overlong */
        {"\xed\xa0\x80", "???"},      /* a surrogate */
        {"\xf4\x90\x80\x80", "????"}, /* beyond U+10FFFF */
        {"ab\xe2\x82", "ab??"},       /* cut off */
        {"\xe2\x82\x41", "??A"},
        {"\xff\xfe", "??"},
        {"a\xef\xbf\xbe\xef\xbf\xbf", "a??????"},                 /* U+FFFE, U+FFFF */
        {"\xf4\x8f\xbf\xbf", "????"},                             /* U+10FFFF */
        {"\xef\xb7\x90\xef\xb7\xaf", "??????"},                   /* U+FDD0, U+FDEF */
        {"\xef\xbf\xbd\xef\xb7\xb0", "\xef\xbf\xbd\xef\xb7\xb0"}, /* U+FFFD, U+FDF0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", cases[i].text);
        assert_int_equal(utf8_is_clean(text), strcmp(cases[i].text, cases[i].printable) == 0);
        utf8_clean(text, '?');
        assert_string_equal(text, cases[i].printable);
    }
}

TEST(width_counts_characters_not_bytes) {
    assert_int_equal(utf8_width(""), 0);
    assert_int_equal(utf8_width("4.56 µs"), 7);
    assert_int_equal(utf8_width("± ×"), 3);
}

TEST(wide_characters_take_two_columns) {
    char text[64];
    utf8_know_widths();
    assert_int_equal(utf8_width("行列"), 4);
    assert_int_equal(utf8_width("\uff21\uac00x"), 5);
    assert_int_equal(utf8_width("e\u0301"), 1);
    assert_int_equal(utf8_width("± × ≈ … µs"), 10);
    assert_string_equal(utf8_shorten(text, sizeof text, "行列の積", 7), "行…積");
    assert_string_equal(utf8_shorten(text, sizeof text, "行列の積", 6), "行…積");
    assert_string_equal(utf8_shorten(text, sizeof text, "行列の積", 2), "…");
    for (size_t width = 1; width < 16; width++)
        assert_true(utf8_width(utf8_shorten(text, sizeof text, "a行列bの積cの速さ", width)) <=
                    width);
}

TEST(long_names_lose_their_middle) {
    char text[64];
    assert_string_equal(utf8_shorten(text, sizeof text, "openblas-pthread", 9), "open…read");
    assert_string_equal(utf8_shorten(text, sizeof text, "openblas", 8), "openblas");
    assert_string_equal(utf8_shorten(text, sizeof text, "µµµµµµ", 4), "µµ…µ");
    assert_string_equal(utf8_shorten(text, sizeof text, "abc", 1), "…");
    for (size_t width = 1; width < 16; width++)
        assert_int_equal(utf8_width(utf8_shorten(text, sizeof text, "openblas-pthread", width)),
                         width);
}

TEST(every_character_survives_encoding_and_decoding) {
    for (uint32_t code = 1; code <= 0x10ffff; code += code < 0x3000 ? 1 : 61) {
        char text[5] = "";
        uint32_t decoded = 0;
        int is_surrogate = code >= 0xd800 && code <= 0xdfff;
        size_t length = utf8_encode(text, code);
        assert_int_equal(utf8_decode(text, &decoded), is_surrogate ? 0 : length);
        assert_true(is_surrogate || decoded == code);
    }
}

TEST(what_was_cut_ends_in_whole_characters) {
    char ascii[] = "abcdefghij", wide[] = "ab\u6f22\u5b57x";
    utf8_end_in(ascii, sizeof ascii, "...");
    assert_string_equal(ascii, "abcdefg...");
    utf8_end_in(wide, sizeof wide, "..");
    assert_string_equal(wide, "ab\u6f22..");
    assert_true(utf8_is_clean(wide));
}

TEST(escaped_names_are_well_formed_and_stay_different) {
    static const char *const cases[][2] = {{"\u6f22 b\n", "\u6f22 b%0A"},
                                           {"a\377", "a%FF"},
                                           {"a\376", "a%FE"},
                                           {"\355\240\200", "%ED%A0%80"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *escaped = xutf8_escape(cases[i][0]);
        assert_string_equal(escaped, cases[i][1]);
        free(escaped);
    }
}
