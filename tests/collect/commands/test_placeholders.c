/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "collect/commands/placeholders.h"
#include "tests/test.h"

static const struct placeholder known[] = {
    {.name = "size", .value = 1000}, {.name = "level", .value = 0.5}, {.name = "s", .value = 7}};
enum { KNOWN = sizeof known / sizeof *known };

static void assert_filled(const char *text, const char *expected) {
    char *filled = placeholders_fill(text, known, KNOWN);
    assert_string_equal(filled, expected);
    free(filled);
}

TEST(placeholders_become_their_values) {
    assert_filled("sort -n {size}.txt", "sort -n 1000.txt");
    assert_filled("{size}{level}{s}", "10000.57");
    assert_filled("", "");
    char *large = placeholders_fill(
        "{n} {file}",
        (struct placeholder[]){{.name = "n", .value = 2147483647}, {.name = "file", .word = "a b"}},
        2);
    assert_string_equal(large, "2147483647 a b");
    free(large);
}

TEST(values_keep_their_spelling) {
    static const struct placeholder spelled[] = {{"a", 7, "0.10,007,1e20", NULL},
                                                 {"b", 0.1, "0.10,007,1e20", NULL},
                                                 {"c", 1e20, "0.10,007,1e20", NULL},
                                                 {"d", 8, "0.10,007,1e20", NULL},
                                                 {.name = "e", .word = "-O2 {a}"}};
    char *filled = placeholders_fill("{a} {b} {c} {d} {e}", spelled, 5);
    assert_string_equal(filled, "007 0.10 1e20 8 -O2 {a}");
    free(filled);
}

TEST(other_braces_stay) {
    assert_filled("awk '{ print $1 }'", "awk '{ print $1 }'");
    assert_filled("{}", "{}");
    assert_filled("{size", "{size");
    assert_filled("a}b", "a}b");
    assert_filled("{{size}", "{size}");
    assert_filled("{{{size}", "{1000");
    assert_filled("{{{{", "{{");
    assert_filled("{unknown}", "{unknown}");
}

TEST(only_whole_names_count) {
    assert_true(placeholders_have("x{size}", "size"));
    assert_true(placeholders_have("{a}{size}", "size"));
    assert_false(placeholders_have("{sizes}", "size"));
    assert_false(placeholders_have("{siz}", "size"));
    assert_false(placeholders_have("{{size}", "size"));
    assert_false(placeholders_have("size", "size"));
    assert_false(placeholders_have(NULL, "size"));
}

TEST(an_unknown_one_is_named_beside_the_known) {
    struct err err = {""};
    assert_int_equal(placeholders_check("{size} {level} {{x}", known, KNOWN, &err), 0);
    assert_int_equal(placeholders_check("a {sice}", known, KNOWN, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "unknown placeholder {sice}"));
    assert_non_null(strstr(err.message, "{size}, {level}, {s}"));
    assert_non_null(strstr(err.message, "write {{sice}"));
}
