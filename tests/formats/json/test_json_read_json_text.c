/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/json/json_read.h"

static json_object *parse(const char *text, size_t n, struct err *err) {
    struct source source = {.path = "x.json", .text = text, .length = n};
    return json_text_parse(&source, err);
}

static void assert_refused(const char *text, const char *message) {
    struct err err = {""};
    assert_null(parse(text, strlen(text), &err));
    assert_string_equal(err.message, message);
}

TEST(values_of_a_text_are_found) {
    static const char text[] =
        " {\"a\": \"x\", \"b\": NaN, \"c\": -Infinity, \"d\": 2, \"e\": null}\n";
    double number;
    json_object *object = parse(text, strlen(text), NULL);
    assert_string_equal(json_text_string(object, "a"), "x");
    assert_null(json_text_string(object, "d"));
    assert_null(json_text_string(object, "z"));
    assert_null(json_text_member(object, "a", json_type_array));
    assert_true(json_text_number_or_nan(object, "b", &number) && isnan(number));
    assert_true(json_text_number_or_nan(object, "c", &number) && number == -INFINITY);
    assert_true(json_text_number_or_nan(object, "d", &number) && number == 2);
    assert_true(json_text_number_or_nan(object, "e", &number) && isnan(number));
    assert_true(json_text_number_or_nan(object, "z", &number) && isnan(number));
    assert_false(json_text_number_or_nan(object, "a", &number));
    json_object_put(object);
}

TEST(integers_that_were_cut_are_no_numbers) {
    static const char text[] = "[9223372036854775807, 18446744073709551616, -1e30, -99999999999999"
                               "999999, 4611686018427387904]";
    double number;
    json_object *array = parse(text, strlen(text), NULL);
    assert_false(json_text_number(json_object_array_get_idx(array, 0), &number));
    assert_false(json_text_number(json_object_array_get_idx(array, 1), &number));
    assert_true(json_text_number(json_object_array_get_idx(array, 2), &number) && number == -1e30);
    assert_false(json_text_number(json_object_array_get_idx(array, 3), &number));
    assert_true(json_text_number(json_object_array_get_idx(array, 4), &number) && number == 0x1p62);
    json_object_put(array);
}

TEST(faults_are_named_with_their_line) {
    assert_refused("", "x.json: line 1: the file is empty");
    assert_refused(" \n ", "x.json: line 1: the file is empty");
    assert_refused("null", "x.json: line 1: nothing but null");
    assert_refused("{\n\"a\":\n[1,", "x.json: line 3: the file ends early");
    assert_refused("{}\n\nx", "x.json: line 3: more follows the end of the JSON text");
    assert_refused("[1,\n}", "x.json: line 2: unexpected character");
    struct err err = {""};
    assert_null(parse("[1\0]", 4, &err));
    assert_string_equal(err.message, "x.json: line 1: a NUL byte; this is not text");
}

TEST(numbers_are_those_of_json) {
    static const char *const bad[] = {"00012", "01", "-01", "01.5",  "+1",  "1.",   ".5",    "-.5",
                                      "0x10",  "1e", "1e+", "1.e5",  "--1", "1-2",  "-",     "1_0",
                                      "0b1",   "1E", "12a", "1.2.3", "-e5", "1e5.", "0\"a\""};
    static const char *const good[] = {
        "0",   "-0",       "12",        "-0.5", "1e5",  "1E+05", "1.25e-09",
        "NaN", "Infinity", "-Infinity", "nan",  "true", "null",  "\"01 \\\" +1 .5\""};
    char text[64];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{\"a\":\n[%s]}", bad[i]);
        assert_refused(text,
                       "x.json: line 2: a number that is none in JSON, such as 012, +1, 1., .5 "
                       "or 0x1");
        assert_refused(bad[i],
                       "x.json: line 1: a number that is none in JSON, such as 012, +1, 1., "
                       ".5 or 0x1");
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "[%s, 1]", good[i]);
        json_object *value = parse(text, strlen(text), NULL);
        assert_non_null(value);
        json_object_put(value);
    }
}

TEST(deep_texts_are_refused) {
    char text[100001];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_refused(text, "x.json: line 1: nesting too deep");
}

TEST(texts_that_would_fill_the_memory_are_refused) {
    size_t n = 9 << 20;
    char *text = malloc(n);
    for (size_t i = 0; i < n; i++)
        text[i] = i == 0 ? '[' : ",{}"[i % 3];
    struct err err = {""};
    assert_null(parse(text, n, &err));
    assert_string_equal(err.message, "x.json: line 1: more values than memory is given to");
    free(text);
}

TEST(a_text_need_not_end_in_a_nul) {
    char *text = malloc(2);
    memcpy(text, "12", 2);
    json_object *value = parse(text, 2, NULL);
    assert_int_equal(json_object_get_int(value), 12);
    json_object_put(value);
    free(text);
}
