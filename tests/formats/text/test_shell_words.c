/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/shell_words.h"
#include "tests/test.h"

static char *const awkward[] = {"bench-collect",
                                "axpy",
                                "it's $HOME.so",
                                "",
                                "'",
                                "''",
                                "a\\'b",
                                "\\",
                                " ",
                                "two\nlines",
                                "tab\there",
                                "\"",
                                "*?[]{}~",
                                "#no!",
                                "ö=/ü",
                                NULL};

TEST(every_list_of_words_comes_back) {
    struct shell_words words;
    for (size_t first = 0; first < sizeof awkward / sizeof *awkward; first++) {
        char *text = shell_words_join(awkward + first);
        assert_int_equal(shell_words_split(&words, text, NULL), 0);
        assert_int_equal(words.count, sizeof awkward / sizeof *awkward - 1 - first);
        for (size_t i = 0; i < words.count; i++)
            assert_string_equal(words.items[i], awkward[first + i]);
        assert_true(words.count == 0 || !words.items[words.count]);
        shell_words_release(&words);
        free(text);
    }
}

TEST(a_shell_takes_them_apart_alike) {
    char *text = shell_words_join(awkward + 2), command[400], found[400], expected[400] = "";
    snprintf(command, sizeof command, "printf '<%%s>' %s", text);
    for (size_t i = 2; awkward[i]; i++) {
        size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "<%s>", awkward[i]);
    }
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    found[fread(found, 1, sizeof found - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    assert_string_equal(found, expected);
    free(text);
}

/* Texts that a shell expands nothing in: it splits them alike. */
TEST(what_users_type_is_split_as_a_shell_splits_it) {
    static const char *const typed[] = {
        "gzip -kc in.txt",
        "awk '{print}' \"a file\" b\\ c",
        "\"it's\" 'a\"b' \"a\\\"b\" \"a\\b\"",
        "a\\\nb \"c\\\nd\" 'e\\\nf'",
        "gzip -kc \\\n  in.txt \\\n\\\n out \\\n",
        "\\\n a\\\n b '' \\\n",
        "x='1 2' \"\" ''z",
    };
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        char command[400], found[400], expected[400] = "";
        struct shell_words words;
        assert_int_equal(shell_words_split(&words, typed[i], NULL), 0);
        for (size_t k = 0; k < words.count; k++)
            snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "<%s>",
                     words.items[k]);
        snprintf(command, sizeof command, "printf '<%%s>' %s", typed[i]);
        FILE *pipe = popen(command, "r");
        assert_non_null(pipe);
        found[fread(found, 1, sizeof found - 1, pipe)] = '\0';
        assert_int_equal(pclose(pipe), 0);
        assert_string_equal(found, expected);
        shell_words_release(&words);
    }
}

TEST(only_what_a_shell_would_act_on_is_an_operator) {
    static const struct {
        const char *text, *operator;
    } rows[] = {
        {"a | b", "| b"},
        {"a 'x|y' \"p|q\" c\\|d", NULL},
        {"echo \"$HOME\"", "$HOME\""},
        {"ls *.c", "*.c"},
        {"awk '{print $1}' x", NULL},
        {"a && b", "&& b"},
        {"a \"it's\"", NULL},
        {"a > b", "> b"},
        {"cat ~/in", "~/in"},
        {"~root/run", "~root/run"},
        {"cat in~ '~' \\~ \"~\"", NULL},
        {"true # not", "# not"},
        {"#!x", "#!x"},
        {"a#b c\\\n#d '#' \\#", NULL},
        {"a \\\n#b", "#b"},
        {"a \\\n ~", "~"},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = shell_words_find_operator(rows[i].text);
        if (rows[i].operator)
            assert_string_equal(found, rows[i].operator);
        else
            assert_null(found);
    }
}

TEST(blanks_between_words_count_once) {
    struct shell_words words;
    assert_int_equal(shell_words_split(&words, " \n a\t b'c d'e \n", NULL), 0);
    assert_int_equal(words.count, 2);
    assert_string_equal(words.items[0], "a");
    assert_string_equal(words.items[1], "bc de");
    shell_words_release(&words);
    assert_int_equal(shell_words_split(&words, "", NULL), 0);
    assert_int_equal(words.count, 0);
}

TEST(a_quote_left_open_is_an_error) {
    struct shell_words words;
    struct err err = {""};
    assert_int_equal(shell_words_split(&words, "all is well 'but this", &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "not closed: but this"));
    assert_null(words.items);
}
