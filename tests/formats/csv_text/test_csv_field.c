/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv_text/csv_field.h"
#include "tests/test.h"

static const struct {
    const char *text, *written, *plain;
} cases[] = {
    {"openblas", "openblas", "openblas"},
    {"", "\"\"", "\"\""},
    {"a,b", "\"a,b\"", "\"a,b\""},
    {"a \"b\"", "\"a \"\"b\"\"\"", "\"a \"\"b\"\"\""},
    {"a\nb", "\"a\nb\"", "\"a\nb\""},
    {" a", "\" a\"", "\" a\""},
    {"#1", "\"#1\"", "\"#1\""},
    {"a #2", "a #2", "a #2"},
    {"=1+1", "'=1+1", "=1+1"},
    {"+1", "'+1", "+1"},
    {"-O3", "'-O3", "-O3"},
    {"@SUM(A1)", "'@SUM(A1)", "@SUM(A1)"},
    {"＝1+1", "'＝1+1", "＝1+1"},
    {"＠SUM(A1)", "'＠SUM(A1)", "＠SUM(A1)"},
    {"=a,b", "\"'=a,b\"", "\"=a,b\""},
    {"it's", "it's", "it's"},
    {"'tis", "'tis", "'tis"},
    {"'", "'", "'"},
    {"'=1", "''=1", "'=1"},
    {"''-1", "'''-1", "''-1"},
    {"a=1", "a=1", "a=1"},
};

static void assert_written(const char *text, int is_plain, const char *expected) {
    char *written = NULL;
    size_t size;
    FILE *file = open_memstream(&written, &size);
    csv_field_write(file, text, ',', is_plain);
    fclose(file);
    assert_string_equal(written, expected);
    free(written);
}

TEST(what_a_spreadsheet_would_calculate_is_marked_as_text) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_written(cases[i].text, 0, cases[i].written);
        assert_written(cases[i].text, 1, cases[i].plain);
    }
    assert_written("a;b", 0, "a;b");
}

TEST(the_mark_is_taken_away_again) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        if (*cases[i].written == '"')
            continue;
        snprintf(text, sizeof text, "%s", cases[i].written);
        csv_field_unguard(text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(marks_of_markdown_are_no_text) {
    static const struct {
        const char *text, *left;
    } marked[] = {
        {"**5 ms**", "5 ms"},
        {"*5*", "5"},
        {"`5`", "5"},
        {"~~5~~", "5"},
        {"***5***", "5"},
        {"**`5 ms`**", "5 ms"},
        {"**fast** (3.2x)", "fast (3.2x)"},
        {"`rg --files \\| wc -l`", "rg --files | wc -l"},
        {"`sed s/\\.//`", "sed s/\\.//"},
        {"a\\_b \\* c", "a_b * c"},
        {"gcc<br>-O3<BR/>-g", "gcc -O3 -g"},
        {"[lz4](https://lz4.org) 1.9", "lz4 1.9"},
        {"![fast](a.png)", "fast"},
        {"8.00<sup>1</sup>", "8.00"},
        {"8.00<sup>a</sup> ms", "8.00 ms"},
        {"10<sup>6</sup>", "10^6"},
        {"2<SUP>10</SUP>", "2^10"},
        {"x<sup>2</sup>", "x2"},
        {"110<sup>2</sup>", "110"},
        {"[**lz4**](https://lz4.org)", "lz4"},
        {"f(float*, float*)", "f(float*, float*)"},
        {"a * b * c", "a * b * c"},
        {"**", "**"},
        {"2**20", "2**20"},
        {"a[1]", "a[1]"},
        {"__init__", "__init__"},
        {"`", "`"},
        {"C:\\temp", "C:\\temp"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", marked[i].text);
        csv_field_unmark(text);
        assert_string_equal(text, marked[i].left);
    }
}
