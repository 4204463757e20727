/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/model/left_running.h"
#include "tests/test.h"

enum { POINTS = 12 };

static struct facts facts;

static int64_t recall(const char *name, unsigned char marks[POINTS]) {
    memset(marks, 0, POINTS);
    return left_running_recall(&facts, name, POINTS, marks);
}

TEST(what_is_recorded_is_recalled) {
    const unsigned char some[POINTS] = {1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1}, none[POINTS] = {0};
    unsigned char marks[POINTS];
    assert_int_equal(recall("a b", marks), 0);
    left_running_record(&facts, "a b", 37, POINTS, some);
    left_running_record(&facts, "b", 1, POINTS, none);
    assert_string_equal(facts_text(&facts, "left_running", ""), "37 0-1,3,9-11 a b\n1  b");
    assert_int_equal(recall("a b", marks), 37);
    assert_memory_equal(marks, some, POINTS);
    assert_int_equal(recall("b", marks), 1);
    assert_memory_equal(marks, none, POINTS);
    left_running_record(&facts, "a b", 38, POINTS, some);
    assert_string_equal(facts_text(&facts, "left_running", ""), "1  b\n38 0-1,3,9-11 a b");
    assert_int_equal(recall("a", marks), 0);
    facts_release(&facts);
}

/* Of a file that somebody else wrote, or of another measurement. */
TEST(nothing_beyond_the_points_is_marked) {
    static const struct {
        const char *text;
        size_t marked;
    } cases[] = {{"1 11-18446744073709551615 a", 1},
                 {"1 12 a", 0},
                 {"1 5-3 a", 0},
                 {"", 0},
                 {"a", 0},
                 {"1 a", 0},
                 {"1 -1 a", 0},
                 {"1 0,,1 a", 1},
                 {"\n\n1 0 a\n", 1},
                 {"1 0-99999999999999999999999 a", POINTS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char marks[POINTS];
        size_t marked = 0;
        facts_set_text(&facts, "left_running", cases[i].text);
        recall("a", marks);
        for (size_t p = 0; p < POINTS; p++)
            marked += marks[p];
        if (marked != cases[i].marked)
            fail_msg("%s: %zu", cases[i].text, marked);
        facts_release(&facts);
    }
}
