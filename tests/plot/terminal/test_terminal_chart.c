/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/marks/cells.h"
#include "plot/terminal/terminal_chart.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

enum { TIME, RATIO };

/* The chart as text, to be freed. Not inline: some compilers take what open_memstream sets for a
 * pointer to it. */
__attribute__((noinline)) static char *drawn(const struct chart *chart,
                                             const struct terminal_look *look, size_t *skipped) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    terminal_chart_write(file, chart, look, skipped);
    assert_int_equal(fclose(file), 0);
    return text;
}

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* The line of TEXT that WHAT is in. */
static const char *line_with(const char *text, const char *what) {
    const char *found = strstr(text, what);
    assert_non_null(found);
    while (found > text && found[-1] != '\n')
        found--;
    return found;
}

static size_t widest_line(char *text) {
    size_t widest = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        size_t width = cells_width(line);
        widest = width > widest ? width : widest;
    }
    return widest;
}

TEST(no_line_is_wider_than_the_terminal) {
    static const size_t libraries[] = {1, 2, 8, 40};
    for (size_t l = 0; l < 4; l++)
        for (size_t width = TERMINAL_CHART_LEAST_WIDTH; width <= 160; width += 8)
            for (int i = 0; i < 4; i++) {
                struct sample *sample = sample_new(libraries[l], i < 2 ? 30 : 5, i % 2);
                char *text =
                    drawn(&sample->charts[i % 2],
                          &(struct terminal_look){.width = width, .is_ascii = i == 3}, NULL);
                size_t widest = widest_line(text);
                if (widest > width || widest < width / 2)
                    fail_msg("%zu libraries are %zu wide, not %zu", libraries[l], widest, width);
                free(text);
                free(sample);
            }
}

TEST(ticks_are_those_of_the_pictures) {
    struct sample *sample = sample_new(5, 30, 0);
    char *time = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    char *ratio = drawn(&sample->charts[RATIO], &(struct terminal_look){.width = 80}, NULL);
    static const char *const times[] = {" 1 µs ┤", "\n100 ns ┤", "10⁴", "100"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (!strstr(time, times[i]))
            fail_msg("no %s in\n%s", times[i], time);
    assert_non_null(strstr(ratio, "1× ┤"));
    assert_non_null(strstr(ratio, "½× ┤"));
    assert_non_null(strstr(ratio, "length of x and y"));
    free(time);
    free(ratio);
    free(sample);
}

/* The last one stands at the edge, beyond which there is no room for its other half. */
TEST(no_tick_is_cut) {
    const double x[] = {8, 64, 512, 8192}, y[] = {1, 2, 3, 4};
    const struct series_data series = {.name = "a name too long", .count = 4, .x = x, .y = y};
    const struct chart chart = {.series = &series,
                                .series_count = 1,
                                .x = {.unit = UNIT_SIZE},
                                .y = {.unit = UNIT_SECONDS}};
    for (size_t width = TERMINAL_CHART_LEAST_WIDTH; width < 60; width++) {
        char *text = drawn(&chart, &(struct terminal_look){.width = width}, NULL);
        const char *line = line_with(text, "512");
        const char *last = strstr(line, "2¹");
        assert_true(!last || strncmp(last, "2¹³", strlen("2¹³")) == 0);
        free(text);
    }
}

/* Each run's mean is a marker, and the levels are the lines; the fourth is off its level. */
TEST(a_history_has_levels_for_lines) {
    const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {1, 1, 1, 3, 2, 2};
    const double levels[] = {1, 1, 1, 2, 2, 2};
    const struct series_data series = {
        .name = "a", .count = 6, .x = x, .y = y, .levels = levels, .colour = 1};
    struct chart chart = {
        .style = STYLE_LEVELS, .series = &series, .series_count = 1, .y = {.unit = UNIT_NUMBER}};
    char *text = drawn(&chart, &(struct terminal_look){.width = 60}, NULL);
    assert_int_equal(count(text, "○"), 6 + 1);
    const char *top = line_with(text, "○");
    char *row = strndup(top, strcspn(top, "\n"));
    assert_int_equal(count(row, "○"), 1);
    for (const char *c = row; *c; c++) /* no braille: no line leads up to the fourth */
        assert_false((unsigned char)c[0] == 0xe2 && (unsigned char)c[1] >= 0xa0 &&
                     (unsigned char)c[1] <= 0xa3);
    free(row);
    free(text);
}

/* Bars are upright, and where there is none the axis is free. */
TEST(a_histogram_has_bars) {
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0.5, 0, 0, 0.5, 0};
    const struct series_data series = {.name = "a", .count = 5, .x = x, .y = y, .is_reference = 1};
    const struct chart chart = {.style = STYLE_BARS,
                                .series = &series,
                                .series_count = 1,
                                .x = {.unit = UNIT_SECONDS, .scale = AXIS_LINEAR},
                                .y = {.unit = UNIT_PART}};
    char *text = drawn(&chart, &(struct terminal_look){.width = 60}, NULL);
    const char *ground = line_with(text, "  0 ┤");
    char *row = strndup(ground, strcspn(ground, "\n"));
    assert_true(strstr(row, "          ") != NULL);
    free(row);
    free(text);
}

