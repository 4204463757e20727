/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/text/date.h"
#include "store/archive/run_words.h"
#include "tests/test.h"

/* Runs 1, 2, 4, 5, 6 of an archive, a day apart; the last began an hour ago. */
static struct known_run items[5];
static struct known_runs runs = {"results.h5", items, 5, 0};

static int begin(void **state) {
    static const unsigned long numbers[5] = {1, 2, 4, 5, 6};
    static char names[5][16];
    (void)state;
    setenv("TZ", "UTC", 1); /* days have 24 hours there */
    tzset();
    for (int i = 0; i < 5; i++) {
        snprintf(names[i], sizeof names[i], "run_%06lu", numbers[i]);
        items[i] = (struct known_run){.name = names[i],
                                      .number = numbers[i],
                                      .started = (double)time(NULL) - 3600 - 86400.0 * (4 - i)};
        snprintf(items[i].uuid, sizeof items[i].uuid, "abc0000%lu-0000-4000", numbers[i]);
    }
    return 0;
}

static int select_of(const struct known_runs *of, const char *words, char bits[6],
                     struct err *err) {
    unsigned char is_selected[5] = {0};
    struct selection selection = {is_selected, 0};
    size_t count = 0;
    int code = run_words_take(of, words, &selection, err);
    for (size_t i = 0; i < of->count; i++) {
        bits[i] = is_selected[i] ? '1' : '0';
        count += is_selected[i];
    }
    bits[of->count] = '\0';
    assert_int_equal(selection.count, count);
    return code;
}

static void assert_means(const char *words, const char *expected) {
    char bits[6];
    struct err err = {""};
    if (!run_words_are_valid(words) || select_of(&runs, words, bits, &err))
        fail_msg("\"%s\": %s", words, err.message);
    if (strcmp(bits, expected) != 0)
        fail_msg("\"%s\" means %s, not %s", words, bits, expected);
}

static void assert_absent(const char *words, const char *said) {
    char bits[6];
    struct err err = {""};
    assert_true(run_words_are_valid(words));
    assert_int_equal(select_of(&runs, words, bits, &err), ERR_ABSENT);
    if (strcmp(err.message, said) != 0)
        fail_msg("\"%s\" said: %s", words, err.message);
}

ALL_TESTS(begin, NULL);

TEST(single_runs_have_many_names) {
    static const char *const cases[][2] = {
        {"latest", "00001"},   {"last", "00001"},
        {"first", "10000"},    {"all", "11111"},
        {"4", "00100"},        {"run_000004", "00100"},
        {"004", "00100"},      {"run_4", "00100"},
        {"-1", "00001"},       {"-2", "00010"},
        {"-5", "10000"},       {" -2 ", "00010"},
        {"abc00005", "00010"}, {"ABC00002-0000", "01000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_means(cases[i][0], cases[i][1]);
}

TEST(spans_may_have_open_and_relative_ends) {
    static const char *const cases[][2] = {
        {"2..5", "01110"},          {"3..9", "00111"},      {"4..", "00111"},
        {"..2", "11000"},           {"-2..", "00011"},      {"..-4", "11000"},
        {"-9..2", "11000"},         {"first..-3", "11100"}, {"5..latest", "00011"},
        {"run_000002..4", "01100"}, {"-3..-2", "00110"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_means(cases[i][0], cases[i][1]);
}

TEST(commas_join_words) {
    assert_means("1,6", "10001");
    assert_means("first, latest", "10001");
    assert_means("1..2,2,-1", "11001");
    assert_means("abc00004,1", "10100");
}

TEST(dates_are_those_of_starts) {
    char words[64], day[16];
    time_t third = (time_t)items[2].started;
    strftime(day, sizeof day, "%F", localtime(&third));
    assert_means(day, "00100");
    snprintf(words, sizeof words, "%s..", day);
    assert_means(words, "00111");
    snprintf(words, sizeof words, "..%s", day);
    assert_means(words, "11100");
    snprintf(words, sizeof words, "%s,1", day);
    assert_means(words, "10100");
    assert_means("30h", "00011");
    assert_means("3d", "00111");
    assert_means("3d..", "00111");
}

TEST(what_is_not_there_is_answered_with_what_is) {
    static const char *const words[] = {"3", "7..9", "0", "run_000003", "feedbeef", "-6", "7.."};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char said[200];
        snprintf(said, sizeof said,
                 "results.h5 has no run \"%s\"; it has 5, from run_000001 to run_000006", words[i]);
        assert_absent(words[i], said);
    }
}

TEST(what_is_of_no_run_is_answered_with_when_they_are) {
    char said[200], from[32], until[32];
    time_t first = (time_t)items[0].started, last = (time_t)items[4].started;
    strftime(from, sizeof from, "%F %H:%M", localtime(&first));
    strftime(until, sizeof until, "%F %H:%M", localtime(&last));
    snprintf(said, sizeof said,
             "results.h5 has no run \"2001-02-03\"; it has 5, from run_000001 to run_000006, "
             "started from %s to %s",
             from, until);
    assert_absent("2001-02-03", said);
}

TEST(names_go_before_numbers) {
    struct known_run named[] = {{.name = "3", .number = 1, .started = NAN},
                                {.name = "before,after", .number = 2, .started = NAN},
                                {.name = "2026-11-25", .number = 3, .started = NAN}};
    const struct known_runs file = {"x.mat", named, 3, 1};
    char bits[6];
    struct err err = {""};
    static const char *const cases[][2] = {
        {"3", "100"},          {"before,after", "010"}, {"2", "010"},
        {"2026-11-25", "001"}, {"2026-11-25,3", "101"}, {"2..", "011"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(select_of(&file, cases[i][0], bits, &err), 0);
        assert_string_equal(bits, cases[i][1]);
    }
    named[1].name = "before";
    assert_int_equal(select_of(&file, "befor", bits, &err), ERR_ABSENT);
    assert_string_equal(err.message, "x.mat has no run \"befor\"; did you mean \"before\"? It has "
                                     "3, before, 2026-11-25");
}

TEST(what_names_no_runs_is_refused) {
    static const char *const wrong[] = {
        "",    "x",         "1x", "3..1", "..",   "1..2..3", "run_",       "1,",           "1,,2",
        "--1", "0b8f-6b9e", "-0", "./7",  "7.h5", "frist",   "results.h5", "2026-11-25.h5"};
    char bits[6];
    struct err err = {""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (run_words_are_valid(wrong[i]) || select_of(&runs, wrong[i], bits, &err) != ERR_USAGE)
            fail_msg("\"%s\" was taken: %s", wrong[i], err.message);
        assert_non_null(strstr(err.message, "names no runs"));
    }
    assert_int_equal(select_of(&runs, "frist", bits, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "\"frist\" names no runs; did you mean \"first\"? Say la"));
    assert_int_equal(select_of(&runs, "1,zzz", bits, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "\"zzz\" names no runs; say latest"));
}

TEST(details_are_asked_for_only_where_they_tell) {
    static const char *const plain[] = {"latest", "1", "2..5,-1", "all", "run_000001", "x"};
    static const char *const detailed[] = {"abc00001", "12345678", "1,yesterday", "7d"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        assert_false(run_words_need_details(plain[i]));
    for (size_t i = 0; i < sizeof detailed / sizeof *detailed; i++)
        assert_true(run_words_need_details(detailed[i]));
}
