/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv_field.h"
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