TEST(an_interval_beyond_the_chart_ends_in_an_arrow) {
    const double x[] = {1, 2, 3}, y[] = {2, 2, 2}, low[] = {1.9, -9, 1.9}, high[] = {2.1, 2.1, 99};
    const struct series_data series = {
        .name = "a", .count = 3, .x = x, .y = y, .low = low, .high = high, .colour = 1};
    const struct chart chart = {
        .series = &series, .series_count = 1, .y = {.unit = UNIT_NUMBER, .low = 1, .high = 3}};
    char *text = drawn(&chart, &(struct terminal_look){.width = 60}, NULL);
    assert_int_equal(count(text, "↑"), 1);
    assert_int_equal(count(text, "↓"), 1);
    free(text);
}

/* The heavy line at 1 goes across all of the plot, in the row of its label, and ends at a name. */
TEST(the_reference_is_a_line_at_one) {
    struct sample *sample = sample_new(2, 30, 0);
    char *text = drawn(&sample->charts[RATIO], &(struct terminal_look){.width = 80}, NULL);
    const char *line = line_with(text, "1× ┤");
    const char *end = strchr(line, '\n'), *name = strstr(line, "━ builtin");
    assert_true(name && name < end);
    const char *plot = strstr(line, "┤") + strlen("┤");
    assert_true(strcspn(plot, " ") >= (size_t)(name - plot) - 1);
    free(text);
    free(sample);
}

/* With another reference than the archive's own, both could be without a marker. */
TEST(the_reference_alone_has_no_marker) {
    struct sample *sample = sample_new(2, 5, 0);
    struct series_data *series = sample->series[RATIO];
    series[0].colour = 1, series[1].colour = 0;
    char *text = drawn(&sample->charts[RATIO], &(struct terminal_look){.width = 80}, NULL);
    assert_non_null(strstr(text, "━ builtin"));
    assert_non_null(strstr(text, "• openblas"));
    assert_int_equal(count(text, "•"), 5 + 1);
    free(text);
    free(sample);
}

TEST(lines_are_named_at_their_ends) {
    struct sample *sample = sample_new(8, 30, 0);
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 120}, NULL);
    for (size_t l = 0; l < 8; l++) {
        assert_int_equal(count(text, sample->names[l]), 1);
        const char *line = line_with(text, sample->names[l]);
        assert_true(strstr(line, "│") == strchr(line, (char)0xe2) || strstr(line, "┤"));
    }
    free(text);
    free(sample);
}

TEST(many_lines_have_a_legend_below) {
    struct sample *sample = sample_new(40, 30, 0);
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    const char *below = strstr(text, "length of x and y");
    for (size_t l = 8; l < 40; l++)
        assert_non_null(strstr(below, sample->names[l]));
    free(text);
    free(sample);
}

