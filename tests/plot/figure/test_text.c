/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure/text.h"
#include "tests/test.h"

static void assert_clean(const char *dirty, const char *clean) {
    char *result = text_clean(dirty, TEXT_LONGEST);
    assert_string_equal(result, clean);
    free(result);
}

TEST(sound_text_stays_as_it_is) {
    assert_clean("axpy — <b>&\" ½× 漢字 שלום", "axpy — <b>&\" ½× 漢字 שלום");
    assert_clean("two\nlines", "two\nlines");
    assert_clean("", "");
}

TEST(what_is_no_utf8_and_no_text_is_replaced) {
    assert_clean("a\xff\x62", "a\uFFFDb");
    assert_clean("\x1b[31mred\t!", " [31mred !");
    assert_clean("cut \xe2\x82", "cut \uFFFD\uFFFD");
}

TEST(long_text_is_cut_between_characters) {
    char text[10001];
    for (size_t i = 0; i < 10000; i += 2)
        memcpy(text + i, "é", 2);
    text[10000] = 0;
    char *clean = text_clean(text, TEXT_LONGEST);
    assert_int_equal(strlen(clean), 2 * TEXT_LONGEST + strlen("…"));
    assert_string_equal(clean + 2 * TEXT_LONGEST, "…");
    free(clean);
}

TEST(width_is_in_proportion_to_size) {
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    struct text_extent small = text_measure(text, &(struct text_style){.size = 5}, "openblas");
    struct text_extent large = text_measure(text, &(struct text_style){.size = 50}, "openblas");
    assert_true(small.width > 10);
    assert_float_equal(large.width / small.width, 10, 0.1);
    text_close(text);
}

/* Takes the lines that are drawn, as the part of each before the next. */
struct taken {
    char lines[8][64];
    size_t count;
};

static void take_line(void *context, const struct text_line *line) {
    struct taken *taken = context;
    char *to = taken->lines[taken->count++];
    for (size_t i = 0; i < line->count; i++)
        to += sprintf(to, "%.*s", (int)line->runs[i].length, line->runs[i].string);
}

static void assert_lines(struct text *text, const char *string, double wrap,
                         const char *const *lines) {
    struct taken taken = {.count = 0};
    const struct placed_text words = {.style = {.size = 7, .wrap = wrap}, .string = string};
    text_read(text, &words, take_line, &taken);
    for (size_t i = 0; lines[i]; i++)
        assert_string_equal(taken.lines[i], lines[i]);
    assert_null(lines[taken.count]);
}

TEST(words_are_divided_where_their_parts_are) {
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    assert_lines(
        text, "relative to org.company.HashMapBenchmark.getAll", 90,
        (const char *const[]){"relative to org.company.", "HashMapBenchmark.", "getAll", NULL});
    assert_lines(text, "listParallelJoinWithEmptyStream", 80,
                 (const char *const[]){"listParallelJoinWith", "EmptyStream", NULL});
    text_close(text);
}

TEST(lines_break_within_the_width_given) {
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    struct text_style style = {.size = 7, .wrap = 60};
    struct text_extent one = text_measure(text, &style, "mean");
    struct text_extent many = text_measure(text, &style, "mean seconds per call, 95 % interval");
    assert_true(many.width <= 61);
    assert_true(many.height > 1.9 * one.height);
    struct text_style fitted = {.size = 7, .fit = 60};
    struct text_extent cut = text_measure(text, &fitted, "a name that is much longer than this");
    assert_true(cut.width <= 61);
    assert_float_equal(cut.height, one.height, 0.5);
    text_close(text);
}

/* Ten letters break into two lines of five where five have room: a hyphen would take that of one.
 */
TEST(a_word_breaks_without_a_hyphen) {
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    struct text_style style = {.size = 7};
    struct text_extent half = text_measure(text, &style, "nnnnn");
    style.wrap = half.width + 0.1;
    struct text_extent broken = text_measure(text, &style, "nnnnnnnnnn");
    assert_float_equal(broken.height, 2 * half.height, 0.5);
    text_close(text);
}

/* Where the sign has no room beside its number, both go on the next line. */
TEST(a_percent_sign_stays_with_its_number) {
    struct text *text;
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    struct text_style style = {.size = 7};
    struct text_extent kept = text_measure(text, &style, "share of 95");
    style.wrap = kept.width + 1;
    struct text_extent broken = text_measure(text, &style, "share of 95 %");
    assert_true(broken.width < kept.width - 5);
    text_close(text);
}

/* Keeps the string of the first run. */
static void keep_first(void *kept, const struct text_line *line) {
    snprintf(kept, 16, "%.*s", (int)line->runs[0].length, line->runs[0].string);
}

TEST(what_is_cut_off_is_the_middle_or_the_beginning) {
    struct text *text;
    char first[16] = "";
    assert_int_equal(text_open(&text, NULL, NULL), 0);
    struct placed_text words = {.style = {.size = 7, .fit = 60},
                                .string = "a name that is much longer than this"};
    text_read(text, &words, keep_first, first);
    assert_int_equal(first[0], 'a');
    words.style.keeps_end = 1;
    text_read(text, &words, keep_first, first);
    assert_string_equal(first, "…");
    text_close(text);
}
