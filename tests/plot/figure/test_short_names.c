/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "plot/figure/short_names.h"
#include "tests/test.h"

enum { MOST = 8 };

/* The bytes that there is room for, and in the wider place. */
struct room {
    size_t usual, wide;
};

static int fits(void *context, const struct chart *chart, const char *name, int is_wide) {
    const struct room *room = context;
    (void)chart;
    return strlen(name) <= (is_wide ? room->wide : room->usual);
}

/* Asserts that NAMES [COUNT] become WANTED in ROOM, with NOTE; WANTED is NULL if they stay. */
static void assert_short(const char *const *names, const char *const *wanted, size_t count,
                         struct room room, const char *note) {
    struct series_data series[MOST] = {{0}};
    const struct chart chart = {.series = series, .series_count = count};
    struct short_names shortened;
    for (size_t i = 0; i < count; i++)
        series[i] = (struct series_data){.name = names[i], .colour = i};
    short_names_make(&shortened, &chart, 1, fits, &room);
    assert_int_equal(shortened.charts != NULL, wanted != NULL);
    for (size_t i = 0; wanted && i < count; i++)
        assert_string_equal(shortened.charts[0].series[i].name, wanted[i]);
    if (wanted)
        assert_string_equal(shortened.note, note);
    short_names_release(&shortened);
}

static const char *const benchmarks[] = {"fs2.benchmarks.Benchmarks.listParJoinWithEmpty",
                                         "fs2.benchmarks.Benchmarks.mergeWithEmpty",
                                         "fs2.benchmarks.Benchmarks.noopJoinWithEmpty"};

TEST(what_fits_stays) {
    assert_short(benchmarks, NULL, 3, (struct room){60, 60}, NULL);
}

TEST(the_common_beginning_goes_first) {
    static const char *const wanted[] = {"listParJoinWithEmpty", "mergeWithEmpty",
                                         "noopJoinWithEmpty"};
    assert_short(benchmarks, wanted, 3, (struct room){20, 30},
                 "names are short for fs2.benchmarks.Benchmarks.*");
    assert_short(benchmarks, wanted, 3, (struct room){10, 20},
                 "names are short for fs2.benchmarks.Benchmarks.*");
}

TEST(then_the_common_end) {
    static const char *const names[] = {"org.map.HashMap.get", "org.map.TreeMap.get",
                                        "org.map.List.get"};
    static const char *const wanted[] = {"HashMap", "TreeMap", "List"};
    assert_short(names, wanted, 3, (struct room){8, 8}, "names are short for org.map.*.get");
    static const char *const humps[] = {"listParJoin", "merge", "noopJoin"};
    assert_short(benchmarks, humps, 3, (struct room){10, 12},
                 "names are short for fs2.benchmarks.Benchmarks.*WithEmpty");
}

TEST(each_keeps_a_part) {
    static const char *const names[] = {"copy", "copy-fast", "copy-fast-fast"};
    static const char *const wanted[] = {"copy", "copy-fast", "…fast-fast"};
    assert_short(names, wanted, 3, (struct room){9, 9}, "");
}

/* With an ellipsis in their middle both would be "aaaa…bbbb". */
TEST(what_would_look_alike_begins_where_it_differs) {
    static const char *const names[] = {"some/long/path/to/x/and/its/very/long/end",
                                        "some/long/path/to/y/and/its/very/long/end",
                                        "some/other/path/to/y/and/its/end", "b"};
    static const char *const wanted[] = {"…x/and/its/very/long/end", "…y/and/its/very/long/end",
                                         "…other/path/to/y/and/its/end", "b"};
    assert_short(names, wanted, 4, (struct room){12, 12}, "");
}

/* What is common ends in a bracket only where its partner is common, too. */
TEST(brackets_stay_in_pairs) {
    static const char *const sorts[] = {"std::sort<vector<int>, less>",
                                        "std::sort<vector<int>, more>"};
    assert_short(sorts, (const char *const[]){"less", "more"}, 2, (struct room){9, 9},
                 "names are short for std::sort<vector<int>, *>");
    static const char *const calls[] = {"run(copy, 1)", "run(copy, 2) again"};
    assert_short(calls, (const char *const[]){"run(copy, 1)", "run(…2) again"}, 2,
                 (struct room){15, 15}, "");
}

/* Nothing is dropped of a name that stands alone. */
TEST(one_name_stays) {
    static const char *const twice[] = {"a.very.long.name", "a.very.long.name"};
    assert_short(twice, NULL, 2, (struct room){3, 3}, NULL);
}

TEST(headings_and_faint_lines_do_not_count) {
    struct series_data series[] = {{.name = "lib.one", .colour = 1},
                                   {.name = "a heading that is longer"},
                                   {.name = "lib.two", .colour = 2}};
    const struct forest_row rows[] = {
        {.kind = FOREST_DOT}, {.kind = FOREST_HEADING}, {.kind = FOREST_DOT}};
    const struct chart chart = {.series = series, .series_count = 3, .rows = rows, .row_count = 3};
    struct short_names shortened;
    short_names_make(&shortened, &chart, 1, fits, &(struct room){4, 4});
    assert_string_equal(shortened.charts[0].series[0].name, "one");
    assert_string_equal(shortened.charts[0].series[1].name, "a heading that is longer");
    assert_string_equal(shortened.charts[0].series[2].name, "two");
    short_names_release(&shortened);
}