TEST(ascii_is_nothing_else) {
    struct sample *sample = sample_new(8, 30, 0);
    sample->wrong[1][3] = 1;
    sample->series[TIME][2].name = "größer";
    for (int i = 0; i < 2; i++) {
        char *text =
            drawn(&sample->charts[i],
                  &(struct terminal_look){.width = 80, .is_ascii = 1, .is_colored = 1}, NULL);
        for (const char *c = text; *c; c++)
            assert_true((unsigned char)*c < 0x80);
        assert_non_null(strstr(text, "10^4"));
        assert_non_null(strstr(text, i == TIME ? "1 us" : "1/2x"));
        free(text);
    }
    free(sample);
}

TEST(colours_are_there_only_when_asked_for) {
    struct sample *sample = sample_new(3, 30, 0);
    char *plain = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    char *colored =
        drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80, .is_colored = 1}, NULL);
    assert_null(strchr(plain, '\033'));
    assert_true(count(colored, "\033[94m") > 0 && count(colored, "\033[31m") > 0);
    assert_null(strstr(colored, "\033[32m")); /* of a third library beside the reference */
    for (const char *line = colored; (line = strchr(line, '\n')); line++)
        assert_true(line == colored || line[-1] == 'm' || !strchr("⠤", line[-1]));
    free(plain);
    free(colored);
    free(sample);
}

TEST(wrong_answers_are_crosses_off_the_line) {
    struct sample *sample = sample_new(2, 30, 0);
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    assert_int_equal(count(text, "×"), 0);
    free(text);
    sample->wrong[1][20] = 1;
    text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    assert_int_equal(count(text, "×"), 2); /* and what says so */
    assert_non_null(strstr(text, "× marks a wrong answer"));
    free(text);
    free(sample);
}

TEST(what_cannot_be_shown_is_counted) {
    size_t skipped = 0;
    struct sample *sample = sample_new(2, 30, 0);
    sample->time[1][0][3] = 0;
    sample->time[1][0][4] = -1;
    sample->time[0][0][5] = NAN;
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, &skipped);
    assert_int_equal(skipped, 2);
    assert_non_null(strstr(text, "2 points left out (zero, negative or infinite)"));
    free(text);
    free(sample);
}

TEST(what_was_not_measured_is_said) {
    struct sample *sample = sample_new(3, 5, 0);
    for (size_t p = 0; p < 5; p++)
        sample->time[2][0][p] = NAN;
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    assert_non_null(strstr(text, "no result: blis"));
    free(text);
    for (size_t l = 0; l < 2; l++)
        for (size_t p = 0; p < 5; p++)
            sample->time[l][0][p] = NAN;
    text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    assert_non_null(strstr(text, "no result: builtin, openblas, blis"));
    free(text);
    free(sample);
}

TEST(a_map_explains_the_sign_of_what_is_undecided_only_where_it_is) {
    static const double x[] = {1, 2}, y[] = {1, 1};
    for (int is_hatched = 0; is_hatched < 2; is_hatched++) {
        const struct series_data series = {.name = "blis", .count = 2, .x = x, .y = y};
        const struct tile tiles[] = {{.x = 1, .y = 1, .name = "blis"},
                                     {.x = 2, .y = 1, .name = "blis", .is_hatched = is_hatched}};
        const struct chart chart = {.style = STYLE_TILES,
                                    .series = &series,
                                    .series_count = 1,
                                    .tiles = tiles,
                                    .tile_count = 2};
        char *text = drawn(&chart, &(struct terminal_look){.width = 60}, NULL);
        assert_int_equal(strstr(text, "~ no library is shown to be the fastest") != NULL,
                         is_hatched);
        free(text);
    }
}

/* Neither may move the cursor or change colours of the terminal. */
TEST(names_cannot_steer_the_terminal) {
    struct sample *sample = sample_new(2, 5, 0);
    sample->series[TIME][1].name = "open\033[2Jblas\n\xff";
    sample->charts[TIME].title = "a\033]0;b\007";
    char *text = drawn(&sample->charts[TIME], &(struct terminal_look){.width = 80}, NULL);
    assert_null(strchr(text, '\033'));
    assert_null(strchr(text, '\007'));
    free(text);
    free(sample);
}
