/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/planning/plan_record.h"
#include "tests/test.h"

static struct cell cells[2];
static struct point points[2] = {{.design_point = {.size = 10}, .cells = &cells[0]},
                                 {.design_point = {.size = 20}, .cells = &cells[1]}};
static const struct plan plan = {.points = points, .count = 2, .library_count = 1};
static struct series series;

static int begin(void **state) {
    (void)state;
    memset(cells, 0, sizeof cells);
    series = (struct series){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    facts_release(&series.facts);
    return 0;
}

EACH_TEST(begin, end);

TEST(each_output_of_each_size_has_a_line) {
    cells[0].output_count = 2;
    cells[0].outputs[0] = (struct output_error){"y", 1, 0.5, 2};
    cells[0].outputs[1] = (struct output_error){"a \"b\", c", 0, 0, 0};
    cells[1].output_count = 1;
    cells[1].outputs[0] = (struct output_error){"y", INFINITY, INFINITY, INFINITY};
    output_errors_record(&series, &plan, 0);
    assert_string_equal(facts_text(&series.facts, "output_errors", ""),
                        "point,output,max,mean,total\n"
                        "0,y,1,0.5,2\n"
                        "0,a _b__ c,0,0,0\n"
                        "1,y,inf,inf,inf\n");
}

TEST(a_single_output_without_a_name_needs_none) {
    for (size_t p = 0; p < 2; p++) {
        cells[p].output_count = 1;
        cells[p].outputs[0] = (struct output_error){"output 1", 1, 1, 1};
    }
    output_errors_record(&series, &plan, 0);
    assert_null(facts_find(&series.facts, "output_errors"));
}
