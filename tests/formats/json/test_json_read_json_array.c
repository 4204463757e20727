/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/json/json_read.h"
#include "tests/test.h"

/* How many objects LENGTH bytes of TEXT hold; the code where it is refused. */
static int count_objects(const char *text, size_t length, struct err *err) {
    FILE *file = fmemopen((void *)(uintptr_t)text, length, "r");
    struct json_array *array = malloc(sizeof *array);
    json_object *object = NULL;
    int count = 0, code = json_array_begin(array, file, "x.json", err);
    while (!code && (code = json_array_next(array, &object, err)) == 0 && object) {
        json_object_put(object);
        count++;
    }
    json_array_end(array);
    free(array);
    fclose(file);
    return code ? code : count;
}

TEST(objects_come_one_by_one) {
    static const struct {
        const char *text;
        int count;
    } cases[] = {{"[]", 0},
                 {" [ ] \n", 0},
                 {"[{}]", 1},
                 {"[{},\n{} ]\n", 2},
                 {"[{\"a\":[1,{\"b\":null}]},{},{\"c\":\"],{\"}]", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(count_objects(cases[i].text, strlen(cases[i].text), NULL), cases[i].count);
}

TEST(what_is_none_is_refused_with_its_line) {
    static const struct {
        const char *text, *words;
    } cases[] = {{"\n{}", "line 2: no JSON array"},
                 {"[{},\n5]", "line 2: something else than an object"},
                 {"[{}\n{}]", "line 2: neither ','"},
                 {"[\n{\"a\":\n1", "line 3: the text ends early"},
                 {"[{}", "line 1: the text ends early"},
                 {"[{},\n]", "line 2: something else"},
                 {"[]\n[]", "line 2: more follows"},
                 {"[{\"a\":\n01}]", "line 2: a number that is none in JSON"},
                 {"[{\"a\":{\"b\":\n1.}}]", "line 2: a number that is none in JSON"},
                 {"[{\n\"a\" 1}]", "line 2: object property name separator ':' expected"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        assert_int_equal(count_objects(cases[i].text, strlen(cases[i].text), &err), ERR_DAMAGED);
        if (!strstr(err.message, cases[i].words) || strncmp(err.message, "x.json: ", 8) != 0)
            fail_msg("%s: %s", cases[i].text, err.message);
    }
}

TEST(a_nul_byte_is_no_text) {
    struct err err = {""};
    assert_int_equal(count_objects("[{}\0,{}]", 8, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "NUL"));
}

TEST(depth_and_length_are_bounded) {
    enum { LONG = JSON_ARRAY_MOST_BYTES + 100 };
    struct err err = {""};
    char *text = malloc(LONG);
    memset(text, ' ', LONG);
    memcpy(text, "[{\"a\":\"", 7);
    memset(text + 7, 'x', LONG - 10);
    memcpy(text + LONG - 3, "\"}]", 3);
    assert_int_equal(count_objects(text, LONG, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "too long"));
    memcpy(text, "[{\"a\":", 6);
    memset(text + 6, '[', 1000);
    assert_int_equal(count_objects(text, 1006, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "nesting too deep"));
    free(text);
}

/* Longer than what is read at once, with objects across its ends. */
TEST(a_long_array_is_read_in_parts) {
    enum { COUNT = 20000 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    for (int i = 0; i < COUNT; i++)
        fprintf(file, "%c{\"number\":%d}\n", i ? ',' : '[', i);
    fputs("]", file);
    assert_int_equal(fclose(file), 0);
    assert_true(size > 3 * JSON_ARRAY_BUFFER);
    assert_int_equal(count_objects(text, size, NULL), COUNT);
    free(text);
}
