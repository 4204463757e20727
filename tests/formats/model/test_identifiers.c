/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/model/identifiers.h"
#include "tests/test.h"

TEST(fields_are_identifiers) {
    static const char *const cases[][2] = {
        {"openblas", "openblas"},
        {"my lib-2 (copy)", "my_lib_2__copy_"},
        {"2blas", "x2blas"},
        {"_private", "x_private"},
        {"end", "xend"},
        {"ending", "ending"},
        {"", "x"},
        {"é", "x__"},
        {"a/b.so", "a_b_so"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct identifiers names = {0};
        assert_string_equal(identifiers_add(&names, cases[i][0]), cases[i][1]);
        identifiers_release(&names);
    }
}

TEST(fields_are_unique_and_short) {
    struct identifiers names = {0};
    char long_name[200];
    memset(long_name, 'n', 199);
    long_name[199] = '\0';
    assert_string_equal(identifiers_add(&names, "a b"), "a_b");
    assert_string_equal(identifiers_add(&names, "a-b"), "a_b_2");
    assert_string_equal(identifiers_add(&names, "a_b_2"), "a_b_2_2");
    assert_string_equal(identifiers_add(&names, "a+b"), "a_b_3");
    assert_int_equal(strlen(identifiers_add(&names, long_name)), 63);
    for (int i = 0; i < 20; i++) {
        const char *field = identifiers_add(&names, long_name);
        assert_int_equal(strlen(field), 63);
        for (size_t k = 0; k + 1 < names.count; k++)
            assert_string_not_equal(field, names.items[k]);
    }
    identifiers_release(&names);
}
