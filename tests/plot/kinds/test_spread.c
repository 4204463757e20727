/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/statistics/order.h"
#include "tests/plot/kinds/samples_file.h"
#include "tests/test.h"

static char path[] = "/tmp/benchmat-spread-XXXXXX.csv";
static char later[] = "/tmp/benchmat-spread-XXXXXX.csv";

static int write_files(void **state) {
    (void)state;
    return samples_file_write(path, 1) || samples_file_write(later, 1.01);
}

static int remove_files(void **state) {
    (void)state;
    return unlink(path) || unlink(later);
}

static const struct chart *draw(struct chart_set *set, const char *kind, size_t files) {
    const char *sources[] = {path, later};
    struct err err = {""};
    if (samples_file_draw(set, kind, sources, files, &err) != 0)
        fail_msg("%s", err.message);
    assert_int_equal(set->count, 1); /* the larger size */
    return &set->charts[0];
}

ALL_TESTS(write_files, remove_files);

/* Numbers of NumPy's percentile. */
TEST(boxes_have_quartiles_and_outliers) {
    struct chart_set set;
    const struct chart *chart = draw(&set, "box", 1);
    assert_int_equal(chart->row_count, 2);
    assert_string_equal(chart->series[0].name, "fast");
    assert_string_equal(chart->series[1].name, "slow");
    for (size_t i = 0; i < 2; i++) {
        const struct forest_row *row = &chart->rows[i];
        double factor = i ? 1.5e-6 : 1e-6;
        assert_int_equal(row->kind, FOREST_BOX);
        assert_float_equal(row->at / factor, 1.015, 1e-12);
        assert_float_equal(row->spread->quartiles[0] / factor, 1.007, 1e-12);
        assert_float_equal(row->spread->quartiles[1] / factor, 1.023, 1e-12);
        assert_float_equal(row->spread->whiskers[0] / factor, 1, 1e-12);
        assert_float_equal(row->spread->whiskers[1] / factor, 1.03, 1e-12);
        assert_int_equal(row->spread->outlier_count, 2);
        assert_float_equal(row->spread->outliers[0] / factor, 0.5044999999999999, 1e-12);
        assert_float_equal(row->spread->outliers[1] / factor, 3, 1e-12);
    }
    assert_string_equal(chart->rows[1].text, "median 1.52 µs");
    chart_set_release(&set);
}

/* 120 samples are enough for p99. */
TEST(ridges_have_all_samples_within_and_their_quantiles) {
    struct chart_set set;
    const struct chart *chart = draw(&set, "histogram", 1);
    assert_int_equal(chart->row_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct spread *spread = chart->rows[i].spread;
        double factor = i ? 1.5e-6 : 1e-6, sum = 0, highest = 0;
        assert_int_equal(chart->rows[i].kind, FOREST_RIDGE);
        assert_int_equal(spread->mark_count, 3);
        assert_float_equal(spread->marks[0] / factor, 1.015, 1e-12);
        assert_float_equal(spread->marks[1] / factor, 1.029, 1e-12);
        assert_float_equal(spread->marks[2] / factor, 1.03, 1e-12);
        assert_string_equal(spread->labels[2], "p99");
        assert_null(spread->earlier);
        size_t counted = 0;
        for (size_t k = 0; k < SAMPLES_FILE_COUNT; k++) {
            double seconds = samples_file_seconds(k) * (i ? 1.5 : 1);
            counted += seconds >= spread->edges[0] && seconds <= spread->edges[spread->bins];
        }
        for (size_t b = 0; b < spread->bins; b++) {
            sum += spread->heights[b];
            highest = fmax(highest, spread->heights[b]);
        }
        assert_float_equal(highest, 1, 0);
        assert_true(counted >= SAMPLES_FILE_COUNT - 2);
        /* heights are counts over the count of the fullest bin */
        size_t fullest = 0;
        for (size_t b = 0; b < spread->bins; b++) {
            size_t in = 0;
            for (size_t k = 0; k < SAMPLES_FILE_COUNT; k++) {
                double seconds = samples_file_seconds(k) * (i ? 1.5 : 1);
                in += seconds >= spread->edges[b] && seconds < spread->edges[b + 1];
            }
            fullest = in > fullest ? in : fullest;
        }
        assert_float_equal(sum * (double)fullest, (double)counted, 1e-9);
    }
    assert_string_equal(chart->rows[0].text, "median 1.01 µs, p99 1.03 µs");
    chart_set_release(&set);
}

/* In every chart a quantile is what bench-analyze has for it (order.h), whatever lies between. */
TEST(charts_agree_on_quantiles) {
    struct chart_set set, others;
    const struct chart *steps = draw(&set, "ecdf", 1), *ridges = draw(&others, "histogram", 1);
    assert_int_equal(steps->mark_count, 3);
    for (size_t l = 0; l < 2; l++) {
        double seconds[SAMPLES_FILE_COUNT];
        for (size_t i = 0; i < SAMPLES_FILE_COUNT; i++)
            seconds[i] = samples_file_seconds(i) * (l ? 1.5 : 1);
        for (size_t m = 0; m < steps->mark_count; m++) {
            double wanted = order_quantile(seconds, SAMPLES_FILE_COUNT, steps->marks[m].at);
            assert_float_equal(steps->series[l].reached[m] / wanted, 1, 1e-12);
            assert_float_equal(ridges->rows[l].spread->marks[m] / wanted, 1, 1e-12);
        }
    }
    chart_set_release(&set);
    chart_set_release(&others);
}

TEST(an_earlier_run_is_behind_the_later_one) {
    struct chart_set set;
    const struct chart *ridges = draw(&set, "histogram", 2);
    assert_int_equal(ridges->row_count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_non_null(ridges->rows[i].spread->earlier);
    assert_float_equal(ridges->rows[0].spread->marks[0] / 1e-6, 1.01 * 1.015, 1e-12);
    assert_non_null(strstr(ridges->subtitle, "dashed: /tmp/benchmat-spread-"));
    chart_set_release(&set);

    const struct chart *boxes = draw(&set, "box", 2);
    assert_int_equal(boxes->row_count, 4);
    assert_string_equal(boxes->series[0].name, "fast, earlier");
    assert_string_equal(boxes->series[1].name, "fast");
    assert_float_equal(boxes->rows[1].at / boxes->rows[0].at, 1.01, 1e-12);
    chart_set_release(&set);

    const struct chart *steps = draw(&set, "ecdf", 2);
    assert_int_equal(steps->series_count, 4);
    assert_string_equal(steps->series[2].name, "fast, earlier");
    assert_int_equal(steps->series[2].colour, steps->series[0].colour);
    assert_int_not_equal(steps->series[2].variant, steps->series[0].variant);
    chart_set_release(&set);
}
