/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "plot/charts/chart.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

static const struct space space = {200, 120, 7.5};

TEST(every_value_and_interval_is_within_the_axes) {
    struct sample *sample = sample_new(5, 30, 0);
    for (int c = 0; c < 2; c++) {
        struct axes axes;
        const struct chart *chart = &sample->charts[c];
        axes_choose(chart, &space, &axes);
        for (size_t l = 0; l < 5; l++)
            for (size_t p = 0; p < 30; p++) {
                const struct series_data *series = &chart->series[l];
                assert_true(series->x[p] >= axes.x.scale.low && series->x[p] <= axes.x.scale.high);
                assert_true(series->low[p] >= axes.y.scale.low);
                assert_true(series->high[p] <= axes.y.scale.high);
            }
        assert_int_equal(chart_count_skipped(chart, &axes), 0);
    }
    free(sample);
}

TEST(the_ratio_axis_always_shows_one) {
    struct sample *sample = sample_new(2, 5, 0);
    for (size_t p = 0; p < 5; p++)
        sample->ratio[1][0][p] = sample->ratio[1][1][p] = sample->ratio[1][2][p] = 1e6;
    sample->charts[1].series++;
    sample->charts[1].series_count = 1;
    struct axes axes;
    axes_choose(&sample->charts[1], &space, &axes);
    assert_true(axes.y.scale.low < 1 && axes.y.scale.high > 1e6);
    free(sample);
}

TEST(one_hopeless_interval_does_not_flatten_the_rest) {
    struct sample *sample = sample_new(2, 20, 0);
    struct axes usual, axes;
    axes_choose(&sample->charts[1], &space, &usual);
    sample->ratio[1][2][3] = 1e30;
    sample->ratio[1][1][3] = 1e-30;
    axes_choose(&sample->charts[1], &space, &axes);
    double before = log(usual.y.scale.high / usual.y.scale.low);
    assert_true(log(axes.y.scale.high / axes.y.scale.low) < 2.2 * before);
    free(sample);
}

TEST(what_no_logarithm_shows_is_counted_but_gaps_are_not) {
    struct sample *sample = sample_new(2, 20, 0);
    struct axes axes;
    sample->time[0][0][3] = 0;
    sample->time[0][0][4] = -1e-9;
    sample->time[1][0][5] = INFINITY;
    sample->time[1][0][6] = NAN;
    axes_choose(&sample->charts[0], &space, &axes);
    assert_int_equal(chart_count_skipped(&sample->charts[0], &axes), 3);
    free(sample);
}

static size_t count_labels(const struct axis *axis) {
    size_t count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++)
        count += (size_t)axis->ticks.items[i].labelled;
    return count;
}

TEST(sizes_are_ticks_themselves_when_few_or_powers_of_two) {
    static const struct {
        size_t points;
        int powers_of_two;
        size_t labels;
        const char *last;
    } cases[] = {{1, 0, 1, "3162"}, {5, 1, 5, "128"}, {14, 1, 5, "65,536"}, {30, 0, 6, "10⁶"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample *sample = sample_new(2, cases[i].points, cases[i].powers_of_two);
        struct axes axes;
        char label[LABEL_BYTES];
        axes_choose(&sample->charts[0], &space, &axes);
        assert_int_equal(count_labels(&axes.x), cases[i].labels);
        size_t last = axes.x.ticks.count - 1;
        while (!axes.x.ticks.items[last].labelled)
            last--;
        axes.x.format(label, &axes.x.ticks.items[last]);
        assert_string_equal(label, cases[i].last);
        free(sample);
    }
}
