/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/highlight.h"
#include "plot/analysis/sections.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

enum { SIZES = 10, ROUNDS = 3, SEEDS = 2, MOST = 20 };

struct drawn {
    struct run *run;
    struct table table;
    struct chart_set set;
};

/* LIBRARIES of which lib0 is the reference and lib3 the fastest, except at the first size, where it
 * is lib5. */
static struct drawn draw_with(size_t libraries, unsigned spared) {
    static const struct measure *const measures[] = {&measure_time, &measure_ratio};
    const struct sections_options options = {.measures = measures, .measure_count = 2};
    struct drawn drawn = {.run = sample_run(SIZES, ROUNDS, SEEDS)};
    for (size_t l = 0; l < libraries; l++) {
        char name[32];
        snprintf(name, sizeof name, "lib%zu", l);
        struct series *series = sample_series(drawn.run, name, l == 3 ? 0.5 : 1 + (double)l);
        for (size_t i = 0; l == 5 && i < ROUNDS * SEEDS; i++)
            series->seconds[i] /= 100;
    }
    assert_int_equal(aggregate_whole(&drawn.table, drawn.run, &drawn.run->measurements[0],
                                     &(struct table_options){.spared = spared}, NULL),
                     0);
    assert_int_equal(sections_chart(&drawn.set, &drawn.table, &options, NULL), 0);
    highlight_choose(&drawn.set, &drawn.table);
    return drawn;
}

static struct drawn draw(size_t libraries) {
    return draw_with(libraries, 0);
}

static void release(struct drawn *drawn) {
    chart_set_release(&drawn->set);
    table_release(&drawn->table);
    run_free(drawn->run);
}

static size_t colour_of(const struct chart *chart, const char *name) {
    for (size_t s = 0; s < chart->series_count; s++)
        if (strcmp(chart->series[s].name, name) == 0)
            return chart->series[s].colour;
    fail_msg("no line %s", name);
    return 0;
}

TEST(few_libraries_all_stand_out) {
    struct drawn drawn = draw(HIGHLIGHT_MANY - 1);
    assert_int_equal(highlight_apply(&drawn.set, NULL, 0, NULL), 0);
    for (size_t s = 0; s < drawn.set.charts[0].series_count; s++)
        assert_int_equal(drawn.set.charts[0].series[s].colour, s);
    assert_null(strstr(drawn.set.charts[0].subtitle, "grey"));
    release(&drawn);
}

TEST(of_many_the_reference_and_winners_stand_out) {
    struct drawn drawn = draw(HIGHLIGHT_MANY);
    assert_int_equal(highlight_apply(&drawn.set, NULL, 0, NULL), 0);
    for (size_t c = 0; c < 2; c++) {
        const struct chart *chart = &drawn.set.charts[c];
        assert_int_equal(colour_of(chart, "lib0"), 0);
        assert_int_equal(colour_of(chart, "lib3"), 1);
        assert_int_equal(colour_of(chart, "lib5"), 2);
        size_t faint = 0;
        for (size_t s = 0; s < chart->series_count; s++)
            faint += chart->series[s].colour == COLOUR_FAINT;
        assert_int_equal(faint, HIGHLIGHT_MANY - 3);
    }
    assert_string_equal(drawn.set.chosen[1], "lib3"); /* the fastest on average first */
    assert_int_equal(drawn.set.palette, 3);
    assert_non_null(strstr(drawn.set.charts[0].subtitle,
                           "\n9 others in grey: lib1, lib2, lib4, lib6, lib7, lib8, lib9, lib10, "
                           "..."));
    assert_null(strstr(drawn.set.charts[1].subtitle, "grey"));
    release(&drawn);
}

TEST(without_ratios_means_say_who_is_the_fastest) {
    struct drawn drawn = draw_with(HIGHLIGHT_MANY, NEED_ALL);
    assert_int_equal(drawn.set.chosen_count, 3);
    assert_string_equal(drawn.set.chosen[0], "lib0");
    assert_string_equal(drawn.set.chosen[1], "lib3");
    assert_string_equal(drawn.set.chosen[2], "lib5");
    release(&drawn);
}

