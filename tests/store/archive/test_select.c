/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/many.h"

#include "store/tools/removal.h"
#include "store/archive/select.h"

/* Runs 1, 2, 4, 5, 6: what is selected as a string such as "01001". */
static void make_archive(void) {
    static const char *const third[] = {"run_000003"};
    append_numbered(path, 1, 6);
    assert_int_equal(removal_remove(path, third, 1, NULL, NULL), 0);
}

static int selected(const char *a, const char *b, char bits[16], struct err *err) {
    char *words[] = {(char *)a, (char *)b};
    struct selection selection;
    struct archive *archive = open_archive(path);
    int code = select_runs(archive, words, b ? 2 : 1, &selection, err);
    size_t count = archive_run_count(archive), chosen = 0;
    assert_true(count < 16);
    for (size_t i = 0; i < count && !code && i < 15; i++) {
        bits[i] = selection.is_selected[i] ? '1' : '0';
        chosen += selection.is_selected[i];
    }
    bits[code ? 0 : count % 16] = '\0';
    if (!code)
        assert_int_equal(selection.count, chosen);
    select_release(&selection);
    archive_close(archive);
    return code;
}

EACH_TEST(enter, leave);

TEST(runs_are_meant_by_number_name_span_and_uuid) {
    static const struct {
        const char *a, *b, *bits;
    } cases[] = {
        {"1", NULL, "10000"},
        {"run_000004", NULL, "00100"},
        {"004", NULL, "00100"},
        {"2..4", NULL, "01100"},
        {"3..9", NULL, "00111"},
        {"latest", NULL, "00001"},
        {"all", NULL, "11111"},
        {"1", "6", "10001"},
        {"1", "1..2", "11000"},
        {"abc00005", NULL, "00010"},
        {"ABC00002-0000", NULL, "01000"},
        {"abc00001-0000-4000-8000-000000000001", NULL, "10000"},
    };
    make_archive();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bits[16];
        struct err err = {""};
        if (selected(cases[i].a, cases[i].b, bits, &err))
            fail_msg("%s: %s", cases[i].a, err.message);
        assert_string_equal(bits, cases[i].bits);
    }
}

TEST(what_is_not_there_is_answered_with_what_is) {
    static const char *const words[] = {"3",          "7..9",          "0",
                                        "run_000003", "abc00009-0000", "feedbeef"};
    char bits[16];
    make_archive();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct err err = {""};
        assert_int_equal(selected(words[i], NULL, bits, &err), ERR_ABSENT);
        assert_non_null(strstr(err.message, words[i]));
        assert_non_null(strstr(err.message, "it has 5, from run_000001 to run_000006"));
    }
}

TEST(the_beginning_of_two_uuids_means_neither) {
    char bits[16];
    struct err err = {""};
    append_numbered(path, 1, 1);
    append_numbered(path, 1, 1);
    assert_int_equal(selected("abc00001", NULL, bits, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "\"abc00001\" may mean run_000001, run_000002, by number"));
}

/* As whoever writes archives by other means may call it. */
static void rename_run(const char *from, const char *to) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Lmove(file, from, file, to, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
}

/* The uuid of run 1 begins with 10000001. */
TEST(digits_are_a_number_or_a_uuid_by_what_is_there) {
    char bits[16];
    struct err err = {""};
    append_numbered(path, 0x10000001 - 0xabc00000, 0x10000001 - 0xabc00000);
    append_numbered(path, 2, 3);
    assert_int_equal(selected("10000001", NULL, bits, &err), 0);
    assert_string_equal(bits, "100");
    assert_int_equal(selected("10000002", NULL, bits, &err), ERR_ABSENT);
    rename_run("run_000003", "run_10000002");
    assert_int_equal(selected("10000002", NULL, bits, &err), 0);
    assert_string_equal(bits, "001");
    rename_run("run_10000002", "run_10000001");
    assert_int_equal(selected("10000001", NULL, bits, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "\"10000001\" may mean run_000001, run_10000001, by number "
                                        "or by uuid; give the name, or more of the uuid"));
    assert_int_equal(selected("run_10000001", "10000001-0", bits, &err), 0);
    assert_string_equal(bits, "101");
}

TEST(words_may_be_joined_and_counted_from_the_latest) {
    static const char *const cases[][2] = {{"1,6", "10001"},
                                           {"-1", "00001"},
                                           {"4..", "00111"},
                                           {"first,5", "10010"},
                                           {"abc00005,1", "10010"}};
    char bits[16];
    struct err err = {""};
    make_archive();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(selected(cases[i][0], NULL, bits, &err), 0);
        assert_string_equal(bits, cases[i][1]);
    }
}
