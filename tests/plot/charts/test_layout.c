/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "plot/charts/layout.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

struct made {
    struct sample *sample;
    struct figure figure;
    struct canvas canvas;
    struct layout layout;
};

/* Two charts beside each other, 182 x 70 mm, or as CHANGE has it. */
static void make(struct made *made, const struct figure *change) {
    made->sample = sample_new(3, 30, 0);
    made->figure = *change;
    made->figure.charts = made->sample->charts;
    made->figure.chart_count = 2;
    made->figure.columns = change->columns ? change->columns : 2;
    made->figure.width_mm = change->width_mm > 0 ? change->width_mm : 182;
    made->figure.height_mm = change->height_mm > 0 ? change->height_mm : 70;
    made->canvas = (struct canvas){.font_size = 7.5, .libraries = 3};
    struct err err = {""};
    assert_int_equal(text_open(&made->canvas.text, NULL, NULL), 0);
    for (int i = 0; i < 2; i++) {
        made->sample->charts[i].subtitle = "one\ntwo\nthree\nfour\nfive\nsix";
        made->sample->charts[i].brief = "one";
    }
    if (layout_make(&made->layout, &made->figure, &made->canvas, &err))
        fail_msg("%s", err.message);
}

static void release(struct made *made) {
    layout_release(&made->layout);
    text_close(made->canvas.text);
    free(made->sample);
}

TEST(a_legend_below_is_under_the_charts) {
    struct made made;
    double x, y;
    make(&made, &(struct figure){.legend = LEGEND_BELOW});
    layout_place_legend(&made.layout, 7.5, &x, &y);
    assert_int_equal(made.layout.legend.count, 3);
    for (size_t i = 0; i < 2; i++)
        assert_true(made.layout.panels[i].cell.y + made.layout.panels[i].cell.height <= y);
    assert_true(y + made.layout.legend.height <= made.layout.height);
    release(&made);
}

/* It is within one plot, and no point of a curve is under it where that can be. */
TEST(a_legend_inside_is_where_there_is_room) {
    struct made made;
    make(&made, &(struct figure){.legend = LEGEND_INSIDE});
    const struct box *box = &made.layout.inside;
    size_t within = 0, under = 0;
    for (size_t i = 0; i < 2; i++) {
        const struct panel *panel = &made.layout.panels[i];
        const struct box *plot = &panel->plot;
        if (box->x < plot->x || box->x + box->width > plot->x + plot->width || box->y < plot->y ||
            box->y + box->height > plot->y + plot->height)
            continue;
        within++;
        for (size_t l = 0; l < 3; l++)
            for (size_t p = 0; p < 30; p++) {
                double x = scale_map(&panel->axes.x.scale, panel->chart->series[l].x[p]);
                double y = scale_map(&panel->axes.y.scale, panel->chart->series[l].y[p]);
                under += x >= box->x && x <= box->x + box->width && y >= box->y &&
                         y <= box->y + box->height;
            }
    }
    assert_int_equal(within, 1);
    assert_int_equal(under, 0);
    release(&made);
}

TEST(without_names_at_the_ends_plots_are_wider) {
    static const enum legend_place places[] = {LEGEND_NONE, LEGEND_BELOW, LEGEND_INSIDE};
    struct made usual, other;
    make(&usual, &(struct figure){0});
    for (size_t i = 0; i < 3; i++) {
        make(&other, &(struct figure){.legend = places[i]});
        assert_true(other.layout.panels[0].plot.width > usual.layout.panels[0].plot.width + 10);
        release(&other);
    }
    release(&usual);
}

TEST(words_shrink_only_where_they_may) {
    struct made made;
    make(&made, &(struct figure){0});
    assert_false(made.layout.is_shortened);
    assert_string_equal(made.layout.panels[0].subtitle, "one\ntwo\nthree\nfour\nfive\nsix");
    release(&made);
    make(&made, &(struct figure){.may_rearrange = 1});
    assert_true(made.layout.is_shortened);
    for (size_t i = 0; i < 2; i++) {
        const struct panel *panel = &made.layout.panels[i];
        assert_string_equal(panel->subtitle, "one");
        assert_true(panel->margins.top <= panel->cell.height / 3);
    }
    release(&made);
    make(&made, &(struct figure){.may_rearrange = 1, .height_mm = 200});
    assert_false(made.layout.is_shortened);
    release(&made);
}

/* The least important first. What is drawn is said longest. */
TEST(words_become_fewer_step_by_step) {
    static const struct {
        double height;
        const char *left;
    } steps[] = {{100, "one\ntwo\nthree\nfour\nfive\nsix"},
                 {75, "one\ntwo\nthree\nfour\nfive"},
                 {65, "one\ntwo\nthree\nfour"},
                 {45, "one"}};
    struct made made;
    make(&made, &(struct figure){.may_rearrange = 1});
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        layout_release(&made.layout);
        for (int i = 0; i < 2; i++) {
            made.sample->charts[i].without_setting = "one\ntwo\nthree\nfour\nfive";
            made.sample->charts[i].brief = "one\ntwo\nthree\nfour";
            made.sample->charts[i].gist = "one";
        }
        made.figure.height_mm = steps[k].height;
        assert_int_equal(layout_make(&made.layout, &made.figure, &made.canvas, NULL), 0);
        assert_string_equal(made.layout.panels[0].subtitle, steps[k].left);
    }
    release(&made);
}

