/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "tests/test.h"

static const char *const names[] = {"axpy",   "axpby", "dot", "matrix_matrix_product",
                                    "median", "mean"};

static struct suggestion nearest(const char *wanted) {
    struct suggestion suggestion = {.wanted = wanted};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        suggest_consider(&suggestion, names[i]);
    return suggestion;
}

TEST(distances_are_numbers_of_slips) {
    static const struct {
        const char *wanted, *name;
        size_t distance;
    } cases[] = {{"axpi", "axpy", 1},      {"axy", "axpy", 1},   {"axppy", "axpy", 1},
                 {"aypx", "axpy", 2},      {"apxy", "axpy", 1},  {"axpy", "axpy", 0},
                 {"kitten", "sitting", 3}, {"fft", "fft_1d", 0}, {"ff", "fft_1d", 4},
                 {"", "dot", 3},           {"ca", "abc", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct suggestion suggestion = {.wanted = cases[i].wanted};
        suggest_consider(&suggestion, cases[i].name);
        assert_int_equal(suggestion.distance, cases[i].distance);
    }
}

TEST(what_was_meant_is_suggested) {
    static const char *const cases[][2] = {
        {"axpi", "; did you mean \"axpy\"?"},
        {"maen", "; did you mean \"mean\"?"},
        {"medain", "; did you mean \"median\"?"},
        {"matrix_matrix_prodct", "; did you mean \"matrix_matrix_product\"?"},
        {"gemm", ""},
        {"matrix", "; did you mean \"matrix_matrix_product\"?"},
        {"x", ""},

        {"", ""},
        {"zzzzzzzz", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct suggestion suggestion = nearest(cases[i][0]);
        assert_string_equal(suggest_words(&suggestion).text, cases[i][1]);
    }
}

/* Of "ger" and "gemm", both two slips away, the one with more of "dgem"; and of names with what was
 * typed in them that which begins with it. */
TEST(a_longer_piece_in_common_is_nearer) {
    static const char *const all[] = {"ger", "gemv", "gemm", "xgemmt", "gemm_batch"};
    static const char *const cases[][2] = {
        {"dgem", "gemm"}, {"gemm_", "gemm_batch"}, {"gem", "gemm"}, {"emmt", "xgemmt"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct suggestion suggestion = {.wanted = cases[i][0]};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            suggest_consider(&suggestion, all[k]);
        assert_string_equal(suggestion.nearest, cases[i][1]);
    }
}

TEST(long_names_end_somewhere) {
    char wanted[400];
    memset(wanted, 'a', sizeof wanted - 1);
    wanted[sizeof wanted - 1] = '\0';
    struct suggestion suggestion = nearest(wanted);
    suggest_consider(&suggestion, wanted);
    assert_int_equal(suggestion.distance, 0);
    assert_true(strlen(suggest_words(&suggestion).text) < 112);
}

TEST(words_of_a_list_are_suggested) {
    static const char list[] = "auto, always or never";
    assert_string_equal(suggest_among("alway", list).text, "; did you mean \"always\"?");
    assert_string_equal(suggest_among("nevr", list).text, "; did you mean \"never\"?");
    assert_string_equal(suggest_among("or", list).text, "");
    assert_string_equal(suggest_among("x", "").text, "");
    assert_string_equal(suggest_among("h", "s mflops").text, "");
    assert_string_equal(suggest_among("paird", "paired-t, sign").text,
                        "; did you mean \"paired-t\"?");
}

TEST(what_there_is_follows_what_was_meant) {
    struct known_names known = {.suggestion = {.wanted = "openbls"}};
    assert_string_equal(known_words(&known, "it has").text, "; it has none");
    known_names_add(&known, "atlas");
    known_names_add(&known, "blis");
    assert_string_equal(known_words(&known, "it has").text, "; it has atlas, blis");
    known_names_add(&known, "openblas");
    assert_string_equal(known_words(&known, "it has").text,
                        "; did you mean \"openblas\"? It has atlas, blis, openblas");
}

TEST(a_long_list_ends_in_a_number) {
    struct known_names known = {.suggestion = {.wanted = "name19"}};
    char name[200];
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "name%d", i);
        known_names_add(&known, name);
    }
    assert_string_equal(known_words(&known, "there are").text,
                        "; did you mean \"name19\"? There are name0, name1, name2, name3, name4, "
                        "name5, name6, name7 and 12 more");
    struct known_names wide = {.suggestion = {.wanted = "x"}};
    memset(name, 'b', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < 3; i++)
        known_names_add(&wide, name);
    assert_non_null(strstr(known_words(&wide, "there are").text, "b and 2 more"));
}
