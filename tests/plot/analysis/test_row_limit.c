/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/analysis/row_limit.h"
#include "plot/charts/forest.h"
#include "tests/test.h"

enum { MANY = 200 };

/* A heading, MANY rows at 1, 1.01, 1.02, ..., of which the last is the reference's, another heading
 * and a last row, and a mean. Row 7 has no value. */
struct sample {
    struct forest_row rows[MANY + 4];
    struct series_data series[MANY + 4];
    double places[MANY + 4];
    struct chart chart;
};

static struct sample *sample_new(void) {
    struct sample *sample = calloc(1, sizeof *sample);
    size_t used = 0;
    sample->series[used].name = "first";
    sample->rows[used++].kind = FOREST_HEADING;
    for (size_t i = 0; i < MANY; i++) {
        sample->series[used].name = "row";
        sample->series[used].is_reference = i == MANY - 1;
        sample->rows[used++] = (struct forest_row){
            .kind = FOREST_DOT, .at = i == 7 ? NAN : 1 + 0.01 * (double)i, .text = ""};
    }
    sample->series[used].name = "second";
    sample->rows[used++].kind = FOREST_HEADING;
    sample->series[used].name = "last";
    sample->rows[used++] = (struct forest_row){.kind = FOREST_DOT, .at = 0.01, .text = ""};
    sample->series[used].name = "mean";
    sample->rows[used++] = (struct forest_row){.kind = FOREST_MEAN, .at = 1, .text = ""};
    forest_set_rows(&sample->chart, sample->rows, used, sample->series, sample->places);
    return sample;
}

static size_t find(const struct chart *chart, const char *name) {
    size_t i = 0;
    while (i < chart->row_count && strcmp(chart->series[i].name, name) != 0)
        i++;
    return i;
}

TEST(the_first_rows_are_kept) {
    struct sample *sample = sample_new();
    struct chart_set set = {0};
    const char *note = row_limit(&set, &sample->chart, ROWS_FIRST);
    const struct chart *chart = &sample->chart;
    assert_string_equal(note, "the first 60 of 201 rows; bench-analyze lists all");
    assert_int_equal(chart->row_count, 1 + ROW_LIMIT + 1);
    assert_int_equal(find(chart, "mean"), 1 + ROW_LIMIT);
    assert_int_equal(find(chart, "second"), chart->row_count); /* nothing is left below it */
    for (size_t i = 0; i < ROW_LIMIT; i++)
        if (i != 7)
            assert_float_equal(chart->rows[1 + i].at, 1 + 0.01 * (double)i, 1e-12);
    assert_float_equal(*chart->series[3].y, forest_place(chart->rows, 3), 0);
    chart_set_release(&set);
    free(sample);
}

TEST(the_reference_is_kept_among_the_fastest) {
    struct sample *sample = sample_new();
    struct chart_set set = {0};
    row_limit(&set, &sample->chart, ROWS_FASTEST);
    assert_int_equal(sample->chart.row_count, 1 + ROW_LIMIT + 1);
    assert_true(sample->chart.series[ROW_LIMIT].is_reference);
    assert_float_equal(sample->chart.rows[ROW_LIMIT - 1].at, 1 + 0.01 * (ROW_LIMIT - 2), 1e-12);
    chart_set_release(&set);
    free(sample);
}

/* 0.01 is further from 1 than any other; then come the largest. */
TEST(the_largest_changes_are_kept) {
    struct sample *sample = sample_new();
    struct chart_set set = {0};
    const char *note = row_limit(&set, &sample->chart, ROWS_CHANGED);
    const struct chart *chart = &sample->chart;
    assert_string_equal(note, "the largest 60 of 201 changes; bench-analyze lists all");
    assert_int_equal(chart->row_count, 2 + ROW_LIMIT + 1);
    assert_int_equal(find(chart, "second"), ROW_LIMIT);
    assert_int_equal(find(chart, "last"), ROW_LIMIT + 1);
    assert_float_equal(chart->rows[1].at, 1 + 0.01 * (MANY - ROW_LIMIT + 1), 1e-12);
    chart_set_release(&set);
    free(sample);
}

/* A page holds fewer of them. */
TEST(ridges_are_fewer) {
    struct sample *sample = sample_new();
    struct chart_set set = {0};
    for (size_t i = 0; i < MANY; i++)
        sample->rows[1 + i].kind = FOREST_RIDGE;
    const char *note = row_limit(&set, &sample->chart, ROWS_FASTEST);
    assert_int_equal(sample->chart.row_count, 1 + RIDGE_LIMIT + 1);
    assert_string_equal(
        note, "the fastest 32 of 201 libraries, with the reference; bench-analyze lists all");
    chart_set_release(&set);
    free(sample);
}

TEST(few_rows_all_stay) {
    struct sample *sample = sample_new();
    struct chart_set set = {0};
    forest_set_rows(&sample->chart, sample->rows, 1 + ROW_LIMIT, sample->series, sample->places);
    const char *note = row_limit(&set, &sample->chart, ROWS_FIRST);
    assert_string_equal(note, "");
    assert_int_equal(sample->chart.row_count, 1 + ROW_LIMIT);
    assert_ptr_equal(sample->chart.rows, sample->rows);
    chart_set_release(&set);
    free(sample);
}