TEST(it_is_known_before_who_keeps_a_colour) {
    static const char *const lists[] = {"lib2,lib4", "lib5"};
    struct drawn few = draw(7), many = draw(HIGHLIGHT_MANY);
    assert_true(highlight_has(&few.set, NULL, 0, "lib6"));
    assert_true(highlight_has(&many.set, NULL, 0, "lib3"));
    assert_false(highlight_has(&many.set, NULL, 0, "lib6"));
    assert_true(highlight_has(&many.set, lists, 2, "lib4"));
    assert_true(highlight_has(&many.set, lists, 2, "lib5"));
    assert_false(highlight_has(&many.set, lists, 2, "lib3"));
    assert_false(highlight_has(&many.set, lists, 2, "lib"));
    release(&few);
    release(&many);
}

TEST(what_is_asked_for_stands_out_and_the_reference) {
    static const char *const lists[] = {"lib2,lib4", "lib5"};
    struct drawn drawn = draw(7);
    assert_int_equal(highlight_apply(&drawn.set, lists, 2, NULL), 0);
    const struct chart *chart = &drawn.set.charts[0];
    static const size_t expected[] = {0, COLOUR_FAINT, 2, COLOUR_FAINT, 4, 5, COLOUR_FAINT};
    for (size_t l = 0; l < 7; l++) {
        char name[32];
        snprintf(name, sizeof name, "lib%zu", l);
        assert_int_equal(colour_of(chart, name), expected[l]);
    }
    assert_non_null(strstr(chart->subtitle, "\n3 others in grey: lib1, lib3, lib6"));
    release(&drawn);
}

TEST(an_unknown_name_is_refused_with_those_like_it) {
    static const char *const lists[] = {"lib2,lbi4"};
    struct drawn drawn = draw(7);
    struct err err;
    assert_int_equal(highlight_apply(&drawn.set, lists, 1, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "--highlight lbi4: no library is called that"));
    assert_non_null(strstr(err.message, "lib4"));
    release(&drawn);
}

/* As in a chart of boxes and a summary. */
TEST(headings_and_what_is_grey_anyway_are_not_counted) {
    static const char *const lists[] = {"b"};
    struct chart_set set = {.count = 0};
    size_t colours[3];
    static const char *const names[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++)
        colours[i] = chart_set_colour(&set, names[i]);
    const struct series_data series[] = {{.name = "axpy, 2 points"},
                                         {.name = "b", .colour = colours[1]},
                                         {.name = "earlier", .colour = COLOUR_FAINT},
                                         {.name = "c", .colour = colours[2]}};
    const struct forest_row rows[] = {
        {.kind = FOREST_HEADING}, {.kind = FOREST_BOX}, {.kind = FOREST_BOX}, {.kind = FOREST_BOX}};
    struct chart *chart = chart_set_add(&set);
    *chart = (struct chart){.subtitle = "times",
                            .brief = "times",
                            .series = series,
                            .rows = rows,
                            .series_count = 4,
                            .row_count = 4};
    assert_int_equal(highlight_apply(&set, lists, 1, NULL), 0);
    assert_string_equal(set.charts[0].subtitle, "times\n1 other in grey: c");
    assert_int_equal(set.charts[0].series[2].colour, COLOUR_FAINT);
    assert_int_equal(set.charts[0].series[3].colour, COLOUR_FAINT);
    chart_set_release(&set);
}

TEST(tiles_are_grey_with_their_library) {
    static const char *const lists[] = {"b"};
    struct chart_set set = {.is_grid = 1};
    size_t a = chart_set_colour(&set, "a"), b = chart_set_colour(&set, "b");
    const struct series_data series[] = {{.name = "a", .colour = a}, {.name = "b", .colour = b}};
    const struct tile tiles[] = {{.colour = b}, {.colour = a}};
    *chart_set_add(&set) =
        (struct chart){.series = series, .series_count = 2, .tiles = tiles, .tile_count = 2};
    assert_int_equal(highlight_apply(&set, lists, 1, NULL), 0);
    assert_int_equal(set.charts[0].tiles[0].colour, b);
    assert_int_equal(set.charts[0].tiles[1].colour, COLOUR_FAINT);
    assert_string_equal(set.subtitle, "1 other in grey: a");
    chart_set_release(&set);
}
