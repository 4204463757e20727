/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "formats/model/action_names.h"
#include "tests/test.h"

TEST(aliases_name_actions) {
    assert_string_equal(action_name("gemm"), "matrix_matrix_product");
    assert_string_equal(action_name("action_gesv"), "lu_solve");
    assert_string_equal(action_name("action_axpy"), "axpy");
    assert_string_equal(action_name("mine"), "mine");
    assert_string_equal(action_name(""), "");
}

TEST(routines_name_actions_and_types) {
    static const struct {
        const char *action, *type, *name;
        int is_called;
    } cases[] = {
        {"matrix_matrix_product", "d", "matrix_matrix_product", 1},
        {"matrix_matrix_product", "d", "action_matrix_matrix_product", 1},
        {"matrix_matrix_product", "d", "gemm", 1},
        {"matrix_matrix_product", "d", "dgemm", 1},
        {"matrix_matrix_product", "s", "dgemm", 0},
        {"matrix_matrix_product", "", "dgemm", 0},
        {"matrix_matrix_product", NULL, "dgemm", 1},
        {"matrix_matrix_product", "d", "xgemm", 0},
        {"axpy", "d", "daxpy", 1},
        {"axpy", "z", "zaxpy", 1},
        {"dot", "d", "dot", 1},
        {"dot", "s", "ddot", 0},
        {"dot", "s", "ot", 0},
        {"copy", "s", "scopy", 1},
        {"syrk", "z", "zherk", 1},
        {"axpy", "d", "", 0},
        {"axpy", "d", "d", 0},
        {"gemm", "d", "gemm", 1}, /* an action of another program */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (action_is_called(cases[i].action, cases[i].type, cases[i].name) != cases[i].is_called)
            fail_msg("%s of %s, %s", cases[i].action, cases[i].type, cases[i].name);
}
