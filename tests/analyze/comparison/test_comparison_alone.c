/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/comparison/comparison_notes.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

static void assert_lines(struct two_runs *two, int verbose, const char *wanted) {
    struct document document = {0};
    char text[8192] = "";
    assert_int_equal(two_runs_conclude(two, NULL), 0);
    comparison_alone(&document, &two->compared, verbose);
    for (size_t i = 0; i < document.count; i++)
        strcat(strcat(text, i ? "\n" : ""), document.blocks[i].text);
    assert_string_equal(text, wanted);
    document_release(&document);
    two_runs_release(two);
}

TEST(nothing_is_said_where_all_have_partners) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    assert_lines(&two, 0, "");
}

TEST(points_of_a_library_are_one_line) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    sample_series(two.runs[COMPARE_EARLIER], "atlas", 1);
    sample_series(two.runs[COMPARE_LATER], "blis", 1);
    assert_lines(&two, 0,
                 "without a partner: 4 cells\n"
                 "only earlier, the later has no such library there: axpy, atlas: size 10 · size "
                 "20\n"
                 "only later, the earlier has no such library there: axpy, blis: size 10 · size "
                 "20");
}

TEST(other_sizes_and_wrong_answers_are_told_apart) {
    struct two_runs two = two_runs(2, 3);
    two_runs_add(&two, "openblas", 1, 1);
    two.runs[COMPARE_LATER]->measurements[0].sizes[0] = 15;
    two.runs[COMPARE_LATER]->measurements[0].series[0].status[1] = CELL_CRASHED;
    assert_lines(&two, 0,
                 "without a partner: 3 cells\n"
                 "only earlier, the later has no such size: axpy, openblas: size 10\n"
                 "only later, the earlier has no such size: axpy, openblas: size 15\n"
                 "not right on both sides: axpy, openblas: size 20 (earlier ok, later crashed)");
}

TEST(other_types_are_named) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    facts_set_text(&two.runs[COMPARE_LATER]->measurements[0].facts, FACT_TYPE, "s");
    assert_lines(&two, 0,
                 "without a partner: 2 cells\n"
                 "only earlier, the later has no such action of that type: axpy (d), openblas: "
                 "size 10\n"
                 "only later, the earlier has no such action of that type: axpy (s), openblas: "
                 "size 10");
}

TEST(relative_ones_name_the_reference_that_is_not_right) {
    struct two_runs two = two_runs(1, 3);
    two.options.is_relative = 1;
    two_runs_add(&two, "openblas", 1, 1);
    two_runs_add(&two, "blis", 1, 1);
    struct measurement *m = &two.runs[COMPARE_LATER]->measurements[0];
    m->series[0].status[0] = CELL_CRASHED;
    for (size_t i = 0; i < 12; i++)
        m->series[0].seconds[i] = NAN;
    assert_lines(&two, 0,
                 "without a partner: 1 cell\n"
                 "not right on both sides: axpy, blis: size 10 (its reference)");
}

static size_t count_lines_of(size_t libraries, int verbose, char *last, size_t size) {
    struct two_runs two = two_runs(1, 1);
    struct document document = {0};
    two_runs_add(&two, "openblas", 1, 1);
    for (size_t i = 0; i < libraries; i++) {
        char name[32];
        snprintf(name, sizeof name, "library-%zu", i);
        sample_series(two.runs[COMPARE_LATER], name, 1);
    }
    assert_int_equal(two_runs_conclude(&two, NULL), 0);
    comparison_alone(&document, &two.compared, verbose);
    size_t count = document.count;
    snprintf(last, size, "%s", document.blocks[count - 1].text);
    document_release(&document);
    two_runs_release(&two);
    return count;
}

TEST(more_lines_than_twenty_are_counted) {
    char last[256];
    assert_int_equal(count_lines_of(20, 0, last, sizeof last), 21);
    assert_null(strstr(last, "more"));
    assert_int_equal(count_lines_of(25, 0, last, sizeof last), 22);
    assert_string_equal(last, "and 5 cells more; --verbose lists all");
    assert_int_equal(count_lines_of(25, 1, last, sizeof last), 26);
}
