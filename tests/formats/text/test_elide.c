/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/text/elide.h"
#include "formats/text/unicode.h"
#include "tests/test.h"

static int know_widths(void **state) {
    (void)state;
    utf8_know_widths();
    return 0;
}

ALL_TESTS(know_widths, NULL);

TEST(brackets_have_partners) {
    static const struct {
        const char *text;
        int are_paired;
    } cases[] = {{"", 1},           {"sort", 1},     {"sort<vector<int>, less>", 1},
                 {"a(b[c]{d})", 1}, {"sort<int", 0}, {"int>", 0},
                 {"a(b]", 0},       {"a->b", 0},     {"(a<b)", 0},
                 {")a(", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(elide_are_paired(cases[i].text, strlen(cases[i].text)),
                         cases[i].are_paired);
}

static int fits(void *context, const char *text) {
    return utf8_width(text) <= *(const size_t *)context;
}

static void assert_elided(const char *const *names, size_t count, size_t width,
                          const char *const *wanted) {
    for (size_t i = 0; i < count; i++) {
        char *text = elide(names[i], names, count, fits, &width);
        if (wanted[i]) {
            assert_non_null(text);
            assert_string_equal(text, wanted[i]);
        } else {
            assert_null(text);
        }
        free(text);
    }
}

TEST(brackets_stay_in_pairs) {
    static const char *const names[] = {"sort<std::vector<int>, less>"};
    assert_elided(names, 1, 20, (const char *const[]){"sort<std::…, less>"});
    assert_elided(names, 1, 12, (const char *const[]){"sort<std::…>"});
    assert_elided(names, 1, 8, (const char *const[]){"sort<…>"});
    assert_elided(names, 1, 5, (const char *const[]){"sort…"});
    /* Others that have none are cut between words. */
    static const char *const plain[] = {"fused-multiply-add"};
    assert_elided(plain, 1, 10, (const char *const[]){"fused…-add"});
}

TEST(names_stay_apart) {
    static const char *const names[] = {"sort<std::vector<int>, less>",
                                        "sort<std::vector<double>, less>",
                                        "sort<std::vector<int>, greater>"};
    const size_t count = sizeof names / sizeof *names;
    for (size_t width = 30; width > 3; width--) {
        char *texts[3];
        for (size_t i = 0; i < count; i++) {
            texts[i] = elide(names[i], names, count, fits, &width);
            if (!texts[i])
                continue;
            assert_true(utf8_width(texts[i]) <= width);
            assert_true(elide_are_paired(texts[i], strlen(texts[i])));
            for (size_t j = 0; j < i; j++)
                assert_true(!texts[j] || strcmp(texts[i], texts[j]) != 0);
        }
        for (size_t i = 0; i < count; i++)
            free(texts[i]);
    }
    /* What differs only in the middle of eight cannot be told in three. */
    static const char *const middle[] = {"aaaaXbbbb", "aaaaYbbbb"};
    assert_elided(middle, 2, 4, (const char *const[]){NULL, NULL});
    assert_elided(middle, 2, 6, (const char *const[]){"aaaaX…", "aaaaY…"});
}

TEST(a_name_without_end_is_left) {
    char name[1000];
    memset(name, '(', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *const names[] = {name};
    assert_elided(names, 1, 10, (const char *const[]){NULL});
}
