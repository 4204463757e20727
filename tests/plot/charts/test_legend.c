/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "plot/charts/legend.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

struct made {
    struct sample *sample;
    struct canvas canvas;
    struct legend legend;
};

static struct made make(size_t libraries, double width, int is_wrong) {
    struct made made = {.sample = sample_new(libraries, 10, 0), .canvas = {.font_size = 7.5}};
    struct figure figure = sample_figure(made.sample);
    if (is_wrong)
        made.sample->wrong[1][3] = 1;
    assert_int_equal(text_open(&made.canvas.text, NULL, NULL), 0);
    legend_make(&made.legend, &figure, &made.canvas, width);
    return made;
}

static void release(struct made *made) {
    legend_release(&made->legend);
    text_close(made->canvas.text);
    free(made->sample);
}

TEST(every_name_stands_once) {
    struct made made = make(5, 500, 0);
    assert_int_equal(made.legend.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(made.legend.entries[i].series->colour, i);
        assert_true(made.legend.entries[i].y == made.legend.entries[0].y);
    }
    release(&made);
}

TEST(wrong_answers_are_explained_last) {
    struct made made = make(3, 500, 1);
    assert_int_equal(made.legend.count, 4);
    assert_null(made.legend.entries[3].series);
    release(&made);
}

TEST(entries_never_overlap_and_keep_to_the_width) {
    static const double widths[] = {60, 150, 500};
    for (size_t w = 0; w < 3; w++) {
        struct made made = make(40, widths[w], 1);
        const struct legend *legend = &made.legend;
        struct text_style style = {.size = 7.5};
        for (size_t i = 0; i < legend->count; i++) {
            const struct legend_entry *entry = &legend->entries[i];
            const char *name = entry->series ? entry->series->name : "wrong answer";
            double end = entry->x + 18 + text_measure(made.canvas.text, &style, name).width;
            int is_last = i + 1 == legend->count || legend->entries[i + 1].y > entry->y;
            assert_true(is_last || end < legend->entries[i + 1].x);
            assert_true(entry->x == 0 || end <= widths[w] + 18);
            assert_true(entry->y < legend->height);
        }
        release(&made);
    }
}

TEST(variants_and_other_names_of_a_colour_have_entries) {
    struct sample *sample = sample_new(2, 10, 0);
    struct figure figure = sample_figure(sample);
    struct canvas canvas = {.font_size = 7.5};
    struct legend legend;
    sample->series[1][0].name = "another";
    sample->series[1][1].variant = 2;
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    legend_make(&legend, &figure, &canvas, 500);
    assert_int_equal(legend.count, 4);
    legend_release(&legend);
    text_close(canvas.text);
    free(sample);
}
