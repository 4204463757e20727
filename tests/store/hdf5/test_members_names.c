/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/hdf5/members.h"
#include "tests/test.h"

TEST(facts_come_back_by_their_true_names) {
    static const char *const cases[][2] = {
        {"cpu_model", "cpu_model"},
        {"v1.2-3", "v1.2-3"},
        {"CLASS", "%43LASS"},
        {"units", "%75nits"},
        {"library", "%6Cibrary"},
        {"MATLAB_class", "%4DATLAB_class"},
        {"_x", "%5Fx"},
        {"a/b%", "a%2Fb%25"},
        {"é", "%C3%A9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *attribute = names_encode_fact(cases[i][0]);
        assert_string_equal(attribute, cases[i][1]);
        assert_int_equal(names_decode_fact(attribute), 0);
        assert_string_equal(attribute, cases[i][0]);
        free(attribute);
    }
}

TEST(what_is_no_fact_is_passed_over) {
    static const char *const others[] = {"",     "CLASS", "MATLAB_fields", "DIMENSION_LIST",
                                         "_NCx", "a%2",   "a%zz",          "a%00",
                                         "%",    "units", "library",       "action"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char attribute[40];
        strcpy(attribute, others[i]);
        assert_int_equal(names_decode_fact(attribute), -1);
    }
}
