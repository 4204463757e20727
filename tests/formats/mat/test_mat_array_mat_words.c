/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/mat/mat_array.h"
#include "tests/test.h"

static struct mat_array matrix(enum mat_class class, const void *numbers, const size_t dims[2]) {
    return (struct mat_array){
        .class = class, .rank = 2, .dims = dims, .count = dims[0] * dims[1], .real = numbers};
}

static void assert_words(const struct mat_array *array, const char *expected) {
    char *text = mat_words(array);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_kind(const struct mat_array *array, const char *expected) {
    char *text = mat_words_kind(array, "x");
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

TEST(a_matrix_is_what_matlab_makes_it_of) {
    const double numbers[] = {1, 0.1, 1e300, NAN, -INFINITY, -0.0};
    struct mat_array m = matrix(MAT_DOUBLE, numbers, (size_t[]){2, 3});
    assert_words(&m, "[1 1e+300 -Inf; 0.1 NaN -0]");
    m = matrix(MAT_DOUBLE, numbers, (size_t[]){1, 2});
    assert_words(&m, "[1 0.1]");
    m = matrix(MAT_DOUBLE, numbers, (size_t[]){2, 1});
    assert_words(&m, "[1; 0.1]");
    m = matrix(MAT_DOUBLE, numbers, (size_t[]){0, 3});
    assert_words(&m, "[]");
}

TEST(whole_and_logical_numbers_are_numbers) {
    const int16_t whole[] = {-3, 4};
    const uint8_t truths[] = {1, 0};
    struct mat_array m = matrix(MAT_INT16, whole, (size_t[]){1, 2});
    assert_words(&m, "[-3 4]");
    m = matrix(MAT_UINT8, truths, (size_t[]){1, 2});
    m.is_logical = 1;
    assert_words(&m, "[1 0]");
    assert_kind(&m, "logical, 1x2");
}

TEST(what_is_no_line_is_named) {
    static double zeros[MAT_WORDS_MOST + 1];
    struct mat_array m = matrix(MAT_DOUBLE, zeros, (size_t[]){1, MAT_WORDS_MOST + 1});
    assert_null(mat_words(&m));
    assert_kind(&m, "double, 1x1001");
    m = matrix(MAT_SINGLE, zeros, (size_t[]){1, 1});
    m.is_complex = 1;
    m.imaginary = zeros;
    assert_null(mat_words(&m));
    assert_kind(&m, "complex single, 1x1");
    m = matrix(MAT_DOUBLE, zeros, (size_t[]){2, 2});
    m.rank = 3;
    m.dims = (size_t[]){2, 1, 2};
    assert_null(mat_words(&m));
    assert_kind(&m, "double, 2x1x2");
    m = matrix(MAT_CELL, NULL, (size_t[]){0, 0});
    assert_null(mat_words(&m));
    assert_kind(&m, "cell, 0x0");
    m = (struct mat_array){.class = MAT_OPAQUE};
    assert_null(mat_words(&m));
    assert_kind(&m, "an object");
    m.class_name = "string";
    assert_kind(&m, "a string; in MATLAB: cellstr(x)");
    m.class_name = "my.Class";
    assert_kind(&m, "an object of class my.Class");
}

TEST(a_list_ends_where_it_grows_too_long) {
    char *list = NULL, *before;
    assert_true(mat_words_list(&list, "f", "an object"));
    assert_string_equal(list, "f (an object)");
    assert_true(mat_words_list(&list, "g", "a cell"));
    assert_string_equal(list, "f (an object), g (a cell)");
    for (int i = 0; i < 1000; i++)
        assert_true(mat_words_list(&list, "h", "a cell"));
    assert_uint_in_range(strlen(list), MAT_WORDS_LIST, MAT_WORDS_LIST + 40);
    assert_string_equal(list + strlen(list) - 5, ", ...");
    before = list;
    assert_true(mat_words_list(&list, "h", "a cell"));
    assert_ptr_equal(list, before);
    free(list);
}