TEST(words_stay_where_the_height_is_open_and_columns_are_wide) {
    static const struct {
        double width;
        int is_open, is_shortened;
    } cases[] = {{182, 1, 0}, {182, 0, 1}, {170, 1, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct made made;
        make(&made, &(struct figure){.may_rearrange = 1,
                                     .width_mm = cases[k].width,
                                     .has_open_height = cases[k].is_open});
        assert_int_equal(made.layout.is_shortened, cases[k].is_shortened);
        release(&made);
    }
}

/* One x label is enough for charts below each other. */
TEST(stacked_charts_share_their_x_label) {
    struct made made;
    make(&made,
         &(struct figure){.may_rearrange = 1, .columns = 1, .width_mm = 84, .height_mm = 140});
    assert_string_equal(made.layout.panels[0].x_label, "");
    assert_string_equal(made.layout.panels[1].x_label, made.sample->charts[1].x_label);
    release(&made);
}

static size_t count_labels(const struct axis *axis) {
    size_t count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++)
        count += axis->ticks.items[i].labelled != 0;
    return count;
}

/* Lays out four charts in two rows, of which the last has the x label X. */
static void make_grid(struct made *made, struct chart charts[4], const char *x) {
    make(made, &(struct figure){0});
    layout_release(&made->layout);
    for (int i = 0; i < 4; i++) {
        charts[i] = made->sample->charts[0];
        charts[i].subtitle = "";
        charts[i].y.low = charts[i].x.low = 1;
        charts[i].y.high = charts[i].x.high = 100;
    }
    charts[3].x_label = x;
    made->figure = (struct figure){.charts = charts,
                                   .chart_count = 4,
                                   .columns = 2,
                                   .is_grid = 1,
                                   .width_mm = 182,
                                   .height_mm = 140};
    assert_int_equal(layout_make(&made->layout, &made->figure, &made->canvas, NULL), 0);
}

TEST(only_outer_charts_have_labels_of_shared_axes) {
    struct made made;
    struct chart charts[4];
    make_grid(&made, charts, "length");
    const struct panel *panels = made.layout.panels;
    for (int i = 0; i < 4; i++) {
        int is_left = i % 2 == 0, is_lowest = i >= 2 || i == 1;
        assert_int_equal(count_labels(&panels[i].axes.y) > 0, is_left);
        assert_int_equal(count_labels(&panels[i].axes.x) > 0, is_lowest);
        assert_string_equal(panels[i].x_label, is_lowest ? charts[i].x_label : "");
        assert_float_equal(panels[i].plot.width, panels[0].plot.width, 1e-6);
        assert_float_equal(panels[i].plot.height, panels[0].plot.height, 1e-6);
    }
    assert_float_equal(panels[0].plot.x, panels[2].plot.x, 1e-6);
    assert_float_equal(panels[1].cell.x + panels[1].cell.width,
                       made.layout.width - panels[0].cell.x, 1e-6);
    release(&made);
}

TEST(a_y_label_has_its_line_above_the_plot) {
    struct made without, with;
    make(&without, &(struct figure){0});
    make(&with, &(struct figure){0});
    with.sample->charts[0].y_label = "seconds";
    layout_release(&with.layout);
    assert_int_equal(layout_make(&with.layout, &with.figure, &with.canvas, NULL), 0);
    assert_float_equal(with.layout.panels[0].margins.top,
                       without.layout.panels[0].margins.top + 1.25 * 7.5, 1e-6);
    release(&with);
    release(&without);
}

/* Labels of an axis whose ends are near to each other are long. */
TEST(labels_at_the_ends_of_an_axis_are_on_the_page) {
    struct made made;
    make(&made, &(struct figure){.legend = LEGEND_NONE, .columns = 1, .height_mm = 140});
    for (size_t i = 0; i < 2; i++)
        made.sample->charts[i].x = (struct axis_terms){
            .unit = UNIT_SECONDS, .scale = AXIS_LINEAR, .low = 0.9999995e-6, .high = 1.0000005e-6};
    layout_release(&made.layout);
    assert_int_equal(layout_make(&made.layout, &made.figure, &made.canvas, NULL), 0);
    const struct panel *panel = &made.layout.panels[0];
    double left, right;
    axis_overhang(&panel->axes.x, &made.canvas, &left, &right);
    assert_true(right > 1.5 * 7.5);
    assert_true(panel->plot.x + panel->plot.width + right <= made.layout.width - 0.3 * 7.5);
    assert_true(panel->plot.x - left >= 0.3 * 7.5);
    release(&made);
}
