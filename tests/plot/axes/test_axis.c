/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/axes/axis.h"
#include "tests/test.h"

static const struct space space = {.width = 200, .height = 120, .font_size = 7.5};

static struct axis axis_of(const double *x, size_t count, enum axis_unit unit) {
    const struct series_data series = {.count = count, .x = x, .y = x};
    const struct chart chart = {.series = &series, .series_count = 1, .x = {.unit = unit}};
    struct axes axes;
    axes_choose(&chart, &space, &axes);
    return axes.x;
}

static void assert_labels(const struct axis *axis, const char *const *expected, size_t count) {
    char label[LABEL_BYTES];
    assert_int_equal(axis->ticks.count, count);
    for (size_t i = 0; i < count; i++) {
        axis_label(label, axis, &axis->ticks.items[i]);
        assert_string_equal(label, expected[i]);
    }
}

TEST(sizes_have_a_logarithmic_axis) {
    static const char *const few[] = {"100", "120"};
    struct axis axis = axis_of((double[]){100, 120}, 2, UNIT_SIZE);
    assert_int_equal(axis.scale.kind, SCALE_LOG);
    assert_labels(&axis, few, 2);
}

TEST(a_parameter_has_the_axis_that_its_values_ask_for) {
    static const struct {
        double values[5];
        size_t count;
        enum scale_kind kind;
    } cases[] = {{{1, 2}, 2, SCALE_LINEAR},        {{1, 2, 3, 4}, 4, SCALE_LINEAR},
                 {{1, 2, 4}, 3, SCALE_LOG},        {{1, 2, 4, 8}, 4, SCALE_LOG},
                 {{25, 30, 35}, 3, SCALE_LINEAR},  {{1, 10, 100}, 3, SCALE_LOG},
                 {{0, 1, 100}, 3, SCALE_LINEAR},   {{-8, 1, 8}, 3, SCALE_LINEAR},
                 {{0.001, 0.01, 1}, 3, SCALE_LOG}, {{7}, 1, SCALE_LINEAR},
                 {{NAN, 1, 2, 4, 8}, 5, SCALE_LOG}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct axis axis = axis_of(cases[i].values, cases[i].count, UNIT_NUMBER);
        assert_int_equal(axis.scale.kind, cases[i].kind);
        assert_true(axis.scale.low < axis.scale.high);
        for (size_t k = 0; k < cases[i].count; k++)
            if (!isnan(cases[i].values[k]))
                assert_true(axis.scale.low <= cases[i].values[k] &&
                            cases[i].values[k] <= axis.scale.high);
    }
}

/* How a label writes its number: with a power, with commas, or neither. */
static int has_power(const char *label) {
    return strstr(label, "⁰") || strstr(label, "×10") || strstr(label, "⁻") || strstr(label, "¹") ||
           strstr(label, "²") || strstr(label, "³") || strstr(label, "⁴") || strstr(label, "⁵") ||
           strstr(label, "⁶") || strstr(label, "⁷") || strstr(label, "⁸") || strstr(label, "⁹");
}

/* "1kB" beside plain numbers, and the prefix before the unit of a rate. */
TEST(labels_have_the_words_of_the_file) {
    static const struct spelling words[] = {{1000, "1kB"}, {4000, "4kB"}};
    const double sizes[] = {15, 512, 1000, 4000}, rates[] = {0, 1e9, 2e9, 4e9};
    const struct series_data series = {.count = 4, .x = sizes, .y = rates};
    const struct chart chart = {.series = &series,
                                .series_count = 1,
                                .x = {.unit = UNIT_SIZE, .spellings = words, .spelling_count = 2},
                                .y = {.unit = UNIT_RATE, .base = "FLOPS"}};
    struct axes axes;
    char label[LABEL_BYTES];
    axes_choose(&chart, &space, &axes);
    assert_labels(&axes.x, (const char *[]){"15", "512", "1kB", "4kB"}, 4);
    axis_label(label, &axes.y, &axes.y.ticks.items[0]);
    assert_string_equal(label, "0");
    axis_label(label, &axes.y, &axes.y.ticks.items[axes.y.ticks.count - 1]);
    assert_string_equal(label, "4 GFLOPS");
}

static void check_style(const struct axis *axis, double low, double high) {
    int powers = 0, plain = 0, commas = 0, ungrouped = 0;
    char label[LABEL_BYTES];
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        if (!tick->labelled || tick->value == 0)
            continue;
        axis->format(label, tick);
        int has = has_power(label) && !strstr(label, "⁄");
        powers += has;
        plain += !has;
        commas += strchr(label, ',') != NULL;
        ungrouped += !has && !strchr(label, ',') && fabs(tick->value) >= 1000 &&
                     axis->format != label_prefixed;
    }
    if ((powers && plain) || (commas && ungrouped))
        fail_msg("%g to %g: %d labels with powers, %d without, %d with commas, %d large without",
                 low, high, powers, plain, commas, ungrouped);
}

