/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

struct drawn {
    struct run *run;
    struct table table;
    struct chart_set set;
};

/* blis takes twice as long as openblas, and half as long at two points from FASTER_FROM on: 0 to 2.
 * With strides, the sizes are 10, 20, 10 and 20. */
static struct drawn draw(size_t faster_from, int has_strides) {
    static const struct measure *const measures[] = {&measure_time, &measure_ratio};
    const struct sections_options options = {.measures = measures, .measure_count = 2};
    struct drawn drawn = {.run = sample_run(4, 5, 3)};
    struct measurement *m = &drawn.run->measurements[0];
    if (has_strides) {
        const int64_t sizes[] = {10, 20, 10, 20};
        memcpy(m->sizes, sizes, sizeof sizes);
        sample_parameter(m, "stride", (double[]){1, 1, 8, 8});
    }
    sample_series(drawn.run, "openblas", 1);
    struct series *blis = sample_series(drawn.run, "blis", 2);
    for (size_t i = faster_from * 5 * 3; i < (faster_from + 2) * 5 * 3; i++)
        blis->seconds[i] /= 4;
    assert_int_equal(aggregate_whole(&drawn.table, drawn.run, m, &(struct table_options){0}, NULL),
                     0);
    assert_int_equal(sections_chart(&drawn.set, &drawn.table, &options, NULL), 0);
    return drawn;
}

static void release(struct drawn *drawn) {
    chart_set_release(&drawn->set);
    table_release(&drawn->table);
    run_free(drawn->run);
}

/* ln 2 above and ln 2 below 0: half way between the logarithms of 20 and 30. */
TEST(ratios_have_a_mark_where_the_lead_passes) {
    struct drawn drawn = draw(2, 0);
    const struct chart *ratio = &drawn.set.charts[1];
    assert_int_equal(drawn.set.charts[0].mark_count, 0);
    assert_int_equal(ratio->mark_count, 1);
    const struct mark *mark = &ratio->marks[0];
    assert_true(mark->is_vertical && mark->is_passing);
    assert_close(mark->at, sqrt(20 * 30), 1e-9);
    assert_float_equal(mark->low, 20, 0);
    assert_float_equal(mark->high, 30, 0);
    assert_string_equal(mark->label, "blis faster from ≈ 24");
    assert_int_equal(mark->colour, ratio->series[1].colour);
    release(&drawn);
}

TEST(labels_that_are_near_each_other_are_in_two_rows) {
    struct drawn drawn = draw(1, 0);
    const struct chart *ratio = &drawn.set.charts[1];
    assert_int_equal(ratio->mark_count, 2);
    assert_string_equal(ratio->marks[0].label, "blis faster from ≈ 14");
    assert_string_equal(ratio->marks[1].label, "openblas faster from ≈ 35");
    assert_int_equal(ratio->marks[0].row, 1);
    assert_int_equal(ratio->marks[1].row, 2);
    release(&drawn);
}

TEST(several_curves_of_a_library_have_none) {
    struct drawn drawn = draw(2, 1);
    for (size_t i = 0; i < drawn.set.count; i++)
        for (size_t m = 0; m < drawn.set.charts[i].mark_count; m++)
            assert_false(drawn.set.charts[i].marks[m].is_passing);
    release(&drawn);
}
