/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/harness/command_template.h"
#include "tests/test.h"

enum { MOST = 3000, VALUES = 2 };

/* A command, the values of n and m, and the template that it should have. */
struct made {
    const char *text, *n, *m, *template;
};

static void assert_templates(const struct made *made, size_t count) {
    struct command commands[16];
    struct command_value values[16][VALUES];
    for (size_t i = 0; i < count; i++) {
        char *end;
        values[i][0] = (struct command_value){"n", made[i].n, 1};
        values[i][1] = (struct command_value){"m", made[i].m, 1};
        if (made[i].m)
            values[i][1].is_number = (strtod(made[i].m, &end), !*end);
        commands[i] = (struct command){
            .text = made[i].text, .values = values[i], .value_count = made[i].m ? 2 : 1};
    }
    assert_true(command_templates_find(commands, count));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(commands[i].template, made[i].template);
        free(commands[i].template);
    }
}

#define ASSERT_TEMPLATES(...)                                                                      \
    do {                                                                                           \
        static const struct made made[] = {__VA_ARGS__};                                           \
        assert_templates(made, sizeof made / sizeof *made);                                        \
    } while (0)

TEST(equal_text_beside_a_value_stays) {
    ASSERT_TEMPLATES({"./axpy1 1", "1", NULL, "./axpy1 {n}"},
                     {"./axpy1 2", "2", NULL, "./axpy1 {n}"});
    ASSERT_TEMPLATES({"cc -O2 -DN=2 x2.c", "2", NULL, "cc -O2 -DN={n} x2.c"},
                     {"cc -O2 -DN=3 x2.c", "3", NULL, "cc -O2 -DN={n} x2.c"});
    ASSERT_TEMPLATES({"run 2 2", "2", NULL, "run 2 {n}"}, {"run 2 4", "4", NULL, "run 2 {n}"});
}

TEST(commands_that_differ_stay_two) {
    ASSERT_TEMPLATES(
        {"./axpy1 1", "1", NULL, "./axpy1 {n}"}, {"./axpy2 1", "1", NULL, "./axpy2 {n}"},
        {"./axpy1 2", "2", NULL, "./axpy1 {n}"}, {"./axpy2 2", "2", NULL, "./axpy2 {n}"});
    ASSERT_TEMPLATES(
        {"./axpy1 1", "1", NULL, "./axpy{n} 1"}, {"./axpy2 1", "2", NULL, "./axpy{n} 1"},
        {"./axpy1 3", "1", NULL, "./axpy{n} 3"}, {"./axpy2 3", "2", NULL, "./axpy{n} 3"});
}

TEST(parts_of_words_are_values_where_they_must_be) {
    ASSERT_TEMPLATES({"sleep 0.001", "1", NULL, "sleep 0.00{n}"},
                     {"sleep 0.002", "2", NULL, "sleep 0.00{n}"});
    ASSERT_TEMPLATES({"cp a1 b1", "1", NULL, "cp a{n} b{n}"},
                     {"cp a2 b2", "2", NULL, "cp a{n} b{n}"});
}

TEST(values_may_contain_each_other) {
    ASSERT_TEMPLATES({"./x 1", "1", NULL, "./x {n}"}, {"./x 11", "11", NULL, "./x {n}"},
                     {"./x 111", "111", NULL, "./x {n}"});
    ASSERT_TEMPLATES({"./x 1x10", "1", "10", "./x {n}x{m}"}, {"./x 1x1", "1", "1", "./x {n}x{m}"},
                     {"./x 10x1", "10", "1", "./x {n}x{m}"},
                     {"./x 10x10", "10", "10", "./x {n}x{m}"});
}

TEST(two_parameters_may_have_the_same_value) {
    ASSERT_TEMPLATES({"./x 1 1", "1", "1", "./x {n} {m}"}, {"./x 2 1", "2", "1", "./x {n} {m}"},
                     {"./x 1 2", "1", "2", "./x {n} {m}"}, {"./x 2 2", "2", "2", "./x {n} {m}"});
    /* Which is which, nothing says. */
    ASSERT_TEMPLATES({"./x 1 1", "1", "1", "./x 1 1"});
}

TEST(a_value_that_never_changes_is_a_word) {
    ASSERT_TEMPLATES({"./axpy8 8", "8", NULL, "./axpy8 {n}"});
    ASSERT_TEMPLATES({"./x 1 -t 4", "1", "4", "./x {n} -t {m}"},
                     {"./x 2 -t 4", "2", "4", "./x {n} -t {m}"});
}

TEST(texts_stay) {
    ASSERT_TEMPLATES(
        {"gcc-1 -n 1", "1", "gcc-1", "gcc-1 -n {n}"}, {"gcc-1 -n 2", "2", "gcc-1", "gcc-1 -n {n}"},
        {"gcc-2 -n 1", "1", "gcc-2", "gcc-2 -n {n}"}, {"gcc-2 -n 2", "2", "gcc-2", "gcc-2 -n {n}"});
}

TEST(names_without_values_stay) {
    ASSERT_TEMPLATES({"build", "1", NULL, "build"}, {"build", "2", NULL, "build"});
    ASSERT_TEMPLATES({"first", "1", NULL, "first"}, {"second", "2", NULL, "second"});
    ASSERT_TEMPLATES({"./x 1", "1", NULL, "./x {n}"}, {"./x 1", "1", NULL, "./x {n}"});
}

/* All ways of all, against all, would take for ever. */
TEST(many_commands_of_many_values_take_no_time) {
    struct command *commands = calloc(MOST, sizeof *commands);
    struct command_value *values = calloc(MOST, sizeof *values);
    char(*texts)[600] = calloc(MOST, sizeof *texts), (*numbers)[8] = calloc(MOST, sizeof *numbers);
    for (size_t i = 0; i < MOST; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%zu", i % 7);
        snprintf(texts[i], sizeof texts[i], "%zx ", i * 7919);
        for (size_t k = 0; k < 100; k++)
            snprintf(texts[i] + strlen(texts[i]), 8, "%zu %s", k % 7, numbers[i]);
        values[i] = (struct command_value){"n", numbers[i], 1};
        commands[i] = (struct command){.text = texts[i], .values = &values[i], .value_count = 1};
    }
    assert_true(command_templates_find(commands, MOST));
    for (size_t i = 0; i < MOST; i++)
        free(commands[i].template);
    free(commands);
    free(values);
    free(texts);
    free(numbers);
}