TEST(all_labels_of_an_axis_have_one_style) {
    static const enum axis_unit units[] = {UNIT_NUMBER, UNIT_SIZE,  UNIT_RATIO,
                                           UNIT_RATE,   UNIT_ERROR, UNIT_COUNT};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (int from = units[u] == UNIT_SIZE ? 0 : -12; from < 10; from++)
            for (int decades = 1; decades <= 14; decades++)
                for (int kind = 0; kind < 3; kind++) {
                    /* ends and middle; a sweep; powers of two */
                    double low = pow(10, from), high = low * pow(10, decades), x[40];
                    size_t count = kind == 0 ? 3 : 40;
                    for (size_t i = 0; i < count; i++) {
                        double at = (double)i / (double)(count - 1);
                        x[i] = low * pow(high / low, at);
                        x[i] = kind == 2 ? exp2(round(log2(x[i]))) : x[i];
                        x[i] = units[u] == UNIT_SIZE ? round(x[i]) : x[i];
                    }
                    struct axis axis = axis_of(x, count, units[u]);
                    check_style(&axis, low, high);
                }
}

TEST(few_values_are_marked_themselves) {
    static const char *const threads[] = {"1", "2", "4"}, *const odd[] = {"−0.5", "0", "1000"};
    struct axis axis = axis_of((double[]){4, 1, 2, 1}, 4, UNIT_NUMBER);
    assert_labels(&axis, threads, 3);
    axis = axis_of((double[]){-0.5, 0, 1000}, 3, UNIT_NUMBER);
    assert_labels(&axis, odd, 3);
    static const char *const sizes[] = {"1,000",  "2,500",  "4,000",  "10,000",
                                        "25,000", "60,000", "90,000", "120,000"};
    axis = axis_of((double[]){1000, 2500, 4000, 10000, 25000, 60000, 90000, 120000}, 8, UNIT_SIZE);
    assert_labels(&axis, sizes, 8);
}

TEST(where_labels_lack_room_powers_of_ten_come_first) {
    static const int wanted[] = {1, 1, 1, 1, 1, 0, 1, 0};
    struct axis axis =
        axis_of((double[]){10, 30, 100, 300, 1000, 3000, 10000, 30000}, 8, UNIT_SIZE);
    struct canvas canvas = {.font_size = 7.5};
    int shown[TICKS_MAX];
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    axis.scale.from = 0;
    axis.scale.to = 190;
    axis_choose_labels(&axis, &canvas, shown);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(shown[i], wanted[i]);
    text_close(canvas.text);
}

TEST(many_values_have_even_steps) {
    double values[41];
    for (int i = 0; i <= 40; i++)
        values[i] = i - 20;
    struct axis axis = axis_of(values, 41, UNIT_NUMBER);
    static const char *const labels[] = {"−20", "−10", "0", "10", "20"};
    assert_labels(&axis, labels, 5);
}

TEST(a_range_across_leaves_only_its_values_up) {
    const double x[] = {1, 10, 100, 1000}, y[] = {5, 6, 7, 5000};
    const struct series_data series = {.count = 4, .x = x, .y = y};
    struct chart chart = {.series = &series,
                          .series_count = 1,
                          .x = {.unit = UNIT_SIZE, .low = 1, .high = 100},
                          .y = {.unit = UNIT_NUMBER}};
    struct axes axes;
    axes_choose(&chart, &space, &axes);
    assert_true(axes.x.scale.low == 1 && axes.x.scale.high == 100);
    assert_true(axes.y.scale.high < 10);
    chart.x.low = chart.x.high = 0;
    axes_choose(&chart, &space, &axes);
    assert_true(axes.y.scale.high >= 5000);
}

TEST(the_guide_is_shown_whole) {
    const double x[] = {1, 2, 64}, y[] = {1, 1.5, 2}, ideal[] = {1, 2, 64};
    const struct series_data series = {.count = 3, .x = x, .y = y};
    const struct series_data guide = {.count = 3, .x = x, .y = ideal};
    const struct chart chart = {
        .series = &series, .series_count = 1, .guide = &guide, .y = {.unit = UNIT_RATIO}};
    struct axes axes;
    axes_choose(&chart, &space, &axes);
    assert_true(axes.y.scale.high >= 64);
}

TEST(where_there_is_no_value_no_number_is_beside_the_axis) {
    const double x[] = {1, 2, 3}, y[] = {NAN, NAN, NAN};
    const struct series_data series = {.count = 3, .x = x, .y = y};
    struct chart chart = {.series = &series, .series_count = 1, .y = {.unit = UNIT_SECONDS}};
    struct axes axes;
    axes_choose(&chart, &space, &axes);
    assert_int_equal(axes.y.ticks.count, 0);
    assert_true(axes.x.ticks.count > 0);
    chart.y.low = 1, chart.y.high = 100;
    axes_choose(&chart, &space, &axes);
    assert_true(axes.y.ticks.count > 0);
}

TEST(a_linear_axis_of_what_is_never_below_zero_is_not_either) {
    const double x[] = {1, 2, 3}, y[] = {0.01, 1, 3};
    const struct series_data series = {.count = 3, .x = x, .y = y};
    const struct chart chart = {
        .series = &series, .series_count = 1, .y = {.unit = UNIT_RATIO, .scale = AXIS_LINEAR}};
    struct axes axes;
    axes_choose(&chart, &space, &axes);
    assert_int_equal(axes.y.scale.kind, SCALE_LINEAR);
    assert_true(axes.y.scale.low == 0);
}
